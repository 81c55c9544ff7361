import { Button, TextInput } from '@mantine/core';
import { limits } from '@parlour/contracts/limits';
import { checkResolution, type ReportAction, type ReportWire } from '@parlour/contracts/communities/reports';
import { CancelButton, Dialog } from '../../design/parts/overlay/dialog.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { useForm } from '../../design/parts/form/use-form.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import { resolutions } from './resolutions.ts';
import classes from './reports.module.css';

/** Asks before something is done about a report, and for the reason. */
export function ResolveDialog({
  report,
  action,
  onSend,
  onClose,
}: {
  readonly report: ReportWire;
  readonly action: ReportAction;
  /** Resolves with the error, or with undefined once it is done. */
  readonly onSend: (text: string, submissionKey: string) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const { label, question, consequence, readers, isGrave } = resolutions[action];
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: checkResolution(action, text.trim())?.text }),
    send: ({ text }, { key }) => onSend(text.trim(), key),
  });
  return (
    <Dialog
      opened
      isForm
      title={question?.(report) ?? label}
      returnFocus={false}
      isChanged={form.isChanged}
      pending={form.pending}
      onClose={onClose}
    >
      <form {...form.form} aria-label={label} className="stack">
        {consequence !== undefined && <p>{consequence}</p>}
        <TextInput
          {...form.field('text')}
          label={readers === undefined ? 'Reason (optional)' : 'Reason'}
          description={readers ?? 'Shown in the list of resolved reports.'}
          required={readers !== undefined}
          maxLength={limits.deleteReasonLength}
          autoComplete="off"
          data-autofocus
        />
        {form.failure !== undefined && (
          <Failure title="The report could not be resolved" detail={serverText(form.failure)} />
        )}
        <div className={classes.buttons}>
          <Button type="submit" loading={form.pending} {...(isGrave && { color: 'danger' })}>
            {label}
          </Button>
          <CancelButton />
        </div>
      </form>
    </Dialog>
  );
}
