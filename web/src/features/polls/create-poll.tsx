import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { lengthOf } from '@parlour/contracts/checks';
import { checkPollExpiry, checkPollOptions, checkPollQuestion } from '@parlour/contracts/community-checks';
import type { PollWire } from '@parlour/contracts/communities';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { useRef, useState } from 'react';
import { serverText } from '../../shared/http/call-failure.ts';
import { DraftNote } from '../../shared/parts/draft-note.tsx';
import { Failure } from '../../shared/parts/failure.tsx';
import { useForm } from '../../shared/parts/use-form.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { localInput, timeOfInput } from './local-input.ts';
import { useAddPollMutation } from './polls.api.ts';
import classes from './polls.module.css';

const optionNames = ['option1', 'option2', 'option3', 'option4', 'option5'] as const;

type OptionName = (typeof optionNames)[number];
type Values = Readonly<Record<OptionName | 'questionText' | 'optionCount' | 'expiresAt', string>>;

const initial: Values = {
  questionText: '',
  option1: '',
  option2: '',
  option3: '',
  option4: '',
  option5: '',
  // The number of options is one of the values: a draft restored without it would lose the last
  // options.
  optionCount: String(limits.pollOptionsLeast),
  expiresAt: '',
};

function namesOf(values: Values): readonly OptionName[] {
  return optionNames.slice(0, Math.min(limits.pollOptions, Number(values.optionCount) || limits.pollOptionsLeast));
}

function textsOf(values: Values): string[] {
  return namesOf(values).map((name) => values[name].trim());
}

/**
 * The option that an error about all options is shown at: the first that is blank, too long or a
 * duplicate.
 */
function faultyOption(values: Values): OptionName {
  const texts = textsOf(values);
  const alike = texts.map((text) => text.toLowerCase());
  const place = texts.findIndex(
    (text, index) =>
      text === '' || lengthOf(text) > limits.pollOptionLength || alike.indexOf(alike[index] ?? '') < index,
  );
  return optionNames[Math.max(0, place)] ?? 'option1';
}

function check(values: Values) {
  const options = checkPollOptions(textsOf(values))?.text;
  return {
    questionText: checkPollQuestion(values.questionText.trim())?.text,
    ...(options === undefined ? {} : { [faultyOption(values)]: options }),
    expiresAt: checkPollExpiry(timeOfInput(values.expiresAt), new Date().toISOString())?.text,
  };
}

/** Checks a date as soon as it is chosen. */
function checkChosen(value: string): string | undefined {
  const fault = checkPollExpiry(timeOfInput(value), new Date().toISOString());
  if (!fault) return undefined;
  return fault.text === messages.pollExpiryFar ? fault.text : messages.pollExpiryFuture;
}

/** The field's minimum and maximum. */
function choosable() {
  const latest = new Date();
  const min = localInput(latest);
  latest.setUTCFullYear(latest.getUTCFullYear() + limits.pollYears);
  return { min, max: localInput(latest) };
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
  const choices = useRef<HTMLFieldSetElement>(null);
  const form = useForm({
    initial,
    draft: `poll:${communityId}`,
    check,
    send: async (values, { key }) => {
      const poll = {
        questionText: values.questionText.trim(),
        options: textsOf(values),
        expiresAt: timeOfInput(values.expiresAt),
        createdBy: viewer,
        communityId,
      };
      const { data, error } = await addPoll({ poll, submissionKey: key });
      if (data) onCreated(data);
      return error;
    },
  });
  const names = namesOf(form.values);
  const left = limits.pollQuestionHint - lengthOf(form.values.questionText.trim());
  const expiry = form.field('expiresAt');

  function focusOption(place: number): void {
    choices.current?.querySelectorAll<HTMLInputElement>('input')[place]?.focus();
  }

  function add(): void {
    form.set('optionCount', String(names.length + 1));
    // The field exists after the next render.
    setTimeout(() => focusOption(names.length));
  }

  function remove(place: number): void {
    for (const [index, name] of names.entries()) {
      if (index < place) continue;
      const next = names[index + 1];
      form.set(name, next === undefined ? '' : form.values[next]);
    }
    form.set('optionCount', String(names.length - 1));
    focusOption(Math.min(place, names.length - 2));
  }

  return (
    <form {...form.form} className={classes.form} aria-label="Create a poll">
      <DraftNote {...form.draft} />
      <p className={classes.required}>Fields marked with * are required.</p>
      <TextInput
        {...form.field('questionText')}
        label="Poll Question *"
        aria-required
        description={`Limit question to ${limits.pollQuestionHint} characters or less`}
        size="md"
        autoFocus
        autoComplete="off"
        rightSection={
          <span className={classes.counter} data-over={left < 0} aria-hidden>
            {left}
          </span>
        }
      />
      <fieldset ref={choices} className={classes.choices}>
        <legend>Options *</legend>
        {names.map((name, place) => (
          <div key={name} className={classes.choice}>
            <TextInput
              {...form.field(name)}
              aria-label={`Option ${place + 1}`}
              aria-required
              placeholder={`Option ${place + 1}`}
              size="md"
              autoComplete="off"
            />
            <Button
              variant="default"
              size="md"
              disabled={names.length <= limits.pollOptionsLeast}
              aria-label={`Remove option ${place + 1}`}
              leftSection={<IconX size={16} aria-hidden />}
              classNames={{ section: classes.removeMark ?? '', label: classes.removeWord ?? '' }}
              onClick={() => remove(place)}
            >
              Remove
            </Button>
          </div>
        ))}
        <div>
          <Button
            variant="default"
            disabled={names.length >= limits.pollOptions}
            leftSection={<IconPlus size={17} aria-hidden />}
            onClick={add}
          >
            Add Option
          </Button>
        </div>
      </fieldset>
      <TextInput
        {...expiry}
        type="datetime-local"
        label="Expiration Date *"
        aria-required
        description="In your own time zone, at most a year ahead"
        size="md"
        className={classes.date ?? ''}
        {...between}
        error={expiry.error ?? late}
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
