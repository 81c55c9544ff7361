import { Button } from '@mantine/core';
import { IconArrowLeft, IconMessage2, IconUserPlus } from '@tabler/icons-react';
import { messages as texts } from '@parlour/contracts/messages';
import type { ChatWire } from '@parlour/contracts/messaging';
import { Fragment, useMemo, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { asCallFailure, hasUnknownOutcome, serverText } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { EmptyState } from '../../shared/parts/empty-state.tsx';
import { Failure } from '../../shared/parts/failure.tsx';
import { PersonLink } from '../../shared/parts/person-link.tsx';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { othersIn } from './chat-list.tsx';
import { Composer } from './composer.tsx';
import { useEnteredChat } from './entered-chat.ts';
import { enterChat } from './message-cache.ts';
import { MessageHistory } from './message-history.tsx';
import { useAddParticipantMutation, useGetChatInfiniteQuery } from './messaging.api.ts';
import { PersonPicker } from './person-picker.tsx';
import { HistorySkeleton } from './room.tsx';
import { useHistory } from './use-history.ts';
import classes from './messaging.module.css';

/** A chat: participants, messages and composer. Keyed by chat. */
export function Chat({
  chatId,
  back,
  begun = false,
}: {
  readonly chatId: string;
  readonly back: string;
  /** Whether the viewer has just created it, to write. */
  readonly begun?: boolean;
}) {
  const query = useGetChatInfiniteQuery(chatId);
  const place = useMemo(() => ({ chatId }), [chatId]);
  const history = useHistory(place, query);
  const { data, error, refetch } = query;
  const chat = data?.pages[0]?.chat;
  const failure = asCallFailure(error);
  if (error && !chat) {
    const unknown = failure?.status === 'refused' && (failure.httpStatus === 404 || failure.httpStatus === 400);
    return unknown ? (
      <InvalidChat back={back} />
    ) : (
      <Failure title={texts.chatFailed} detail={serverText(error)} onRetry={() => refetch()} />
    );
  }
  return (
    <section className={classes.talk} aria-label="Chat">
      {chat && <Entered chatId={chatId} />}
      <ChatHead chat={chat} back={back} />
      {chat ? (
        <MessageHistory
          place={place}
          {...history}
          empty={
            <EmptyState icon={<IconMessage2 size={28} />} title="No messages yet">
              <p>Only the people in this chat can read it.</p>
            </EmptyState>
          }
        />
      ) : (
        <HistorySkeleton />
      )}
      <Composer place={place} focused={begun} />
    </section>
  );
}

/** Enters the chat while it is shown. */
function Entered({ chatId }: { readonly chatId: string }) {
  useEnteredChat(chatId);
  return null;
}

/** Shown for an address that is none of the viewer's chats. */
export function InvalidChat({ back }: { readonly back: string }) {
  return (
    <Failure title={texts.chatIdInvalid}>
      <Button component={Link} to={back} size="xs" variant="default" mt={10}>
        Your chats
      </Button>
    </Failure>
  );
}

function ChatHead({ chat, back }: { readonly chat: ChatWire | undefined; readonly back: string }) {
  const viewer = useViewer();
  const [adding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  // Return the focus to where keyboard users were before.
  const stopAdding = () => {
    setAdding(false);
    addButton.current?.focus();
  };
  const others = othersIn(chat?.participants ?? [], viewer);
  return (
    <header className={classes.chatBar}>
      <div className={classes.chatBarLine}>
        <Button
          component={Link}
          to={back}
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconArrowLeft size={17} aria-hidden />}
          className={classes.back ?? ''}
        >
          Back
        </Button>
        <h2 className={classes.people}>
          {others.map((name, index) => (
            <Fragment key={`${index} ${name}`}>
              {index > 0 && ', '}
              <PersonLink username={name} />
            </Fragment>
          ))}
          {chat && others.length > 1 && <span className={classes.you}> and you</span>}
        </h2>
        {chat && chat.participants.length > 2 && (
          <Button
            ref={addButton}
            variant="default"
            size="xs"
            leftSection={<IconUserPlus size={15} aria-hidden />}
            aria-expanded={adding}
            className={classes.add ?? ''}
            onClick={() => {
              setAdding(!adding);
            }}
          >
            Add
            <span className="visually-hidden"> a participant</span>
          </Button>
        )}
      </div>
      {chat && adding && (
        <div
          onKeyDown={(event) => {
            if (event.key === 'Escape') stopAdding();
          }}
        >
          <AddParticipant chat={chat} onAdded={stopAdding} />
        </div>
      )}
    </header>
  );
}

function AddParticipant({ chat, onAdded }: { readonly chat: ChatWire; readonly onAdded: () => void }) {
  const dispatch = useDispatch<Dispatch>();
  const [addParticipant, { error }] = useAddParticipantMutation();
  const attempt = useRef<{ readonly username: string; readonly key: string }>(undefined);

  async function add(username: string): Promise<void> {
    if (attempt.current?.username !== username) attempt.current = { username, key: newSubmissionKey() };
    const outcome = await addParticipant({ chatId: chat._id, username, submissionKey: attempt.current.key });
    if (!outcome.data) {
      if (!hasUnknownOutcome(outcome.error)) attempt.current = undefined;
      return;
    }
    const { messages, ...changed } = outcome.data;
    dispatch(enterChat({ ...changed, messages: messages.slice(-1) }, false));
    onAdded();
  }

  return (
    <div className={classes.adding}>
      <p className={classes.addingHint}>New participants can read all earlier messages.</p>
      {error && <Failure title="The person could not be added" detail={serverText(error)} />}
      <PersonPicker
        chosen={chat.participants}
        onToggle={(username) => {
          if (!chat.participants.includes(username)) void add(username);
        }}
      />
    </div>
  );
}
