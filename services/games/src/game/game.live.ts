import type { EnvelopeOf } from '@parlour/contracts/envelope';
import { computerPlayer, type GamesEvent, type GameWire } from '@parlour/contracts/games';
import type { Room, LiveMessage } from '@parlour/contracts/live';
import type { TellableGame } from './game-page.view.ts';

/** A message before it is known what it shows: about which game, whether lists hear of it. */
interface Draft {
  readonly gameId: string;
  readonly event: 'gameUpdate' | 'lobbyUpdate';
  readonly position: number;
  /** The number of the first move that is new. */
  readonly from?: number | undefined;
}

/** The games that the live messages of these events show. */
export function affectedGames(events: readonly EnvelopeOf<GamesEvent>[]): string[] {
  return [...new Set(events.flatMap(draftsOf).map((draft) => draft.gameId))];
}

/**
 * Who is told what of a batch of events. All messages show the game as it is at the time of
 * telling, so of several about the same thing only the last is sent, with the moves of all.
 */
export function live(
  events: readonly EnvelopeOf<GamesEvent>[],
  games: ReadonlyMap<string, TellableGame>,
): readonly LiveMessage[] {
  const last = new Map<string, Draft>();
  for (const draft of events.flatMap(draftsOf)) {
    const about = `${draft.event} ${draft.gameId}`;
    const from = last.get(about)?.from ?? draft.from;
    // At the place of the last one.
    last.delete(about);
    last.set(about, { ...draft, from });
  }
  return [...last.values()].flatMap((draft): LiveMessage[] => {
    const shown = games.get(draft.gameId);
    if (!shown) return [];
    const { gameId, position } = draft;
    if (draft.event === 'gameUpdate') {
      const gameInstance = withMovesFrom(shown.game, draft.from);
      return [{ to: watchersOf(shown), event: 'gameUpdate', payload: { gameInstance }, position }];
    }
    const lobby = { event: 'lobbyUpdate', payload: { game: shown.row }, position } as const;
    if (shown.private) return [{ ...lobby, to: roomsOf(shown.viewers) }];
    // For all others it is no game that they could join.
    if (shown.keptFor.length > 0) return [{ ...lobby, to: roomsOf(shown.keptFor) }];
    return [{ ...lobby, to: ['public'], latestOf: `lobby:${gameId}` }];
  });
}

/**
 * The game with the moves alone that are new to those who were told of all before: a long game has
 * hundreds.
 */
function withMovesFrom(game: GameWire, from: number | undefined): GameWire {
  const moves = from === undefined ? [] : game.state.moves.slice(from - 1);
  return { ...game, state: { ...game.state, moves } };
}

/** Lists hear of everything but moves; the game that is played again tells so too. */
function draftsOf(event: EnvelopeOf<GamesEvent>): Draft[] {
  const { position } = event;
  const { gameId } = event.data;
  const game: Draft = { gameId, event: 'gameUpdate', position };
  const lobby: Draft = { gameId, event: 'lobbyUpdate', position };
  switch (event.type) {
    case 'GameCreated': {
      const { rematchOf } = event.data;
      return rematchOf === null ? [game, lobby] : [game, lobby, { ...game, gameId: rematchOf }];
    }
    case 'PlayersInvited':
    case 'PlayerJoined':
    case 'PlayerLeft':
    case 'GameEnded':
      return [game, lobby];
    case 'MovePlayed':
      return [{ ...game, from: event.data.number }];
    default:
      event satisfies never;
      return [];
  }
}

/** Whoever watches a public game, and its players wherever they are; of a private one those alone who may see it. Source: decisions G-1. */
function watchersOf({ game, players, viewers, ...shown }: TellableGame): readonly Room[] {
  return shown.private ? roomsOf(viewers) : [`game:${game.gameID}`, ...roomsOf(players)];
}

function roomsOf(userIds: readonly string[]): Room[] {
  return userIds.filter((id) => id !== computerPlayer).map((id): Room => `user:${id}`);
}
