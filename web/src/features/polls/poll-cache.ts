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

/** Puts new options in the place of a poll's, wherever it is listed. */
export function enterOptions(pollId: string, options: readonly PollOptionWire[]): Thunk {
  return (dispatch, getState) => {
    const viewer = selectUsername(getState()) ?? '';
    for (const list of pollsApi.util.selectCachedArgsForQuery(getState(), 'getPolls')) {
      const known = pollsApi.endpoints.getPolls
        .select(list)(getState())
        .data?.find(({ _id: id }) => id === pollId);
      if (!known) continue;
      const next = withNews(known.options, options, viewer);
      dispatch(
        pollsApi.util.updateQueryData('getPolls', list, (draft) =>
          draft.map((poll) => (poll._id === pollId ? { ...poll, options: next } : poll)),
        ),
      );
    }
  };
}

/** Shows a poll as an answer has it. */
export function enterPoll(poll: PollWire): Thunk {
  return enterOptions(poll._id, poll.options);
}
