import { tagOf } from '../../shared/api.ts';
import { gameStatuses, type GameRowWire, type GameWire } from '@parlour/contracts/games/games';
import { watchAgain } from '../../shared/state/online.ts';
import { selectUsername } from '../../shared/state/session.slice.ts';
import type { Thunk } from '../../shared/state/store.ts';
import { endedUnbegun, isOpenTo, isWhole, plays, rowOf, withUpdate } from './game-state.ts';
import { gamesApi, type GameListOf, type GamePage, type Table } from './games.api.ts';

/** Whether a list has games of this type in this state. */
function passes(row: GameRowWire, list: GameListOf): boolean {
  const { gameType, state } = row;
  if (endedUnbegun(row) || (list.gameType !== undefined && gameType !== list.gameType)) return false;
  return list.status === undefined ? state.status !== 'OVER' : state.status === list.status;
}

/** Whether a list contains a game. Source: decisions G-6. */
function belongs(row: GameRowWire, list: GameListOf): boolean {
  const { visibility, viewer } = list;
  const { host, invitedPlayers } = row;
  if (!passes(row, list)) return false;
  if (visibility === 'Public') return host === undefined && isOpenTo(row, viewer);
  if (visibility === 'Host') return host === viewer;
  return host === viewer || invitedPlayers.includes(viewer);
}

function replaceIn(rows: readonly GameRowWire[], row: GameRowWire): readonly GameRowWire[] {
  return rows.map((known) => (known.gameID === row.gameID && known.version < row.version ? row : known));
}

/** Since when a game has its place in lists, or the earliest time if moves hide it. */
function listedSince({ createdAt, updatedAt, state }: GameRowWire): string {
  return state.status === 'IN_PROGRESS' && state.moveCount > 0 ? createdAt : updatedAt;
}

/** Whether a game comes before all loaded ones of its status, so that no further page has it. */
function isAhead(row: GameRowWire, loaded: readonly GameRowWire[]): boolean {
  const { status } = row.state;
  const alike = loaded.filter((known) => known.state.status === status);
  // Running games follow all waiting ones.
  const reached = alike.length > 0 || status === 'WAITING_TO_START';
  return reached && alike.every((known) => listedSince(known) <= listedSince(row));
}

/**
 * The pages of a list with one updated game: in its place, or, if it is new, waiting on the first
 * page. A game that does not come before the loaded ones is not new; it is further down.
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
  if (!first || !belongs(row, list)) return pages;
  const complete = pages.at(-1)?.next === undefined;
  // An invitation makes an old game new for the invited player.
  const fresh = list.visibility === 'Private' || complete || isAhead(row, all);
  return fresh ? [{ ...first, waiting: [row, ...first.waiting] }, ...others] : pages;
}

/** The pages of a list without one game. */
export function withoutRow(pages: readonly GamePage[], gameID: string): readonly GamePage[] {
  const isOther = (row: GameRowWire) => row.gameID !== gameID;
  const gone = pages.every(({ rows }) => rows.every(isOther)) ? 0 : 1;
  return pages.map(({ rows, waiting, total, ...page }) => {
    return { ...page, total: total - gone, rows: rows.filter(isOther), waiting: waiting.filter(isOther) };
  });
}

/** Whether the list needs reordering: it has new games, or games that no longer belong to it. */
export function isUnsettled(pages: readonly GamePage[], list: GameListOf): boolean {
  return pages.some((page) => page.waiting.length > 0 || page.rows.some((row) => !passes(row, list)));
}

/**
 * The loaded pages in the server's order again: new games in, games that are over (or in another
 * state than the list's) out, running ones last.
 */
export function settled(pages: readonly GamePage[], list: GameListOf): readonly GamePage[] {
  const before = pages.reduce((sum, page) => sum + page.rows.length, 0);
  const live = pages
    .flatMap((page) => page.waiting)
    .concat(pages.flatMap((page) => page.rows))
    .filter((row) => passes(row, list));
  const inOrder = gameStatuses.flatMap((status) => live.filter((row) => row.state.status === status));
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
  return changePages(list, (pages) => settled(pages, list));
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

/** Takes out a game that the viewer has declined. Where it is open, it is read again. */
export function removeGame(gameID: string): Thunk {
  return (dispatch, getState) => {
    const { selectCachedArgsForQuery, updateQueryData, invalidateTags } = gamesApi.util;
    for (const list of selectCachedArgsForQuery(getState(), 'getGames')) {
      dispatch(changePages(list, (pages) => withoutRow(pages, gameID)));
    }
    // A declined rematch is none.
    for (const played of selectCachedArgsForQuery(getState(), 'getGame')) {
      dispatch(
        updateQueryData('getGame', played, ({ rematchID, ...game }) =>
          rematchID === undefined || rematchID === gameID ? game : { ...game, rematchID },
        ),
      );
    }
    dispatch(invalidateTags([tagOf('Game', gameID)]));
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
    else if (!isUninitialized) dispatch(gamesApi.util.invalidateTags([tagOf('Game', gameID)]));
    dispatch(enterRow(rowOf(game)));
    const begins = data?.state.status === 'WAITING_TO_START' && next?.state.status === 'IN_PROGRESS';
    // Those who share a running game may know when the other one is online (decisions P-9).
    if (begins && plays(game, selectUsername(getState()) ?? '')) watchAgain();
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
