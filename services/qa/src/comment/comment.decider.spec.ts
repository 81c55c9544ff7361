import { describe, expect, test } from '@jest/globals';
import { eventsOf } from '@parlour/contracts/envelope';
import type { ErrorCode } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { CommentPosted, QaEvent } from '@parlour/contracts/qa/qa.events';
import { given } from '@parlour/kernel/testing/given';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { commentDecider, type PostComment } from './comment.decider.ts';

const post: PostComment = {
  type: 'PostComment',
  commentId: 'c1',
  commentedBy: 'ben',
  text: ' \n    Oh? ',
  on: 'question',
  target: { questionId: 'q1', answerId: null, comments: 199 },
};
const posted: CommentPosted = {
  type: 'CommentPosted',
  data: { commentId: 'c1', questionId: 'q1', answerId: null, commentedBy: 'ben', text: '    Oh?' },
};

describe('commenting', () => {
  test('on a question and on an answer, without blank lines before it', () => {
    given(commentDecider).when(post).then(posted);
    given(commentDecider)
      .when({ ...post, on: 'answer', target: { questionId: 'q1', answerId: 'a1', comments: 0 } })
      .then({ ...posted, data: { ...posted.data, answerId: 'a1' } });
  });

  test('allows any link: the rule for links is for questions and answers', () => {
    const text = 'see [this](http://plain.example)';
    given(commentDecider)
      .when({ ...post, text })
      .then({ ...posted, data: { ...posted.data, text } });
  });

  test.each<[Partial<PostComment>, ErrorCode, string]>([
    [{ text: ' \n' }, 'text.empty', messages.commentEmpty],
    [{ text: '\u{1F600}'.repeat(2_001) }, 'text.tooLong', messages.commentTooLong],
    [{ target: null }, 'question.unknown', messages.questionUnknown],
    [{ target: null, on: 'answer' }, 'answer.unknown', messages.answerUnknown],
    [{ target: { questionId: 'q1', answerId: null, comments: 200 } }, 'comments.full', messages.commentsFull],
    [{ target: { questionId: 'q1', answerId: 'a1', comments: 200 } }, 'comments.full', messages.commentsFull],
  ])('refuses %j', (fault, code, text) => {
    given(commentDecider)
      .when({ ...post, ...fault })
      .thenRefused(code, text);
  });

  test('[Q-10] accepts two thousand characters', () => {
    const text = '\u{1F600}'.repeat(2_000);
    given(commentDecider)
      .when({ ...post, text })
      .then({ ...posted, data: { ...posted.data, text } });
  });

  test('emits nothing when the comment already exists', () => {
    given(commentDecider, [posted]).when(post).thenNothing();
  });

  test('folds every version of its events', () => {
    const states = eventsOf<QaEvent>(readGoldenEvents('qa')).flatMap((event) =>
      event.type === 'CommentPosted' ? [commentDecider.evolve(commentDecider.initial, event, 1)] : [],
    );
    expect(states).toEqual([true]);
  });
});
