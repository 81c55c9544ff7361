import { describe, expect, test } from '@jest/globals';
import type { QaEvent } from '@parlour/contracts/qa.events';
import { fold } from '@parlour/kernel/log/decider';
import { given } from '@parlour/kernel/testing/given';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { blankingDecider, type BlankPost, type EraseDeleted, type Post } from './blanking.decider.ts';

const blank = (post: Omit<Post, 'questionId'>): BlankPost => ({
  type: 'BlankPost',
  post: { questionId: 'q1', ...post },
});

test.each([
  [blank({ kind: 'question', id: 'q1', answerId: null }), { type: 'QuestionBlanked', data: { questionId: 'q1' } }],
  [
    blank({ kind: 'answer', id: 'a1', answerId: null }),
    { type: 'AnswerBlanked', data: { answerId: 'a1', questionId: 'q1' } },
  ],
  [
    blank({ kind: 'comment', id: 'c1', answerId: null }),
    { type: 'CommentBlanked', data: { commentId: 'c1', questionId: 'q1', answerId: null } },
  ],
  [
    blank({ kind: 'comment', id: 'c2', answerId: 'a1' }),
    { type: 'CommentBlanked', data: { commentId: 'c2', questionId: 'q1', answerId: 'a1' } },
  ],
] as const)('$post.kind $post.id is blanked, once', (command, event) => {
  given(blankingDecider).when(command).then(event);
  given(blankingDecider, [event]).when(command).thenNothing();
});

describe('[BE-3, Q-31] a deleted post is erased', () => {
  const post: Post = { kind: 'answer', id: 'a1', answerId: null, questionId: 'q1' };
  const deletion = { by: 'author', deletedBy: 'ann', reason: null, deletedAt: '2026-01-01T10:00:00.000Z' } as const;
  const erase = (now: string): EraseDeleted => ({ type: 'EraseDeleted', post, deletion, now });

  test('once it can no longer be restored', () => {
    const erased = { type: 'AnswerBlanked', data: { answerId: 'a1', questionId: 'q1' } } as const;
    given(blankingDecider).when(erase('2026-01-31T10:00:00.000Z')).then(erased);
    given(blankingDecider, [erased]).when(erase('2026-01-31T10:00:00.000Z')).thenNothing();
    given(blankingDecider).when(erase('2026-01-31T09:59:59.999Z')).thenNothing();
  });

  test('unless it was restored', () => {
    given(blankingDecider)
      .when({ ...erase('2026-03-01T00:00:00.000Z'), deletion: null })
      .thenNothing();
  });
});

test('every version of its events is folded', () => {
  const golden = readGoldenEvents('qa') as unknown as readonly QaEvent[]; // the log of qa
  for (const event of golden) {
    if (event.type !== 'QuestionBlanked' && event.type !== 'AnswerBlanked' && event.type !== 'CommentBlanked') continue;
    expect(fold(blankingDecider, [event])).toBe(true);
  }
});
