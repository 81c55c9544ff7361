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
