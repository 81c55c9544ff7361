import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { messages } from '@parlour/contracts/messages';
import type { MessageWire } from '@parlour/contracts/messaging';
import { memo } from 'react';
import { PersonLink } from '../../shared/parts/person-link.tsx';
import { RelativeTime } from '../../shared/parts/relative-time.tsx';
import type { Outgoing } from './messaging.api.ts';
import classes from './message-history.module.css';

/** A message; `follows` if the same person wrote the one just before. */
export const MessageItem = memo(function MessageItem({
  message,
  own,
  follows,
}: {
  readonly message: MessageWire;
  readonly own: boolean;
  readonly follows: boolean;
}) {
  return (
    <li className={classes.message} data-id={message._id} data-own={own} data-follows={follows}>
      {follows ? (
        <span className="visually-hidden">{own ? 'You' : message.msgFrom}</span>
      ) : (
        <div className={classes.head}>
          {own ? <span className={classes.you}>You</span> : <PersonLink username={message.msgFrom} />}
          <RelativeTime at={message.msgDateTime} />
        </div>
      )}
      <p className={classes.text} dir="auto">
        {message.msg}
      </p>
    </li>
  );
});

/** The viewer's message while it is pending or failed. */
export function OutgoingItem({
  item,
  onAgain,
  onDiscard,
}: {
  readonly item: Outgoing;
  readonly onAgain: () => void;
  readonly onDiscard: () => void;
}) {
  return (
    <li className={classes.message} data-own data-status={item.status}>
      <div className={classes.head}>
        <span className={classes.you}>You</span>
        {item.status === 'sent' ? <RelativeTime at={item.at} /> : item.status === 'sending' && <span>Sending…</span>}
      </div>
      <p className={classes.text} dir="auto">
        {item.text}
      </p>
      {(item.status === 'failed' || item.status === 'waiting') && (
        <div role="alert" className={classes.failed}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            {messages.messageCreateFailed}
            {item.detail !== undefined && `. ${item.detail}`}
            {item.status === 'waiting' && ` ${messages.sentLater}`}
          </span>
          <Button size="compact-xs" variant="default" onClick={onAgain}>
            Try again
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      )}
    </li>
  );
}
