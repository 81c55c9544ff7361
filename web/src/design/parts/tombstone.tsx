import { Button } from '@mantine/core';
import type { DeletedWire } from '@parlour/contracts/editable';
import { messages } from '@parlour/contracts/messages';
import classes from './tombstone.module.css';

/** Stands in place of a deleted post, with a button for those who can restore it. */
export function Tombstone({
  deleted: { by, reason },
  onRestore,
}: {
  readonly deleted: DeletedWire;
  readonly onRestore?: (() => void) | undefined;
}) {
  return (
    <div className={classes.stone}>
      <p className={classes.words} dir="auto">
        {deletedText(by)}
        {reason !== null && `: ${reason}`}
      </p>
      {onRestore && (
        <Button size="xs" variant="default" onClick={onRestore}>
          Restore
        </Button>
      )}
    </div>
  );
}

/** In one line, who deleted a post. */
export function deletedText(by: DeletedWire['by']): string {
  if (by === 'author') return messages.deletedByAuthor;
  return by === 'operator' ? messages.removedByOperator : messages.deletedByOthers;
}
