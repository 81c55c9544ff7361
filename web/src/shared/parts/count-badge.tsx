import classes from './count-badge.module.css';

/** Higher numbers are shown as "99+". */
const greatest = 99;

/** A count as a badge; nothing if it is 0. */
export function CountBadge({ number, label }: { readonly number: number; readonly label: string }) {
  if (number === 0) return null;
  return (
    <span className={classes.badge}>
      <span aria-hidden>{number > greatest ? `${greatest}+` : number}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
