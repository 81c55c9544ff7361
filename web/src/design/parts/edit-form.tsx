import { Button } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { currentOf, serverText } from '../../shared/http/call-failure.ts';
import { DestroyButton } from './destroy-button.tsx';
import { Dialog } from './dialog.tsx';
import { DraftNote } from './draft-note.tsx';
import { Failure } from './failure.tsx';
import { focusFirstField } from './move-focus.ts';
import { isComposing } from './is-composing.ts';
import type { useForm } from './use-form.ts';
import classes from './edit-form.module.css';

type Form = Pick<ReturnType<typeof useForm<string>>, 'form' | 'failure' | 'pending' | 'draft'>;

/**
 * The form that stands in place of a post while its author edits it. Escape and Cancel ask before
 * they throw changes away.
 */
export function EditForm({
  label,
  form: { form, failure, pending, draft },
  isChanged,
  current,
  onUseCurrent,
  onCancel,
  children,
}: {
  readonly label: string;
  readonly form: Form;
  readonly isChanged: boolean;
  /** The post's current text, if somebody changed it during the edit. */
  readonly current: ReactNode;
  readonly onUseCurrent: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) {
  const [asking, setAsking] = useState(false);

  function leave(): void {
    draft.onDiscard();
    onCancel();
  }

  function cancel(): void {
    if (isChanged) setAsking(true);
    else leave();
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
    form.onKeyDown(event);
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!pending) cancel();
  }

  return (
    <>
      <form {...form} className={classes.form} aria-label={label} onKeyDown={onKeyDown}>
        {children}
        <DraftNote {...draft} />
        {current !== undefined && (
          <section className={classes.stale} aria-label="The current version">
            <p role="alert" className={classes.note}>
              {messages.editStale} Your draft is above, the current version below. Save to replace it.
            </p>
            <div className={classes.current}>{current}</div>
            <Button
              size="xs"
              variant="default"
              onClick={({ currentTarget }) => {
                const { form: around } = currentTarget;
                onUseCurrent();
                focusFirstField(around);
              }}
            >
              Use the current version
            </Button>
          </section>
        )}
        {failure !== undefined && currentOf(failure) === undefined && (
          <Failure title="Your changes could not be saved" detail={serverText(failure)} />
        )}
        <div className={classes.buttons}>
          <Button type="submit" loading={pending}>
            Save
          </Button>
          <Button variant="default" disabled={pending} onClick={cancel}>
            Cancel
          </Button>
        </div>
      </form>
      <Dialog opened={asking} title="Discard your changes?" onClose={() => setAsking(false)}>
        <div className={classes.buttons}>
          <DestroyButton
            onClick={() => {
              setAsking(false);
              leave();
            }}
          >
            Discard
          </DestroyButton>
          <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
            Keep editing
          </Button>
        </div>
      </Dialog>
    </>
  );
}
