import { describe, expect, test } from '@jest/globals';
import type { Envelope } from '@parlour/contracts/envelope';
import type { AnswerWire, QaEvent, QuestionRowWire } from '@parlour/contracts/qa';
import { live } from './question.live.ts';

const row: QuestionRowWire = {
  _id: 'q1',
  title: 'Why?',
  tags: [],
  askedBy: 'Ann',
  askDateTime: '2026-01-05T09:03:07.000Z',
  onlyFollowers: false,
  communityId: null,
  answerCount: 1,
  viewCount: 1,
  upVoteCount: 0,
  downVoteCount: 0,
};
const answer: AnswerWire = {
  _id: 'a1',
  text: 'So.',
  ansBy: 'Ben',
  ansDateTime: '2026-01-05T09:04:07.000Z',
  comments: [],
};

function envelope<E extends QaEvent>(event: E): Envelope<E> {
  return {
    ...event,
    source: 'qa',
    logId: 'log',
    position: 7,
    eventId: 'e1',
    streamId: 's1',
    version: 1,
    orderingKey: 'q1',
    schemaVersion: 1,
    meta: { commandId: 'c1', actor: 'ann', correlationId: 'r1', causationId: null },
    occurredAt: '2026-01-05T09:03:07.000Z',
  };
}

const posted = envelope({
  type: 'AnswerPosted',
  data: { answerId: 'a1', questionId: 'q1', answeredBy: 'ben', text: 'So.' },
});
const viewed = envelope({ type: 'QuestionViewed', data: { questionId: 'q1', viewedBy: 'ben' } });

function rows(question: QuestionRowWire): Parameters<typeof live>[1] {
  return { questions: new Map([['q1', { row: question, askerId: 'ann' }]]), answers: new Map([['a1', answer]]) };
}

describe('who is told', () => {
  test('of an answer: everybody, the answer itself and the new count', () => {
    expect(live(posted, rows(row))).toEqual([
      { to: ['public'], event: 'answerUpdate', payload: { qid: 'q1', answer }, position: 7 },
      { to: ['public'], event: 'questionUpdate', payload: row, position: 7 },
    ]);
  });

  test('of a view: everybody, with the counts', () => {
    expect(live(viewed, rows(row))).toEqual([{ to: ['public'], event: 'viewsUpdate', payload: row, position: 7 }]);
  });

  test('of a question for followers only: none but those who may see it', () => {
    const hidden = { ...row, onlyFollowers: true };
    const told = [...live(posted, rows(hidden)), ...live(viewed, rows(hidden))];
    expect(told.map((tell) => tell.to)).toEqual([['user:ann'], ['user:ann'], ['user:ann']]);
  });

  test('of a question that is not there: nobody', () => {
    expect(live(viewed, { questions: new Map(), answers: new Map() })).toEqual([]);
  });
});
