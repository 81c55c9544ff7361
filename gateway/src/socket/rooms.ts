import type { Room } from '@parlour/contracts/live';

/** The room of all sockets of a person, or of a session. */
export function roomOf(kind: 'user' | 'session', id: string): Room {
  return `${kind}:${id}`;
}
