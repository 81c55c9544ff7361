import classes from './characters-left.module.css';

/** At the end of a field, how many more characters it takes; below zero, how many are too many. */
export function CharactersLeft({ left }: { readonly left: number }) {
  return (
    <span className={classes.counter} data-over={left < 0} aria-hidden>
      {left}
    </span>
  );
}
