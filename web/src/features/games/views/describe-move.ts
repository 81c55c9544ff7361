import type { ChopsticksMove, GameMove, GamePosition, GameWire } from '@parlour/contracts/games/games';
import { replay } from '@parlour/rules/games';
import { moverAt, otherSeat } from '@parlour/rules/rules';
import { count } from '../../../shared/text/count.ts';
import { knownType, playerAt } from '../boards/board.ts';
import { slotNames } from '../boards/slot-names.ts';

/** A move in a sentence. Moves count from 0; empty if there is no such move. */
export function describeMove(game: GameWire, moveIndex: number): string {
  const type = knownType(game);
  const played = game.state.moves[moveIndex];
  if (type === undefined || played === undefined) return '';
  const moves = game.state.moves.slice(0, moveIndex + 1).map(({ move }) => move);
  const after = replay(type, moves).at(-1);
  const opponent = playerAt(game, otherSeat(moverAt(moveIndex))) ?? 'the opponent';
  return after === undefined ? '' : `${played.playerID} ${whatWasDone(played.move, after, opponent)}.`;
}

function whatWasDone(move: GameMove, after: GamePosition, opponent: string): string {
  if ('slot' in move) return `marked the ${slotNames[move.slot] ?? 'board'}`;
  if ('numObjects' in move) {
    return `took ${count(move.numObjects, 'object')}; ${'remainingObjects' in after ? whatIsLeft(after.remainingObjects) : ''}`;
  }
  const killed = 'hands' in after && after.hands[move.handToHit] === 0 ? '; that hand is dead' : '';
  return `${whatHandsDid(move, opponent)}${killed}`;
}

function whatIsLeft(objects: number): string {
  if (objects === 0) return 'none is left';
  return objects === 1 ? '1 is left' : `${objects} are left`;
}

function whatHandsDid({ hittingHand, handToHit, numFingersToMove, isBumping }: ChopsticksMove, opponent: string) {
  const fingers = count(numFingersToMove, 'finger');
  return isBumping
    ? `moved ${fingers} from the ${sideOf(hittingHand)} to the ${sideOf(handToHit)} hand`
    : `hit ${opponent}’s ${sideOf(handToHit)} hand with ${fingers}`;
}

function sideOf(hand: number): string {
  return hand % 2 === 0 ? 'left' : 'right';
}
