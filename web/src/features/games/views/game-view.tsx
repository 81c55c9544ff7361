import { Skeleton } from '@mantine/core';
import type { GameType, GameWire } from '@parlour/contracts/games/games';
import { messages } from '@parlour/contracts/messages';
import { useId, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { IconButton } from '../../../design/parts/look/icon-button.tsx';
import { IconVolume, IconVolumeOff, IconX } from '../../../design/parts/look/icons.tsx';
import { lazyPart } from '../../../design/parts/feedback/lazy-part.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { knownType, turnOf, type BoardProps } from '../boards/board.ts';
import { EndOverlay } from './end-overlay.tsx';
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
  /** The actions after the game, besides replaying it. */
  readonly afterwards?: ReactNode;
}

/** A game by its type: players, turn or winner, board and rules; for a finished one, a replay. */
export function GameView(props: GameViewProps) {
  const type = knownType(props.game);
  return (
    <>
      {type === undefined ? (
        <>
          <p className={classes.unknown}>{messages.gameTypeUnknown}</p>
          {props.afterwards}
        </>
      ) : (
        <KnownGame key={props.game.gameID} {...props} type={type} />
      )}
      {/* Always rendered: screen readers announce changes only in regions they already know. */}
      <div role="alert">{props.error !== undefined && <p className={classes.error}>{props.error}</p>}</div>
    </>
  );
}

function KnownGame({ type, ...props }: GameViewProps & { readonly type: GameType }) {
  const { game, viewer, sending, clock } = props;
  const course = useRef<HTMLDivElement>(null);
  const rules = useShownRules(type);
  const rulesId = useId();
  const help = useRef<HTMLButtonElement>(null);
  const replayed = useReplay(type, game);
  return (
    <div
      className={classes.view}
      // On a narrow screen, rules that nobody opened must not push a running game out of sight.
      data-rules={
        !rules.shown ? undefined : rules.opened || game.state.status === 'WAITING_TO_START' ? 'before' : 'after'
      }
    >
      <div className={classes.facts}>
        <Players game={game} viewer={viewer} clock={clock} />
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
      </div>
      <BoardPlace
        {...props}
        type={type}
        replayed={replayed}
        // Controls on the board disappear when they are used, so the focus must move.
        onUsed={() => course.current?.focus({ preventScroll: true })}
      />
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
  );
}

/** The board with what is over and below it once the game has ended. */
function BoardPlace({
  game,
  viewer,
  sending,
  onMove,
  afterwards,
  type,
  replayed: { place, position, last, isOver, isEnded, close, goTo },
  onUsed,
}: Omit<GameViewProps, 'clock' | 'error'> & {
  readonly type: GameType;
  readonly replayed: ReturnType<typeof useReplay>;
  readonly onUsed: () => void;
}) {
  const slider = useRef<HTMLInputElement>(null);
  const [begunHere] = useState(!isOver);
  const Board = boards[type];
  const isPlayed = game.state.moves.length > 0;
  return (
    <div className={classes.board}>
      <div className={classes.surface}>
        {position && (
          <Board
            game={game}
            viewer={viewer}
            position={position}
            last={last}
            disabled={sending || turnOf(game, viewer) === undefined}
            onMove={(move) => {
              onUsed();
              onMove(move);
            }}
          />
        )}
        {isEnded && (
          <EndOverlay
            game={game}
            viewer={viewer}
            endedHere={begunHere}
            onClose={() => {
              close();
              onUsed();
            }}
            onReplay={
              isPlayed
                ? () => {
                    goTo(0);
                    slider.current?.focus();
                  }
                : undefined
            }
          >
            {afterwards}
          </EndOverlay>
        )}
      </div>
      {isOver && !isEnded && <div className={classes.afterwards}>{afterwards}</div>}
      {isOver && isPlayed && <Replay game={game} place={place} onPlace={goTo} slider={slider} />}
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
    <Loading label="Loading the board">
      <Skeleton height="var(--board-height)" radius="lg" />
    </Loading>
  );
}
