import type { GameWire } from '@parlour/contracts/games/games';
import { deletedUserName } from '@parlour/contracts/limits';
import type { ReactNode } from 'react';
import { count } from '../../../shared/text/count.ts';
import { endedUnbegun, opponentOf, plays } from '../game-state.ts';
import { ScoreAgainst } from '../lobby/scores.tsx';
import { minutesAndSeconds } from './time-left.ts';
import classes from './game-frame.module.css';

/**
 * What a finished game came to: its moves; to its players the score against each other and the way
 * to the next badge, for which games against the computer don't count.
 */
export function GameSum({
  game,
  viewer,
  nextBadge,
}: {
  readonly game: GameWire;
  readonly viewer: string;
  readonly nextBadge: ReactNode;
}) {
  const { beganAt, updatedAt } = game;
  if (endedUnbegun(game)) return null;
  const opponent = game.computer === undefined && plays(game, viewer) ? opponentOf(game, viewer) : undefined;
  return (
    <ul className={classes.sum} aria-label="Summary">
      {opponent !== undefined && opponent !== deletedUserName && (
        <li>
          <ScoreAgainst username={opponent} />
        </li>
      )}
      {opponent !== undefined && nextBadge && <li>{nextBadge}</li>}
      <li>
        {count(game.state.moveCount, 'move')}
        {beganAt !== undefined && ` in ${minutesAndSeconds(Date.parse(updatedAt) - Date.parse(beganAt))}`}
      </li>
    </ul>
  );
}
