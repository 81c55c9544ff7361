import classes from './count-badge.module.css';

/** More is said as "99+". */
const greatest = 99;

/** A number of things that wait somewhere; nothing where there are none. */
export function CountBadge({ number, label }: { readonly number: number; readonly label: string }) {
  if (number === 0) return null;
  return (
    <span className={classes.badge}>
      <span aria-hidden>{number > greatest ? `${greatest}+` : number}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
