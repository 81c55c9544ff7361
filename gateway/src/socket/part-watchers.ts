import type { LiveMessage } from '@parlour/contracts/live';
import type { LiveServer } from './live-socket.ts';

/**
 * Sockets that watch somebody whom their person may not know of any more: to them, that person goes
 * offline now, as if they had left, and nothing follows. A message to the others alone would not
 * end it, and one to all sockets of a blocked person would tell them of the block.
 * Source: decisions P-9.
 */
export function partWatchers(
  server: LiveServer,
  { to, except = [], payload: { people } }: Extract<LiveMessage, { event: 'onlineUpdate' }>,
): void {
  const { adapter, sockets } = server.sockets;
  const gone = people.map(({ username }) => ({ username, online: false }));
  for (const room of to) {
    const watching = adapter.rooms.get(room);
    if (!watching) continue;
    for (const id of except.flatMap((left) => [...(adapter.rooms.get(left) ?? [])])) {
      const socket = watching.has(id) ? sockets.get(id) : undefined;
      if (!socket) continue;
      void socket.leave(room);
      socket.emit('onlineUpdate', { people: gone });
    }
  }
}
