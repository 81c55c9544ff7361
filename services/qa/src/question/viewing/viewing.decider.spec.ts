import { describe, expect, test } from '@jest/globals';
import { eventsOf } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { QaEvent } from '@parlour/contracts/qa/qa.events';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { viewingDecider, type ViewQuestion } from './viewing.decider.ts';

const look: ViewQuestion = { type: 'ViewQuestion', questionId: 'q1', viewedBy: 'ben', visible: true };
const { decide, evolve, initial } = viewingDecider;

describe('reading a question', () => {
  test('counts the first time', () => {
    expect(decide(look, initial)).toEqual([{ type: 'QuestionViewed', data: { questionId: 'q1', viewedBy: 'ben' } }]);
  });

  test('refuses a hidden question', () => {
    expect(() => decide({ ...look, visible: false }, initial)).toThrow(messages.questionUnknown);
  });

  test('emits nothing from then on', () => {
    const [seen] = decide(look, initial);
    expect(seen && decide(look, evolve(initial, seen, 1))).toEqual([]);
  });

  test('folds every version of its event', () => {
    const states = eventsOf<QaEvent>(readGoldenEvents('qa')).flatMap((event) =>
      event.type === 'QuestionViewed' ? [evolve(initial, event, 1)] : [],
    );
    expect(states).toEqual([{ status: 'seen' }]);
  });
});
