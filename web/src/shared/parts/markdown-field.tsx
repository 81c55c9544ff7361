import { Textarea } from '@mantine/core';
import { useId, useRef, useState, type ChangeEventHandler, type KeyboardEvent, type ReactNode } from 'react';
import { MarkdownHint } from './markdown-hint.tsx';
import { PostText } from './post-text.tsx';
import classes from './markdown-field.module.css';

const tabs = ['Write', 'Preview'] as const;

/** A multi-line Markdown field with a preview. */
export function MarkdownField({
  name,
  value,
  error,
  readOnly,
  onChange,
  label,
  autoFocus = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly readOnly: boolean;
  readonly onChange: ChangeEventHandler<HTMLTextAreaElement>;
  readonly label: string;
  readonly autoFocus?: boolean;
}) {
  const [chosen, setChosen] = useState<(typeof tabs)[number]>('Write');
  const id = useId();
  const strip = useRef<HTMLDivElement>(null);
  // An error is shown, and fixed, where the text is edited.
  const shown = error === undefined ? chosen : 'Write';

  function onArrow(event: KeyboardEvent): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const next = shown === 'Write' ? 'Preview' : 'Write';
    setChosen(next);
    strip.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }

  function inTabs(input: ReactNode): ReactNode {
    return (
      <>
        <div ref={strip} role="tablist" aria-label="Write or preview" className={classes.tabs} onKeyDown={onArrow}>
          {tabs.map((tab) => (
            <button
              key={tab}
              type="button"
              role="tab"
              id={`${id}-${tab}-tab`}
              data-tab={tab}
              aria-selected={tab === shown}
              aria-controls={`${id}-${tab}`}
              tabIndex={tab === shown ? 0 : -1}
              className={classes.tab}
              onClick={() => {
                setChosen(tab);
              }}
            >
              {tab}
            </button>
          ))}
        </div>
        <div role="tabpanel" id={`${id}-Write`} aria-labelledby={`${id}-Write-tab`} hidden={shown !== 'Write'}>
          {input}
        </div>
        <div
          role="tabpanel"
          id={`${id}-Preview`}
          aria-labelledby={`${id}-Preview-tab`}
          hidden={shown !== 'Preview'}
          // Nothing in the preview takes the focus, and it may be longer than the screen.
          tabIndex={0}
          className={classes.preview}
        >
          {shown === 'Preview' &&
            (value.trim() === '' ? (
              <p className={classes.nothing}>Nothing to preview yet.</p>
            ) : (
              <PostText text={value} />
            ))}
        </div>
      </>
    );
  }

  return (
    <Textarea
      name={name}
      value={value}
      error={error}
      readOnly={readOnly}
      onChange={(event) => {
        setChosen('Write');
        onChange(event);
      }}
      label={label}
      description={<MarkdownHint />}
      size="md"
      autoFocus={autoFocus}
      classNames={{ input: classes.input ?? '' }}
      inputContainer={inTabs}
    />
  );
}
