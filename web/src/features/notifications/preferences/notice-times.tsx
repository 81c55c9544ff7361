import { Button, TextInput } from '@mantine/core';
import type { NoticesWire } from '@parlour/contracts/notifications/notices';
import type { ChangeNotices } from '@parlour/contracts/notifications/notices.requests';
import { useState } from 'react';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { Switch } from '../../../design/parts/form/switch.tsx';
import { serverText } from '../../../shared/http/call-failure.ts';
import { useSubmission } from '../../../shared/state/hooks/use-submission.ts';
import { useChangeNoticesMutation } from './notices.api.ts';
import classes from './notice-table.module.css';

type Times = Pick<NoticesWire, 'quiet' | 'until'>;

/** When nothing is pushed or mailed to the viewer: each day, and from now on. */
export function NoticeTimes({ quiet, until }: Times) {
  const [change, { error, isLoading }] = useChangeNoticesMutation();
  const submit = useSubmission();
  const save = (times: Pick<ChangeNotices, 'quiet' | 'until'>) => void submit(times, change);
  return (
    <div className={classes.times}>
      <QuietHours quiet={quiet} save={save} />
      <DoNotDisturb until={until} save={save} isSaving={isLoading} />
      {error !== undefined && <Failure title="Preferences could not be saved" detail={serverText(error)} />}
    </div>
  );
}

type Save = (times: Pick<ChangeNotices, 'quiet' | 'until'>) => void;

function QuietHours({ quiet, save }: Pick<Times, 'quiet'> & { readonly save: Save }) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const hours = quiet ?? { from: '22:00', to: '07:00', zone: here };
  const change = (changed: Partial<typeof hours>): void => {
    const next = { ...hours, ...changed };
    // While it is typed, a time is blank.
    if (next.from !== '' && next.to !== '' && next.from !== next.to) save({ quiet: next });
  };
  return (
    <fieldset>
      <legend className="hint">Quiet hours</legend>
      <Switch
        label={quiet ? `No push and no mail at night, in ${zoneText(hours.zone)}` : 'No push and no mail at night'}
        checked={quiet !== null}
        onChange={({ currentTarget: { checked } }) => save({ quiet: checked ? hours : null })}
      />
      {quiet && (
        <div className={classes.hours}>
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={`${end} ${quiet[end]}`}
              type="time"
              label={end === 'from' ? 'From' : 'To'}
              defaultValue={quiet[end]}
              onBlur={({ currentTarget: { value } }) => value !== quiet[end] && change({ [end]: value })}
            />
          ))}
          {quiet.zone !== here && (
            <Button variant="default" onClick={() => change({ zone: here })}>
              Use {zoneText(here)}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}

function zoneText(zone: string): string {
  return zone.replaceAll('_', ' ');
}

function DoNotDisturb({
  until,
  save,
  isSaving,
}: Pick<Times, 'until'> & { readonly save: Save; readonly isSaving: boolean }) {
  const [chosen, setChosen] = useState('');
  const [isPast, setPast] = useState(false);
  const [opened] = useState(() => new Date());
  if (until !== null && new Date(until) > opened) {
    return (
      <fieldset>
        <legend className="hint">Do not disturb</legend>
        <p>Nothing is pushed or mailed until {moment.format(new Date(until))}.</p>
        <div className={classes.hours}>
          <Button variant="default" loading={isSaving} onClick={() => save({ until: null })}>
            Turn off
          </Button>
        </div>
      </fieldset>
    );
  }
  const to = (time: Date): void => save({ until: time.toISOString() });
  const toChosen = (): void => {
    const time = new Date(chosen);
    if (time > new Date()) to(time);
    else setPast(true);
  };
  return (
    <fieldset>
      <legend className="hint">Do not disturb</legend>
      <form
        className={classes.hours}
        aria-label="Do not disturb"
        onSubmit={(event) => {
          event.preventDefault();
          toChosen();
        }}
      >
        <Button variant="default" loading={isSaving} onClick={() => to(new Date(Date.now() + 3_600_000))}>
          For an hour
        </Button>
        <Button variant="default" loading={isSaving} onClick={() => to(tomorrowAtEight())}>
          Until tomorrow, 8:00
        </Button>
        <TextInput
          type="datetime-local"
          label="Until"
          value={chosen}
          error={isPast && 'Choose a time to come'}
          onChange={({ currentTarget: { value } }) => {
            setChosen(value);
            setPast(false);
          }}
        />
        <Button variant="default" type="submit">
          Do not disturb
        </Button>
      </form>
    </fieldset>
  );
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

function tomorrowAtEight(): Date {
  const time = new Date();
  time.setDate(time.getDate() + 1);
  time.setHours(8, 0, 0, 0);
  return time;
}
