import { Button, TextInput } from '@mantine/core';
import { checkDirection, checkWellFormed, lengthOf, looksBlank } from '@parlour/contracts/text/checks';
import {
  canonicalCommunityName,
  checkPollOptions,
  checkPollQuestion,
} from '@parlour/contracts/communities/community-checks';
import { limits } from '@parlour/contracts/limits';
import type { ChangeEvent, KeyboardEvent } from 'react';
import { useRef } from 'react';
import { CharactersLeft } from '../../../design/parts/form/characters-left.tsx';
import { isComposing } from '../../../design/parts/form/is-composing.ts';
import { type Icon, IconArrowDown, IconArrowUp, IconPlus, IconX } from '../../../design/parts/look/icons.tsx';
import classes from '../polls.module.css';

const optionNames = ['option1', 'option2', 'option3', 'option4', 'option5'] as const;

type OptionName = (typeof optionNames)[number];

/** The fields that the forms for a new poll and for a changed one have in common. */
export type PollFieldName = OptionName | 'questionText' | 'optionCount';

type Values = Readonly<Record<PollFieldName, string>>;

/** The values of a poll's fields; of a new one without arguments. */
export function pollFieldsOf(questionText = '', options: readonly string[] = []): Values {
  const [option1 = '', option2 = '', option3 = '', option4 = '', option5 = ''] = options;
  // The number of options is one of the values: a draft restored without it would lose the last
  // options.
  const optionCount = String(Math.max(limits.pollOptionsLeast, options.length));
  return { questionText, option1, option2, option3, option4, option5, optionCount };
}

function namesOf(values: Values): readonly OptionName[] {
  return optionNames.slice(0, Math.min(limits.pollOptions, Number(values.optionCount) || limits.pollOptionsLeast));
}

/** The options' texts. */
export function optionTextsOf(values: Values): string[] {
  return namesOf(values).map((name) => values[name].trim());
}

/** The faults of a single option, in the order in which `checkPollOptions` looks for them. */
const optionFaults: readonly ((text: string, place: number, texts: readonly string[]) => boolean)[] = [
  (text) => looksBlank(text),
  (text) => lengthOf(text) > limits.pollOptionLength,
  (text, place, texts) => {
    const name = canonicalCommunityName(text);
    return texts.slice(0, place).some((before) => canonicalCommunityName(before) === name);
  },
  (text) => (checkWellFormed(text) ?? checkDirection(text)) !== undefined,
];

/** The option that an error about all options is shown at: the first that has this fault. */
function faultyOption(values: Values): OptionName {
  const texts = optionTextsOf(values);
  const places = optionFaults.map((isFaulty) => texts.findIndex(isFaulty));
  return optionNames[places.find((place) => place >= 0) ?? 0] ?? 'option1';
}

/** The errors at a poll's fields. */
export function checkPollFields(values: Values): Partial<Record<PollFieldName, string | undefined>> {
  const options = checkPollOptions(optionTextsOf(values))?.text;
  return {
    questionText: checkPollQuestion(values.questionText.trim())?.text,
    ...(options === undefined ? {} : { [faultyOption(values)]: options }),
  };
}

/** The part of a form that these fields need. */
interface PollForm {
  readonly values: Values;
  set(name: PollFieldName, value: string): void;
  field(name: PollFieldName): {
    readonly name: string;
    readonly value: string;
    readonly error: string | undefined;
    readonly readOnly: boolean;
    onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void;
  };
}

/** How the options of a poll are added, removed and moved. The focus goes with them. */
function useOptions(form: PollForm) {
  const choices = useRef<HTMLFieldSetElement>(null);
  const names = namesOf(form.values);

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

  /** Swaps an option with its neighbour; the focus goes with it. */
  function move(place: number, by: -1 | 1): void {
    const [from, to] = [names[place], names[place + by]];
    if (from === undefined || to === undefined) return;
    const [text, other] = [form.values[from], form.values[to]];
    form.set(from, other);
    form.set(to, text);
    focusOption(place + by);
  }

  /**
   * Enter goes on to the next option, or adds one; Alt and an arrow move this one. With Ctrl or
   * Cmd, Enter sends the form.
   */
  function onOptionKey(event: KeyboardEvent, place: number): void {
    const name = names[place];
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      move(place, event.key === 'ArrowUp' ? -1 : 1);
    } else if (event.key === 'Enter' && !isComposing(event.nativeEvent) && name !== undefined) {
      if (event.ctrlKey || event.metaKey) return;
      const isLast = place === names.length - 1;
      if (isLast && (names.length >= limits.pollOptions || form.values[name].trim() === '')) return;
      event.preventDefault();
      if (isLast) add();
      else focusOption(place + 1);
    }
  }

  return { choices, names, add, remove, move, onOptionKey };
}

/** A poll's question and its two to five options. */
export function PollFields({
  form,
  inDialog = false,
}: {
  readonly form: PollForm;
  /** The dialog moves the focus then: a menu that opened it would take it back from `autoFocus`. */
  readonly inDialog?: boolean;
}) {
  const { choices, names, add, remove, move, onOptionKey } = useOptions(form);
  const left = limits.pollQuestionHint - lengthOf(form.values.questionText.trim());
  return (
    <>
      <TextInput
        {...form.field('questionText')}
        label="Poll Question *"
        aria-required
        description={`Limit question to ${limits.pollQuestionHint} characters or less`}
        size="md"
        {...(inDialog ? { 'data-autofocus': true } : { autoFocus: true })}
        autoComplete="off"
        rightSection={<CharactersLeft left={left} />}
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
              onKeyDown={(event) => onOptionKey(event, place)}
            />
            <Button
              variant="default"
              size="md"
              disabled={place === 0}
              aria-label={`Move option ${place + 1} up`}
              title="Move up"
              className={classes.moveUp ?? ''}
              onClick={() => move(place, -1)}
            >
              <IconArrowUp size={16} aria-hidden />
            </Button>
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
        <div className={classes.addLine}>
          <Button
            variant="default"
            disabled={names.length >= limits.pollOptions}
            leftSection={<IconPlus size={17} aria-hidden />}
            onClick={add}
          >
            Add Option
          </Button>
          <p className={classes.keys}>
            <kbd>Enter</kbd> goes on to the next option, <kbd>Alt</kbd> and <Arrow icon={IconArrowUp} name="Up" /> or{' '}
            <Arrow icon={IconArrowDown} name="Down" /> move one.
          </p>
        </div>
      </fieldset>
    </>
  );
}

/** An arrow key; not every font has its sign. */
function Arrow({ icon: Picture, name }: { readonly icon: Icon; readonly name: string }) {
  return (
    <kbd>
      <Picture size={12} role="img" aria-label={name} />
    </kbd>
  );
}
