import { unedited } from '@parlour/contracts/posts/editable';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ann as annId, idOf, questionId, questionOf, unknownId } from '../testing/stand-ins.ts';
import { itServes, type Route } from '../testing/routes.ts';
import { RunningGateway } from '../testing/running-gateway.ts';

const question = { ...questionOf('How do tides work?'), text: 'The moon?', following: ['Ann'] };
const part = { ...question, answerCount: 2, moreAnswersAfter: unknownId };
const votes = {
  msg: 'Question upvoted successfully',
  upVotes: ['Ann'],
  downVotes: [],
  upVoteCount: 1,
  downVoteCount: 0,
};
const answer = {
  _id: unknownId,
  text: 'So.',
  ansBy: 'Bob',
  ansDateTime: '2026-01-05T09:03:07.000Z',
  comments: [],
  score: 1,
  myVote: 'up' as const,
  accepted: false,
  ...unedited,
};
const voted = { msg: 'Answer upvoted successfully', ...answer } as const;
const comment = {
  _id: unknownId,
  text: 'Oh?',
  commentBy: 'Ann',
  commentDateTime: '2026-01-05T09:03:07.000Z',
  ...unedited,
};
const answerRow = {
  _id: unknownId,
  excerpt: 'So.',
  ansDateTime: comment.commentDateTime,
  question: { _id: questionId, title: 'How do tides work?' },
};
const score = { gameType: 'Nim', won: 3, lost: 2 } as const;
const tag = { name: 'sea', description: 'salt water', version: 1, editedAt: null };
const counted = { name: 'sea', description: 'salt water', qcnt: 3 };
const tagHistory = { mayEdit: true, versions: [{ version: 1, text: 'salt water', by: null, at: null }] };

let gateway: RunningGateway;
let ann: { cookie: string };

beforeAll(async () => {
  gateway = await RunningGateway.start();
  ann = await gateway.signIn('Ann');
  gateway.standIns.answer({
    'qa.getQuestionById': () => part,
    'qa.vote': () => ({ reply: votes, positions: { qa: 9 }, stale: false }),
    'qa.voteOnAnswer': () => ({ reply: voted, positions: { qa: 9 }, stale: false }),
    'qa.acceptAnswer': () => question,
    'qa.followQuestion': () => question,
    'qa.markRead': () => ({ unread: false }),
    'qa.addComment': () => comment,
    'qa.deleteQuestion': () => question,
    'qa.deleteAnswer': () => answer,
    'qa.deleteComment': () => comment,
    'qa.getTags': () => ({ rows: [counted], total: 7, next: '3.sea' }),
    'qa.getTag': () => tag,
    'qa.completeTags': () => [counted],
    'qa.completePeople': () => [{ _id: idOf('Bob'), username: 'Bob' }],
    'messaging.completePeople': () => [],
    'qa.describeTag': () => tag,
    'qa.tagHistory': () => tagHistory,
    'qa.similar': () => [],
    'qa.contributions': () => ({ total: 4 }),
    'qa.getAnswersOf': () => ({ rows: [answerRow], total: 7, next: '5' }),
    'communities.getMemberships': () => ({ rows: [], total: 0, next: null }),
    'games.getPlayed': () => ({ rows: [], total: 0, next: null }),
    'games.getScores': () => ({ scores: [score] }),
  });
});

afterAll(() => gateway.stop());

beforeEach(() => {
  gateway.standIns.calls.length = 0;
});

