import { Injectable } from '@nestjs/common';
import type { ErrorWire } from '@parlour/contracts/errors';
import type { GameWire } from '@parlour/contracts/games';
import type { Room } from '@parlour/contracts/live';
import { messages } from '@parlour/contracts/messages';
import { RateLimits } from '../limits/rate-limits.ts';
import type { Session } from '../session/session.ts';
import type { LiveSocket } from '../socket/live-socket.ts';
import { maxEntered, idIn, SocketCalls } from '../socket/socket-calls.ts';
import { givenMove } from './given-move.ts';

/** The games that a socket watches, each with the time of its last request. */
type Watched = Map<string, symbol>;

/**
 * A socket's game events: it watches a game from joinGame until leaveGame or disconnect, and moves
 * by makeMove; the service authorises each. Watching neither takes nor gives up a seat (decisions
 * G-1). Errors go to the requesting socket only, as gameError.
 */
@Injectable()
export class WatchedGames {
  constructor(
    private readonly calls: SocketCalls,
    private readonly limits: RateLimits,
  ) {}

  /** Handles a socket's game events until it disconnects. */
  attend(socket: LiveSocket): void {
    const { session } = socket.data;
    const watched: Watched = new Map();
    const refused = ({ error }: ErrorWire): void => {
      socket.emit('gameError', { player: session.user.name, error });
    };
    socket.on('joinGame', (given, done) =>
      this.calls.answer(done, () => this.watch(socket, watched, idIn(given, messages.idMalformed)), refused),
    );
    socket.on('leaveGame', (given, done) =>
      this.calls.answer(done, () => leave(socket, watched, idIn(given, messages.idMalformed))),
    );
    socket.on('makeMove', (given, done) => this.calls.answer(done, () => this.move(session, given), refused));
  }

  private async watch(socket: LiveSocket, watched: Watched, gameId: string): Promise<void> {
    const [first] = watched.keys();
    if (watched.size >= maxEntered && !watched.has(gameId) && first !== undefined) leave(socket, watched, first);
    // Registered before the service answers: the socket may leave, or ask again, before that.
    const asked = Symbol();
    watched.set(gameId, asked);
    const isWanted = (): boolean => watched.get(gameId) === asked;
    try {
      let gameInstance = await this.gameOf(gameId, socket.data.session);
      // In a private game, each viewer gets updates in their own room.
      if (isWanted() && gameInstance.host === undefined) {
        await socket.join(roomOf(gameId));
        // Updates after the first read went to a room that this socket had not joined yet.
        gameInstance = await this.gameOf(gameId, socket.data.session);
      }
      if (isWanted()) socket.emit('gameUpdate', { gameInstance });
    } catch (failure) {
      if (isWanted()) leave(socket, watched, gameId);
      throw failure;
    }
  }

  private async move(session: Session, given: unknown): Promise<void> {
    const { request, key } = givenMove(given, session);
    await this.limits.take('move', session.user.id);
    await this.calls.command('games.move', request, session, key);
  }

  private gameOf(gameId: string, session: Session): Promise<GameWire> {
    return this.calls.read('games.getGame', { gameId }, session);
  }
}

function leave(socket: LiveSocket, watched: Watched, gameId: string): void {
  watched.delete(gameId);
  void socket.leave(roomOf(gameId));
}

function roomOf(gameId: string): Room {
  return `game:${gameId}`;
}
