import type { ReactNode } from 'react';
import classes from './drawing.module.css';

/** The names of the drawings. */
export type DrawingName =
  | 'questions'
  | 'chats'
  | 'games'
  | 'communities'
  | 'people'
  | 'notifications'
  | 'tags'
  | 'polls'
  | 'lost';

/** A small drawing for an empty place; decorative. */
export function Drawing({ name }: { readonly name: DrawingName }) {
  return (
    <svg viewBox="0 0 120 80" width="120" height="80" className={classes.drawing} aria-hidden>
      <path d="M8 70h104" />
      {drawings[name]}
    </svg>
  );
}

const card = (
  <>
    <rect x="26" y="18" width="46" height="52" rx="6" className={classes.paper} transform="rotate(-8 49 44)" />
    <rect x="48" y="14" width="46" height="56" rx="6" className={classes.paper} />
  </>
);

const drawings: Record<DrawingName, ReactNode> = {
  // Two cards; the front one asks.
  questions: (
    <>
      {card}
      <path d="M64 34a7.5 7.5 0 1 1 10 7c-2 .8-3 2-3 4.5" className={classes.strong} />
      <circle cx="71" cy="54" r="2.5" className={classes.brass} />
    </>
  ),
  // Two speech bubbles, one on each side of a table.
  chats: (
    <>
      <path
        d="M18 24h40a6 6 0 0 1 6 6v14a6 6 0 0 1-6 6H36l-10 9v-9h-8a6 6 0 0 1-6-6V30a6 6 0 0 1 6-6z"
        className={classes.paper}
      />
      <path
        d="M76 12h26a6 6 0 0 1 6 6v12a6 6 0 0 1-6 6h-4v8l-9-8H76a6 6 0 0 1-6-6V18a6 6 0 0 1 6-6z"
        className={classes.felt}
      />
      <path d="M24 34h26M24 41h16" />
    </>
  ),
  // Noughts and crosses, and a coin beside.
  games: (
    <>
      <rect x="26" y="12" width="54" height="54" rx="8" className={classes.felt} />
      <path d="M44 18v42M62 18v42M32 30h42M32 48h42" />
      <path d="M33 19l7 7m0-7l-7 7" className={classes.strong} />
      <circle cx="53" cy="39" r="4.5" className={classes.strong} />
      <circle cx="94" cy="60" r="9" className={classes.brass} />
    </>
  ),
  // A house with a lit window.
  communities: (
    <>
      <path d="M28 70V40l32-24 32 24v30z" className={classes.paper} />
      <path d="M20 45l40-31 40 31" className={classes.strong} />
      <rect x="52" y="48" width="16" height="22" rx="2" className={classes.felt} />
      <rect x="74" y="46" width="10" height="10" rx="2" className={classes.brass} />
    </>
  ),
  // Three heads behind a table.
  people: (
    <>
      <circle cx="38" cy="36" r="9" className={classes.paper} />
      <path d="M22 70c0-12 7-18 16-18s16 6 16 18z" className={classes.paper} />
      <circle cx="84" cy="36" r="9" className={classes.paper} />
      <path d="M68 70c0-12 7-18 16-18s16 6 16 18z" className={classes.paper} />
      <circle cx="61" cy="30" r="10" className={classes.felt} />
      <path d="M43 70c0-14 8-21 18-21s18 7 18 21z" className={classes.felt} />
    </>
  ),
  // A bell on a table.
  notifications: (
    <>
      <path d="M36 62c5-5 5-10 5-18a19 19 0 0 1 38 0c0 8 0 13 5 18z" className={classes.paper} />
      <path d="M30 62h60" className={classes.strong} />
      <circle cx="60" cy="21" r="4" className={classes.brass} />
      <path d="M53 62a7 7 0 0 0 14 0" className={classes.felt} />
    </>
  ),
  // A label on a string.
  tags: (
    <>
      <path d="M34 30l22-16h30a6 6 0 0 1 6 6v26a6 6 0 0 1-6 6H56L34 36a4 4 0 0 1 0-6z" className={classes.paper} />
      <circle cx="50" cy="33" r="4" className={classes.brass} />
      <path d="M47 34c-14 2-20 14-18 36M66 27h16M66 36h16" />
    </>
  ),
  // Bars of different length.
  polls: (
    <>
      <rect x="26" y="14" width="68" height="52" rx="7" className={classes.paper} />
      <rect x="35" y="24" width="46" height="8" rx="4" className={classes.felt} />
      <rect x="35" y="37" width="26" height="8" rx="4" className={classes.brassBar} />
      <rect x="35" y="50" width="14" height="8" rx="4" className={classes.felt} />
    </>
  ),
  // An open door with nobody behind it.
  lost: (
    <>
      <path d="M40 70V12h40v58" className={classes.paper} />
      <path d="M40 12l24 8v56l-24-6z" className={classes.felt} />
      <circle cx="58" cy="46" r="2.5" className={classes.brass} />
    </>
  ),
};
