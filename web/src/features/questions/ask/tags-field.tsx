import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Pill, PillsInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { isComposing } from '../../../design/parts/form/is-composing.ts';
import { LateCompletion } from '../../../design/parts/editor/late-completion.tsx';
import { earlyFault, endedText, typedTags } from './typed-tags.ts';
import classes from './ask-form.module.css';

/**
 * The tags of a question: a chip for each that a comma, a space or Enter has ended, and a text
 * field that completes the next one. Its value is one text, the tags with spaces between them.
 * Source: decisions Q-32.
 */
export function TagsField({
  value,
  error,
  readOnly,
  onChange,
}: {
  readonly value: string;
  readonly error: string | undefined;
  readonly readOnly: boolean;
  readonly onChange: (value: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const { ended, typed } = typedTags(value);

  // Chips come and go beside the field, which keeps the focus.
  const [said, setSaid] = useState('');

  function change(text: string): void {
    const after = typedTags(text).ended;
    const added = after.filter((name) => !ended.includes(name)).map((name) => `${name} added`);
    const removed = ended.filter((name) => !after.includes(name)).map((name) => `${name} removed`);
    if (added.length + removed.length > 0) setSaid([...added, ...removed].join(', '));
    onChange(text);
  }

  function remove(name: string): void {
    change(endedText(ended.filter((other) => other !== name)) + typed);
  }

  return (
    <div className={classes.tags} data-completed>
      <PillsInput
        label="Tags"
        description="Add keywords separated by whitespace"
        size="md"
        error={error ?? earlyFault(value)}
        classNames={{ input: classes.tagsInput ?? '' }}
      >
        <Pill.Group gap={6}>
          {ended.map((name) => (
            <Pill
              key={name}
              className={classes.tag ?? ''}
              withRemoveButton
              disabled={readOnly}
              removeButtonProps={{
                className: classes.removeTag ?? '',
                'aria-label': `Remove ${name}`,
                'aria-hidden': false,
                tabIndex: 0,
                onClick: () => {
                  remove(name);
                  // The button goes away with its focus.
                  field.current?.focus();
                },
              }}
            >
              <bdi>{name}</bdi>
            </Pill>
          ))}
          <PillsInput.Field
            ref={field}
            name="tags"
            value={typed}
            readOnly={readOnly}
            autoCapitalize="none"
            autoComplete="off"
            dir="auto"
            onChange={(event) => {
              change(endedText(ended) + event.currentTarget.value);
            }}
            onKeyDown={(event) => {
              if (readOnly || isComposing(event.nativeEvent)) return;
              const last = ended.at(-1);
              // A key that is held down erases what is typed, and nothing beyond.
              if (event.key === 'Backspace' && typed === '' && !event.repeat && last !== undefined) remove(last);
              if (event.key !== 'Enter' || typed.trim() === '') return;
              // The next Enter posts.
              event.preventDefault();
              if (typedTags(`${typed} `).typed === '') change(`${value} `);
            }}
          />
        </Pill.Group>
      </PillsInput>
      <span role="status" className="visually-hidden">
        {said}
      </span>
      {typed !== '' && <LateCompletion field={field} of="tags" />}
    </div>
  );
}
