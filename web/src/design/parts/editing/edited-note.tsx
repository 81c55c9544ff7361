import type { Editable } from '@parlour/contracts/posts/editable';
import type { IsoTime } from '@parlour/contracts/time';
import { RelativeTime } from '../text/relative-time.tsx';
import classes from './edited-note.module.css';

/** An edit this soon, in milliseconds, changes nothing for most readers. */
const soon = 5 * 60_000;

/** Says that a post was edited, and when: not soon after it was posted. Source: decisions Q-18. */
export function EditedNote({
  post: { editedAt },
  at,
  onHistory,
}: {
  readonly post: Editable;
  /** When it was posted. */
  readonly at: IsoTime;
  /** Shows the versions, if there are any to show. */
  readonly onHistory?: () => void;
}) {
  if (editedAt === null || Date.parse(editedAt) - Date.parse(at) < soon) return null;
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
