import { command, type Page, read, type WholesRequest } from '../calls.ts';
import type { DeclinedGameWire, GameRowWire, GameStatus, GameVisibility, GameWire, ScoreWire } from './games.ts';
import type { GetNotices, NoticeRow } from '../notifications/notices.ts';
import type { PageRequest } from '../page.requests.ts';

/** The calls that games answers. */
export const gamesCalls = {
  /**
   * `invited` (usernames, possibly none) makes the game private; `computer` makes one that starts
   * at once.
   */
  'games.create': command<{ gameType: string; invited?: readonly string[]; computer?: string }, GameWire>(),
  'games.join': command<{ gameId: string }, GameWire>(),
  'games.leave': command<{ gameId: string }, GameWire>(),
  'games.invite': command<{ gameId: string; invited: readonly string[] }, GameWire>(),
  /** Declines an invitation to a private game, or a rematch, which ends. */
  'games.decline': command<{ gameId: string }, DeclinedGameWire>(),
  /**
   * The player's move; the rules check it. With `moveCount` it is for the game with that many moves
   * only. The reply omits earlier moves.
   */
  'games.move': command<{ gameId: string; move: object; moveCount?: number }, GameRowWire>(),
  /** Ends a game of one's own in which nobody else has a seat yet. */
  'games.withdraw': command<{ gameId: string }, GameWire>(),
  /** Ends a game whose mover is gone. */
  'games.claim': command<{ gameId: string }, GameWire>(),
  /** A rematch with swapped seats: creates it and takes a seat, or joins the existing one. */
  'games.rematch': command<{ gameId: string }, GameWire>(),
  'games.getGame': read<{ gameId: string }, GameWire>(),
  /** Games with all their moves. */
  'games.getWholeGames': read<WholesRequest, Page<GameWire>>(),
  'games.getGames': read<
    PageRequest & { visibility: GameVisibility; gameType?: string; status?: GameStatus },
    Page<GameRowWire>
  >(),
  /** Games that a person plays or has played, as far as the caller may see them, latest first. */
  'games.getPlayed': read<PageRequest & { username: string }, Page<GameRowWire>>(),
  /** The wins of the caller and a person against each other. */
  'games.getScores': read<{ username: string }, { scores: readonly ScoreWire[] }>(),
  /** Those of these people with whom the caller plays a running game. Source: decisions P-9. */
  'games.acquainted': read<{ usernames: readonly string[] }, { userIds: readonly string[] }>(),
  /** For delivery: who is to move in a game. */
  'games.getAddressees': read<{ gameId: string }, { userIds: readonly string[] }>(),
  /** For delivery, at the time of sending. */
  'games.getNotices': read<GetNotices, { rows: readonly NoticeRow[] }>(),
  /** The caller's running games, those in which it is their turn first. */
  'games.mine': read<object, { games: readonly GameRowWire[] }>(),
};
