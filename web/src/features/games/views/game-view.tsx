import { Skeleton } from '@mantine/core';
import type { GameType, GameWire } from '@parlour/contracts/games';
import { messages } from '@parlour/contracts/messages';
import { replay } from '@parlour/rules/games';
import { lazy, Suspense, useMemo, useRef, type ComponentType, type LazyExoticComponent } from 'react';
import { knownType, turnOf, type BoardProps } from './board.ts';
import { Course, Players } from './game-facts.tsx';
import { gameRules } from './game-rules.ts';
import { Replay } from './replay.tsx';
import { useReplayPlace } from './replay-place.ts';
import classes from './game-view.module.css';

/** The board of each game type, loaded when the first game of it is opened. */
const boards: Record<GameType, LazyExoticComponent<ComponentType<BoardProps>>> = {
  Nim: lazy(() => import('./nim-view.tsx')),
  Chopsticks: lazy(() => import('./chopsticks-view.tsx')),
  TicTacToe: lazy(() => import('./tic-tac-toe-view.tsx')),
};

interface GameViewProps {
  readonly game: GameWire;
  readonly viewer: string;
  readonly sending: boolean;
  readonly error: string | undefined;
  readonly onMove: (move: object) => void;
}

/** A game by its type: players, turn or winner, board and rules; for a finished one, a replay. */
export function GameView(props: GameViewProps) {
  const type = knownType(props.game);
  return (
    <>
      {type === undefined ? (
        <p className={classes.unknown}>{messages.gameTypeUnknown}</p>
      ) : (
        <KnownGame key={props.game.gameID} {...props} type={type} />
      )}
      {/* Always rendered: screen readers announce changes only in regions they already know. */}
      <div role="alert">{props.error !== undefined && <p className={classes.error}>{props.error}</p>}</div>
    </>
  );
}

function KnownGame({ game, viewer, sending, onMove, type }: GameViewProps & { readonly type: GameType }) {
  const { moves, status } = game.state;
  const positions = useMemo(
    () =>
      replay(
        type,
        moves.map(({ move }) => move),
      ),
    [type, moves],
  );
  const [place, setPlace] = useReplayPlace(moves.length);
  const over = status === 'OVER';
  const position = positions[over ? place : moves.length];
  const course = useRef<HTMLDivElement>(null);
  const Board = boards[type];
  return (
    <div className={classes.view}>
      <div className={classes.facts}>
        <Players game={game} viewer={viewer} />
        <Course game={game} viewer={viewer} sending={sending} place={course} />
      </div>
      <div className={classes.board}>
        <Suspense fallback={<BoardSkeleton />}>
          {position && (
            <Board
              game={game}
              viewer={viewer}
              position={position}
              disabled={sending || turnOf(game, viewer) === undefined}
              onMove={(move) => {
                // The controls disappear after the turn, so the focus must move.
                course.current?.focus({ preventScroll: true });
                onMove(move);
              }}
            />
          )}
        </Suspense>
        {over && moves.length > 0 && <Replay game={game} place={place} onPlace={setPlace} />}
      </div>
      <section className={classes.rules} aria-label="Rules">
        <h2 className={classes.rulesTitle}>Rules</h2>
        <ul>
          {gameRules[type].map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function BoardSkeleton() {
  return (
    <div aria-busy="true" aria-label="Loading the board">
      <Skeleton height={260} radius="lg" />
    </div>
  );
}
