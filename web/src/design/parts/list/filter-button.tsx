import classes from './filter-links.module.css';

/** A filter of a list, put on and taken off by the same press. */
export function FilterButton({
  label,
  isOn,
  onPress,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button type="button" className={classes.filter} aria-pressed={isOn} onClick={onPress}>
      {label}
    </button>
  );
}
