import { Button, Skeleton } from '@mantine/core';
import type { GameRowWire, GameVisibility } from '@parlour/contracts/games/games';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { serverText } from '../../../shared/http/call-failure.ts';
import { rowsOf } from '../../../shared/http/pages.ts';
import { EmptyState } from '../../../design/parts/list/empty-state.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { moveFocusToHeading } from '../../../design/parts/page/move-focus.ts';
import { IconArrowUp, IconRefresh, IconTrophy } from '../../../design/parts/look/icons.tsx';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useHeldRows } from '../../../shared/state/hooks/use-held-rows.ts';
import { besideHeld, useHoverPause } from '../../../shared/state/hooks/use-hover-pause.ts';
import { useNextPages } from '../../../shared/state/hooks/use-next-pages.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { useNavigateWhenDone } from '../../../shared/navigation/use-navigate-when-done.ts';
import { count } from '../../../shared/text/count.ts';
import { isUnsettled, settleList } from '../game-cache.ts';
import { GameFilters } from './game-filters.tsx';
import { GameRow } from './game-row.tsx';
import { type GameListOf, useGetGamesInfiniteQuery } from '../games.api.ts';
import { useListAddress } from './list-address.ts';
import pill from '../../../design/parts/list/pill.module.css';
import classes from './game-list.module.css';

const empty: Record<GameVisibility, { readonly title: string; readonly advice: string }> = {
  Public: { title: 'No games yet', advice: 'Create one, and anyone can join you.' },
  Private: { title: 'No private games', advice: 'Games you are invited to, or invite others to, appear here.' },
  Host: { title: 'You are hosting no games', advice: 'Create a private game to invite people to it.' },
};

/** At most as many running games of a page have live boards. */
const liveBoards = 6;

const gameIdOf = ({ gameID }: GameRowWire) => gameID;

