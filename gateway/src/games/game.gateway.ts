import { Catch, UseFilters } from '@nestjs/common';
import { ConnectedSocket, MessageBody, SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import type { ErrorWire } from '@parlour/contracts/errors';
import type { GameWire } from '@parlour/contracts/games/games';
import type { Room } from '@parlour/contracts/live';
import type { SocketAnswer } from '@parlour/contracts/socket';
import { IdPipe } from '../http/answers/validation.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import type { Session } from '../session/session.ts';
import type { LiveSocket } from '../socket/live-socket.ts';
import { maxEntered, SocketCalls } from '../socket/socket-calls.ts';
import { done, SocketRefusals } from '../socket/socket-refusals.ts';
import { givenMove } from './given-move.ts';

/** The games that a socket watches, each with the time of its last request. */
type Watched = Map<string, symbol>;

/** Errors go to the requesting socket only, as gameError. */
@Catch()
class GameRefusals extends SocketRefusals {
  protected override refuse(socket: LiveSocket, { error }: ErrorWire): void {
    socket.emit('gameError', { player: socket.data.session.user.name, error });
  }
}

/**
 * A socket's game events: it watches a game from joinGame until leaveGame or disconnect, and moves
 * by makeMove; the service authorises each. Watching neither takes nor gives up a seat (decisions
 * G-1).
 */
@WebSocketGateway()
export class GameGateway {
  private readonly watched = new WeakMap<LiveSocket, Watched>();

  constructor(
    private readonly calls: SocketCalls,
    private readonly limits: RateLimits,
  ) {}

  @UseFilters(GameRefusals)
  @SubscribeMessage('joinGame')
  async join(@ConnectedSocket() socket: LiveSocket, @MessageBody(IdPipe) gameId: string): Promise<SocketAnswer> {
    const watched = this.watched.get(socket) ?? new Map<string, symbol>();
    this.watched.set(socket, watched);
    await this.watch(socket, watched, gameId);
    return done;
  }

  @UseFilters(SocketRefusals)
  @SubscribeMessage('leaveGame')
  leave(@ConnectedSocket() socket: LiveSocket, @MessageBody(IdPipe) gameId: string): SocketAnswer {
    leave(socket, this.watched.get(socket), gameId);
    return done;
  }

  @UseFilters(GameRefusals)
  @SubscribeMessage('makeMove')
  async move(@ConnectedSocket() socket: LiveSocket, @MessageBody() given: unknown): Promise<SocketAnswer> {
    const { session } = socket.data;
    const { request, key } = givenMove(given, session);
    await this.limits.take('move', session.user.id);
    await this.calls.command('games.move', request, session, key);
    return done;
  }

  private async watch(socket: LiveSocket, watched: Watched, gameId: string): Promise<void> {
    const [first] = watched.keys();
    if (watched.size >= maxEntered && !watched.has(gameId) && first !== undefined) leave(socket, watched, first);
    // Registered before the service answers: the socket may leave, or ask again, before that.
    const asked = Symbol();
    watched.set(gameId, asked);
    // A socket that closed while its request waited joins no room, and needs no second read.
    const isWanted = (): boolean => watched.get(gameId) === asked && socket.connected;
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

  private gameOf(gameId: string, session: Session): Promise<GameWire> {
    return this.calls.read('games.getGame', { gameId }, session);
  }
}

function leave(socket: LiveSocket, watched: Watched | undefined, gameId: string): void {
  watched?.delete(gameId);
  void socket.leave(roomOf(gameId));
}

function roomOf(gameId: string): Room {
  return `game:${gameId}`;
}
