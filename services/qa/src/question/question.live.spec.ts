import { describe, expect, test } from '@jest/globals';
import { unedited } from '@parlour/contracts/posts/editable';
import type { Envelope } from '@parlour/contracts/envelope';
import type { AnswerWire, QuestionRowWire } from '@parlour/contracts/qa/qa';
import type { PostChanged, QaEvent } from '@parlour/contracts/qa/qa.events';
import type { Rooms } from '@parlour/people/audience-rooms';
import { live, type LiveRows } from './question.live.ts';

const row: QuestionRowWire = {
  _id: 'q1',
  title: 'Why?',
  tags: [],
  askedBy: 'Ann',
  askDateTime: '2026-01-05T09:03:07.000Z',
  onlyFollowers: false,
  communityId: null,
  acceptedAnswerId: null,
  answerCount: 1,
  viewCount: 1,
  upVoteCount: 0,
  downVoteCount: 0,
  excerpt: 'So?',
  lastActivity: null,
  ...unedited,
};
const answer: AnswerWire = {
  _id: 'a1',
  text: 'So.',
  ansBy: 'Ben',
  ansDateTime: '2026-01-05T09:04:07.000Z',
  comments: [],
  score: 1,
  accepted: false,
  ...unedited,
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

const asked = envelope({
  type: 'QuestionAsked',
  data: {
    ...{ questionId: 'q1', askedBy: 'ann', title: 'Why?', text: 'Well?', tags: [] },
    ...{ onlyFollowers: false, communityId: null },
  },
});
const posted = envelope({
  type: 'AnswerPosted',
  data: { answerId: 'a1', questionId: 'q1', answeredBy: 'ben', text: 'So.' },
});
const viewed = envelope({ type: 'QuestionViewed', data: { questionId: 'q1', viewedBy: 'ben' } });

const voteUpdate = { qid: 'q1', upVotes: ['Ben'], downVotes: [], upVoteCount: 1, downVoteCount: 0 };
const comment = { _id: 'c1', text: 'Oh?', commentBy: 'Ben', commentDateTime: '2026-01-05T09:05:07.000Z', ...unedited };
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

const question = { kind: 'question', id: 'q1', questionId: 'q1', answerId: null, author: 'ann' } as const;
const ofAnswer = { kind: 'answer', id: 'a1', questionId: 'q1', answerId: 'a1', author: 'ben' } as const;
const ofComment = { kind: 'comment', id: 'c1', questionId: 'q1', answerId: 'a1', author: 'ben' } as const;
const editedQuestion: PostChanged<'question'> = {
  type: 'PostEdited',
  data: {
    ...question,
    ...{ editedBy: 'ann', version: 2, onlyFollowers: false, communityId: null },
    ...{ title: 'Why?', text: 'Newer', tags: [], tagsBefore: [] },
  },
};

function rows(question: QuestionRowWire, rooms: readonly Rooms[] = [{ to: ['public'] }]): LiveRows {
  return {
    questions: new Map([['q1', question]]),
    answers: new Map([['a1', answer]]),
    votes: new Map([['q1', voteUpdate]]),
    comments: new Map([
      ['c1', comment],
      ['c2', other],
    ]),
    texts: new Map(),
    rooms: new Map([['q1', rooms]]),
  };
}

describe('[E-1] live messages', () => {
  test('[EV-1] about a new question go to everybody, with its row', () => {
    expect(live([asked], rows(row))).toEqual([{ to: ['public'], event: 'questionUpdate', payload: row, position: 7 }]);
  });

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
    const blanked = envelope({ type: 'PostErased', data: question });
    const text = "Removed by the site's operator";
    const changed = { to: ['public'], event: 'answerUpdate', position: 7, latestOf: 'answer a1' };
    expect(live([blanked, posted], rows(row)).map(({ event, payload }) => [event, payload])).toEqual([
      ['questionUpdate', { ...row, text }],
      ['answerUpdate', { qid: 'q1', answer }],
      ['questionUpdate', row],
    ]);
    const answerBlanked = envelope({ type: 'PostErased', data: ofAnswer });
    expect(live([answerBlanked], rows(row))).toEqual([{ ...changed, payload: { qid: 'q1', answer, isChange: true } }]);
    const commentBlanked = envelope({ type: 'PostErased', data: ofComment });
    expect(live([commentBlanked], rows(row)).map(({ payload }) => payload)).toEqual([
      { qid: 'q1', type: 'answer', result: { _id: 'a1', comments: [comment] } },
    ]);
    // Whoever does not know of the place of a deleted post must not learn of it when it is erased.
    const deleted = { by: 'author', reason: null } as const;
    const gone: ReturnType<typeof rows> = {
      ...rows({ ...row, deleted }),
      answers: new Map([['a1', { ...answer, deleted }]]),
      comments: new Map([['c1', { ...comment, deleted }]]),
    };
    expect(live([blanked, answerBlanked, commentBlanked], gone)).toEqual([]);
  });

  describe('[BA-1] about a vote on an answer', () => {
    const up = envelope({
      type: 'VoteCast',
      data: { questionId: 'q1', answerId: 'a1', votedBy: 'ben', vote: 'up', before: null },
    });
    const takenBack = envelope({
      type: 'VoteCancelled',
      data: { questionId: 'q1', answerId: 'a1', votedBy: 'ben', before: 'up' },
    });
    const changed = { event: 'answerUpdate', position: 7, latestOf: 'answer a1' };
    const payload = { qid: 'q1', answer, isChange: true };

    test('go to everybody with the score, and to the voter with their vote', () => {
      const { latestOf: _, ...own } = changed;
      expect(live([up], rows(row))).toEqual([
        { ...changed, to: ['public'], payload },
        // Unmarked, so that the gateway never drops the public one in its favour.
        { ...own, to: ['user:ben'], payload: { ...payload, answer: { ...answer, myVote: 'up' } } },
      ]);
    });

    test('go to a voter who may no longer see it only as to all others: not at all', () => {
      const rooms: Rooms[] = [{ to: ['public'], except: ['user:ben'] }];
      expect(live([up], rows(row, rooms)).map(({ to, except }) => [to, except])).toEqual([[['public'], ['user:ben']]]);
      expect(live([up], rows(row, [{ to: ['user:ann'] }])).map(({ to }) => to)).toEqual([['user:ann']]);
      const few = live([up], rows(row, [{ to: ['user:ann', 'user:ben'] }])).map(({ to }) => to);
      expect(few).toEqual([['user:ann', 'user:ben'], ['user:ben']]);
    });

    test('are one for several votes, and do not replace that about the new answer', () => {
      const published = live([posted, up, { ...takenBack, position: 8 }], rows(row));
      expect(published.map(({ to, position, payload: sent }) => [to[0], position, sent])).toEqual([
        ['public', 7, { qid: 'q1', answer }],
        ['public', 7, row],
        ['public', 8, payload],
        ['user:ben', 8, { ...payload, answer: { ...answer, myVote: null } }],
      ]);
    });
  });

  test('[BA-2] about an acceptance go to everybody, with both answers and the row', () => {
    const accepted = envelope({
      type: 'AnswerAccepted',
      data: { questionId: 'q1', answerId: 'a1', acceptedBy: 'ann', before: 'a0' },
    });
    const withdrawn = envelope({ type: 'AcceptanceWithdrawn', data: { questionId: 'q1', before: 'a1' } });
    const before = { ...answer, _id: 'a0' };
    const both = { ...rows(row), answers: new Map([before, answer].map((each) => [each._id, each])) };
    const change = { to: ['public'], event: 'answerUpdate', position: 7 };
    const question = { to: ['public'], event: 'questionUpdate', payload: row, position: 7 };
    expect(live([accepted], both)).toEqual([
      { ...change, payload: { qid: 'q1', answer: before, isChange: true }, latestOf: 'answer a0' },
      { ...change, payload: { qid: 'q1', answer, isChange: true }, latestOf: 'answer a1' },
      question,
    ]);
    expect(live([withdrawn], both)).toEqual([
      { ...change, payload: { qid: 'q1', answer, isChange: true }, latestOf: 'answer a1' },
      question,
    ]);
  });

  test('[BE-1] about an edited question carry its text', () => {
    const { type, data } = editedQuestion;
    const edited = envelope({ type, data });
    const read = { ...rows(row), texts: new Map([['q1', 'Newer']]) };
    expect(live([edited, posted], read).map(({ event, payload }) => [event, payload])).toEqual([
      ['questionUpdate', { ...row, text: 'Newer' }],
      ['answerUpdate', { qid: 'q1', answer }],
      ['questionUpdate', row],
    ]);
  });

  test('are not sent when somebody follows a question', () => {
    const data = { questionId: 'q1', userId: 'ben' };
    const followed = [envelope({ type: 'QuestionFollowed', data }), envelope({ type: 'QuestionUnfollowed', data })];
    expect(live(followed, rows(row))).toEqual([]);
  });

  test('go to the rooms of those who may see the question, for every event', () => {
    const rooms: Rooms[] = [{ to: ['user:ann'] }, { to: ['public'], except: ['user:ben'] }];
    const published = live([asked, posted, viewed, voted, commented(null), commented('a1', 'c2')], rows(row, rooms));
    const events = ['answerUpdate', 'commentUpdate', 'commentUpdate', 'questionUpdate', 'viewsUpdate', 'voteUpdate'];
    for (const own of rooms) {
      const there = published.filter(({ to }) => to === own.to);
      expect(there.map(({ event }) => event).sort()).toEqual(events);
      for (const { except } of there) expect(except).toEqual(own.except);
    }
    expect(published).toHaveLength(2 * events.length);
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
