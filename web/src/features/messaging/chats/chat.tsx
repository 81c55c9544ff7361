import { Button } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { asCallFailure, serverText } from '../../../shared/http/call-failure.ts';
import { CompletedAmong } from '../../../design/parts/editor/completed-among.ts';
import { EmptyState } from '../../../design/parts/list/empty-state.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { ChatHead } from './chat-head.tsx';
import { Composer } from '../sending/composer.tsx';
import { useChatPresence } from '../chat-presence.ts';
import { MessageHistory } from '../history/message-history.tsx';
import { useGetChatInfiniteQuery } from '../messaging.api.ts';
import { HistorySkeleton } from './room.tsx';
import { useHistory } from '../history/use-history.ts';
import { useMessageActs } from '../message/use-message-acts.ts';
import classes from '../messaging.module.css';

/** A chat: participants, messages and composer. Keyed by chat. */
export function Chat({
  chatId,
  linked,
  back,
  onLeft,
  begun = false,
}: {
  readonly chatId: string;
  /** The message that the address leads to. */
  readonly linked?: string | undefined;
  readonly back: string;
  /** Called once the viewer has left the chat for good. */
  readonly onLeft: () => void;
  /** Whether the viewer has just created it, to write. */
  readonly begun?: boolean;
}) {
  const query = useGetChatInfiniteQuery(chatId);
  const place = useMemo(() => ({ chatId }), [chatId]);
  const history = useHistory(place, query);
  const { composer, acts, editing, editLast } = useMessageActs(place, history.messages);
  /** Here: the chat is shown until another page is. */
  const [leaving, setLeaving] = useState(false);
  const { data, error, refetch } = query;
  const { chat, isLeft = false } = data?.pages[0] ?? {};
  const failure = asCallFailure(error);
  const refusal = failure?.status === 'refused' ? failure.httpStatus : undefined;
  // The viewer may have left the open chat in another tab.
  const isGone = refusal === 404 || (isLeft && !leaving);
  if (isGone || (error && !chat)) {
    return isGone || refusal === 400 ? (
      <InvalidChat back={back} />
    ) : (
      <div className={classes.failure}>
        <Failure title={messages.chatFailed} detail={serverText(error)} onRetry={() => refetch()} />
      </div>
    );
  }
  return (
    <CompletedAmong value={place}>
      <section className={classes.talk} aria-label="Chat">
        {chat && <Entered chatId={chatId} />}
        <ChatHead chat={chat} back={back} leaving={leaving} onLeaving={setLeaving} onLeft={onLeft} />
        {chat ? (
          <MessageHistory
            place={place}
            {...history}
            unread={chat.unread}
            linked={linked}
            acts={acts}
            editing={editing}
            empty={
              <EmptyState drawing="chats" title="No messages yet">
                <p>Only the people in this chat can read it.</p>
              </EmptyState>
            }
          />
        ) : (
          <HistorySkeleton />
        )}
        <Composer ref={composer} place={place} focused={begun} editLast={editLast} />
      </section>
    </CompletedAmong>
  );
}

/** Enters the chat while it is shown. */
function Entered({ chatId }: { readonly chatId: string }) {
  useChatPresence(chatId);
  return null;
}

/** Shown for an address that is none of the viewer's chats. */
export function InvalidChat({ back }: { readonly back: string }) {
  return (
    <div className={classes.failure}>
      <Failure title={messages.chatIdInvalid}>
        <Button component={Link} to={back} size="xs" variant="default" mt={10}>
          Your chats
        </Button>
      </Failure>
    </div>
  );
}
