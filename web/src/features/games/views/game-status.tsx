import type { GameWire, Seat } from '@parlour/contracts/games/games';
import { computerPlayer } from '@parlour/contracts/games/games';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { otherSeat } from '@parlour/rules/rules';
import type { ReactNode, Ref } from 'react';
import { IconArrowRight, IconRobot, IconTrophy } from '../../../design/parts/look/icons.tsx';
import { OnlineAvatar } from '../../../design/parts/person/online-avatar.tsx';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import { FreeSeat } from '../create/free-seat.tsx';
import { winnerSeat } from '../game-state.ts';
import { knownType, moverOf, playerAt, seatOf } from '../boards/board.ts';
import { describeMove } from './describe-move.ts';
import classes from './game-view.module.css';

/** The players and the winner, in words and with a mark, never by colour alone. */
export function Players({
  game,
  viewer,
  clock,
}: {
  readonly game: GameWire;
  readonly viewer: string;
  /** The mover's time. */
  readonly clock?: ReactNode;
}) {
  return (
    <ul className={classes.players} aria-label="Players">
      <Player game={game} viewer={viewer} seat={0} clock={clock} />
      <Player game={game} viewer={viewer} seat={1} clock={clock} />
    </ul>
  );
}

function Player({
  game,
  viewer,
  seat,
  clock,
}: {
  readonly game: GameWire;
  readonly viewer: string;
  readonly seat: Seat;
  readonly clock: ReactNode;
}) {
  const name = playerAt(game, seat);
  const moves = moverOf(game) === seat;
  const won = name !== undefined && winnerSeat(game) === seat;
  const mark = knownType(game) === 'TicTacToe' ? (seat === 0 ? ' (X)' : ' (O)') : '';
  return (
    <li className={classes.player} data-moves={moves} data-won={won}>
      <Face name={name} />
      <span className={classes.words}>
        <span className={classes.seat}>{`Player ${seat + 1}${mark}`}</span>
        <span className={classes.name}>
          <PlayerName game={game} seat={seat} />
        </span>
        {seatOf(game, viewer) === seat && <span className={classes.tag}>you</span>}
        {moves && (
          <span className={classes.fact}>
            <IconArrowRight size={16} aria-hidden /> to move
          </span>
        )}
        {won && (
          <span className={classes.fact}>
            <IconTrophy size={16} aria-hidden /> winner
          </span>
        )}
        {moves && clock && <span className={classes.clock}>{clock}</span>}
      </span>
    </li>
  );
}

/** An avatar; the computer's, and an empty seat's, are drawn. */
function Face({ name }: { readonly name: string | undefined }) {
  if (name !== undefined && name !== computerPlayer) return <OnlineAvatar username={name} />;
  return (
    <span className={classes.face} data-empty={name === undefined} aria-hidden>
      {name === computerPlayer && <IconRobot size={22} />}
    </span>
  );
}

function PlayerName({ game, seat }: { readonly game: GameWire; readonly seat: Seat }) {
  const name = playerAt(game, seat);
  if (name === undefined) {
    return (
      <span className={classes.waiting}>
        <FreeSeat keptFor={game.keptFor?.[seat]} />
      </span>
    );
  }
  // The computer has no profile to link to.
  if (name === computerPlayer) return <span>{game.computer ? `${name} (${game.computer})` : name}</span>;
  return <PersonLink username={name} />;
}

/**
 * The last move and who is next. Each sentence is announced as a whole when it changes. Gets the
 * focus after a move is submitted.
 */
export function Course({
  game,
  viewer,
  sending,
  place,
}: {
  readonly game: GameWire;
  readonly viewer: string;
  readonly sending: boolean;
  readonly place: Ref<HTMLDivElement>;
}) {
  const last = describeMove(game, game.state.moves.length - 1);
  return (
    <div ref={place} className={classes.course} role="status" aria-atomic={false} tabIndex={-1}>
      {last !== '' && game.state.status !== 'OVER' && (
        <p className={classes.last} aria-atomic>
          {last}
        </p>
      )}
      <p className={classes.next} aria-atomic>
        {sending ? 'Sending your move…' : <Next game={game} viewer={viewer} />}
      </p>
    </div>
  );
}

function Next({ game, viewer }: { readonly game: GameWire; readonly viewer: string }) {
  const { status, winners } = game.state;
  const mover = moverOf(game);
  if (status === 'WAITING_TO_START') return 'The game starts when two players have joined.';
  if (mover !== undefined) {
    const own = seatOf(game, viewer) === mover;
    return (
      <>
        Current player to move: <bdi>{playerAt(game, mover)}</bdi>
        {own && ' – it is your turn.'}
      </>
    );
  }
  return (
    <>
      {winners[0] === undefined ? (
        messages.noWinner
      ) : (
        <>
          Winner: <bdi>{winners[0]}</bdi>
        </>
      )}{' '}
      <EndedBy game={game} />
    </>
  );
}

/** Why a game ended early. */
function EndedBy({ game }: { readonly game: GameWire }) {
  const winner = winnerSeat(game);
  if (game.endedBy === 'deleted' && game.state.winners.length === 0) {
    return <span className={classes.why}>An account was deleted before the game began.</span>;
  }
  if (game.endedBy === 'withdrawn') return <span className={classes.why}>It was withdrawn before it began.</span>;
  if (game.endedBy === 'declined') return <span className={classes.why}>The rematch was declined.</span>;
  if (game.endedBy === 'draw' && game.gameType === 'Chopsticks') {
    const isTooLong = game.state.moveCount >= limits.movesPerGame;
    const why = isTooLong ? `${limits.movesPerGame} moves were played.` : 'A position came up for the third time.';
    return <span className={classes.why}>{why}</span>;
  }
  if (winner === undefined) return null;
  const loser = playerAt(game, otherSeat(winner)) ?? 'The other player';
  switch (game.endedBy) {
    case 'left':
      return <span className={classes.why}>{loser} left the game.</span>;
    case 'claimed':
      return <span className={classes.why}>{loser} ran out of time.</span>;
    case 'deleted':
      return <span className={classes.why}>The other account was deleted.</span>;
    case 'play':
    case 'draw':
    case undefined:
    default:
      return null;
  }
}
