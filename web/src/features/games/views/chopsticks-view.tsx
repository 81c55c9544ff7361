import type { ChopsticksPosition, Seat } from '@parlour/contracts/games';
import { otherSeat } from '@parlour/rules/rules';
import { playerAt, seatOf, turnOf, type BoardProps } from './board.ts';
import { ChopsticksMoveForm } from './chopsticks-move-form.tsx';
import { FingerBars } from './finger-bars.tsx';
import { count } from '../../../shared/text/count.ts';
import classes from './chopsticks-view.module.css';

/**
 * Chopsticks: four hands as bars, the viewer's own below. The mover chooses a hand, a target and,
 * for a bump, the number of fingers.
 */
export default function ChopsticksView(props: BoardProps) {
  const { game, viewer, position } = props;
  const hands = 'hands' in position ? position.hands : [];
  const near = seatOf(game, viewer) ?? 0;
  const turn = turnOf(game, viewer);
  return (
    <>
      <div className={classes.table}>
        <Hands {...props} seat={otherSeat(near)} hands={hands} />
        <Hands {...props} seat={near} hands={hands} />
      </div>
      {turn !== undefined && (
        // Keyed by move, so that the selection resets.
        <ChopsticksMoveForm
          key={game.state.moveCount}
          hands={hands}
          seat={turn}
          disabled={props.disabled}
          onMove={props.onMove}
        />
      )}
    </>
  );
}

function Hands({
  game,
  viewer,
  seat,
  hands,
}: BoardProps & { readonly seat: Seat; readonly hands: ChopsticksPosition['hands'] }) {
  const name = playerAt(game, seat);
  const own = seatOf(game, viewer) === seat;
  return (
    <section className={classes.side} aria-label={`Hands of player ${seat + 1}`}>
      <p className={classes.player}>
        <span>Player {seat + 1}:</span> <bdi>{name ?? 'Waiting...'}</bdi>
        {own && <span className={classes.own}>you</span>}
      </p>
      <ul className={classes.hands}>
        <Hand label="Left hand" fingers={hands[seat * 2] ?? 0} />
        <Hand label="Right hand" fingers={hands[seat * 2 + 1] ?? 0} />
      </ul>
    </section>
  );
}

function Hand({ label, fingers }: { readonly label: string; readonly fingers: number }) {
  return (
    <li className={classes.hand} data-dead={fingers === 0}>
      <span className={classes.label}>{label}</span>
      <FingerBars fingers={fingers} />
      <span className={classes.number}>{fingers === 0 ? 'dead' : count(fingers, 'finger')}</span>
    </li>
  );
}
