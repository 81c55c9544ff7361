import { Button, Textarea } from '@mantine/core';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import {
  checkReportText,
  type Reportable,
  type ReportReason,
  reportReasons,
  type ThingKey,
} from '@parlour/contracts/communities/reports';
import { useRef } from 'react';
import { useReportMutation } from '../../../shared/reports.api.ts';
import { serverText } from '../../../shared/http/call-failure.ts';
import { FilesOf } from '../editor/files-of.tsx';
import { useFileIntake } from '../editor/use-file-intake.tsx';
import { CancelButton, Dialog } from '../overlay/dialog.tsx';
import { Failure } from '../feedback/failure.tsx';
import { Radio } from '../form/radio.tsx';
import { SubmitWords } from '../form/submit-words.tsx';
import classes from './report-dialog.module.css';
import { reasonNames, thingNames } from './report-words.ts';
import { showToast } from '../feedback/toasts.ts';
import { useForm } from '../form/use-form.ts';
import { useUploadGate } from '../form/use-upload-gate.ts';

/** What only operators decide about (decisions M-20). */
const forOperators: ReadonlySet<Reportable> = new Set<Reportable>(['message', 'person', 'community']);

/** Reports something, with one of six reasons and a text. */
export default function ReportDialog({ thing, onClose }: { readonly thing: ThingKey; readonly onClose: () => void }) {
  const [send] = useReportMutation();
  const field = useRef<HTMLTextAreaElement>(null);
  const uploads = useUploadGate();
  const form = useForm({
    holds: uploads.holds,
    initial: { reason: '', text: '' },
    check: ({ reason: chosen, text }) => {
      const reason = reasonOf(chosen);
      return {
        reason: reason ? undefined : messages.reportReasonMissing,
        text: checkReportText(reason ?? 'spam', text.trim())?.text,
      };
    },
    send: async ({ reason, text }, { key }) => {
      const report = { ...thing, reason: reasonOf(reason) ?? 'other', text: text.trim() };
      const { error } = await send({ ...report, submissionKey: key });
      if (error === undefined) {
        onClose();
        void showToast('success', 'Thank you. We’ll notify you of the outcome.');
      }
      return error;
    },
  });
  const { reason } = form.values;
  const { error } = form.field('reason');
  const files = useFileIntake(form.pending, uploads.onUploads);
  return (
    <Dialog
      opened
      isForm
      title={thing.type === 'person' ? `Report @${thing.id}` : `Report this ${thingNames[thing.type]}`}
      // A reason is chosen again with a click.
      isChanged={form.values.text.trim() !== ''}
      pending={form.pending}
      onClose={onClose}
    >
      <form {...form.form} {...files.dropTarget} aria-label="Report" className="stack">
        <p className="soft">
          {forOperators.has(thing.type) ? 'Operators' : 'Moderators or operators'} will read this.{' '}
          {thing.type === 'community' ? 'The community’s owner' : 'The person you report'} isn’t told who you are.
        </p>
        <Radio.Group
          label="What is wrong?"
          value={reason}
          error={error}
          onChange={(chosen) => {
            form.set('reason', chosen);
          }}
        >
          <div className={classes.reasons}>
            {reportReasons.map((each, place) => (
              <Radio
                key={each}
                name="reason"
                value={each}
                label={reasonNames[each]}
                {...(place === 0 && { 'data-autofocus': true })}
              />
            ))}
          </div>
        </Radio.Group>
        {/* Together: a list of files stands first in a column. */}
        <div>
          <Textarea
            {...form.field('text')}
            ref={field}
            onPaste={files.onPaste}
            label={reason === 'other' ? 'What is it?' : 'Anything else they should know'}
            rows={3}
            maxLength={limits.reportTextLength}
          />
          <FilesOf files={files} field={field} text={form.values.text} />
          {files.isOn && (
            <div>
              {files.chooser}
              <Button mt="sm" size="xs" variant="default" onClick={files.onChoose}>
                Add pictures or files
              </Button>
            </div>
          )}
        </div>
        {form.failure !== undefined && (
          <Failure title="Your report could not be sent" detail={serverText(form.failure)} />
        )}
        <div className="wrap">
          <Button type="submit" loading={form.pending}>
            <SubmitWords of={uploads}>Report</SubmitWords>
          </Button>
          <CancelButton />
        </div>
      </form>
    </Dialog>
  );
}

function reasonOf(text: string): ReportReason | undefined {
  return reportReasons.find((reason) => reason === text);
}
