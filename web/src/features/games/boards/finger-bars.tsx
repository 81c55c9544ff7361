import classes from './chopsticks-view.module.css';

/** A hand's fingers as small bars; 'X' for a dead one. Decorative: the hand's name is beside it. */
export function FingerBars({ fingers }: { readonly fingers: number }) {
  return (
    <span className={classes.bars} aria-hidden>
      {fingers === 0 ? (
        <span className={classes.deadBar}>X</span>
      ) : (
        Array.from({ length: fingers }, (_, finger) => <span key={finger} className={classes.bar} />)
      )}
    </span>
  );
}
