import type { LiveMessage } from '@parlour/contracts/live';
import type { OnlineChange } from './online.queries.ts';

/** Tells those who watch this person and may know of them. Source: decisions P-9. */
export function liveOnline({ id, username, online, blocked }: OnlineChange, position: number): LiveMessage {
  return {
    to: [`online:${id}`],
    ...(blocked.length > 0 && { except: blocked.map((other) => `user:${other}` as const) }),
    event: 'onlineUpdate',
    payload: { people: [{ username, online }] },
    position,
  };
}
