import { describe, expect, test } from '@jest/globals';
import { eventsOf } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { QaEvent, QuestionFollowed, QuestionUnfollowed } from '@parlour/contracts/qa/qa.events';
import { given } from '@parlour/kernel/testing/given';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { followingDecider, type ToggleFollowing } from './following.decider.ts';

const toggle: ToggleFollowing = { type: 'ToggleFollowing', questionId: 'q1', userId: 'ben', visible: true };
const followed: QuestionFollowed = { type: 'QuestionFollowed', data: { questionId: 'q1', userId: 'ben' } };
const unfollowed: QuestionUnfollowed = { type: 'QuestionUnfollowed', data: { questionId: 'q1', userId: 'ben' } };

describe('following a question', () => {
  test('the button follows', () => {
    given(followingDecider).when(toggle).then(followed);
  });

  test('pressing it again unfollows', () => {
    given(followingDecider, [followed]).when(toggle).then(unfollowed);
    given(followingDecider, [followed, unfollowed]).when(toggle).then(followed);
  });

  test('the last press is all that is loaded', () => {
    expect(given(followingDecider, [followed, unfollowed, followed]).loaded).toBe(1);
  });

  test('a hidden question is refused', () => {
    given(followingDecider, [followed])
      .when({ ...toggle, visible: false })
      .thenRefused('question.unknown', messages.questionUnknown);
  });

  test('folds every version of its events', () => {
    const golden = eventsOf<QaEvent>(readGoldenEvents('qa'));
    const states = golden.flatMap((event) =>
      event.type === 'QuestionFollowed' || event.type === 'QuestionUnfollowed'
        ? [followingDecider.evolve(followingDecider.initial, event, 1)]
        : [],
    );
    expect(states).toEqual([{ status: 'following' }, { status: 'apart' }]);
  });
});
