import { describe, expect, test } from '@jest/globals';
import type { Envelope } from '@parlour/contracts/envelope';
import type { LiveMessage } from '@parlour/contracts/live';
import type { AnswerWire, QaEvent, QuestionRowWire } from '@parlour/contracts/qa';
import type { CommunityAudience } from '../community/community-audience.queries.ts';
import { live, type LiveRows } from './question.live.ts';

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

const voteUpdate = { qid: 'q1', upVotes: ['Ben'], downVotes: [], upVoteCount: 1, downVoteCount: 0 };
const comment = { _id: 'c1', text: 'Oh?', commentBy: 'Ben', commentDateTime: '2026-01-05T09:05:07.000Z' };
const other = { ...comment, _id: 'c2', text: 'Ah.' };
const voted = envelope({
  type: 'VoteCast',
  data: { questionId: 'q1', votedBy: 'ben', vote: 'up', before: null },
});
const cancelled = { ...envelope({ type: 'VoteCancelled', data: { questionId: 'q1', votedBy: 'ben', before: 'up' } }) };
const commented = (answerId: string | null, commentId = 'c1') =>
  envelope({
    type: 'CommentPosted',
    data: { commentId, questionId: 'q1', answerId, commentedBy: 'ben', text: 'Oh?' },
  });

function rows(question: QuestionRowWire, followers: readonly string[] = []): LiveRows {
  return {
    questions: new Map([['q1', { row: question, askerId: 'ann' }]]),
    answers: new Map([['a1', answer]]),
    votes: new Map([['q1', voteUpdate]]),
    comments: new Map([
      ['c1', comment],
      ['c2', other],
    ]),
    communities: new Map(),
    followers: new Map([['ann', followers]]),
  };
}

const everybody: CommunityAudience = { visibility: 'public', people: [], banned: [] };
const hidden = { ...row, onlyFollowers: true };

