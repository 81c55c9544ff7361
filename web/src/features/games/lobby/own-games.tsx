import { computerPlayer, type GameRowWire } from '@parlour/contracts/games/games';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { Avatar } from '../../../design/parts/person/avatar.tsx';
import { Chip } from '../../../design/parts/form/chip.tsx';
import { IconRobot } from '../../../design/parts/look/icons.tsx';
import { useHeldRows } from '../../../shared/state/hooks/use-held-rows.ts';
import { useHoverPause } from '../../../shared/state/hooks/use-hover-pause.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { gameName } from '@parlour/contracts/games/game-name';
import { moverOf, opponentOf } from '../game-state.ts';
import { useGetOwnGamesQuery } from '../games.api.ts';
import { OwnBoard } from '../game/live-board.tsx';
import { useTimeToMove } from '../game/time-left.ts';
import { Clock, hasClock } from '../game/turn-clock.tsx';
import classes from './lobby.module.css';

/** As many cards are shown at first: each has a board to load. */
const shownAtFirst = 6;

/** Whether the viewer's games are known, or could not be read: what is below them stays then. */
export function useOwnGamesKnown(): boolean {
  const viewer = useViewer();
  return !useGetOwnGamesQuery(viewer, { skip: viewer === '' }).isLoading;
}

/** The viewer's running games as cards with their boards, those with their turn first. */
export function OwnGames() {
  const viewer = useViewer();
  const { data = [] } = useGetOwnGamesQuery(viewer, { skip: viewer === '' });
  const [all, setAll] = useState(false);
  const cards = useRef<HTMLUListElement>(null);
  const running = data.filter(({ state }) => state.status === 'IN_PROGRESS');
  const [turns, others] = [true, false].map((own) => running.filter((game) => (moverOf(game) === viewer) === own));
  const pause = useHoverPause();
  const games = useHeldRows([...(turns ?? []), ...(others ?? [])], {
    held: pause.now,
    of: viewer,
    idOf: ({ gameID }) => gameID,
  });
  if (games.length === 0) return null;
  return (
    <section className={classes.part} aria-labelledby="own-games">
      <div className={classes.partHead}>
        <h2 id="own-games" className={classes.partTitle}>
          Your running games
        </h2>
        {games.length > shownAtFirst && !all && (
          <button
            type="button"
            className={classes.all}
            onClick={() => {
              flushSync(() => setAll(true));
              // The button is gone: on to the first card that it has brought.
              cards.current?.querySelectorAll('a')[shownAtFirst]?.focus();
            }}
          >
            Show all {games.length}
          </button>
        )}
      </div>
      <ul ref={cards} {...pause.handlers} className={classes.cards}>
        {(all ? games : games.slice(0, shownAtFirst)).map((game) => (
          <li key={game.gameID}>
            <OwnGame game={game} viewer={viewer} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OwnGame({ game, viewer }: { readonly game: GameRowWire; readonly viewer: string }) {
  const opponent = opponentOf(game, viewer) ?? '';
  const turn = moverOf(game) === viewer;
  return (
    <Link to={`/games/${encodeURIComponent(game.gameID)}`} className={classes.card} data-turn={turn}>
      <OwnBoard gameID={game.gameID} large />
      <span className={classes.cardWords}>
        <span className={classes.cardKind}>{gameName(game.gameType)}</span>
        <span className={classes.opponent}>
          {opponent === computerPlayer ? <IconRobot size={20} aria-hidden /> : <Avatar username={opponent} size="s" />}
          <bdi className={classes.opponentName}>{opponent}</bdi>
        </span>
        <span className="row">
          <State key={game.updatedAt} game={game} viewer={viewer} />
        </span>
      </span>
    </Link>
  );
}

/** Whose turn it is, with the clock; once that has run out, that the viewer can go on. */
function State({ game, viewer }: { readonly game: GameRowWire; readonly viewer: string }) {
  const turn = moverOf(game) === viewer;
  const clocked = hasClock(game, viewer);
  const isLate = useTimeToMove(game) === 0;
  if (clocked && isLate && !turn) return <Chip tone="brass">You can claim the win</Chip>;
  return (
    <>
      {turn ? (
        <Chip tone="brass" solid>
          Your turn
        </Chip>
      ) : (
        <Chip>Their turn</Chip>
      )}
      {clocked && <Clock game={game} />}
    </>
  );
}
