import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { serverDate } from '../../../shared/http/server-clock.ts';
import { firstAfter, firstUnread } from './message-rows.ts';

/**
 * The first unread message: on entering, by their number or else by the newest one that was seen
 * before; and on coming back to the tab.
 */
export function useFirstUnread(
  messages: readonly MessageWire[],
  viewer: string,
  { unread, newestSeen }: { readonly unread: number | undefined; readonly newestSeen: string | undefined },
): string | undefined {
  const [first, setFirst] = useState(() => {
    if (unread !== undefined) return firstUnread(messages, viewer, unread);
    return newestSeen === undefined ? undefined : firstAfter(messages, viewer, newestSeen);
  });
  useUnreadOnReturn(messages, viewer, setFirst);
  return first;
}

/**
 * Calls with the first message of others that came while the tab was in the background, on its
 * return. After a sleep, that is not there yet: the connection comes back later than the reader.
 */
function useUnreadOnReturn(messages: readonly MessageWire[], viewer: string, onFound: (id: string) => void): void {
  const known = useRef(messages);
  /** The newest message before, and when the reader was back; until one in between is found. */
  const away = useRef<{ readonly seen: string; readonly until: string }>(undefined);
  const look = useEffectEvent((among: readonly MessageWire[]) => {
    const found = away.current && firstAfter(among, viewer, away.current.seen);
    if (found === undefined) return;
    away.current = undefined;
    onFound(found);
  });
  useEffect(() => {
    known.current = messages;
    const { until = '' } = away.current ?? {};
    look(messages.filter(({ msgDateTime }) => msgDateTime < until));
  }, [messages]);
  useEffect(() => {
    let seen: string | undefined;
    const turn = () => {
      const isBack = document.visibilityState !== 'hidden';
      if (!isBack) seen = known.current.at(-1)?._id;
      away.current = isBack && seen !== undefined ? { seen, until: serverDate().toISOString() } : undefined;
      look(known.current);
    };
    document.addEventListener('visibilitychange', turn);
    return () => {
      document.removeEventListener('visibilitychange', turn);
    };
  }, []);
}
