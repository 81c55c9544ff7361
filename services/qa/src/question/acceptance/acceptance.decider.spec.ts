import { describe, expect, test } from '@jest/globals';
import { eventsOf } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { AcceptanceWithdrawn, AnswerAccepted, QaEvent } from '@parlour/contracts/qa/qa.events';
import { fold } from '@parlour/kernel/log/decider';
import { given } from '@parlour/kernel/testing/given';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { type Accept, acceptanceDecider } from './acceptance.decider.ts';

const accept: Accept = {
  type: 'Accept',
  questionId: 'q1',
  answerId: 'a1',
  acceptedBy: 'ann',
  visible: true,
  isAsker: true,
  hasAnswer: true,
};
const withdraw: Accept = { ...accept, answerId: null, hasAnswer: false };
const accepted = (answerId: string, before: string | null): AnswerAccepted => ({
  type: 'AnswerAccepted',
  data: { questionId: 'q1', answerId, acceptedBy: 'ann', before },
});
const withdrawn = (before: string): AcceptanceWithdrawn => ({
  type: 'AcceptanceWithdrawn',
  data: { questionId: 'q1', before },
});

describe('[BA-2] accepting an answer', () => {
  test('accepts one, and another in its place', () => {
    given(acceptanceDecider).when(accept).then(accepted('a1', null));
    given(acceptanceDecider, [accepted('a1', null)])
      .when({ ...accept, answerId: 'a2' })
      .then(accepted('a2', 'a1'));
  });

  test('is withdrawn by null, and may be given again', () => {
    given(acceptanceDecider, [accepted('a1', null)])
      .when(withdraw)
      .then(withdrawn('a1'));
    given(acceptanceDecider, [accepted('a1', null), withdrawn('a1')])
      .when(accept)
      .then(accepted('a1', null));
  });

  test('changes nothing when it is so already', () => {
    given(acceptanceDecider, [accepted('a1', null)])
      .when(accept)
      .thenNothing();
    given(acceptanceDecider).when(withdraw).thenNothing();
  });

  test('is refused to anybody but the asker, for answers of other questions, and for a hidden question', () => {
    given(acceptanceDecider)
      .when({ ...accept, isAsker: false })
      .thenRefused('accept.notAsker', messages.acceptNotAsker);
    given(acceptanceDecider, [accepted('a1', null)])
      .when({ ...withdraw, isAsker: false })
      .thenRefused('accept.notAsker', messages.acceptNotAsker);
    given(acceptanceDecider)
      .when({ ...accept, hasAnswer: false })
      .thenRefused('answer.unknown', messages.answerUnknown);
    given(acceptanceDecider)
      .when({ ...accept, visible: false, isAsker: false })
      .thenRefused('question.unknown', messages.questionUnknown);
  });

  test('is loaded without what came before', () => {
    expect(given(acceptanceDecider, [accepted('a1', null), withdrawn('a1'), accepted('a2', null)]).loaded).toBe(1);
  });

  test('folds every version of its events', () => {
    const golden = eventsOf<QaEvent>(readGoldenEvents('qa'));
    const ofType = <Type extends QaEvent['type']>(type: Type) =>
      golden.filter((event): event is Extract<(typeof golden)[number], { type: Type }> => event.type === type);
    const [first] = ofType('AnswerAccepted');
    expect(fold(acceptanceDecider, ofType('AnswerAccepted'))).toEqual({ answerId: first?.data.answerId });
    expect(fold(acceptanceDecider, [...ofType('AnswerAccepted'), ...ofType('AcceptanceWithdrawn')])).toEqual({
      answerId: null,
    });
  });
});
