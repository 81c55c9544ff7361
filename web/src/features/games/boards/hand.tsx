import classes from './chopsticks-view.module.css';

/** From the index finger: where each finger stands, and how high it reaches. */
const fingerShapes = [
  { x: 27, top: 18 },
  { x: 42, top: 8 },
  { x: 57, top: 12 },
  { x: 72, top: 26 },
] as const;

/**
 * A hand with some of its fingers raised; a fist with an X for a dead one. Decorative: the same is
 * beside it in words. A left hand is mirrored; one across the table points at the viewer.
 */
export function Hand({
  fingers,
  left,
  far,
}: {
  readonly fingers: number;
  readonly left: boolean;
  readonly far: boolean;
}) {
  return (
    <span className={classes.drawn} aria-hidden>
      <svg viewBox="0 0 100 124" className={classes.palm} data-left={left} data-far={far} data-dead={fingers === 0}>
        {fingerShapes.map(({ x, top }, finger) => {
          const up = finger < fingers;
          const y = up ? top : 56;
          return <rect key={x} x={x} y={y} width="14" height={up ? 84 - top : 26} rx="7" />;
        })}
        <path d="M27 72q0-6 6-6h47q6 0 6 6v22q0 24-26 24h-8q-25 0-25-24z" />
        {/* Knuckles of the folded fingers, and the thumb across them: it never counts. */}
        <path d="M36 74v6M50 74v6M64 74v6M78 74v6" className={classes.knuckles} />
        <path d="M28 88q0-6 7-5l24 5q7 2 6 8t-8 5l-14-2q-4 10-9 11" />
      </svg>
      {fingers === 0 && <span className={classes.dead}>X</span>}
    </span>
  );
}
