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

/** The games that a socket watches, each with the latest time that it asked to. */
type Watched = Map<string, symbol>;

/**
 * What a socket says of games: it watches one by joinGame, until leaveGame or its end, and moves by makeMove. The service authorises each. A seat is another
 * thing: neither takes one nor gives one up (decisions G-1). What is refused is told to the socket that asked, by gameError, and to no other.
 */
@Injectable()
export class WatchedGames {
  constructor(
    private readonly calls: SocketCalls,
    private readonly limits: RateLimits,
  ) {}

  /** Listens to what a socket says of games, until it is gone. */
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
    // Before it is known whether he may: he may leave, or ask again, before that is answered.
    const asked = Symbol();
    watched.set(gameId, asked);
    const isWanted = (): boolean => watched.get(gameId) === asked;
    try {
      let gameInstance = await this.gameOf(gameId, socket.data.session);
      // Of a private game each of those who may see it is told by himself.
      if (isWanted() && gameInstance.host === undefined) {
        await socket.join(roomOf(gameId));
        // What happened after the first look was told to a room that this socket was not in yet.
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
