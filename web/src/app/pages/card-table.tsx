import classes from './card-table.module.css';

/** The table of the login: a question, an answer, a game and its coins. Decorative. */
export function CardTable() {
  return (
    <svg viewBox="0 0 440 320" className={classes.table} aria-hidden>
      <ellipse cx="220" cy="296" rx="190" ry="16" className={classes.shadow} />
      <g transform="rotate(-9 130 150)">
        <rect x="54" y="46" width="150" height="208" rx="14" className={classes.paper} />
        <text x="76" y="92" className={classes.sign}>
          ?
        </text>
        <path d="M76 128h104M76 148h86M76 168h98M76 188h54" className={classes.line} />
      </g>
      <g transform="rotate(7 300 150)">
        <rect x="226" y="40" width="150" height="208" rx="14" className={classes.paper} />
        <path d="M276 66v152M326 66v152M246 116h110M246 168h110" className={classes.line} />
        <path
          d="M251 81l18 18m0-18l-18 18M334 183l18 18m0-18l-18 18M292 132l18 18m0-18l-18 18"
          className={classes.cross}
        />
        <circle cx="343" cy="91" r="10" className={classes.nought} />
        <circle cx="260" cy="192" r="10" className={classes.nought} />
      </g>
      <g>
        <path
          d="M150 196h120a16 16 0 0 1 16 16v34a16 16 0 0 1-16 16h-84l-26 20v-20h-10a16 16 0 0 1-16-16v-34a16 16 0 0 1 16-16z"
          className={classes.bubble}
        />
        <circle cx="180" cy="229" r="6" className={classes.dot} />
        <circle cx="210" cy="229" r="6" className={classes.dot} />
        <circle cx="240" cy="229" r="6" className={classes.dot} />
      </g>
      {[0, 1, 2, 3].map((height) => (
        <g key={height} transform={`translate(0 ${-11 * height})`}>
          <path d="M338 270v10c0 7 16 12 36 12s36-5 36-12v-10" className={classes.coin} />
          <ellipse cx="374" cy="270" rx="36" ry="12" className={classes.coin} />
        </g>
      ))}
    </svg>
  );
}
