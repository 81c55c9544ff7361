import classes from './search.module.css';

const ways = [
  ['tide moon', 'both words, in any form'],
  ['"low tide"', 'these words in this order'],
  ['-moon', 'without this word'],
  ['[sea]', 'with this tag'],
  ['user:ann', 'by this person'],
  ['is:answered', 'or is:unanswered, is:accepted, is:mine'],
] as const;

/** The signs that a search understands. */
export function SearchHelp() {
  return (
    <dl className={classes.help} aria-label="How to search">
      {ways.map(([example, meaning]) => (
        <div key={example}>
          <dt>
            <code>{example}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