const vote = { qid: questionId, username: 'Ann' };
const answerVote = { aid: unknownId, username: 'Ann' };
const commenting = { id: questionId, type: 'question', comment: { text: 'Oh?', commentBy: 'Ann' } };
const routes: readonly Route[] = [
  ['POST', 'question/upvoteQuestion', vote, 'qa.vote', { qid: questionId, vote: 'up' }, votes],
  ['POST', 'question/downvoteQuestion', vote, 'qa.vote', { qid: questionId, vote: 'down' }, votes],
  ['POST', 'answer/upvoteAnswer', answerVote, 'qa.voteOnAnswer', { aid: unknownId, vote: 'up' }, voted],
  ['POST', 'answer/downvoteAnswer', answerVote, 'qa.voteOnAnswer', { aid: unknownId, vote: 'down' }, voted],
  ...[unknownId, null].map(
    (aid) =>
      [
        'POST',
        'question/acceptAnswer',
        { ...vote, aid },
        'qa.acceptAnswer',
        { qid: questionId, aid },
        question,
      ] as const,
  ),
  ['POST', 'question/followQuestion', vote, 'qa.followQuestion', { qid: questionId }, question],
  ['POST', 'question/markRead', vote, 'qa.markRead', { qid: questionId }, { unread: false }],
  [
    'POST',
    'comment/addComment',
    commenting,
    'qa.addComment',
    { id: questionId, type: 'question', text: 'Oh?' },
    comment,
  ],
  [
    'GET',
    `question/getQuestionById/${questionId}?after=${unknownId}`,
    undefined,
    'qa.getQuestionById',
    { id: questionId, after: unknownId },
    part,
  ],
  ...(
    [
      ['question', 'qid', 'Question', question],
      ['answer', 'aid', 'Answer', answer],
      ['comment', 'cid', 'Comment', comment],
    ] as const
  ).flatMap(([path, name, kind, reply]) => {
    const wanted = { [name]: unknownId, reason: 'Spam' };
    const query = `${name}=${unknownId}&reason=Spam`;
    return [
      ['DELETE', `${path}/delete${kind}`, wanted, `qa.delete${kind}`, wanted, reply],
      ['DELETE', `${path}/delete${kind}?${query}`, undefined, `qa.delete${kind}`, wanted, reply],
      [
        'DELETE',
        `${path}/delete${kind}?${name}=${unknownId}`,
        undefined,
        `qa.delete${kind}`,
        { [name]: unknownId },
        reply,
      ],
    ] as const;
  }),
  ['GET', 'tag/getTagByName/c%23%2Fd', undefined, 'qa.getTag', { name: 'c#/d' }, tag],
  [
    'PATCH',
    'tag/describe',
    { tag: 'sea', text: 'salt water', version: 1, username: 'ann' },
    'qa.describeTag',
    { tag: 'sea', text: 'salt water', version: 1 },
    tag,
  ],
  ['GET', 'tag/history/c%23%2Fd', undefined, 'qa.tagHistory', { name: 'c#/d' }, tagHistory],
  ['GET', 'question/similar?title=Why+so', undefined, 'qa.similar', { title: 'Why so' }, []],
  [
    'GET',
    'tag/getTagsWithQuestionNumber?limit=5&cursor=4.a&search=se&order=name',
    undefined,
    'qa.getTags',
    { limit: 5, cursor: '4.a', search: 'se', order: 'name' },
    [counted],
  ],
  ['GET', 'tag/complete?prefix=+Se', undefined, 'qa.completeTags', { prefix: 'Se' }, [counted]],
  ['GET', 'user/complete', undefined, 'qa.completePeople', {}, [{ _id: idOf('Bob'), username: 'Bob' }]],
  [
    'GET',
    `user/complete?prefix=b&qid=${questionId}`,
    undefined,
    'qa.completePeople',
    { prefix: 'b', qid: questionId },
    [{ _id: idOf('Bob'), username: 'Bob' }],
  ],
  [
    'GET',
    `user/complete?prefix=b&communityId=${unknownId}&onlyFollowers=true`,
    undefined,
    'qa.completePeople',
    { prefix: 'b', communityId: unknownId, onlyFollowers: 'true' },
    [{ _id: idOf('Bob'), username: 'Bob' }],
  ],
  [
    'GET',
    `user/complete?prefix=b&chatId=${unknownId}`,
    undefined,
    'messaging.completePeople',
    { prefix: 'b', chatId: unknownId },
    [],
  ],
  ['GET', 'user/getUser/Bob/contributions', undefined, 'qa.contributions', { username: 'Bob' }, { total: 4 }],
  [
    'GET',
    'user/getUser/Bob/answers?limit=5&cursor=9',
    undefined,
    'qa.getAnswersOf',
    { username: 'Bob', limit: 5, cursor: '9' },
    [answerRow],
  ],
  ['GET', 'user/getUser/c%23/communities', undefined, 'communities.getMemberships', { username: 'c#', limit: 30 }, []],
  ['GET', 'user/getUser/Bob/games', undefined, 'games.getPlayed', { username: 'Bob', limit: 30 }, []],
  ['GET', 'user/getUser/Bob/scores', undefined, 'games.getScores', { username: 'Bob' }, [score]],
];

describe('[CA-8, CA-18, CA-19, CA-20, CA-21] every route', () => {
  itServes(routes, () => ({ gateway, ann }));
});

