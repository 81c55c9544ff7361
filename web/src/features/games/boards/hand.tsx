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
        <path d="M29 100q-18-8-20-22-1-8 6-8 5 0 8 8 4 8 14 10 8 2 7 8-1 6-8 6z" />
        {/* Knuckles of the folded fingers. */}
        <path d="M36 74v6M50 74v6M64 74v6M78 74v6" className={classes.knuckles} />
      </svg>
      {fingers === 0 && <span className={classes.dead}>X</span>}
    </span>
  );
}
