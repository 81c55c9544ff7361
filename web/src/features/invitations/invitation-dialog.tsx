import { Button, TextInput } from '@mantine/core';
import { lengthOf } from '@parlour/contracts/text/checks';
import { invitationFaults, invitationLimits } from '@parlour/contracts/identity/invitations';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { showToast } from '../../design/parts/feedback/toasts.ts';
import { Checkbox } from '../../design/parts/form/checkbox.tsx';
import { Radio } from '../../design/parts/form/radio.tsx';
import { useForm } from '../../design/parts/form/use-form.ts';
import { CancelButton, Dialog } from '../../design/parts/overlay/dialog.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { serverDate } from '../../shared/http/server-clock.ts';
import { useViewer } from '../../shared/state/hooks/use-viewer.ts';
import { selectIsOperator } from '../../shared/state/session.slice.ts';
import type { State } from '../../shared/state/store.ts';
import { count } from '../../shared/text/count.ts';
import { useCreateInvitationMutation, useGetInvitingQuery } from './invitations.api.ts';
import classes from './invitations.module.css';

/** In days; blank for no end. */
const ends = [
  { value: '1', label: '1 day' },
  { value: '7', label: '1 week' },
  { value: '30', label: '30 days' },
  { value: '', label: 'No end' },
];

const { memberUses } = invitationLimits;

const numbers = { operator: [1, 10, 100, 1_000], member: [1, 5, memberUses] } as const;

/** The form for a new invitation. */
export function InvitationDialog({ onClose }: { readonly onClose: () => void }) {
  const viewer = useViewer();
  const isOperator = useSelector((state: State) => selectIsOperator(state));
  const { data: offered = [] } = useGetInvitingQuery(viewer);
  const [create] = useCreateInvitationMutation();
  const [chosen, setChosen] = useState<string[]>([]);
  const form = useForm({
    initial: { days: '7', uses: '10', note: '' },
    check: ({ note }) => ({
      note: lengthOf(note.trim()) > invitationLimits.noteLength ? invitationFaults.note : undefined,
    }),
    send: async ({ days, uses, note }, { key: submissionKey }) => {
      const end = serverDate();
      end.setDate(end.getDate() + Number(days));
      const expiresAt = days === '' ? null : end.toISOString();
      const request = { expiresAt, uses: Number(uses), communityIds: chosen, note: note.trim(), submissionKey };
      const { error } = await create(request);
      if (error !== undefined) return error;
      onClose();
      void showToast('success', 'The invitation is ready. Copy its link.');
      return undefined;
    },
  });
  return (
    <Dialog
      opened
      isForm
      title="New invitation"
      isChanged={form.isChanged || chosen.length > 0}
      pending={form.pending}
      onClose={onClose}
    >
      <form {...form.form} className="stack" aria-label="New invitation">
        <p className="hint">Whoever has the link can create an account, even while nobody else can sign up.</p>
        <Radio.Group label="It ends in" value={form.values.days} onChange={(days) => form.set('days', days)}>
          <div className={classes.choices}>
            {ends.map(({ value, label }) => (
              <Radio key={value} name="days" value={value} label={label} />
            ))}
          </div>
        </Radio.Group>
        <Radio.Group label="It admits" value={form.values.uses} onChange={(uses) => form.set('uses', uses)}>
          <div className={classes.choices}>
            {numbers[isOperator ? 'operator' : 'member'].map((uses) => (
              <Radio key={uses} name="uses" value={String(uses)} label={count(uses, 'person', 'people')} />
            ))}
          </div>
        </Radio.Group>
        {offered.length > 0 && (
          <Checkbox.Group label="Communities that they join" value={chosen} onChange={setChosen}>
            <div className={classes.communityChoices}>
              {offered.map(({ _id, name }) => (
                <Checkbox key={_id} value={_id} label={name} />
              ))}
            </div>
          </Checkbox.Group>
        )}
        <TextInput
          {...form.field('note')}
          label="Note (optional)"
          description="For you and for operators: newcomers don’t see it."
          maxLength={2 * invitationLimits.noteLength}
          autoComplete="off"
        />
        {form.failure !== undefined && (
          <Failure title="The invitation could not be made" detail={serverText(form.failure)} />
        )}
        <div className="wrap">
          <Button type="submit" loading={form.pending}>
            Create
          </Button>
          <CancelButton />
        </div>
      </form>
    </Dialog>
  );
}
