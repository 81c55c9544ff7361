import classes from './person-mark.module.css';

const tones = 6;

/**
 * The first letter of a name on a disc in a colour derived from the name. Decorative: it only makes
 * people easier to tell apart.
 */
export function PersonMark({ username, large = false }: { readonly username: string; readonly large?: boolean }) {
  const letters = Array.from(username);
  const sum = letters.reduce((total, letter) => total * 31 + (letter.codePointAt(0) ?? 0), 7);
  return (
    <span className={classes.mark} data-tone={Math.abs(sum % tones)} data-large={large} aria-hidden>
      {letters[0]?.toUpperCase()}
    </span>
  );
}
