import { Button, TextInput } from '@mantine/core';
import { checkPollExpiry } from '@parlour/contracts/communities/community-checks';
import type { PollWire } from '@parlour/contracts/communities/communities';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import type { Draft } from '../../../shared/drafts/drafts.ts';
import { serverText } from '../../../shared/http/call-failure.ts';
import { serverDate } from '../../../shared/http/server-clock.ts';
import { DraftNote } from '../../../design/parts/draft/draft-note.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { useForm } from '../../../design/parts/form/use-form.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { dateAndMinute } from '../../../shared/text/relative-time.ts';
import { localInput, timeOfInput } from './datetime-input.ts';
import { checkPollFields, type PollFieldName, PollFields, optionTextsOf, pollFieldsOf } from './poll-fields.tsx';
import { useAddPollMutation } from '../polls.api.ts';
import classes from '../polls.module.css';

type Values = Readonly<Record<PollFieldName | 'expiresAt', string>>;

const initial: Values = { ...pollFieldsOf(), expiresAt: '' };

function check(values: Values) {
  return {
    ...checkPollFields(values),
    expiresAt: checkPollExpiry(timeOfInput(values.expiresAt), serverDate().toISOString())?.text,
  };
}

/** Checks a date as soon as it is chosen. */
function checkChosen(value: string): string | undefined {
  const fault = checkPollExpiry(timeOfInput(value), serverDate().toISOString());
  if (!fault) return undefined;
  return fault.text === messages.pollExpiryFar ? fault.text : messages.pollExpiryFuture;
}

/** The field's minimum and maximum. */
function choosable() {
  const latest = serverDate();
  const min = localInput(latest);
  latest.setTime(latest.getTime() + limits.pollDays * 86_400_000);
  return { min, max: localInput(latest) };
}

/** The field's value for the same time of day some days ahead, or up to a minute later. */
function inDays(days: number): string {
  const end = serverDate();
  end.setDate(end.getDate() + days);
  if (end.getSeconds() > 0) end.setMinutes(end.getMinutes() + 1);
  return localInput(end);
}

/** How long polls are often open. */
const presets = [
  { label: '1 day', days: 1 },
  { label: '3 days', days: 3 },
  { label: '1 week', days: 7 },
] as const;

/** The place of the draft of a new poll. */
export const pollDraftOf = (communityId: string): string => `poll:${communityId}`;

/** What people read of such a draft: its question, its options and its end. */
export function textsOfPollDraft({ expiresAt = '', optionCount: _, ...texts }: Draft['values']): readonly string[] {
  const isTime = timeOfInput(expiresAt) !== '';
  return [...Object.values(texts), isTime ? dateAndMinute(new Date(expiresAt)) : expiresAt];
}

/** The form for a new poll in a community; `onCreated` is called afterwards. */
export function CreatePoll({
  communityId,
  onCreated,
}: {
  readonly communityId: string;
  readonly onCreated: (poll: PollWire) => void;
}) {
  const viewer = useViewer();
  const [addPoll] = useAddPollMutation();
  const [late, setLate] = useState<string>();
  const [between, setBetween] = useState(choosable);
  const form = useForm({
    initial,
    draft: pollDraftOf(communityId),
    check,
    send: async (values, { key }) => {
      const poll = {
        questionText: values.questionText.trim(),
        options: optionTextsOf(values),
        expiresAt: timeOfInput(values.expiresAt),
        createdBy: viewer,
        communityId,
      };
      const { data, error } = await addPoll({ ...poll, submissionKey: key });
      if (data) onCreated(data);
      return error;
    },
  });
  const expiry = form.field('expiresAt');

  function expireIn(days: number): void {
    form.set('expiresAt', inDays(days));
    setBetween(choosable());
    setLate(undefined);
  }

  return (
    <form {...form.form} className={classes.form} aria-label="Create a poll">
      <DraftNote
        {...form.draft}
        onDiscard={() => {
          form.draft.onDiscard();
          setLate(undefined);
        }}
      />
      <p className="hint">Fields marked with * are required.</p>
      <PollFields form={form} />
      <TextInput
        {...expiry}
        type="datetime-local"
        label="Expiration Date *"
        aria-required
        description="In your own time zone, at most 100 days ahead"
        size="md"
        classNames={{ wrapper: classes.date ?? '' }}
        {...between}
        error={expiry.error ?? late}
        inputContainer={(input) => (
          <div className={classes.expiry}>
            {input}
            <div role="group" aria-label="Expires in" className={classes.presets}>
              {presets.map(({ label, days }) => (
                <Button key={label} variant="light" size="md" onClick={() => expireIn(days)}>
                  {label}
                </Button>
              ))}
            </div>
          </div>
        )}
        onFocus={() => setBetween(choosable())}
        onChange={(event) => {
          expiry.onChange(event);
          setLate(checkChosen(event.currentTarget.value));
        }}
      />
      {form.failure !== undefined && (
        <Failure
          title={messages.pollCreateFailed}
          detail={`${messages.pollCreateCallFailed}: ${serverText(form.failure) ?? messages.unknownFailure}`}
        />
      )}
      <div>
        <Button type="submit" size="md" loading={form.pending}>
          Create Poll
        </Button>
      </div>
    </form>
  );
}
