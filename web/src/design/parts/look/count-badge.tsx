import classes from './count-badge.module.css';

/** Higher numbers are shown as "99+". */
const greatest = 99;

/** Plum: unread. Brass: turns in games. Quiet: unread, but muted. */
export type CountTone = 'plum' | 'brass' | 'quiet';

/** A count as a badge; nothing if it is 0. */
export function CountBadge({
  number,
  label,
  tone = 'plum',
}: {
  readonly number: number;
  readonly label: string;
  readonly tone?: CountTone;
}) {
  if (number === 0) return null;
  return (
    <span className={classes.badge} data-tone={tone}>
      <span aria-hidden>{number > greatest ? `${greatest}+` : number}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
