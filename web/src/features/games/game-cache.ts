import type { GameRowWire, GameWire } from '@parlour/contracts/games';
import { selectUsername } from '../../shared/state/session.slice.ts';
import type { Thunk } from '../../shared/state/store-types.ts';
import { isOpenTo, isWhole, plays, rowOf, withUpdate } from './game-facts.ts';
import { gamesApi, type GameListOf, type GamePage, type Table } from './games.api.ts';

/** Whether a list contains a game that is not over. Source: decisions G-6. */
function belongs(row: GameRowWire, { visibility, viewer }: GameListOf): boolean {
  const { host, invitedPlayers } = row;
  if (visibility === 'Public') return host === undefined && isOpenTo(row, viewer);
  if (visibility === 'Host') return host === viewer;
  return host === viewer || (invitedPlayers?.includes(viewer) ?? false);
}

function replaceIn(rows: readonly GameRowWire[], row: GameRowWire): readonly GameRowWire[] {
  return rows.map((known) => (known.gameID === row.gameID && known.version < row.version ? row : known));
}

/**
 * The pages of a list with one updated game: in its place, or, if it is new, waiting on the first
 * page. A game older than all loaded ones is not new; it is further down.
 */
export function withRow(pages: readonly GamePage[], row: GameRowWire, list: GameListOf): readonly GamePage[] {
  const all = pages.flatMap((page) => [...page.rows, ...page.waiting]);
  if (all.some((known) => known.gameID === row.gameID)) {
    return pages.map((page) => ({
      ...page,
      rows: replaceIn(page.rows, row),
      waiting: replaceIn(page.waiting, row),
    }));
  }
  const [first, ...others] = pages;
  if (!first || row.state.status === 'OVER' || !belongs(row, list)) return pages;
  const complete = pages.at(-1)?.next === undefined;
  // An invitation makes an old game new for the invited player.
  const fresh = list.visibility === 'Private' || complete || all.every((known) => known.createdAt <= row.createdAt);
  return fresh ? [{ ...first, waiting: [row, ...first.waiting] }, ...others] : pages;
}

/** Whether the list needs reordering: it has new games, or games that are over. */
export function isUnsettled(pages: readonly GamePage[]): boolean {
  return pages.some((page) => page.waiting.length > 0 || page.rows.some((row) => row.state.status === 'OVER'));
}

/**
 * The loaded pages in the server's order again: new games in, games that are over out, running ones
 * last.
 */
export function settled(pages: readonly GamePage[]): readonly GamePage[] {
  const before = pages.reduce((sum, page) => sum + page.rows.length, 0);
  const live = pages
    .flatMap((page) => page.waiting)
    .concat(pages.flatMap((page) => page.rows))
    .filter((row) => row.state.status !== 'OVER');
  const inOrder = (['WAITING_TO_START', 'IN_PROGRESS'] as const).flatMap((status) =>
    live.filter((row) => row.state.status === status),
  );
  const change = inOrder.length - before;
  // Everything goes to the first page: the screen does its own paging, and the last cursor still
  // continues after the end.
  return pages.map((page, index) => ({
    ...page,
    total: Math.max(0, page.total + change),
    rows: index === 0 ? inOrder : [],
    waiting: [],
  }));
}

function changePages(list: GameListOf, change: (pages: readonly GamePage[]) => readonly GamePage[]): Thunk {
  return (dispatch) => {
    dispatch(
      gamesApi.util.updateQueryData('getGames', list, (draft) => {
        Object.assign(draft, { pages: change(draft.pages) });
      }),
    );
  };
}

/** Restores a list's order. */
export function settleList(list: GameListOf): Thunk {
  return changePages(list, settled);
}

/** Applies an updated game to every cached list. */
export function enterRow(row: GameRowWire): Thunk {
  return (dispatch, getState) => {
    for (const list of gamesApi.util.selectCachedArgsForQuery(getState(), 'getGames')) {
      dispatch(changePages(list, (pages) => withRow(pages, row, list)));
    }
    const viewer = selectUsername(getState()) ?? '';
    dispatch(
      gamesApi.util.updateQueryData('getOwnGames', viewer, (rows) => {
        const known = rows.some(({ gameID }) => gameID === row.gameID);
        // Keep games that are over, uncounted: a late, older state then finds them and is ignored.
        if (known) return [...replaceIn(rows, row)];
        return plays(row, viewer) && row.state.status === 'IN_PROGRESS' ? [...rows, row] : rows;
      }),
    );
  };
}

/**
 * Applies a state of a game wherever it is shown, unless a newer one is there. If moves are
 * missing, the game is refetched.
 */
export function enterGame(game: GameWire): Thunk {
  return (dispatch, getState) => {
    const { gameID } = game;
    const { data, isUninitialized } = gamesApi.endpoints.getGame.select(gameID)(getState());
    const next = data ? withUpdate(data, game) : isWhole(game) ? game : undefined;
    if (data && next) dispatch(gamesApi.util.updateQueryData('getGame', gameID, () => next));
    else if (next && !isUninitialized) void dispatch(gamesApi.util.upsertQueryData('getGame', gameID, next));
    else if (!isUninitialized) dispatch(gamesApi.util.invalidateTags([{ type: 'Game', id: gameID }]));
    dispatch(enterRow(rowOf(game)));
  };
}

/** Updates the connection state of an open game. */
export function changePlaying(gameID: string, change: Partial<Table>): Thunk {
  return (dispatch) => {
    dispatch(
      gamesApi.util.updateQueryData('getTable', gameID, (table) => {
        Object.assign(table, change);
      }),
    );
  };
}
