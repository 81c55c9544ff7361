import type { ChopsticksMove, ChopsticksPosition, Seat } from '@parlour/contracts/games/games';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { chooseMove } from './choice.ts';
import { solveEndlessGame, type Worth } from './endless-game.ts';
import { gameNotInProgress, invalidMove, malformedMove, wholeNumber } from './refusals.ts';
import { otherSeat, type Checked, type Result, type Rules } from './rules.ts';

/** A hand with exactly this many fingers is dead; a higher count rolls over by this number. */
const deadAt = 5;

const allHands = [0, 1, 2, 3] as const;

const handsOfSeat = [
  [0, 1],
  [2, 3],
] as const;

function fingersOn({ hands }: ChopsticksPosition, hand: number): number {
  return hands[hand] ?? 0;
}

function isOwn(mover: Seat, hand: number): boolean {
  return handsOfSeat[mover].some((own) => own === hand);
}

function result(position: ChopsticksPosition): Result {
  const isOut = (seat: Seat): boolean => handsOfSeat[seat].every((hand) => fingersOn(position, hand) === 0);
  if (isOut(0)) return { over: true, winner: 1 };
  return isOut(1) ? { over: true, winner: 0 } : { over: false };
}

function apply(position: ChopsticksPosition, _mover: Seat, move: ChopsticksMove): ChopsticksPosition {
  const { hittingHand, handToHit, numFingersToMove, isBumping } = move;
  const target = (fingersOn(position, handToHit) + numFingersToMove) % deadAt;
  const source = fingersOn(position, hittingHand) - (isBumping ? numFingersToMove : 0);
  return { hands: position.hands.with(handToHit, target).with(hittingHand, source) };
}

/** Whether a bump only swaps the two hands, which repeats the position. Source: decisions G-9. */
function repeats(position: ChopsticksPosition, mover: Seat, bump: ChopsticksMove): boolean {
  const after = apply(position, mover, bump);
  return fingersOn(after, bump.hittingHand) === fingersOn(position, bump.handToHit);
}

/** The rules for two hands; only a bump says how many fingers move, because a hit moves all. */
function checkHands(
  position: ChopsticksPosition,
  mover: Seat,
  hittingHand: number,
  handToHit: number,
  fingersToBump: number | undefined,
): Checked<ChopsticksMove> {
  if ([hittingHand, handToHit].some((hand) => hand < 0 || hand > 3)) return invalidMove(messages.chopsticksHand);
  if (!isOwn(mover, hittingHand)) return invalidMove(messages.chopsticksOwnHand);
  if (hittingHand === handToHit) return invalidMove(messages.chopsticksSameHand);
  const fingers = fingersOn(position, hittingHand);
  if (fingers === 0 || fingersOn(position, handToHit) === 0) return invalidMove(messages.chopsticksDeadHand);
  if (!isOwn(mover, handToHit))
    return { move: { hittingHand, handToHit, numFingersToMove: fingers, isBumping: false } };
  if (fingersToBump === undefined) return malformedMove;
  if (fingersToBump < 1 || fingersToBump > fingers) return invalidMove(messages.chopsticksBumpCount);
  const bump = { hittingHand, handToHit, numFingersToMove: fingersToBump, isBumping: true };
  return repeats(position, mover, bump) ? invalidMove(messages.chopsticksBumpRepeats) : { move: bump };
}

function legalMoves(position: ChopsticksPosition, mover: Seat): readonly ChopsticksMove[] {
  if (result(position).over) return [];
  const checked = handsOfSeat[mover].flatMap((from) =>
    allHands.flatMap((to) => {
      const counts = isOwn(mover, to) ? fingersOn(position, from) : 1;
      return Array.from({ length: counts }, (_, index) => checkHands(position, mover, from, to, index + 1));
    }),
  );
  return checked.flatMap((each) => ('move' in each ? [each.move] : []));
}

/** Every combination of four hands, reachable or not. */
function everyPosition(): readonly ChopsticksPosition[] {
  const counts = Array.from({ length: deadAt }, (_, count) => count);
  return allHands
    .reduce<readonly (readonly number[])[]>(
      (hands) => hands.flatMap((shown) => counts.map((count) => [...shown, count])),
      [[]],
    )
    .map((hands) => ({ hands }));
}

/** Computed at the first computer move, and never changes. */
let solution: Worth | undefined;

function bestMoves(position: ChopsticksPosition, mover: Seat): readonly ChopsticksMove[] {
  const worthOf = (solution ??= solveEndlessGame({ legalMoves, apply, result }, everyPosition()));
  const legal = legalMoves(position, mover);
  const worths = legal.map((move) => -worthOf(apply(position, mover, move), otherSeat(mover)));
  const greatest = Math.max(...worths);
  return legal.filter((_, index) => worths[index] === greatest);
}

/**
 * Chopsticks: a hit adds all fingers of the hitting hand; five are dead, more roll over; a player
 * with two dead hands loses. Source: decisions G-9.
 */
export const chopsticks: Rules<ChopsticksPosition, ChopsticksMove> = {
  type: 'Chopsticks',
  drawnAtOccurrence: limits.chopsticksRepetitions,
  start: () => ({ hands: allHands.map(() => 1) }),
  legalMoves,
  check(position, mover, given) {
    if (result(position).over) return gameNotInProgress;
    const hittingHand = wholeNumber(given, 'hittingHand');
    const handToHit = wholeNumber(given, 'handToHit');
    if (hittingHand === undefined || handToHit === undefined) return malformedMove;
    return checkHands(position, mover, hittingHand, handToHit, wholeNumber(given, 'numFingersToMove'));
  },
  apply,
  result,
  choose: (position, mover, strength, chance) =>
    chooseMove(legalMoves(position, mover), () => bestMoves(position, mover), strength, chance),
};
