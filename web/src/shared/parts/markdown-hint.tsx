import classes from './markdown-hint.module.css';

/** How a text may be written; the same words under every text of several lines. */
export function MarkdownHint() {
  return (
    <>
      Markdown works. Links look like <span translate="no">[label](https://example.org)</span>.
      <span className={classes.keys}> Ctrl+Enter posts.</span>
    </>
  );
}
