import { Textarea } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { useWide } from '../../../shared/state/hooks/use-media.ts';
import {
  useDeferredValue,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEventHandler,
  type ReactNode,
} from 'react';
import { FaultyHyperlink } from './faulty-hyperlink.tsx';
import { LateCompletion } from './late-completion.tsx';
import { FilesOf } from './files-of.tsx';
import { MarkdownHint } from '../text/markdown-hint.tsx';
import { MarkdownToolbar } from './markdown-toolbar.tsx';
import { PostText } from '../text/post-text.tsx';
import { focusEnd } from '../page/move-focus.ts';
import type { UploadState } from '../form/use-upload-gate.ts';
import { siteLanguage } from '../../../shared/state/site.ts';
import { useFileIntake } from './use-file-intake.tsx';
import { useMarkdownWriting } from './use-markdown-writing.ts';
import { WriteTabs, type WriteTab } from './write-tabs.tsx';
import classes from './markdown-field.module.css';

/** What a text will look like, with a heading of this id. */
function Preview({ text, headingId }: { readonly text: string; readonly headingId: string | undefined }) {
  // Long texts take longer to render than a key press may.
  const previewed = useDeferredValue(text);
  return (
    <>
      {headingId !== undefined && (
        // The field is directly below the page's h1, and the text's own headings begin with h3.
        <h2 id={headingId} className="visually-hidden">
          Preview
        </h2>
      )}
      {previewed.trim() === '' ? <p className="soft">Nothing to preview yet.</p> : <PostText text={previewed} />}
    </>
  );
}

/** What begins a block of code. */
const codeFence = /^ {0,3}(?:```|~~~)/m;

interface MarkdownFieldProps {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly readOnly: boolean;
  readonly onChange: ChangeEventHandler<HTMLTextAreaElement>;
  /** Told what its uploads are doing. */
  readonly onUploads: (state: UploadState) => void;
  readonly label: string;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  /** The preview stands beside the field on wide screens. */
  readonly beside?: boolean;
  /** For short texts: a low field without visible label, hint and preview. */
  readonly compact?: boolean;
}

/**
 * A multi-line Markdown field: a toolbar and its shortcuts, lists that go on, links by pasting,
 * completion of `@name` and `#tag`, and a preview.
 */
export function MarkdownField({
  name,
  value,
  error,
  readOnly,
  onChange,
  onUploads,
  label,
  placeholder,
  autoFocus = false,
  beside = false,
  compact = false,
}: MarkdownFieldProps) {
  /** The text to preview, if that was chosen. Once it was sent, the next one is written first. */
  const [toPreview, setToPreview] = useState<string>();
  const id = useId();
  const headingId = beside ? `${id}-heading` : undefined;
  const field = useRef<HTMLTextAreaElement>(null);
  const wide = useWide();
  const layout = compact ? 'bare' : beside && wide ? 'beside' : 'tabs';
  // An error is shown, and fixed, where the text is edited.
  const shown = error === undefined && layout === 'tabs' && toPreview === value ? 'Preview' : 'Write';
  const writing = useMarkdownWriting(field, readOnly);
  const files = useFileIntake(readOnly, onUploads);

  useLayoutEffect(() => {
    if (autoFocus) focusEnd(field.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- at first only, as `autoFocus` of fields
  }, []);

  function choose(tab: WriteTab): void {
    setToPreview(tab === 'Preview' ? value : undefined);
  }

  function around(input: ReactNode): ReactNode {
    return (
      <div className={classes.editor} data-layout={layout} {...files.dropTarget}>
        <div className={classes.head}>
          {layout === 'tabs' && <WriteTabs id={id} shown={shown} onChoose={choose} />}
          {shown === 'Write' && (
            <MarkdownToolbar
              of={`${id}-field`}
              disabled={readOnly}
              onFormat={writing.onFormat}
              onFiles={files.onChoose}
            />
          )}
          {files.chooser}
        </div>
        {/* In the same place in every layout, or the field would lose its focus and its history. */}
        <div
          {...(layout === 'tabs' && {
            role: 'tabpanel',
            id: `${id}-Write`,
            'aria-labelledby': `${id}-Write-tab`,
            hidden: shown !== 'Write',
          })}
          className={classes.writing}
          data-completed
        >
          {input}
          <FilesOf files={files} field={field} text={value} />
          {/[@#]/.test(value) && <LateCompletion field={field} of="text" />}
        </div>
        {layout === 'tabs' && (
          <div
            role="tabpanel"
            id={`${id}-Preview`}
            aria-labelledby={`${id}-Preview-tab`}
            hidden={shown !== 'Preview'}
            // Nothing in the preview takes the focus, and it may be longer than the screen.
            tabIndex={0}
            className={classes.preview}
          >
            {shown === 'Preview' && <Preview text={value} headingId={headingId} />}
          </div>
        )}
        {layout === 'beside' && (
          <section aria-labelledby={headingId} tabIndex={0} className={classes.preview}>
            <Preview text={value} headingId={headingId} />
          </section>
        )}
      </div>
    );
  }

  return (
    <Textarea
      ref={field}
      id={`${id}-field`}
      name={name}
      value={value}
      error={error === messages.hyperlinkInvalid ? <FaultyHyperlink text={value} /> : error}
      readOnly={readOnly}
      onChange={(event) => {
        choose('Write');
        onChange(event);
      }}
      onKeyDown={writing.onKeyDown}
      onPaste={(event) => {
        files.onPaste(event);
        if (!event.isDefaultPrevented()) writing.onPaste(event);
      }}
      {...(compact ? { 'aria-label': label } : { label, description: <MarkdownHint /> })}
      placeholder={placeholder}
      size={compact ? 'sm' : 'md'}
      lang={siteLanguage()}
      classNames={{ input: (compact ? classes.low : classes.input) ?? '' }}
      data-code={codeFence.test(value) || undefined}
      inputContainer={around}
    />
  );
}
