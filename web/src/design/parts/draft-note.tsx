import { focusFirstField } from './move-focus.ts';
import classes from './draft-note.module.css';

/** Says that the form has a restored draft, and lets people discard it. */
export function DraftNote({ restored, onDiscard }: { readonly restored: boolean; readonly onDiscard: () => void }) {
  if (!restored) return null;
  return (
    <p role="status" className={classes.note}>
      Draft restored
      <button
        type="button"
        className={classes.discard}
        onClick={(event) => {
          const { form } = event.currentTarget;
          onDiscard();
          focusFirstField(form);
        }}
      >
        Discard draft
      </button>
    </p>
  );
}

/**
 * In a form that stays when nobody can post in it any more: why, and what becomes of its text.
 * Always mounted: a status that comes with its text is not read out.
 */
export function RefusalNote({
  refusal,
  isWritten,
}: {
  readonly refusal: string | undefined;
  /** Whether something is written in the form. */
  readonly isWritten: boolean;
}) {
  return (
    <p role="status" className={refusal === undefined ? 'visually-hidden' : classes.refusal}>
      {refusal !== undefined && `${refusal}${isWritten ? ' To keep your text, copy it.' : ''}`}
    </p>
  );
}
