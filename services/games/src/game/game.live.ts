import type { EnvelopeOf } from '@parlour/contracts/envelope';
import { computerPlayer, type GameRowWire, type GamesEvent, type GameWire } from '@parlour/contracts/games/games';
import type { Room, LiveMessage } from '@parlour/contracts/live';

/** A game with its audience. */
export interface LiveGame {
  readonly game: GameWire;
  readonly row: GameRowWire;
  readonly private: boolean;
  /** For a private game, everybody who may see it. */
  readonly viewers: readonly string[];
  /** The ids of its players, including the computer. */
  readonly players: readonly string[];
  /** For a waiting rematch, the ids of the two who can sit there; otherwise empty. */
  readonly keptFor: readonly string[];
}

/** A message without content: which game, and whether lists get it, or whoever declined it. */
interface Draft {
  readonly gameId: string;
  readonly event: 'gameUpdate' | 'lobbyUpdate' | 'invitationDeclined';
  readonly position: number;
  /** Who declined. */
  readonly userId?: string | undefined;
  /** The number of the first new move. */
  readonly from?: number | undefined;
}

/** The games that the live messages of these events show. */
export function affectedGames(events: readonly EnvelopeOf<GamesEvent>[]): string[] {
  return [...new Set(events.flatMap(draftsOf).map((draft) => draft.gameId))];
}

/**
 * The live messages of a batch of events. They show the game at the time of sending, so of several
 * about the same thing only the last is sent, with the moves of all.
 */
export function live(
  events: readonly EnvelopeOf<GamesEvent>[],
  games: ReadonlyMap<string, LiveGame>,
): readonly LiveMessage[] {
  const last = new Map<string, Draft>();
  for (const draft of events.flatMap(draftsOf)) {
    const about = `${draft.event} ${draft.gameId} ${draft.userId}`;
    const from = last.get(about)?.from ?? draft.from;
    // At the position of the last one.
    last.delete(about);
    last.set(about, { ...draft, from });
  }
  return [...last.values()].flatMap((draft): LiveMessage[] => {
    const { gameId, position, userId } = draft;
    if (userId !== undefined) {
      return [{ to: [`user:${userId}`], event: 'invitationDeclined', payload: { gameID: gameId }, position }];
    }
    const shown = games.get(gameId);
    if (!shown) return [];
    if (draft.event === 'gameUpdate') {
      const gameInstance = withMovesFrom(shown.game, draft.from);
      return [{ to: watchersOf(shown), event: 'gameUpdate', payload: { gameInstance }, position }];
    }
    const lobby = { event: 'lobbyUpdate', payload: { game: shown.row }, position } as const;
    if (shown.private) return [{ ...lobby, to: roomsOf(shown.viewers) }];
    // Others could not join it.
    if (shown.keptFor.length > 0) return [{ ...lobby, to: roomsOf(shown.keptFor) }];
    return [{ ...lobby, to: ['public'], latestOf: `lobby:${gameId}` }];
  });
}

/** The game with only the moves that are new since the last messages: a long game has hundreds. */
function withMovesFrom(game: GameWire, from: number | undefined): GameWire {
  const moves = from === undefined ? [] : game.state.moves.slice(from - 1);
  return { ...game, state: { ...game.state, moves } };
}

/** Lists get everything except moves; a finished game changes with its rematch. */
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
    case 'InvitationDeclined':
      // Without the game, which they may see no more.
      return [{ ...game, event: 'invitationDeclined', userId: event.data.userId }, game, lobby];
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

/**
 * Spectators of a public game, and its players wherever they are; of a private one everybody who
 * may see it. Source: decisions G-1.
 */
function watchersOf({ game, players, viewers, ...shown }: LiveGame): readonly Room[] {
  return shown.private ? roomsOf(viewers) : [`game:${game.gameID}`, ...roomsOf(players)];
}

function roomsOf(userIds: readonly string[]): Room[] {
  return userIds.filter((id) => id !== computerPlayer).map((id): Room => `user:${id}`);
}
