import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import { Tooltip } from '../../../design/parts/overlay/tooltip.tsx';
import {
  type Icon,
  IconCopy,
  IconFlag,
  IconLink,
  IconMessageReply,
  IconPencil,
  IconTrash,
} from '../../../design/parts/look/icons.tsx';
import { copyText } from '../../../design/parts/page/share.ts';
import type { MessageActs } from './use-message-acts.ts';
import classes from '../history/message-history.module.css';

/** The actions on a message. */
export interface MessageHandlers extends MessageActs {
  /** Its address on this site. */
  readonly addressOf: (messageId: string) => string;
}

export function MessageActions({
  message,
  own,
  handlers: { onQuote, onEdit, onDelete, onRemove, onReport, addressOf },
}: {
  readonly message: MessageWire;
  readonly own: boolean;
  readonly handlers: MessageHandlers;
}) {
  return (
    // They come and go with the pointer: the log around them reads out messages only.
    <div className={classes.actions} role="group" aria-label="Actions" aria-live="off">
      <Action label="Reply with quote" Mark={IconMessageReply} onClick={() => onQuote(message)} />
      <Action label="Copy text" Mark={IconCopy} onClick={() => void copyText(message.msg, 'Text copied.')} />
      <Action
        label="Copy link"
        Mark={IconLink}
        onClick={() => void copyText(new URL(addressOf(message._id), location.href).href, 'Link copied.')}
      />
      {!own && (
        <Action
          label="Report…"
          Mark={IconFlag}
          onClick={(from) => {
            // The focus returns to the row: the button goes when the dialog takes the focus.
            from.closest('li')?.focus();
            onReport(message);
          }}
        />
      )}
      {!own && onRemove && <Action label="Remove…" Mark={IconTrash} onClick={() => onRemove(message)} />}
      {own && (
        <>
          <Action label="Edit" Mark={IconPencil} onClick={() => onEdit(message)} />
          <Action
            label="Delete"
            Mark={IconTrash}
            onClick={(from) => {
              // The button goes with what it deletes.
              from.closest('li')?.focus();
              onDelete(message);
            }}
          />
        </>
      )}
    </div>
  );
}

function Action({
  label,
  Mark,
  onClick,
}: {
  readonly label: string;
  readonly Mark: Icon;
  readonly onClick: (from: HTMLElement) => void;
}) {
  return (
    <Tooltip label={label}>
      <button
        type="button"
        aria-label={label}
        className={classes.action}
        onClick={({ currentTarget }) => onClick(currentTarget)}
      >
        <Mark size={16} aria-hidden />
      </button>
    </Tooltip>
  );
}
