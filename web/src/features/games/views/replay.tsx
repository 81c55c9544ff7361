import type { GameWire } from '@parlour/contracts/games/games';
import type { ReactNode, Ref } from 'react';
import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '../../../design/parts/look/icons.tsx';
import { describeMove } from './describe-move.ts';
import classes from './game-view.module.css';

/** Steps through the positions of a finished game, from 0 (the start) to the number of moves. */
export function Replay({
  game,
  place,
  onPlace,
  slider,
}: {
  readonly game: GameWire;
  readonly place: number;
  readonly onPlace: (place: number) => void;
  readonly slider: Ref<HTMLInputElement>;
}) {
  const last = game.state.moves.length;
  const where = place === 0 ? `Start of ${last}` : `Move ${place} of ${last}`;
  return (
    <section aria-label="Replay">
      <div className={classes.slide}>
        <Step label="First position" to={0} {...{ place, onPlace }}>
          <IconPlayerSkipBack size={18} aria-hidden />
        </Step>
        <Step label="Previous move" to={Math.max(0, place - 1)} {...{ place, onPlace }}>
          <IconChevronLeft size={20} aria-hidden />
        </Step>
        <input
          ref={slider}
          type="range"
          min={0}
          max={last}
          step={1}
          value={place}
          aria-label="Position"
          aria-valuetext={where}
          onChange={(event) => onPlace(Number(event.currentTarget.value))}
        />
        <Step label="Next move" to={Math.min(last, place + 1)} {...{ place, onPlace }}>
          <IconChevronRight size={20} aria-hidden />
        </Step>
        <Step label="Last position" to={last} {...{ place, onPlace }}>
          <IconPlayerSkipForward size={18} aria-hidden />
        </Step>
      </div>
      <p className={classes.described} aria-live="polite">
        <strong>{where}:</strong> {place === 0 ? 'nothing has been moved yet.' : describeMove(game, place - 1)}
      </p>
    </section>
  );
}

/** Stays focusable at the ends, so that the focus is not lost. */
function Step({
  label,
  to,
  place,
  onPlace,
  children,
}: {
  readonly label: string;
  readonly to: number;
  readonly place: number;
  readonly onPlace: (place: number) => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={classes.step}
      aria-label={label}
      title={label}
      aria-disabled={to === place}
      onClick={() => {
        if (to !== place) onPlace(to);
      }}
    >
      {children}
    </button>
  );
}
