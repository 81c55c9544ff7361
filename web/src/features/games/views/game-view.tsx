import { Skeleton } from '@mantine/core';
import type { GameType, GameWire } from '@parlour/contracts/games/games';
import { messages } from '@parlour/contracts/messages';
import { useId, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { IconButton } from '../../../design/parts/look/icon-button.tsx';
import { IconVolume, IconVolumeOff, IconX } from '../../../design/parts/look/icons.tsx';
import { lazyPart } from '../../../design/parts/feedback/lazy-part.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { knownType, turnOf, type BoardProps } from '../boards/board.ts';
import { EndPanel } from './end-panel.tsx';
import { Course, Players } from './game-status.tsx';
import { rulesOf } from './game-rules.ts';
import { useGameSounds } from './game-sounds.ts';
import { Replay } from './replay.tsx';
import { useReplay } from './use-replay.ts';
import { useShownRules } from './shown-rules.ts';
import classes from './game-view.module.css';

/** The board of each game type, loaded when the first game of it is opened. */
const boards: Record<GameType, ComponentType<BoardProps>> = {
  Nim: lazyPart(async () => (await import('../boards/nim-view.tsx')).default, <BoardSkeleton />),
  Chopsticks: lazyPart(async () => (await import('../boards/chopsticks-view.tsx')).default, <BoardSkeleton />),
  TicTacToe: lazyPart(async () => (await import('../boards/tic-tac-toe-view.tsx')).default, <BoardSkeleton />),
};

interface GameViewProps {
  readonly game: GameWire;
  readonly viewer: string;
  readonly sending: boolean;
  readonly error: string | undefined;
  readonly onMove: (move: object) => void;
  /** The mover's time. */
  readonly clock?: ReactNode;
  /** What is said and done about the game besides its moves. */
  readonly beside?: ReactNode;
  /** What a finished game came to, and what can be done next besides replaying it. */
  readonly afterwards?: ReactNode;
}

/** A game by its type: players, turn or winner, board and rules; for a finished one, a replay. */
export function GameView({ error, ...props }: GameViewProps) {
  const type = knownType(props.game);
  // Always rendered: screen readers announce changes only in regions they already know.
  const fault = <div role="alert">{error !== undefined && <p className={classes.error}>{error}</p>}</div>;
  if (type !== undefined) return <KnownGame key={props.game.gameID} {...props} type={type} fault={fault} />;
  return (
    <>
      <p className={classes.unknown}>{messages.gameTypeUnknown}</p>
      {props.beside}
      {props.afterwards}
      {fault}
    </>
  );
}

/**
 * The table: the opponent's card, the board, the viewer's own card. What is said about the game
 * stands beside it on wide screens, and below it on others.
 */
function KnownGame({
  type,
  game,
  viewer,
  sending,
  clock,
  beside,
  afterwards,
  fault,
  onMove,
}: Omit<GameViewProps, 'error'> & { readonly type: GameType; readonly fault: ReactNode }) {
  const course = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const help = useRef<HTMLButtonElement>(null);
  const rules = useShownRules(type);
  const rulesId = useId();
  const { place, position, last, isOver, goTo } = useReplay(type, game);
  const [begunHere] = useState(!isOver);
  const Board = boards[type];
  const replay = () => {
    goTo(0);
    slider.current?.focus();
  };
  const isPlayed = game.state.moves.length > 0;
  return (
    <div className={classes.view} data-type={type}>
      <Players game={game} viewer={viewer} clock={clock} />
      {position && (
        <Board
          game={game}
          viewer={viewer}
          position={position}
          last={last}
          disabled={sending || turnOf(game, viewer) === undefined}
          onMove={(move) => {
            // Controls on the board disappear when they are used, so the focus must move.
            course.current?.focus({ preventScroll: true });
            onMove(move);
          }}
        />
      )}
      {isOver && (
        <EndPanel game={game} viewer={viewer} endedHere={begunHere} onReplay={isPlayed ? replay : undefined}>
          {afterwards}
        </EndPanel>
      )}
      <div className={classes.talk}>
        <div className={classes.line}>
          <Course game={game} viewer={viewer} sending={sending} place={course} />
          <SoundSwitch game={game} viewer={viewer} />
          <button
            type="button"
            ref={help}
            className={classes.help}
            aria-expanded={rules.shown}
            aria-controls={rulesId}
            aria-label="Rules"
            title="Rules"
            onClick={rules.toggle}
          >
            ?
          </button>
        </div>
        {fault}
        {beside}
      </div>
      <div className={classes.rest}>
        {isOver && isPlayed && <Replay game={game} place={place} onPlace={goTo} slider={slider} />}
        <Rules
          id={rulesId}
          game={game}
          shown={rules.shown}
          onHide={() => {
            help.current?.focus({ preventScroll: true });
            rules.toggle();
          }}
        />
      </div>
    </div>
  );
}

function Rules({
  id,
  game,
  shown,
  onHide,
}: {
  readonly id: string;
  readonly game: GameViewProps['game'];
  readonly shown: boolean;
  readonly onHide: () => void;
}) {
  return (
    <section id={id} className={classes.rules} aria-label="Rules" hidden={!shown}>
      <div className={classes.rulesHead}>
        <h2 className={classes.rulesTitle}>Rules</h2>
        <IconButton label="Hide the rules" icon={IconX} size={17} onClick={onHide} />
      </div>
      <ul>
        {rulesOf(game).map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  );
}

function SoundSwitch({ game, viewer }: Pick<GameViewProps, 'game' | 'viewer'>) {
  const sounds = useGameSounds(game, viewer);
  return (
    <button
      type="button"
      className={classes.help}
      aria-pressed={sounds.on}
      aria-label="Sounds"
      title="Sounds"
      onClick={sounds.toggle}
    >
      {sounds.on ? <IconVolume size={18} aria-hidden /> : <IconVolumeOff size={18} aria-hidden />}
    </button>
  );
}

function BoardSkeleton() {
  return (
    <Loading label="Loading the board" className={classes.board}>
      <Skeleton height="var(--board-height)" radius="lg" />
    </Loading>
  );
}
