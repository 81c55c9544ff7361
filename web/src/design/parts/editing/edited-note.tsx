import type { Editable } from '@parlour/contracts/posts/editable';
import { RelativeTime } from '../text/relative-time.tsx';
import classes from './edited-note.module.css';

/** Says that a post was edited, and when. */
export function EditedNote({
  post: { editedAt },
  onHistory,
}: {
  readonly post: Editable;
  /** Shows the versions, if there are any to show. */
  readonly onHistory?: () => void;
}) {
  if (editedAt === null) return null;
  return (
    <>
      {' · '}
      {onHistory ? (
        <button type="button" className={classes.edited} onClick={onHistory}>
          edited <RelativeTime at={editedAt} />
        </button>
      ) : (
        <>
          edited <RelativeTime at={editedAt} />
        </>
      )}
    </>
  );
}
