import classes from './draft-note.module.css';

/** Says that the form around it holds what was written earlier, and lets one start afresh. */
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
          // The button goes; the focus must not go with it.
          form?.querySelector<HTMLElement>('input, textarea')?.focus();
        }}
      >
        Discard draft
      </button>
    </p>
  );
}
