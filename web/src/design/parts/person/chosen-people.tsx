import { type ReactNode, useRef } from 'react';
import { IconX } from '../look/icons.tsx';
import classes from './chosen-people.module.css';

/** The people chosen so far; a click on one removes them. */
export function ChosenPeople({
  chosen,
  none,
  labelOf,
  onRemove,
  children,
}: {
  readonly chosen: readonly string[];
  /** Shown while nobody is chosen. */
  readonly none: string;
  /** The label of a click on a person. */
  readonly labelOf: (username: string) => string;
  readonly onRemove: (username: string) => void;
  readonly children?: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} className={classes.chosen} tabIndex={-1}>
      {children}
      {chosen.length === 0 && <em>{none}</em>}
      {chosen.map((username) => (
        <button
          key={username}
          type="button"
          className={classes.chip}
          aria-label={labelOf(username)}
          onClick={({ currentTarget: { nextElementSibling: next, previousElementSibling: before } }) => {
            // The chip disappears, so move its focus.
            const beside = [next, before].find((each) => each instanceof HTMLButtonElement);
            (beside ?? place.current)?.focus();
            onRemove(username);
          }}
        >
          <bdi>{username}</bdi>
          <IconX size={14} aria-hidden />
        </button>
      ))}
    </div>
  );
}
