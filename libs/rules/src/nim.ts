import type { NimMove, NimPosition } from '@parlour/contracts/games/games';
import { messages } from '@parlour/contracts/messages';
import { chooseMove } from './choice.ts';
import { gameNotInProgress, invalidMove, malformedMove, wholeNumber } from './refusals.ts';
import { otherSeat, type Rules } from './rules.ts';

/** Objects at the start. Source: decisions G-8. */
const objectsAtStart = 21;

/** The most objects that one move takes. */
const mostTaken = 3;

function legalMoves({ remainingObjects }: NimPosition): readonly NimMove[] {
  const most = Math.min(mostTaken, remainingObjects);
  return Array.from({ length: most }, (_, index) => ({ numObjects: index + 1 }));
}

/**
 * Leaving one object more than a multiple of four wins, because the next move can always complete
 * four. There is no such move exactly when the opponent has left that number. Source: misère
 * subtraction game, Berlekamp, Conway, Guy, Winning Ways, chapter 4.
 */
function bestMoves(position: NimPosition): readonly NimMove[] {
  const surplus = (position.remainingObjects - 1) % (mostTaken + 1);
  return surplus === 0 ? legalMoves(position) : [{ numObjects: surplus }];
}

/**
 * Nim: players take 1 to 3 of 21 objects in turn; taking the last one loses. Source: decisions G-8.
 */
export const nim: Rules<NimPosition, NimMove> = {
  type: 'Nim',
  start: () => ({ remainingObjects: objectsAtStart }),
  legalMoves,
  check({ remainingObjects }, _mover, given) {
    if (remainingObjects === 0) return gameNotInProgress;
    const numObjects = wholeNumber(given, 'numObjects');
    if (numObjects === undefined) return malformedMove;
    if (numObjects < 1 || numObjects > mostTaken) return invalidMove(messages.nimOneToThree);
    if (numObjects > remainingObjects) return invalidMove(messages.nimTooMany);
    return { move: { numObjects } };
  },
  apply: ({ remainingObjects }, _mover, { numObjects }) => ({ remainingObjects: remainingObjects - numObjects }),
  result: ({ remainingObjects }, lastMover) =>
    remainingObjects === 0 ? { over: true, winner: otherSeat(lastMover) } : { over: false },
  choose: (position, _mover, strength, chance) =>
    chooseMove(legalMoves(position), () => bestMoves(position), strength, chance),
};
