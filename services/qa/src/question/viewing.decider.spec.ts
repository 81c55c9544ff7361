import { describe, expect, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { viewingDecider, type ViewQuestion } from './viewing.decider.ts';

const look: ViewQuestion = { type: 'ViewQuestion', questionId: 'q1', viewedBy: 'ben', visible: true };
const { decide, evolve, initial } = viewingDecider;

describe('reading a question', () => {
  test('counts the first time', () => {
    expect(decide(look, initial)).toEqual([{ type: 'QuestionViewed', data: { questionId: 'q1', viewedBy: 'ben' } }]);
  });

  test('refuses what is hidden', () => {
    expect(() => decide({ ...look, visible: false }, initial)).toThrow(messages.questionUnknown);
  });

  test('stays quiet from then on', () => {
    const [seen] = decide(look, initial);
    expect(seen && decide(look, evolve(initial, seen))).toEqual([]);
  });
});
