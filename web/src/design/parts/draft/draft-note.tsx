import { focusFirstField } from '../page/move-focus.ts';
import classes from './draft-note.module.css';

/**
 * Says that the form has a restored draft, and lets people discard it; or that the browser cannot
 * keep what is written.
 */
export function DraftNote({
  restored,
  isLosable,
  onDiscard,
}: {
  readonly restored: boolean;
  readonly isLosable: boolean;
  readonly onDiscard: () => void;
}) {
  return (
    <>
      {restored && (
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
      )}
      {isLosable && <LosableNote />}
    </>
  );
}

/** Says that what is written is lost with the page. */
export function LosableNote() {
  return (
    <p role="alert" className={classes.refusal}>
      This browser cannot keep your text: its storage is full or blocked. Send it or copy it before you leave this page.
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
