import { unedited } from '@parlour/contracts/posts/editable';
import { afterAll, beforeAll, beforeEach, describe } from '@jest/globals';
import { idOf, questionId, questionOf, unknownId } from '../testing/stand-ins.ts';
import { itRefuses, itServes, reads, refusals, type Route } from '../testing/routes.ts';
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
const onQuestion = { id: questionId, type: 'question' };
const commenting = { ...onQuestion, comment: { text: 'Oh?', commentBy: 'Ann' } };
const owned = { _id: 5, commentDateTime: {}, votes: 7, text: null };
const blankComment = { ...onQuestion, text: '' };
const further = { id: questionId, after: unknownId };
const tagList = { limit: 5, cursor: '4.a', search: 'se', order: 'name' };
const completing = { prefix: 'b', communityId: unknownId, onlyFollowers: 'true' };
const describing = { tag: 'sea', text: 'salt water', version: 1 };
const upper = questionId.toUpperCase();
const ofBob = { username: 'Bob', limit: 30 };
const routes: readonly Route[] = [
  ...reads(
    [`question/getQuestionById/${questionId}?after=${unknownId.toUpperCase()}`, 'qa.getQuestionById', further],
    ['question/similar?title=Why+so', 'qa.similar', { title: 'Why so' }],
    ['tag/getTagByName/c%23%2Fd', 'qa.getTag', { name: 'c#/d' }],
    ['tag/history/c%23%2Fd', 'qa.tagHistory', { name: 'c#/d' }],
    ['tag/getTagsWithQuestionNumber?limit=5&cursor=4.a&search=se&order=name', 'qa.getTags', tagList],
    ['tag/complete?prefix=+Se', 'qa.completeTags', { prefix: 'Se' }],
    ['user/complete', 'qa.completePeople', {}],
    [`user/complete?prefix=b&qid=${questionId}`, 'qa.completePeople', { prefix: 'b', qid: questionId }],
    [`user/complete?prefix=b&communityId=${unknownId}&onlyFollowers=true`, 'qa.completePeople', completing],
    [`user/complete?prefix=b&chatId=${unknownId}`, 'messaging.completePeople', { prefix: 'b', chatId: unknownId }],
    ['user/getUser/Bob/contributions', 'qa.contributions', { username: 'Bob' }],
    ['user/getUser/Bob/answers?limit=5&cursor=9', 'qa.getAnswersOf', { ...ofBob, limit: 5, cursor: '9' }],
    ['user/getUser/c%23/communities', 'communities.getMemberships', { username: 'c#', limit: 30 }],
    ['user/getUser/Bob/games', 'games.getPlayed', ofBob],
    ['user/getUser/Bob/scores', 'games.getScores', { username: 'Bob' }, [score]],
  ),
  ['POST', 'question/upvoteQuestion', vote, 'qa.vote', { qid: questionId, vote: 'up' }],
  ['POST', 'question/downvoteQuestion', vote, 'qa.vote', { qid: questionId, vote: 'down' }],
  ['POST', 'answer/upvoteAnswer', answerVote, 'qa.voteOnAnswer', { aid: unknownId, vote: 'up' }],
  ['POST', 'answer/downvoteAnswer', answerVote, 'qa.voteOnAnswer', { aid: unknownId, vote: 'down' }],
  ...[unknownId, null].map((aid): Route => {
    return ['POST', 'question/acceptAnswer', { ...vote, aid }, 'qa.acceptAnswer', { qid: questionId, aid }];
  }),
  ['POST', 'question/followQuestion', vote, 'qa.followQuestion', { qid: questionId }],
  // The actor may be omitted, and ids may be upper case.
  ['POST', 'question/followQuestion', { qid: upper }, 'qa.followQuestion', { qid: questionId }],
  ['POST', 'question/markRead', vote, 'qa.markRead', { qid: questionId }],
  ['POST', 'comment/addComment', commenting, 'qa.addComment', { ...onQuestion, text: 'Oh?' }],
  ['POST', 'comment/addComment', { ...commenting, id: upper }, 'qa.addComment', { ...onQuestion, text: 'Oh?' }],
  // Fields owned by the server are dropped; the service reports that the text is missing.
  ['POST', 'comment/addComment', { ...onQuestion, comment: owned, result: 1 }, 'qa.addComment', blankComment],
  ['POST', 'comment/addComment', onQuestion, 'qa.addComment', blankComment],
  ...(
    [
      ['question', 'qid', 'Question'],
      ['answer', 'aid', 'Answer'],
      ['comment', 'cid', 'Comment'],
    ] as const
  ).flatMap(([path, name, kind]): Route[] => {
    const wanted = { [name]: unknownId, reason: 'Spam' };
    const at = `${path}/delete${kind}`;
    return [
      ['DELETE', at, wanted, `qa.delete${kind}`, wanted],
      ['DELETE', `${at}?${name}=${unknownId}&reason=Spam`, undefined, `qa.delete${kind}`, wanted],
      ['DELETE', `${at}?${name}=${unknownId}`, undefined, `qa.delete${kind}`, { [name]: unknownId }],
    ];
  }),
  ['PATCH', 'tag/describe', { ...describing, username: 'ann' }, 'qa.describeTag', describing],
];

describe('[CA-8, CA-18, CA-19, CA-20, CA-21, CA-22] every route', () => {
  itServes(routes, () => ({ gateway, ann }));
});

describe('requests refused before a service is called', () => {
  const { id, shape, other } = refusals;
  const acting = ['upvoteQuestion', 'downvoteQuestion', 'followQuestion', 'markRead'].flatMap((name) =>
    (
      [
        [{}, id],
        [{ qid: '1' }, id],
        [{ qid: [questionId] }, id],
        [{ ...vote, username: 'Bob' }, other],
        [{ ...vote, username: '' }, other],
        [{ ...vote, username: 5 }, shape],
      ] as const
    ).map(([body, expected]) => ['POST', `question/${name}`, body, expected] as const),
  );
  const onAnswers = [
    ['POST', 'answer/upvoteAnswer', {}, id],
    ['POST', 'answer/downvoteAnswer', { ...answerVote, username: 'Bob' }, other],
    ['POST', 'question/acceptAnswer', vote, id],
    ['POST', 'question/acceptAnswer', { ...vote, aid: '' }, id],
    ['POST', 'question/acceptAnswer', { ...vote, aid: null, username: 'Bob' }, other],
  ] as const;
  const comments = (
    [
      [{ ...commenting, id: undefined }, id],
      [{ ...commenting, id: `${questionId};` }, id],
      [{ ...commenting, type: undefined }, shape],
      [{ ...commenting, type: 'comment' }, shape],
      [{ ...commenting, comment: 'Oh?' }, shape],
      [{ ...commenting, comment: { text: 5 } }, shape],
      [{ ...commenting, comment: { text: 'a', commentBy: 'Bob' } }, other],
    ] as const
  ).map(([body, expected]) => ['POST', 'comment/addComment', body, expected] as const);

  const noRows = ['GET', 'tag/getTagsWithQuestionNumber?limit=0', undefined, shape] as const;

  itRefuses([...acting, ...onAnswers, ...comments, noRows], () => ({ gateway, ann }));
});
