import type { PollOptionWire, PollWire } from '@parlour/contracts/communities/communities';
import type { Thunk } from '../../shared/state/store.ts';
import { selectUsername } from '../../shared/state/session.slice.ts';
import { pollsApi } from './polls.api.ts';

/** The option that a person voted for. */
export function votedOption(options: readonly PollOptionWire[], username: string): PollOptionWire | undefined {
  return options.find((option) => option.votes.includes(username));
}

/** The total number of votes in a poll. */
export function votesOf(options: readonly PollOptionWire[]): number {
  return options.reduce((total, option) => total + option.voteCount, 0);
}

/**
 * Applies an event's options. It goes to many people and names at most a thousand voters per
 * option, so people it doesn't name keep their vote. Votes are final: options with fewer votes are
 * older.
 */
export function withUpdate(
  known: readonly PollOptionWire[],
  news: readonly PollOptionWire[],
  viewer: string,
): readonly PollOptionWire[] {
  if (votesOf(news) < votesOf(known)) return known;
  const own = votedOption(known, viewer);
  if (!own || votedOption(news, viewer)) return news;
  return news.map((option) => (option._id === own._id ? { ...option, votes: [...option.votes, viewer] } : option));
}

/** Whether a cached list has this poll, not as a removed one. */
export function knowsPoll(pollId: string): Thunk<boolean> {
  return (_dispatch, getState) =>
    pollsApi.util.selectCachedArgsForQuery(getState(), 'getPolls').some((list) => {
      const { pages = [] } = pollsApi.endpoints.getPolls.select(list)(getState()).data ?? {};
      return pages.some(({ rows }) => rows.some((poll) => poll._id === pollId && !poll.deleted));
    });
}

/** Replaces a poll in every cached list. */
function changePoll(pollId: string, change: (poll: PollWire) => PollWire): Thunk {
  return (dispatch, getState) => {
    for (const list of pollsApi.util.selectCachedArgsForQuery(getState(), 'getPolls')) {
      const { pages = [] } = pollsApi.endpoints.getPolls.select(list)(getState()).data ?? {};
      if (!pages.some(({ rows }) => rows.some((poll) => poll._id === pollId))) continue;
      const changed = pages.map((page) => {
        return { ...page, rows: page.rows.map((poll) => (poll._id === pollId ? change(poll) : poll)) };
      });
      dispatch(
        pollsApi.util.updateQueryData('getPolls', list, (draft) => void Object.assign(draft, { pages: changed })),
      );
    }
  };
}

/** Replaces a poll's options. */
export function enterOptions(pollId: string, options: readonly PollOptionWire[]): Thunk {
  return (dispatch, getState) => {
    const viewer = selectUsername(getState()) ?? '';
    dispatch(changePoll(pollId, (poll) => ({ ...poll, options: withUpdate(poll.options, options, viewer) })));
  };
}

/** Marks a poll as closed. */
export function enterEnd(pollId: string): Thunk {
  return changePoll(pollId, (poll) => ({ ...poll, status: 'closed' }));
}

/**
 * Shows a poll that was changed, from an event or a reply. It has no viewer's perspective: as long
 * as the options are the same, the viewer's vote stays.
 */
export function enterChanged(poll: PollWire): Thunk {
  return (dispatch, getState) => {
    const viewer = selectUsername(getState()) ?? '';
    dispatch(
      changePoll(poll._id, (known) => {
        if (known.version > poll.version) return known;
        const isSame = known.version === poll.version;
        return { ...poll, options: isSame ? withUpdate(known.options, poll.options, viewer) : poll.options };
      }),
    );
  };
}

/** Shows the poll from a reply. */
export function enterPoll(poll: PollWire): Thunk {
  return enterOptions(poll._id, poll.options);
}
