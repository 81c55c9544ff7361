import { Button } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import type { KeyboardEvent, ReactNode } from 'react';
import { currentOf, serverText } from '../../../shared/http/call-failure.ts';
import { useDiscarding } from '../overlay/dialog.tsx';
import { DraftNote } from '../draft/draft-note.tsx';
import { Failure } from '../feedback/failure.tsx';
import { focusFirstField } from '../page/move-focus.ts';
import { isComposing } from '../form/is-composing.ts';
import { SubmitWords } from '../form/submit-words.tsx';
import type { useForm } from '../form/use-form.ts';
import classes from './edit-form.module.css';

interface Form extends Pick<
  ReturnType<typeof useForm<string>>,
  'form' | 'isChanged' | 'failure' | 'pending' | 'draft'
> {
  /** Whether it was submitted while files were being uploaded. */
  readonly isWaiting?: boolean;
}

/**
 * The form that stands in place of a post while its author edits it. Escape and Cancel ask before
 * they throw changes away.
 */
export function EditForm({
  label,
  form: { form, isChanged, failure, pending, isWaiting = false, draft },
  failed = 'Your changes could not be saved',
  current,
  onUseCurrent,
  onCancel,
  children,
}: {
  readonly label: string;
  readonly form: Form;
  /** What is said if it can't be saved. */
  readonly failed?: string;
  /** The post's current text, if somebody changed it during the edit. */
  readonly current?: ReactNode;
  readonly onUseCurrent?: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) {
  const { close, question } = useDiscarding({
    isChanged,
    pending,
    onClose: () => {
      draft.onDiscard();
      onCancel();
    },
  });

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
    form.onKeyDown(event);
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
    close();
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
                onUseCurrent?.();
                focusFirstField(around);
              }}
            >
              Use the current version
            </Button>
          </section>
        )}
        {failure !== undefined && currentOf(failure) === undefined && (
          <Failure title={failed} detail={serverText(failure)} />
        )}
        <div className="wrap">
          <Button type="submit" loading={pending}>
            <SubmitWords of={{ isWaiting }}>Save</SubmitWords>
          </Button>
          <Button variant="default" disabled={pending} onClick={close}>
            Cancel
          </Button>
        </div>
      </form>
      {question}
    </>
  );
}
