import { commandName } from '../page/keys.ts';
import classes from './markdown-hint.module.css';

/** How to format a text; the same hint for every multi-line field. */
export function MarkdownHint() {
  return (
    <>
      Markdown works. Links look like <span translate="no">[label](https://example.org)</span>.
      <span className={classes.keys}> {commandName('Enter')} posts.</span>
    </>
  );
}
