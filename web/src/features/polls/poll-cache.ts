import type { PollOptionWire, PollWire } from '@parlour/contracts/communities';
import type { Thunk } from '../../shared/state/store-types.ts';
import { selectUsername } from '../../shared/state/session.slice.ts';
import { pollsApi } from './polls.api.ts';

/** The option that somebody has voted for. */
export function votedOption(options: readonly PollOptionWire[], username: string): PollOptionWire | undefined {
  return options.find((option) => option.votes.includes(username));
}

/** All votes of a poll. */
export function votesOf(options: readonly PollOptionWire[]): number {
  return options.reduce((total, option) => total + option.voteCount, 0);
}

/**
 * The options as an event tells them. It goes to many at once and names at most a thousand voters of each, so whom it does not name has what he had
 * before. A vote is for good: options with fewer are older ones.
 */
export function withNews(
  known: readonly PollOptionWire[],
  news: readonly PollOptionWire[],
  viewer: string,
): readonly PollOptionWire[] {
  if (votesOf(news) < votesOf(known)) return known;
  const own = votedOption(known, viewer);
  if (!own || votedOption(news, viewer)) return news;
  return news.map((option) => (option._id === own._id ? { ...option, votes: [...option.votes, viewer] } : option));
}

/** Puts a poll as it is now in its place, wherever it is listed. */
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

/** Puts new options in the place of a poll's. */
export function enterOptions(pollId: string, options: readonly PollOptionWire[]): Thunk {
  return (dispatch, getState) => {
    const viewer = selectUsername(getState()) ?? '';
    dispatch(changePoll(pollId, (poll) => ({ ...poll, options: withNews(poll.options, options, viewer) })));
  };
}

/** The time of a poll is over: nobody votes in it any more. */
export function enterEnd(pollId: string): Thunk {
  return changePoll(pollId, (poll) => ({ ...poll, status: 'closed' }));
}

/** Shows a poll as an answer has it. */
export function enterPoll(poll: PollWire): Thunk {
  return enterOptions(poll._id, poll.options);
}
