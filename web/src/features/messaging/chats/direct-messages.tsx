import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { IconPencilPlus } from '../../../design/parts/look/icons.tsx';
import { EmptyState } from '../../../design/parts/list/empty-state.tsx';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { Chat, InvalidChat } from './chat.tsx';
import { ChatList } from './chat-list.tsx';
import { OtherTalk } from './other-talk.tsx';
import { PaneHead } from './pane-head.tsx';
import { StartChat } from '../start/start-chat.tsx';
import { useChatTitle } from './use-chat-title.ts';
import classes from '../messaging.module.css';

const title = 'Direct Messages';

const idForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The viewer's chats beside the open one; `onOpen` is called with the chat to open. */
export function DirectMessages({
  chatId,
  linked,
  wanted,
  addressOf,
  onOpen,
  onLeft,
}: {
  readonly chatId: string | undefined;
  /** The message that the address leads to. */
  readonly linked?: string | undefined;
  /** Somebody to start a chat with. */
  readonly wanted?: string | undefined;
  /** The open chat's id, if any. */
  readonly addressOf: (chatId?: string) => string;
  readonly onOpen: (chatId: string) => void;
  /** Called when the viewer has left a chat for good; returns whether it was still the open one. */
  readonly onLeft: () => boolean;
}) {
  const [begun, setBegun] = useState<string>();
  const known = chatId !== undefined && idForm.test(chatId) ? chatId.toLowerCase() : undefined;
  const name = useChatTitle(known);
  usePageTitle(name === undefined ? title : `${name} · ${title}`);
  const head = useRef<HTMLHeadingElement>(null);
  const start = useRef<HTMLButtonElement>(null);
  const before = useRef(chatId);
  useEffect(() => {
    if (before.current === chatId) return;
    before.current = chatId;
    // On a narrow screen, what led here is hidden or gone now.
    const { activeElement, body } = document;
    const isLost = activeElement === null || activeElement === body || !activeElement.checkVisibility();
    if (isLost) head.current?.focus({ preventScroll: true });
  }, [chatId]);
  return (
    <div className={classes.direct} data-open={chatId !== undefined} data-pane>
      <PaneHead ref={head} title={title} end={<OtherTalk to="room" />} />
      <div className={classes.side}>
        <StartChat
          key={wanted}
          toggle={start}
          wanted={wanted}
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
            <div className={classes.nothing}>
              <EmptyState drawing="chats" title="Select a user to start chatting">
                <p>Write to somebody, or say hello to everyone in the room.</p>
                <div className="wrap">
                  <Button
                    leftSection={<IconPencilPlus size={17} aria-hidden />}
                    onClick={() => {
                      if (start.current?.getAttribute('aria-expanded') === 'false') start.current.click();
                    }}
                  >
                    New message
                  </Button>
                  <Button component={Link} to="/messaging" variant="default">
                    Open the room
                  </Button>
                </div>
              </EmptyState>
            </div>
          </section>
        ) : known !== undefined ? (
          <Chat
            key={chatId}
            chatId={known}
            linked={linked}
            back={addressOf()}
            onLeft={() => {
              // The element that had the focus is gone.
              if (onLeft()) head.current?.focus();
            }}
            begun={chatId === begun}
          />
        ) : (
          <InvalidChat back={addressOf()} />
        )}
      </div>
    </div>
  );
}
