import { describe, expect, test } from '@jest/globals';
import { eventsOf } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { QaEvent, VoteCancelled, VoteCast } from '@parlour/contracts/qa/qa.events';
import { fold } from '@parlour/kernel/log/decider';
import { given } from '@parlour/kernel/testing/given';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { type PressVote, votingDecider, votingStream } from './voting.decider.ts';

const up: PressVote = {
  type: 'PressVote',
  post: { questionId: 'q1' },
  votedBy: 'ben',
  vote: 'up',
  visible: true,
  isOwnAnswer: false,
};
const down: PressVote = { ...up, vote: 'down' };
const data = { questionId: 'q1', votedBy: 'ben' };
const cast = (vote: 'up' | 'down', before: 'up' | 'down' | null): VoteCast => ({
  type: 'VoteCast',
  data: { ...data, vote, before },
});
const cancelled = (before: 'up' | 'down'): VoteCancelled => ({ type: 'VoteCancelled', data: { ...data, before } });

describe('[Q-3] voting', () => {
  test('the first press votes', () => {
    given(votingDecider).when(up).then(cast('up', null));
    given(votingDecider).when(down).then(cast('down', null));
  });

  test('the same button again takes it back', () => {
    given(votingDecider, [cast('up', null)])
      .when(up)
      .then(cancelled('up'));
    given(votingDecider, [cast('up', null), cast('down', 'up')])
      .when(down)
      .then(cancelled('down'));
  });

  test('the other button moves it in one step', () => {
    given(votingDecider, [cast('up', null)])
      .when(down)
      .then(cast('down', 'up'));
    given(votingDecider, [cast('down', null)])
      .when(up)
      .then(cast('up', 'down'));
  });

  test('a cancelled vote is no vote', () => {
    given(votingDecider, [cast('up', null), cancelled('up')])
      .when(up)
      .then(cast('up', null));
    given(votingDecider, [cast('up', null), cancelled('up')])
      .when(down)
      .then(cast('down', null));
  });

  test('the last press is all that is loaded', () => {
    expect(given(votingDecider, [cast('up', null), cancelled('up'), cast('down', null)]).loaded).toBe(1);
  });

  test('a hidden question is refused, even to people who have voted', () => {
    given(votingDecider, [cast('up', null)])
      .when({ ...up, visible: false })
      .thenRefused('question.unknown', messages.questionUnknown);
  });

  test('[BA-1] of an answer has the same rules, but for one’s own', () => {
    const post = { questionId: 'q1', answerId: 'a1' };
    const onAnswer = (vote: 'up' | 'down', before: 'up' | 'down' | null): VoteCast => ({
      type: 'VoteCast',
      data: { ...post, votedBy: 'ben', vote, before },
    });
    given(votingDecider)
      .when({ ...up, post })
      .then(onAnswer('up', null));
    given(votingDecider, [onAnswer('up', null)])
      .when({ ...down, post })
      .then(onAnswer('down', 'up'));
    given(votingDecider, [onAnswer('up', null)])
      .when({ ...up, post })
      .then({ type: 'VoteCancelled', data: { ...post, votedBy: 'ben', before: 'up' } });
    given(votingDecider)
      .when({ ...up, post, isOwnAnswer: true })
      .thenRefused('vote.own', messages.voteOwn);
    given(votingDecider)
      .when({ ...up, post, isOwnAnswer: true, visible: false })
      .thenRefused('answer.unknown', messages.answerUnknown);
    expect(votingStream(post, 'ben')).toBe('vote/a1/ben');
    expect(votingStream({ questionId: 'q1' }, 'ben')).toBe('vote/q1/ben');
  });

  test('folds every version of its events', () => {
    const golden = eventsOf<QaEvent>(readGoldenEvents('qa')).filter((event) => event.type === 'VoteCast');
    const takenBack = eventsOf<QaEvent>(readGoldenEvents('qa')).filter((event) => event.type === 'VoteCancelled');
    expect(fold(votingDecider, golden)).toEqual({ status: 'cast', vote: 'up' });
    expect(fold<unknown, VoteCast | VoteCancelled>(votingDecider as never, [...golden, ...takenBack])).toEqual({
      status: 'none',
    });
  });
});
