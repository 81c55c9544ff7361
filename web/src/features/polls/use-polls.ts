import type { PollWire } from '@parlour/contracts/communities';
import { useMemo, useState } from 'react';
import { useGetPollsInfiniteQuery } from './polls.api.ts';

/**
 * Of a public community with banned people votes are told to its members alone: each visit asks
 * again.
 */
const askAgain = { refetchOnMountOrArgChange: true };

const none: readonly PollWire[] = [];

/** A list of polls as far as it is loaded. */
function useList(communityId: string, status: 'active' | 'closed', skip = false) {
  const query = useGetPollsInfiniteQuery({ communityId, status }, { ...askAgain, skip });
  const pages = query.currentData?.pages;
  const polls = useMemo(() => {
    const rows = pages?.flatMap((page) => page.rows);
    // A poll may come, or end, between two pages while one is being read: the first place counts.
    return rows && [...new Map(rows.map((poll) => [poll._id, poll])).values()];
  }, [pages]);
  return { query, polls };
}

/** Every poll that was shown as active since the page was opened, as it was last. */
function useShown(polls: readonly PollWire[] | undefined): ReadonlyMap<string, PollWire> {
  const [known, setKnown] = useState({ polls, shown: new Map<string, PollWire>() });
  if (polls === undefined || known.polls === polls) return known.shown;
  const shown = new Map([...known.shown, ...polls.map((poll) => [poll._id, poll] as const)]);
  setKnown({ polls, shown });
  return shown;
}

/**
 * The polls of a community: the active ones, and with `withClosed` those that have ended. Those
 * that end while the page is open stay, as ended.
 */
export function usePolls(communityId: string, withClosed: boolean) {
  const { query, polls } = useList(communityId, 'active');
  const active = useMemo(() => polls?.filter((poll) => poll.status === 'active') ?? none, [polls]);
  const shown = useShown(polls);
  const gone = useMemo(() => {
    const still = new Set(active.map((poll) => poll._id));
    return [...shown.values()].filter((poll) => !still.has(poll._id));
  }, [active, shown]);
  // Where nothing is active it matters whether anything ever was.
  const asked = withClosed || gone.length > 0 || (polls !== undefined && active.length === 0);
  const { query: closedQuery, polls: closed } = useList(communityId, 'closed', !asked);
  const ended = useMemo(() => {
    const results = new Map(closed?.map((poll) => [poll._id, poll]));
    // What is neither among those that ended nor known to have ended is only not loaded any more.
    const here = gone.flatMap((poll) => results.get(poll._id) ?? (poll.status === 'closed' ? poll : []));
    if (!withClosed) return here;
    return [...here.filter((poll) => !results.has(poll._id)), ...results.values()];
  }, [closed, gone, withClosed]);
  /** Whether any has ended; undefined until that is known. */
  const everEnded = ended.length > 0 || (closed && closed.length > 0);
  return { query, active, closedQuery, ended, everEnded };
}
