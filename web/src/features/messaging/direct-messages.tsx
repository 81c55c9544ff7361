import { IconMessages } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '../../shared/parts/empty-state.tsx';
import { Chat, InvalidChat } from './chat.tsx';
import { ChatList } from './chat-list.tsx';
import { StartChat } from './start-chat.tsx';
import classes from './messaging.module.css';

const idForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The viewer's chats beside the open one; `onOpen` is called with the chat to open. */
export function DirectMessages({
  chatId,
  addressOf,
  onOpen,
}: {
  readonly chatId: string | undefined;
  /** The open chat's id, if any. */
  readonly addressOf: (chatId?: string) => string;
  readonly onOpen: (chatId: string) => void;
}) {
  const [begun, setBegun] = useState<string>();
  return (
    <div className={classes.direct} data-open={chatId !== undefined}>
      <div className={classes.side}>
        <StartChat
          onCreated={(chat) => {
            setBegun(chat._id);
            onOpen(chat._id);
          }}
        />
        <ChatList selected={chatId} addressOf={addressOf} />
      </div>
      <div className={classes.main}>
        {chatId === undefined ? (
          <section className={classes.talk} aria-label="Chat">
            <EmptyState icon={<IconMessages size={28} />} title="Select a user to start chatting" />
          </section>
        ) : idForm.test(chatId) ? (
          <Chat key={chatId} chatId={chatId.toLowerCase()} back={addressOf()} begun={chatId === begun} />
        ) : (
          <InvalidChat back={addressOf()} />
        )}
      </div>
    </div>
  );
}
