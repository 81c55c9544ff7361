import type { PollWire } from '@parlour/contracts/communities';
import { useMemo, useState } from 'react';
import { useArrival } from '../../shared/state/use-arrival.ts';
import { useGetPollsInfiniteQuery } from './polls.api.ts';

/**
 * In a public community with banned people, only members get vote events, so each visit refetches.
 */
const askAgain = { refetchOnMountOrArgChange: true };

const none: readonly PollWire[] = [];

/** The loaded part of a list of polls. */
function useList(communityId: string, status: 'active' | 'closed', skip = false) {
  const query = useGetPollsInfiniteQuery({ communityId, status }, { ...askAgain, skip });
  const pages = useArrival(query.currentData?.pages);
  const polls = useMemo(() => {
    const rows = pages?.flatMap((page) => page.rows);
    // Polls may shift between pages while loading, so drop duplicates and keep the first.
    return rows && [...new Map(rows.map((poll) => [poll._id, poll])).values()];
  }, [pages]);
  return { query, polls };
}

/** Every poll shown as active since the page was opened, in its latest state. */
function useShown(polls: readonly PollWire[] | undefined): ReadonlyMap<string, PollWire> {
  const [known, setKnown] = useState({ polls, shown: new Map<string, PollWire>() });
  if (polls === undefined || known.polls === polls) return known.shown;
  const shown = new Map([...known.shown, ...polls.map((poll) => [poll._id, poll] as const)]);
  setKnown({ polls, shown });
  return shown;
}

/**
 * The polls of a community: active ones and, with `withClosed`, closed ones. Polls that close while
 * the page is open stay, as closed.
 */
export function usePolls(communityId: string, withClosed: boolean) {
  const { query, polls } = useList(communityId, 'active');
  const active = useMemo(() => polls?.filter((poll) => poll.status === 'active') ?? none, [polls]);
  const shown = useShown(polls);
  const gone = useMemo(() => {
    const still = new Set(active.map((poll) => poll._id));
    return [...shown.values()].filter((poll) => !still.has(poll._id));
  }, [active, shown]);
  // If none is active, we need to know whether any ever was.
  const loadsClosed = withClosed || gone.length > 0 || (polls !== undefined && active.length === 0);
  const { query: closedQuery, polls: closed } = useList(communityId, 'closed', !loadsClosed);
  const ended = useMemo(() => {
    const results = new Map(closed?.map((poll) => [poll._id, poll]));
    // A poll neither listed as closed nor known to have closed is merely not loaded any more.
    const here = gone.flatMap((poll) => results.get(poll._id) ?? (poll.status === 'closed' ? poll : []));
    if (!withClosed) return here;
    return [...here.filter((poll) => !results.has(poll._id)), ...results.values()];
  }, [closed, gone, withClosed]);
  /** Whether any has closed; undefined until known. */
  const anyClosed = ended.length > 0 || (closed && closed.length > 0);
  return { query, active, closedQuery, ended, anyClosed };
}