/** A live list of games, ten per page. The filters and the page are in the address. */
export function GameList({
  visibility,
  tabs,
}: {
  readonly visibility: GameVisibility;
  /** The ways to the other lists, in the line of the filters. */
  readonly tabs?: ReactNode;
}) {
  const viewer = useViewer();
  const { choice, page, setChoice, setPage } = useListAddress();
  const { gameType, status } = choice;
  const list = useMemo<GameListOf>(
    () => ({ visibility, viewer, gameType, status }),
    [visibility, viewer, gameType, status],
  );
  const query = useGetGamesInfiniteQuery(list, { skip: viewer === '' });
  const place = useRef<HTMLUListElement>(null);
  const reading = useHoverPause();
  const dispatch = useDispatch<Dispatch>();
  const goOn = useNavigateWhenDone();
  const { currentData, hasNextPage, isFetching, error } = query;
  const pages = currentData?.pages;
  const waiting = pages?.[0]?.waiting.length ?? 0;
  const unsettled = pages !== undefined && isUnsettled(pages, list);
  const held = page > 0 || reading.now;

  useEffect(() => {
    // Nothing may move while someone is about to choose.
    if (unsettled && !held) dispatch(settleList(list));
  }, [dispatch, held, list, unsettled]);

  const rows = rowsOf(pages ?? [], gameIdOf);
  // Games may have gone since a page was counted: what has all been read is as long as its rows.
  const total = hasNextPage ? Math.max(pages?.at(-1)?.total ?? 0, rows.length) : rows.length;
  const last = Math.max(0, Math.ceil(total / limits.gamesPage) - 1);
  const shownPage = Math.min(page, last);
  const here = rows.slice(shownPage * limits.gamesPage, (shownPage + 1) * limits.gamesPage);
  const of = [visibility, gameType, status, shownPage].join();
  // A press keeps what is loaded again from moving; a pointer at rest must not hide it.
  const shown = useHeldRows(here, { held: reading.pressed, of, idOf: gameIdOf }).slice(0, limits.gamesPage);
  // Each live board is a game to load and to watch.
  const live = shown.filter((row) => row.state.status === 'IN_PROGRESS').slice(0, liveBoards);
  const wanting = useNextPages(query, here.length >= limits.gamesPage);

  const open = (gameID: string) => goOn(`/games/${encodeURIComponent(gameID)}`, 'You’re in.');
  const turnTo = (next: number) => {
    setPage(next);
    // Scroll back to the top of the list if it is out of view.
    if ((place.current?.getBoundingClientRect().top ?? 0) < 0) place.current?.scrollIntoView();
  };

  return (
    <>
      <div className={classes.bar}>
        {tabs}
        <GameFilters choice={choice} onChoose={setChoice} />
      </div>
      <News
        waiting={held ? waiting : 0}
        onShow={() => {
          dispatch(settleList(list));
          turnTo(0);
        }}
      />
      {error && (
        <div className={classes.failure}>
          <Failure
            title={messages.gamesFailed}
            detail={serverText(error)}
            onRetry={() => (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
          />
        </div>
      )}
      {!pages && !error && <ListSkeleton />}
      {pages && rows.length === 0 && !wanting && !query.isFetchingNextPage && (
        <div className={classes.list}>
          <NoGames
            title={empty[visibility].title}
            onAll={gameType === undefined && status === undefined ? undefined : () => setChoice({})}
            advice={empty[visibility].advice}
          />
        </div>
      )}
      {rows.length > 0 && (
        <ul ref={place} {...reading.handlers} className={classes.list} aria-label="Games" aria-busy={isFetching}>
          {shown.map((game) => (
            <GameRow key={game.gameID} game={game} live={live.includes(game)} onJoined={open} />
          ))}
          {shown.length === 0 && (
            <li className={classes.coming}>
              <Skeleton height={16} width="40%" />
            </li>
          )}
        </ul>
      )}
      {(pages || error) && (
        <div className={classes.foot}>
          {last > 0 && <Pages shown={shownPage} last={last} onTurn={turnTo} />}
          <Button
            variant="default"
            leftSection={<IconRefresh size={17} aria-hidden />}
            loading={isFetching && !query.isFetchingNextPage && pages !== undefined}
            onClick={() => {
              setPage(0);
              void query.refetch();
            }}
          >
            Refresh List
          </Button>
          <Button
            component={Link}
            to="/games/leaderboard"
            variant="default"
            leftSection={<IconTrophy size={17} aria-hidden />}
          >
            View Global Leaderboard
          </Button>
        </div>
      )}
    </>
  );
}

/** How many games are new while the list is held; on its upper edge, so that it moves nothing. */
function News({ waiting, onShow }: { readonly waiting: number; readonly onShow: () => void }) {
  return (
    <div role="status" className={classes.news} {...besideHeld}>
      {waiting > 0 && (
        <button
          type="button"
          className={pill.pill}
          onClick={({ currentTarget }) => {
            moveFocusToHeading(currentTarget);
            onShow();
          }}
        >
          <IconArrowUp size={15} aria-hidden />
          {count(waiting, 'new game')}
        </button>
      )}
    </div>
  );
}

/** Nothing at all, or nothing of what was chosen: then `onAll` shows the others. */
function NoGames({
  title,
  advice,
  onAll,
}: {
  readonly title: string;
  readonly advice: string;
  readonly onAll: (() => void) | undefined;
}) {
  return !onAll ? (
    <EmptyState drawing="games" title={title}>
      <p>{advice}</p>
      <Button component={Link} to="/games/new">
        Create Game
      </Button>
    </EmptyState>
  ) : (
    <EmptyState drawing="games" title="No such games">
      <p>No games match these filters.</p>
      <Button
        variant="default"
        onClick={({ currentTarget }) => {
          moveFocusToHeading(currentTarget);
          onAll();
        }}
      >
        Show all games
      </Button>
    </EmptyState>
  );
}

function Pages({
  shown,
  last,
  onTurn,
}: {
  readonly shown: number;
  readonly last: number;
  readonly onTurn: (page: number) => void;
}) {
  return (
    <nav className={classes.pages} aria-label="Pages">
      <Button variant="default" data-disabled={shown === 0} onClick={() => onTurn(shown - 1)}>
        Previous
      </Button>
      <span role="status">
        Page {shown + 1} of {last + 1}
      </span>
      <Button variant="default" data-disabled={shown === last} onClick={() => onTurn(shown + 1)}>
        Next
      </Button>
    </nav>
  );
}

function ListSkeleton() {
  return (
    <Loading label="Loading games" className={classes.list}>
      {[38, 52, 44, 60, 36].map((width) => (
        <div key={width} className={classes.rowLink}>
          <Skeleton height={64} width={64} />
          <span className={classes.words}>
            <Skeleton height={15} width={`${width}%`} />
            <Skeleton height={12} width={`${width / 2}%`} mt={10} />
          </span>
        </div>
      ))}
    </Loading>
  );
}
