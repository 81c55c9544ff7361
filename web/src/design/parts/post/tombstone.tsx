import { Button } from '@mantine/core';
import { type DeletedWire, deletedText } from '@parlour/contracts/posts/editable';
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
