import { describe, expect, test } from '@jest/globals';
import { eventsOf } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { QaEvent } from '@parlour/contracts/qa/qa.events';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { answerDecider, type PostAnswer } from './answer.decider.ts';

const post: PostAnswer = {
  type: 'PostAnswer',
  answerId: 'a1',
  questionId: 'q1',
  answeredBy: 'ben',
  text: '\n    Use `margin: auto`. ',
  answers: 499,
};
const { decide, evolve, initial } = answerDecider;

describe('answering', () => {
  test('posts the answer without blank lines before it', () => {
    expect(decide(post, initial)).toEqual([
      {
        type: 'AnswerPosted',
        data: { answerId: 'a1', questionId: 'q1', answeredBy: 'ben', text: '    Use `margin: auto`.' },
      },
    ]);
  });

  test.each<[Partial<PostAnswer>, string]>([
    [{ text: ' ' }, messages.answerTextEmpty],
    [{ text: 'x'.repeat(30_001) }, messages.answerTextTooLong],
    [{ text: '[](https://example.org)' }, messages.hyperlinkInvalid],
    [{ answers: null }, messages.questionUnknown],
    [{ answers: 500 }, messages.answersFull],
    [{ text: '[a](https://x.y)'.repeat(501) }, messages.linksTooMany],
  ])('[VA-4] refuses %j', (fault, text) => {
    expect(() => decide({ ...post, ...fault }, initial)).toThrow(text);
  });

  test('emits nothing when the answer already exists', () => {
    const [posted] = decide(post, initial);
    expect(posted && decide(post, evolve(initial, posted, 1))).toEqual([]);
  });

  test('folds every version of its event', () => {
    const states = eventsOf<QaEvent>(readGoldenEvents('qa')).flatMap((event) =>
      event.type === 'AnswerPosted' ? [evolve(initial, event, 1)] : [],
    );
    expect(states).toEqual([true]);
  });
});
