import type { PollWire } from '@parlour/contracts/communities/communities';
import { useMemo, useState } from 'react';
import { useArrival } from '../../shared/state/hooks/use-arrival.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { rowsOf } from '../../shared/http/pages.ts';
import { useGetPollsInfiniteQuery } from './polls.api.ts';

const none: readonly PollWire[] = [];

/** The loaded part of a list of polls. */
function useList(communityId: string, status: 'active' | 'closed' | 'removed', skip = false) {
  // In a public community with banned people, only members get vote events.
  const query = useGetPollsInfiniteQuery({ communityId, status }, { ...everyVisit, skip });
  const pages = useArrival(query.currentData?.pages);
  const polls = useMemo(() => rowsOf(pages, ({ _id }) => _id), [pages]);
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
 * The polls of a community: active ones and, with `withClosed`, closed and removed ones. Polls that
 * close or are removed while the page is open stay, as what they are now.
 */
export function usePolls(communityId: string, withClosed: boolean) {
  const { query, polls } = useList(communityId, 'active');
  const active = useMemo(() => polls?.filter((poll) => poll.status === 'active' && !poll.deleted) ?? none, [polls]);
  const shown = useShown(polls);
  const gone = useMemo(() => {
    const still = new Set(active.map((poll) => poll._id));
    return [...shown.values()].filter((poll) => !still.has(poll._id));
  }, [active, shown]);
  // If none is active, we need to know whether any ever was.
  const loadsClosed = withClosed || gone.length > 0 || (polls !== undefined && active.length === 0);
  const { query: closedQuery, polls: closed } = useList(communityId, 'closed', !loadsClosed);
  const loadsRemoved = withClosed || gone.some((poll) => poll.deleted);
  const { query: removedQuery, polls: listed } = useList(communityId, 'removed', !loadsRemoved);
  const ended = useMemo(() => {
    const results = new Map(closed?.filter((poll) => !poll.deleted).map((poll) => [poll._id, poll]));
    // A poll neither listed as closed nor known to have closed is merely not loaded any more.
    const here = gone.flatMap((poll) => {
      return results.get(poll._id) ?? (poll.status === 'closed' && !poll.deleted ? poll : []);
    });
    if (!withClosed) return here;
    return [...here.filter((poll) => !results.has(poll._id)), ...results.values()];
  }, [closed, gone, withClosed]);
  const removed = useMemo(() => {
    const remains = new Map(listed?.filter((poll) => poll.deleted).map((poll) => [poll._id, poll]));
    const back = new Set(ended.map((poll) => poll._id));
    // What others deleted themselves is not listed.
    const here = gone.flatMap((poll) => (poll.deleted && !back.has(poll._id) ? (remains.get(poll._id) ?? poll) : []));
    if (!withClosed) return here;
    return [...here.filter((poll) => !remains.has(poll._id)), ...remains.values()];
  }, [listed, gone, ended, withClosed]);
  /** Whether any has closed; undefined until known. */
  const anyClosed = ended.length > 0 || (closed && closed.length > 0);
  return { query, active, closedQuery, ended, anyClosed, removedQuery, removed };
}
