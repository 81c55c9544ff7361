import classes from './chopsticks-view.module.css';

/** A hand's fingers as bars; 'X' for a dead one. Decorative: the same is beside it in words. */
export function FingerBars({ fingers, small = false }: { readonly fingers: number; readonly small?: boolean }) {
  return (
    <span className={classes.bars} data-small={small} aria-hidden>
      {fingers === 0 ? (
        <span className={classes.dead}>X</span>
      ) : (
        Array.from({ length: fingers }, (_, finger) => <span key={finger} className={classes.bar} />)
      )}
    </span>
  );
}
