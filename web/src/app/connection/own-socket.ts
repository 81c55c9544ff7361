import type { ClientToServerEvents, ServerToClientEvents } from '@parlour/contracts/socket';
import { io, type Socket } from 'socket.io-client';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

export const delay = { least: 1_000, greatest: 5_000 };

/**
 * The page's connection, which gets through proxies that pass on no WebSockets: one that is refused
 * is followed by polling at once, and one that gets no answer by polling at the next attempt.
 */
export function ownSocket(uri = window.location.origin, timeout = 20_000): LiveSocket {
  const socket: LiveSocket = io(uri, {
    path: '/socket.io',
    // Why it is refused comes as an error of the socket, which its binding handles.
    query: { refusals: 'read' },
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: delay.least,
    reconnectionDelayMax: delay.greatest,
    timeout,
  });
  const { io: manager } = socket;
  // Not polling alone: a server that was only slow gets its WebSocket after all.
  manager.on('error', ({ message }) => {
    if (message === 'timeout') manager.opts.transports = manager.opts.transports?.toReversed() ?? [];
  });
  return socket;
}
