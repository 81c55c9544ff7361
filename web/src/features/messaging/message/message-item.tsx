import { Button } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import { memo, type ReactNode } from 'react';
import { Avatar } from '../../../design/parts/person/avatar.tsx';
import { Collapsed } from '../../../design/parts/post/collapsed.tsx';
import { IconAlertTriangle } from '../../../design/parts/look/icons.tsx';
import { lazyPart } from '../../../design/parts/feedback/lazy-part.tsx';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import { MessageActions, type MessageHandlers } from './message-actions.tsx';
import type { Place } from '../message-cache.ts';
import type { Above } from '../history/message-rows.ts';
import { MessageText } from './message-text.tsx';
import { clockOf } from '../history/message-times.ts';
import type { Outgoing } from '../sending/outgoing.ts';
import classes from '../history/message-history.module.css';

/** The rule above the first message of a day, or above the first unread one. */
function Rule({ day, isFirstUnread }: { readonly day: string | undefined; readonly isFirstUnread: boolean }) {
  if (day === undefined && !isFirstUnread) return null;
  return (
    <li className={classes.rule} data-first-unread={isFirstUnread}>
      {day !== undefined && <span>{day}</span>}
      {isFirstUnread && <strong>New</strong>}
    </li>
  );
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' });

function Clock({ at }: { readonly at: string }) {
  return (
    <time
      dateTime={at}
      className={classes.clock}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = moment.format(new Date(at));
      }}
    >
      {clockOf(at)}
    </time>
  );
}

/** Says that a message was edited. */
function Edited({ at }: { readonly at: string | null }) {
  if (at === null) return null;
  return (
    <time dateTime={at} className={classes.edited} title={moment.format(new Date(at))}>
      edited
    </time>
  );
}

function Written({ message }: { readonly message: MessageWire }) {
  return (
    <Collapsed by={message.msgFrom} isMessage>
      <MessageText text={message.msg} />
    </Collapsed>
  );
}

// With its dialog, which most readers never use.
const MessageEditor = lazyPart(async () => (await import('./message-editor.tsx')).MessageEditor, Written);

/** Stands in place of a deleted message. */
function Gone({
  message,
  isRestorable,
  onRestore,
}: {
  readonly message: MessageWire;
  readonly isRestorable: boolean;
  readonly onRestore: (message: MessageWire) => void;
}) {
  const { by, reason } = message.deleted ?? {};
  return (
    <p className={classes.gone}>
      <span>
        {by === 'author' ? messages.deletedByAuthor : messages.removedByOperator}
        {reason !== null && reason !== undefined && (
          <>
            : <bdi>{reason}</bdi>
          </>
        )}
      </span>
      {isRestorable && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={({ currentTarget }) => {
            // It goes once the message is back.
            currentTarget.closest('li')?.focus();
            onRestore(message);
          }}
        >
          Restore
        </Button>
      )}
    </p>
  );
}

/** The part that messages and pending ones share: gutter, head and text. */
function Row({
  from,
  own,
  at,
  text,
  follows,
  editedAt = null,
  status,
}: {
  readonly from: string;
  readonly own: boolean;
  readonly at: string;
  readonly text: ReactNode;
  readonly follows: boolean;
  readonly editedAt?: string | null;
  readonly status?: ReactNode;
}) {
  return (
    <>
      <div className={classes.gutter}>{follows ? <Clock at={at} /> : <Avatar username={from} size="m" />}</div>
      <div className={classes.body}>
        {follows ? (
          <span className="visually-hidden">{own ? 'You' : from}</span>
        ) : (
          <div className={classes.head}>
            {own ? <span className={classes.you}>You</span> : <PersonLink username={from} />}
            <Clock at={at} />
            <Edited at={editedAt} />
          </div>
        )}
        {text}
        {follows && <Edited at={editedAt} />}
        {status}
      </div>
    </>
  );
}

/** A message with what stands above it. */
export const MessageItem = memo(function MessageItem({
  message,
  own,
  day,
  isFirstUnread,
  follows,
  isStop,
  isActive,
  isMarked,
  isEditing,
  place,
  handlers,
}: {
  readonly message: MessageWire;
  readonly place: Place;
  readonly own: boolean;
  /** Whether Tab stops at it; the arrow keys lead to the others. */
  readonly isStop: boolean;
  /** Whether to show what can be done with it. */
  readonly isActive: boolean;
  /** Whether the address leads to it. */
  readonly isMarked: boolean;
  readonly isEditing: boolean;
  readonly handlers: MessageHandlers;
} & Above) {
  if (message.notice !== null) {
    return (
      <>
        <Rule day={day} isFirstUnread={isFirstUnread} />
        <li className={classes.notice} data-id={message._id} data-marked={isMarked} tabIndex={isStop ? 0 : -1}>
          <span>
            {own ? 'You' : <PersonLink username={message.msgFrom} />} <bdi>{message.msg}</bdi>
          </span>
          <Clock at={message.msgDateTime} />
        </li>
      </>
    );
  }
  return (
    <>
      <Rule day={day} isFirstUnread={isFirstUnread} />
      <li
        className={classes.message}
        data-id={message._id}
        data-follows={follows}
        data-active={isActive}
        data-marked={isMarked}
        tabIndex={isStop ? 0 : -1}
      >
        <Row
          from={message.msgFrom}
          own={own}
          at={message.msgDateTime}
          follows={follows}
          editedAt={message.deleted ? null : message.editedAt}
          text={
            isEditing ? (
              <MessageEditor message={message} place={place} onEditor={handlers.onEditor} onDone={handlers.onEdited} />
            ) : message.deleted ? (
              <Gone
                message={message}
                isRestorable={message.deleted.by === 'author' ? own : handlers.onRemove !== undefined}
                onRestore={handlers.onRestore}
              />
            ) : (
              <Written message={message} />
            )
          }
        />
        {isActive && !isEditing && !message.deleted && (
          <MessageActions message={message} own={own} handlers={handlers} />
        )}
      </li>
    </>
  );
});

/** The viewer's message while it is pending or failed. */
export function OutgoingItem({
  item,
  viewer,
  day,
  follows,
  onAgain,
  onDiscard,
}: {
  readonly item: Outgoing;
  readonly viewer: string;
  readonly day: string | undefined;
  readonly follows: boolean;
  /** Called with the pressed button, as is `onDiscard`. */
  readonly onAgain: (button: HTMLElement) => void;
  readonly onDiscard: (button: HTMLElement) => void;
}) {
  return (
    <>
      <Rule day={day} isFirstUnread={false} />
      <li className={classes.message} data-status={item.status} data-follows={follows}>
        <Row
          from={viewer}
          own
          at={item.at}
          text={<MessageText text={item.text} />}
          follows={follows}
          status={
            item.status === 'sending' ? (
              <span className={classes.unsent}>Sending…</span>
            ) : (
              <div role={item.status === 'failed' ? 'alert' : 'status'} className={classes.unsent}>
                {item.status === 'failed' ? (
                  <>
                    <IconAlertTriangle size={16} aria-hidden />
                    <span>
                      {messages.messageCreateFailed}
                      {item.detail !== undefined && `. ${item.detail}`}
                    </span>
                  </>
                ) : (
                  <span>{messages.waitingToSend}</span>
                )}
                <span className="inline-row">
                  <Button size="compact-xs" variant="default" onClick={({ currentTarget }) => onAgain(currentTarget)}>
                    Try again
                  </Button>
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    color="gray"
                    onClick={({ currentTarget }) => onDiscard(currentTarget)}
                  >
                    Discard
                  </Button>
                </span>
              </div>
            )
          }
        />
      </li>
    </>
  );
}
