import type { GameWire, Seat } from '@parlour/contracts/games/games';
import { computerPlayer } from '@parlour/contracts/games/games';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { otherSeat } from '@parlour/rules/rules';
import type { ReactNode, Ref } from 'react';
import { IconRobot, IconTrophy } from '../../../design/parts/look/icons.tsx';
import { OnlineAvatar } from '../../../design/parts/person/online-avatar.tsx';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import { FreeSeat } from '../create/free-seat.tsx';
import { winnerSeat } from '../game-state.ts';
import { knownType, moverOf, playerAt, seatOf } from '../boards/board.ts';
import { describeMove } from './describe-move.ts';
import classes from './game-view.module.css';

/** The players' cards: the viewer's on this side of the board, the other one beyond it. */
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
  const isNear = (seatOf(game, viewer) ?? 0) === seat;
  const mark = knownType(game) === 'TicTacToe' ? (seat === 0 ? ' (X)' : ' (O)') : '';
  return (
    <li className={classes.player} data-near={isNear} data-moves={moves} data-won={won}>
      <Face name={name} />
      <span className={classes.words}>
        <span className={classes.seat}>{`Player ${seat + 1}${mark}`}</span>
        <span className={classes.name}>
          <PlayerName game={game} seat={seat} />
        </span>
        {seatOf(game, viewer) === seat && <span className={classes.tag}>you</span>}
        {won && (
          <span className={classes.fact}>
            <IconTrophy size={16} aria-hidden /> winner
          </span>
        )}
      </span>
      {moves && clock && <span className={classes.clock}>{clock}</span>}
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
      {last !== '' && game.state.status !== 'OVER' && <p aria-atomic>{last}</p>}
      <p aria-atomic>{sending ? 'Sending your move…' : <Next game={game} viewer={viewer} />}</p>
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
        {own && <strong> – it is your turn.</strong>}
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
      <span>{reasonOf(game)}</span>
    </>
  );
}

/** Why a game ended early. */
function reasonOf(game: GameWire): string | undefined {
  const winner = winnerSeat(game);
  if (game.endedBy === 'deleted' && game.state.winners.length === 0) {
    return 'An account was deleted before the game began.';
  }
  if (game.endedBy === 'withdrawn') return 'It was withdrawn before it began.';
  if (game.endedBy === 'declined') return 'The rematch was declined.';
  if (game.endedBy === 'draw' && game.gameType === 'Chopsticks') {
    const isTooLong = game.state.moveCount >= limits.movesPerGame;
    return isTooLong ? `${limits.movesPerGame} moves were played.` : 'A position came up for the third time.';
  }
  if (winner === undefined) return undefined;
  const loser = playerAt(game, otherSeat(winner)) ?? 'The other player';
  switch (game.endedBy) {
    case 'left':
      return `${loser} left the game.`;
    case 'claimed':
      return `${loser} ran out of time.`;
    case 'deleted':
      return 'The other account was deleted.';
    case 'play':
    case 'draw':
    case undefined:
    default:
      return undefined;
  }
}