describe('metadata', () => {
  it('a vote has its key and answers its position', async () => {
    const answer = await gateway.post('/api/question/upvoteQuestion', vote, { ...ann, 'idempotency-key': 'k-1' });
    expect(gateway.standIns.last('qa.vote').context.idempotency).toMatchObject({ key: 'k-1' });
    expect(answer.headers['x-position']).toBe('qa:9');
  });

  it('the actor may be omitted, and ids may be upper case', async () => {
    await gateway.post('/api/question/followQuestion', { qid: questionId.toUpperCase() }, ann);
    expect(gateway.standIns.last('qa.followQuestion').request).toEqual({ qid: questionId });
    await gateway.post(
      '/api/comment/addComment',
      { id: questionId.toUpperCase(), type: 'answer', comment: { text: 'a' } },
      ann,
    );
    expect(gateway.standIns.last('qa.addComment').request).toEqual({ id: questionId, type: 'answer', text: 'a' });
    const further = `/api/question/getQuestionById/${questionId}?after=${unknownId.toUpperCase()}`;
    await gateway.send(further, { headers: ann });
    expect(gateway.standIns.last('qa.getQuestionById').request).toEqual({ id: questionId, after: unknownId });
  });

  it('fields owned by the server are dropped, a missing text becomes a blank', async () => {
    const owned = { _id: 5, commentDateTime: {}, votes: 7 };
    await gateway.post('/api/comment/addComment', { ...commenting, comment: { ...owned, text: null }, result: 1 }, ann);
    expect(gateway.standIns.last('qa.addComment').request).toEqual({ id: questionId, type: 'question', text: '' });
    await gateway.post('/api/comment/addComment', { id: questionId, type: 'question' }, ann);
    expect(gateway.standIns.last('qa.addComment').request).toMatchObject({ text: '' });
  });

  it('[CA-22] a page of tags has the total, and the next page', async () => {
    const { headers } = await gateway.send('/api/tag/getTagsWithQuestionNumber', { headers: ann });
    expect(headers['x-total-count']).toBe('7');
    expect(headers['link']).toBe('</api/tag/getTagsWithQuestionNumber?cursor=3.sea>; rel="next"');
  });
});

describe('requests refused before a service is called', () => {
  const id = { code: 'id.malformed', status: 400 };
  const shape = { code: 'request.invalid', status: 400 };
  const other = { code: 'actor.other', status: 403 };
  const acting = ['upvoteQuestion', 'downvoteQuestion', 'followQuestion', 'markRead'].flatMap((name) =>
    (
      [
        ['no question', {}, id],
        ['a malformed question', { qid: '1' }, id],
        ['a list for a question', { qid: [questionId] }, id],
        ['somebody else', { ...vote, username: 'Bob' }, other],
        ['nobody', { ...vote, username: '' }, other],
        ['a number for a name', { ...vote, username: 5 }, shape],
      ] as const
    ).map(([what, body, expected]) => [`/api/question/${name}`, what, body, expected] as const),
  );
  const onAnswers = [
    ['/api/answer/upvoteAnswer', 'no answer', {}, id],
    ['/api/answer/downvoteAnswer', 'somebody else', { ...answerVote, username: 'Bob' }, other],
    ['/api/question/acceptAnswer', 'no answer', vote, id],
    ['/api/question/acceptAnswer', 'a malformed answer', { ...vote, aid: '' }, id],
    ['/api/question/acceptAnswer', 'somebody else', { ...vote, aid: null, username: 'Bob' }, other],
  ] as const;
  const comments = (
    [
      ['no id', { ...commenting, id: undefined }, id],
      ['a malformed id', { ...commenting, id: `${questionId};` }, id],
      ['no type', { ...commenting, type: undefined }, shape],
      ['another type', { ...commenting, type: 'comment' }, shape],
      ['a text for a comment', { ...commenting, comment: 'Oh?' }, shape],
      ['a number for a text', { ...commenting, comment: { text: 5 } }, shape],
      ['somebody else', { ...commenting, comment: { text: 'a', commentBy: 'Bob' } }, other],
    ] as const
  ).map(([what, body, expected]) => ['/api/comment/addComment', what, body, expected] as const);

  it.each([...acting, ...onAnswers, ...comments])('%s with %s', async (path, _, body, expected) => {
    const answer = await gateway.post(path, body, ann);
    expect({ code: (answer.json as { code: string }).code, status: answer.status }).toEqual(expected);
    expect(gateway.standIns.calls).toEqual([]);
  });

  it('a page of no rows', async () => {
    const answer = await gateway.send('/api/tag/getTagsWithQuestionNumber?limit=0', { headers: ann });
    expect(answer.status).toBe(400);
    expect(gateway.standIns.calls).toEqual([]);
  });
});

it('a hidden question is 404, with the text of the service', async () => {
  gateway.standIns.refuse('qa.vote', 'question.unknown', 'Question not found');
  const answer = await gateway.post('/question/upvoteQuestion', { ...vote, username: annId.name }, ann);
  expect(answer.json).toEqual({ error: 'Question not found', code: 'question.unknown' });
  expect(answer.status).toBe(404);
});
