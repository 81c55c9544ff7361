import { Injectable, type PipeTransform, UseFilters } from '@nestjs/common';
import { ConnectedSocket, MessageBody, SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import { checkWellFormed } from '@parlour/contracts/text/checks';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import type { Room } from '@parlour/contracts/live';
import { messages } from '@parlour/contracts/messages';
import type { Rpc } from '@parlour/contracts/rpc';
import type { SocketAnswer } from '@parlour/contracts/socket';
import type { LiveSocket } from './live-socket.ts';
import { Newest } from './newest.ts';
import { SocketCalls } from './socket-calls.ts';
import { done, SocketRefusals } from './socket-refusals.ts';

/** Reads a list of names. */
@Injectable()
class NamesPipe implements PipeTransform<unknown, readonly string[]> {
  transform(value: unknown): readonly string[] {
    const isNames =
      Array.isArray(value) &&
      value.length <= limits.watchedPeople &&
      value.every((name): name is string => typeof name === 'string' && name.length <= 2 * limits.usernameLength);
    if (!isNames) throw new DomainError('request.invalid', messages.requestInvalid);
    refuse(...value.map(checkWellFormed));
    return [...new Set(value)];
  }
}

/**
 * A socket's lists are answered at least this far apart, in milliseconds: each is up to four calls
 * about a hundred people.
 */
const watchPauseMs = 300;

/** What a socket watches: the rooms it is in, and the last request. */
interface Watching {
  rooms: readonly Room[];
  asked: symbol;
  readonly requests: Newest;
}

/**
 * Which people's coming and going a socket follows. Identity says of whom it may know, and whoever
 * it may not know of is offline to it. Source: decisions P-9.
 */
@WebSocketGateway()
@UseFilters(SocketRefusals)
export class OnlineGateway {
  private readonly watching = new WeakMap<LiveSocket, Watching>();

  constructor(private readonly calls: SocketCalls) {}

  @SubscribeMessage('watchOnline')
  async watch(
    @ConnectedSocket() socket: LiveSocket,
    @MessageBody(NamesPipe) usernames: readonly string[],
  ): Promise<SocketAnswer> {
    const watching: Watching = this.watching.get(socket) ?? {
      rooms: [],
      asked: Symbol(),
      requests: new Newest(watchPauseMs),
    };
    this.watching.set(socket, watching);
    const asked = Symbol();
    watching.asked = asked;
    // Nobody waits for the answer to a socket that closed meanwhile: it would only cost calls.
    const isWanted = (): boolean => watching.asked === asked && socket.connected;
    if (usernames.length === 0) {
      watching.requests.drop();
      move(socket, watching, []);
    } else {
      await watching.requests.run(() => this.answer(socket, watching, usernames, isWanted));
    }
    return done;
  }

  /**
   * Tells the socket of these people, and lets it follow those whom it may know of: fewer, if a
   * service does not say whom. The refusal says so, and the page asks again.
   */
  private async answer(
    socket: LiveSocket,
    watching: Watching,
    usernames: readonly string[],
    isWanted: () => boolean,
  ): Promise<void> {
    if (!isWanted()) return;
    const { acquainted, lacking } = await this.acquaintedOf(socket, usernames);
    const read = (): Promise<Rpc['identity.getOnline']['reply']> =>
      this.calls.read('identity.getOnline', { usernames, acquainted }, socket.data.session);
    const { people: known } = await read();
    if (!isWanted()) return;
    const rooms = known.flatMap(({ userId }): Room[] => (userId === undefined ? [] : [`online:${userId}`]));
    const isNew = rooms.some((room) => !watching.rooms.includes(room));
    move(socket, watching, rooms);
    // Who came or left after the first read was told to a room that this socket had not joined yet.
    const { people } = isNew ? await read() : { people: known };
    if (isWanted()) {
      socket.emit('onlineUpdate', { people: people.map(({ username, online }) => ({ username, online })) });
    }
    if (lacking) throw lacking.reason;
  }

  /**
   * Those who have written to the socket's person in a chat, or share a running game; and why some
   * may be lacking.
   */
  private async acquaintedOf(
    { data }: LiveSocket,
    usernames: readonly string[],
  ): Promise<{ readonly acquainted: readonly string[]; readonly lacking: PromiseRejectedResult | undefined }> {
    const found = await Promise.allSettled([
      this.calls.read('messaging.acquainted', { usernames }, data.session),
      this.calls.read('games.acquainted', { usernames }, data.session),
    ]);
    const known = found.flatMap((each) => (each.status === 'fulfilled' ? each.value.userIds : []));
    return { acquainted: [...new Set(known)], lacking: found.find((each) => each.status === 'rejected') };
  }
}

function move(socket: LiveSocket, watching: Watching, rooms: readonly Room[]): void {
  for (const room of watching.rooms) if (!rooms.includes(room)) void socket.leave(room);
  void socket.join([...rooms]);
  watching.rooms = rooms;
}
