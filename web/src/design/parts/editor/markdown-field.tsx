import { Textarea } from '@mantine/core';
import { postedText } from '@parlour/contracts/text/checks';
import { faultyLink } from '@parlour/contracts/posts/post-checks';
import { looksLikeCode } from '@parlour/contracts/text/faulty-links';
import { messages } from '@parlour/contracts/messages';
import { useWide } from '../../../shared/state/hooks/use-media.ts';
import {
  useDeferredValue,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEventHandler,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { isComposing } from '../form/is-composing.ts';
import { hasModifier } from '../page/keys.ts';
import { LateCompletion } from './late-completion.tsx';
import { applyChange, continueLine, format, pasteOver, writtenIn, type Change } from './markdown-edit.ts';
import { MarkdownHint } from '../text/markdown-hint.tsx';
import { formatOf, MarkdownToolbar } from './markdown-toolbar.tsx';
import { PostText } from '../text/post-text.tsx';
import { focusEnd } from '../page/move-focus.ts';
import { siteLanguage } from '../../../shared/state/site.ts';
import { sitePathsIn } from '../../../shared/text/site-links.ts';
import classes from './markdown-field.module.css';

const tabs = ['Write', 'Preview'] as const;

/** Longer links are cut. */
const shownCharacters = 80;

/** The error of a text with a faulty link, which it names. */
function FaultyHyperlink({ text }: { readonly text: string }) {
  // Where links to this site are posted with their paths, they are not what is wrong.
  const faulty = faultyLink(sitePathsIn(postedText(text))) ?? faultyLink(postedText(text));
  if (!faulty) return messages.hyperlinkInvalid;
  const characters = Array.from(faulty.link);
  const isLong = characters.length > shownCharacters;
  const named = isLong ? `${characters.slice(0, shownCharacters).join('')}…` : faulty.link;
  const rule = 'needs a text between its brackets, and an address that begins with https:// or, on this site, with /.';
  return (
    <>
      {messages.hyperlinkInvalid}
      <span>
        {' '}
        {named} {looksLikeCode(faulty) ? 'looks like code: put it between backticks.' : rule}
      </span>
    </>
  );
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
  label,
  placeholder,
  autoFocus = false,
  beside = false,
  compact = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly readOnly: boolean;
  readonly onChange: ChangeEventHandler<HTMLTextAreaElement>;
  readonly label: string;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  /** The preview stands beside the field on wide screens. */
  readonly beside?: boolean;
  /** For short texts: a low field without visible label, hint and preview. */
  readonly compact?: boolean;
}) {
  /** The text to preview, if that was chosen. Once it was sent, the next one is written first. */
  const [toPreview, setToPreview] = useState<string>();
  const id = useId();
  const strip = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const wide = useWide();
  const layout = compact ? 'bare' : beside && wide ? 'beside' : 'tabs';
  // An error is shown, and fixed, where the text is edited.
  const shown = error === undefined && layout === 'tabs' && toPreview === value ? 'Preview' : 'Write';
  // Long texts take longer to render than a key press may.
  const previewed = useDeferredValue(value);

  useLayoutEffect(() => {
    if (autoFocus) focusEnd(field.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- at first only, as `autoFocus` of fields
  }, []);

  function choose(tab: (typeof tabs)[number]): void {
    setToPreview(tab === 'Preview' ? value : undefined);
  }

  function change(to: Change | undefined): boolean {
    if (!to || !field.current || readOnly) return false;
    applyChange(field.current, to);
    return true;
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (isComposing(event.nativeEvent)) return;
    const as = formatOf(event);
    const plainEnter = event.key === 'Enter' && !hasModifier(event);
    const written = writtenIn(event.currentTarget);
    const to = as ? format(written, as) : plainEnter ? continueLine(written) : undefined;
    if (!change(to)) return;
    event.preventDefault();
    // The page has shortcuts of its own.
    event.stopPropagation();
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const to = pasteOver(writtenIn(event.currentTarget), event.clipboardData.getData('text/plain'));
    if (change(to)) event.preventDefault();
  }

  function onArrow(event: KeyboardEvent): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const next = shown === 'Write' ? 'Preview' : 'Write';
    choose(next);
    strip.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }

  const preview =
    previewed.trim() === '' ? (
      <p className={classes.nothing}>Nothing to preview yet.</p>
    ) : (
      <PostText text={previewed} />
    );

  // Such a field is directly below the page's h1, and the text's own headings begin with h3.
  const heading = (
    <h2 id={`${id}-heading`} className="visually-hidden">
      Preview
    </h2>
  );

  function around(input: ReactNode): ReactNode {
    const writing = (
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
        {/[@#]/.test(value) && <LateCompletion field={field} of="text" />}
      </div>
    );
    return (
      <div className={classes.editor} data-layout={layout}>
        <div className={classes.head}>
          {layout === 'tabs' && (
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
                    choose(tab);
                  }}
                >
                  {tab}
                </button>
              ))}
            </div>
          )}
          {shown === 'Write' && (
            <MarkdownToolbar
              of={`${id}-field`}
              disabled={readOnly}
              onFormat={(as) => {
                if (field.current) change(format(writtenIn(field.current), as));
              }}
            />
          )}
        </div>
        {/* In the same place in every layout, or the field would lose its focus and its history. */}
        {writing}
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
            {shown === 'Preview' && beside && heading}
            {shown === 'Preview' && preview}
          </div>
        )}
        {layout === 'beside' && (
          <section aria-labelledby={`${id}-heading`} tabIndex={0} className={classes.preview}>
            {heading}
            {preview}
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
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      {...(compact ? { 'aria-label': label } : { label, description: <MarkdownHint /> })}
      placeholder={placeholder}
      size={compact ? 'sm' : 'md'}
      lang={siteLanguage()}
      classNames={{ input: (compact ? classes.low : classes.input) ?? '' }}
      inputContainer={around}
    />
  );
}
