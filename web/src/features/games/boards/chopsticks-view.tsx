import type { ChopsticksMove, ChopsticksPosition, Seat } from '@parlour/contracts/games/games';
import { chopsticks } from '@parlour/rules/chopsticks';
import { otherSeat } from '@parlour/rules/rules';
import { useState, type ReactNode } from 'react';
import { count } from '../../../shared/text/count.ts';
import { playerAt, seatOf, turnOf, type BoardProps } from './board.ts';
import { ChopsticksMoveForm } from './chopsticks-move-form.tsx';
import { Hand } from './hand.tsx';
import classes from './chopsticks-view.module.css';

/** The effect of a tap on a hand in the current state. */
interface Tap {
  readonly what: 'choose' | 'hit';
  readonly chosen: boolean;
  readonly onTap: () => void;
}

/**
 * Chopsticks: four hands, the viewer's own below. The mover taps a hand and one of the targets that
 * glow, or divides their fingers; or uses the form, which is open where there is room beside the
 * board.
 */
export default function ChopsticksView(props: BoardProps) {
  const { game, viewer } = props;
  const turn = turnOf(game, viewer);
  const [opened, setOpened] = useState(() => window.matchMedia('(min-width: 901px)').matches);
  // Keyed by move, so that the selection resets.
  return turn === undefined ? (
    <Table {...props} tapOf={() => undefined} />
  ) : (
    <Playing key={game.state.moveCount} {...props} seat={turn} opened={opened} onOpen={() => setOpened(!opened)} />
  );
}

function handsOf({ position }: BoardProps): ChopsticksPosition['hands'] {
  return 'hands' in position ? position.hands : [];
}

function Playing(props: BoardProps & { readonly seat: Seat; readonly opened: boolean; readonly onOpen: () => void }) {
  const { seat, disabled, opened, onOpen, onMove } = props;
  const hands = handsOf(props);
  const [from, setFrom] = useState<number>();
  const legal = disabled ? [] : chopsticks.legalMoves({ hands }, seat);
  const ways = legal.filter(({ hittingHand }) => hittingHand === from);

  function tapOf(hand: number): Tap | undefined {
    const hit = ways.find(({ handToHit, isBumping }) => handToHit === hand && !isBumping);
    if (hit) return { what: 'hit', chosen: false, onTap: () => onMove(hit) };
    if (!legal.some(({ hittingHand }) => hittingHand === hand)) return undefined;
    return { what: 'choose', chosen: hand === from, onTap: () => setFrom(hand) };
  }

  return (
    <>
      <Table {...props} tapOf={tapOf}>
        {from === undefined ? (
          <p className={classes.hint}>Tap the hand you move with.</p>
        ) : (
          <>
            <p className={classes.hint}>Tap a hand to hit{ways.some(({ isBumping }) => isBumping) && ', or split:'}</p>
            {ways
              .filter(({ isBumping }) => isBumping)
              .map((move) => (
                <Split key={move.numFingersToMove} move={move} onMove={onMove} />
              ))}
          </>
        )}
      </Table>
      <ChopsticksMoveForm {...{ hands, seat, from, disabled, opened, onOpen, onMove }} onFrom={setFrom} />
    </>
  );
}

function Split({ move, onMove }: { readonly move: ChopsticksMove; readonly onMove: (move: object) => void }) {
  return (
    <button
      type="button"
      className={classes.splitChip}
      aria-label={`Move ${move.numFingersToMove} to your ${move.handToHit % 2 === 0 ? 'left' : 'right'} hand`}
      onClick={() => onMove(move)}
    >
      Move {move.numFingersToMove}
    </button>
  );
}

function Table({
  tapOf,
  children,
  ...props
}: BoardProps & { readonly tapOf: (hand: number) => Tap | undefined; readonly children?: ReactNode }) {
  const near = seatOf(props.game, props.viewer) ?? 0;
  return (
    <div className={classes.table}>
      <Hands {...props} seat={otherSeat(near)} far tapOf={tapOf} />
      {/* Its place stays free while somebody else moves, so that no hand does. */}
      <div className={classes.between}>{children}</div>
      <Hands {...props} seat={near} far={false} tapOf={tapOf} />
    </div>
  );
}

function Hands({
  seat,
  far,
  tapOf,
  ...props
}: BoardProps & {
  readonly seat: Seat;
  readonly far: boolean;
  readonly tapOf: (hand: number) => Tap | undefined;
}) {
  const { game, last } = props;
  const hands = handsOf(props);
  const name = playerAt(game, seat);
  const [left, right] = [seat * 2, seat * 2 + 1] as const;
  return (
    <section className={classes.side} data-far={far} aria-label={`Hands of player ${seat + 1}`}>
      {/* Whoever sees the table has their cards at its ends. */}
      <p className="visually-hidden">
        Player {seat + 1}: <bdi>{name ?? 'Waiting...'}</bdi>
      </p>
      <ul className={classes.hands}>
        {[left, right].map((hand) => (
          <HandPlace
            key={hand}
            label={hand === left ? 'Left hand' : 'Right hand'}
            fingers={hands[hand] ?? 0}
            left={hand === left}
            far={far}
            changed={last !== undefined && 'handToHit' in last && last.handToHit === hand}
            tap={tapOf(hand)}
          />
        ))}
      </ul>
    </section>
  );
}

function HandPlace({
  label,
  fingers,
  left,
  far,
  changed,
  tap,
}: {
  readonly label: string;
  readonly fingers: number;
  readonly left: boolean;
  readonly far: boolean;
  /** By the last move. */
  readonly changed: boolean;
  readonly tap: Tap | undefined;
}) {
  const number = fingers === 0 ? 'dead' : count(fingers, 'finger');
  const content = (
    <>
      <span className={classes.label}>{label}</span>
      <Hand fingers={fingers} left={left} far={far} />
      <span className={classes.number}>{number}</span>
    </>
  );
  return (
    <li className={classes.place} data-dead={fingers === 0}>
      {tap ? (
        <button
          type="button"
          className={classes.hand}
          data-tap={tap.what}
          data-last={changed}
          aria-pressed={tap.what === 'choose' ? tap.chosen : undefined}
          aria-label={`${label}, ${number}: ${tap.what === 'hit' ? 'hit it' : 'move with it'}`}
          onClick={tap.onTap}
        >
          {content}
        </button>
      ) : (
        <div className={classes.hand} data-last={changed}>
          {content}
        </div>
      )}
    </li>
  );
}