describe('[E-1] live messages', () => {
  test('[EV-2] about an answer go to everybody, with the answer and the new count', () => {
    expect(live([posted], rows(row))).toEqual([
      { to: ['public'], event: 'answerUpdate', payload: { qid: 'q1', answer }, position: 7 },
      { to: ['public'], event: 'questionUpdate', payload: row, position: 7 },
    ]);
  });

  test('[EV-3] about a view go to everybody, with the counts', () => {
    expect(live([viewed], rows(row))).toEqual([
      { to: ['public'], event: 'viewsUpdate', payload: row, position: 7, latestOf: 'views q1' },
    ]);
  });

  test.each([voted, cancelled])('about a vote go to everybody, with lists and counts', (event) => {
    expect(live([event], rows(row))).toEqual([
      { to: ['public'], event: 'voteUpdate', payload: voteUpdate, position: 7, latestOf: 'votes q1' },
    ]);
  });

  test('[EV-4] about a comment go to everybody, each with one comment', () => {
    const published = live([commented(null), commented(null, 'c2')], rows(row));
    expect(published.map((liveMessage) => liveMessage.payload)).toEqual([
      { qid: 'q1', type: 'question', result: { _id: 'q1', comments: [comment] } },
      { qid: 'q1', type: 'question', result: { _id: 'q1', comments: [other] } },
    ]);
    expect(live([commented('a1', 'c2')], rows(row)).map((liveMessage) => liveMessage.payload)).toEqual([
      { qid: 'q1', type: 'answer', result: { _id: 'a1', comments: [other] } },
    ]);
    expect(live([commented('a1', 'gone')], rows(row))).toEqual([]);
  });

  test('about a blanked post go to everybody, with the new text; no other update replaces a question’s text', () => {
    const blanked = envelope({ type: 'QuestionBlanked', data: { questionId: 'q1' } });
    const text = "Removed by the site's operator";
    expect(live([blanked, posted], rows(row)).map(({ event, payload }) => [event, payload])).toEqual([
      ['questionUpdate', { ...row, text }],
      ['answerUpdate', { qid: 'q1', answer }],
      ['questionUpdate', row],
    ]);
    const answerBlanked = envelope({ type: 'AnswerBlanked', data: { answerId: 'a1', questionId: 'q1' } });
    expect(live([answerBlanked], rows(row))).toEqual([
      { to: ['public'], event: 'answerUpdate', payload: { qid: 'q1', answer }, position: 7 },
    ]);
    const commentBlanked = envelope({
      type: 'CommentBlanked',
      data: { commentId: 'c1', questionId: 'q1', answerId: 'a1' },
    });
    expect(live([commentBlanked], rows(row)).map(({ payload }) => payload)).toEqual([
      { qid: 'q1', type: 'answer', result: { _id: 'a1', comments: [comment] } },
    ]);
  });

  test('are not sent when somebody follows a question', () => {
    const data = { questionId: 'q1', userId: 'ben' };
    const followed = [envelope({ type: 'QuestionFollowed', data }), envelope({ type: 'QuestionUnfollowed', data })];
    expect(live(followed, rows(row))).toEqual([]);
  });

  test('about a question for followers only go to the asker and their followers only, for every event', () => {
    const asked = envelope({
      type: 'QuestionAsked',
      data: {
        questionId: 'q1',
        askedBy: 'ann',
        title: 'Why?',
        text: 'Well?',
        tags: [],
        onlyFollowers: true,
        communityId: null,
      },
    });
    const published = live(
      [asked, posted, viewed, voted, commented(null), commented('a1', 'c2')],
      rows(hidden, ['ben']),
    );
    expect(published.map((liveMessage) => liveMessage.event).sort()).toEqual([
      ...['answerUpdate', 'commentUpdate', 'commentUpdate', 'questionUpdate', 'viewsUpdate', 'voteUpdate'],
    ]);
    for (const liveMessage of published) expect(liveMessage.to).toEqual(['user:ann', 'user:ben']);
  });

  test('go to many followers once each, five hundred at a time', () => {
    const followers = Array.from({ length: 1_200 }, (_, index) => `f${index}`);
    const published = live([viewed], rows(hidden, followers));
    expect(published.map((liveMessage) => liveMessage.to.length)).toEqual([500, 500, 201]);
    expect(published.flatMap((liveMessage) => liveMessage.to)).toEqual(['ann', ...followers].map((id) => `user:${id}`));
  });

  test.each<[string, Partial<QuestionRowWire>, CommunityAudience | undefined, Pick<LiveMessage, 'to' | 'except'>[]]>([
    ['a public one: everybody', {}, { ...everybody }, [{ to: ['public'] }]],
    [
      'a public one with banned people: everybody but them',
      {},
      { ...everybody, banned: ['eve', 'ben'] },
      [{ to: ['public'], except: ['user:eve', 'user:ben'] }],
    ],
    [
      'a private one: its members',
      {},
      { ...everybody, visibility: 'private', people: ['cay', 'dan'] },
      [{ to: ['user:cay', 'user:dan'] }],
    ],
    ['a closed one: nobody', {}, undefined, []],
    [
      'a public one, for followers only: those of them who are not banned',
      { onlyFollowers: true },
      { ...everybody, banned: ['ben'] },
      [{ to: ['user:ann', 'user:cay'] }],
    ],
    [
      'a private one, for followers only: those of them who are members',
      { onlyFollowers: true },
      { ...everybody, visibility: 'private', people: ['cay', 'dan'] },
      [{ to: ['user:cay'] }],
    ],
  ])('about a question in a community, %s', (_, changes, audience, expected) => {
    const question = { ...row, ...changes, communityId: 'c1' };
    const communities = new Map(audience ? [['c1', audience]] : []);
    const published = live([viewed], { ...rows(question, ['ben', 'cay']), communities });
    expect(published.map(({ to, except }) => ({ to, ...(except ? { except } : {}) }))).toEqual(expected);
  });

  test('are not sent about an unknown question', () => {
    expect(live([viewed, voted, commented(null)], { ...rows(row), questions: new Map() })).toEqual([]);
  });
});

describe('live messages of a batch', () => {
  test('contain only the last one of each subject, at its place', () => {
    const later = { ...voted, position: 8 };
    const last = { ...cancelled, position: 9 };
    const other = { ...viewed, position: 10 };
    const published = live([voted, viewed, later, last, other], rows(row));
    expect(published.map((liveMessage) => [liveMessage.event, liveMessage.position])).toEqual([
      ['voteUpdate', 9],
      ['viewsUpdate', 10],
    ]);
  });

  test('contain every answer', () => {
    const second = { ...posted, data: { ...posted.data, answerId: 'a2' }, position: 8 };
    const both = { ...rows(row), answers: new Map([answer, { ...answer, _id: 'a2' }].map((each) => [each._id, each])) };
    expect(live([posted, second], both).map((liveMessage) => liveMessage.event)).toEqual([
      'answerUpdate',
      'answerUpdate',
      'questionUpdate',
    ]);
  });
});
