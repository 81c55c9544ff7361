import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ChatWire } from '@parlour/contracts/messaging';
import { type Call, tryCall } from './calls.ts';
import { Person, questionBody } from './person.ts';
import { makeDataFolder, type Product, removeDataFolder, startProduct } from './product.ts';

const unknownId = '01890000-0000-7000-8000-0000000000ff';
const at = new Date(0).toISOString();

let dataDir: string;
let product: Product;
let ann: Person;
let ben: Person;
let qid: string;
let answerId: string;
let chatId: string;

beforeAll(async () => {
  dataDir = await makeDataFolder();
  product = await startProduct(dataDir);
  ann = await new Person(product.url, 'Ann').signUp();
  ben = await new Person(product.url, 'Ben').signUp();
  qid = (await ben.ask('What is there to call?'))._id;
  answerId = (await ben.answer(qid, 'This.'))._id;
  const chat = await ann.post<ChatWire>('/chat/createChat', { participants: ['Ann', 'Ben'], messages: [] });
  chatId = chat.body._id;
});
afterAll(async () => {
  await product?.end();
  await removeDataFolder(dataDir);
});

const calls: readonly (readonly [string, Call])[] = [
  ['[CA-4] getFollowers', { method: 'GET', path: () => '/user/getFollowers/Ben', namesActor: false, answers: [] }],
  ['[CA-5] getFollowing', { method: 'GET', path: () => '/user/getFollowing/Ben', namesActor: false, answers: [] }],
  [
    '[CA-6] getUsers',
    { method: 'GET', path: () => '/user/getUsers?search=ben', namesActor: false, answers: [{ username: 'Ben' }] },
  ],
  [
    '[EN-1, CA-7] getUser',
    { method: 'GET', path: () => '/user/getUser/Ben', namesActor: false, answers: { username: 'Ben' } },
  ],
  [
    '[CA-8] contributions',
    { method: 'GET', path: () => '/user/getUser/Ben/contributions', namesActor: false, answers: { total: 2 } },
  ],
  [
    '[CA-9] follow',
    {
      method: 'POST',
      path: () => '/user/follow',
      body: (by) => ({ currentUser: by, userToFollow: 'Ben' }),
      namesActor: true,
      answers: { username: 'Ann', following: ['Ben'] },
    },
  ],
  [
    '[CA-10] unfollow',
    {
      method: 'DELETE',
      path: () => '/user/unfollow',
      body: (by) => ({ currentUser: by, userToUnfollow: 'Ben' }),
      namesActor: true,
      answers: { username: 'Ann', following: [] },
    },
  ],
  [
    '[CA-10, T-8] unfollow by query',
    {
      method: 'DELETE',
      path: (by) => `/user/unfollow?currentUser=${by}&userToUnfollow=Ben`,
      namesActor: true,
      answers: { username: 'Ann' },
    },
  ],
  [
    '[CA-12] updateBiography',
    {
      method: 'PATCH',
      path: () => '/user/updateBiography',
      body: (by) => ({ username: by, biography: 'Collects calls.' }),
      namesActor: true,
      answers: { biography: 'Collects calls.' },
    },
  ],
  [
    '[CA-14] toggleFollowVisibility',
    {
      method: 'PATCH',
      path: () => '/user/toggleFollowVisibility',
      body: (by) => ({ username: by }),
      namesActor: true,
      answers: { username: 'Ann' },
    },
  ],
  [
    '[CA-11] resetPassword',
    {
      method: 'PATCH',
      path: () => '/user/resetPassword',
      body: (by) => ({ username: by, password: 'correct horse' }),
      namesActor: true,
      answers: { username: 'Ann' },
    },
  ],
  [
    '[CA-15] getQuestion',
    {
      method: 'GET',
      path: (by) => `/question/getQuestion?order=active&search=call&username=${by}`,
      namesActor: true,
      answers: [{ title: 'What is there to call?' }],
    },
  ],
  [
    '[EN-2, CA-16] getQuestionById',
    {
      method: 'GET',
      path: (by) => `/question/getQuestionById/${qid}?username=${by}`,
      namesActor: true,
      answers: { title: 'What is there to call?' },
    },
  ],
  [
    '[CA-17] addQuestion',
    {
      method: 'POST',
      path: () => '/question/addQuestion',
      body: (by) => questionBody(by, 'Another one'),
      namesActor: true,
      answers: { title: 'Another one', askedBy: 'Ann' },
    },
  ],
  [
    '[CA-18] upvoteQuestion',
    {
      method: 'POST',
      path: () => '/question/upvoteQuestion',
      body: (by) => ({ qid, username: by }),
      namesActor: true,
      answers: { msg: 'Question upvoted successfully', upVotes: ['Ann'], downVotes: [] },
    },
  ],
  [
    '[CA-19] downvoteQuestion',
    {
      method: 'POST',
      path: () => '/question/downvoteQuestion',
      body: (by) => ({ qid, username: by }),
      namesActor: true,
      answers: { msg: 'Question downvoted successfully', upVotes: [], downVotes: ['Ann'] },
    },
  ],
  [
    '[CA-20] followQuestion',
    {
      method: 'POST',
      path: () => '/question/followQuestion',
      body: (by) => ({ qid, username: by }),
      namesActor: true,
      answers: { _id: expect.any(String), following: ['Ann'] },
    },
  ],
  [
    '[EN-2, CA-21] getTagByName',
    { method: 'GET', path: () => '/tag/getTagByName/GENERAL', namesActor: false, answers: { name: 'general' } },
  ],
  [
    '[CA-22, LI-2] getTagsWithQuestionNumber',
    {
      method: 'GET',
      path: () => '/tag/getTagsWithQuestionNumber',
      namesActor: false,
      answers: [{ name: 'general', description: 'user added tag', qcnt: 2 }],
    },
  ],
  [
    '[EN-2, CA-23] addAnswer',
    {
      method: 'POST',
      path: () => '/answer/addAnswer',
      body: (by) => ({ qid, ans: { text: 'That.', ansBy: by, ansDateTime: at, comments: [] } }),
      namesActor: true,
      answers: { text: 'That.', ansBy: 'Ann' },
    },
  ],
  [
    '[EN-2, CA-24] addComment on a question',
    {
      method: 'POST',
      path: () => '/comment/addComment',
      body: (by) => ({ id: qid, type: 'question', comment: { text: 'Hm.', commentBy: by, commentDateTime: at } }),
      namesActor: true,
      answers: { text: 'Hm.', commentBy: 'Ann' },
    },
  ],
  [
    '[CA-24] addComment on an answer',
    {
      method: 'POST',
      path: () => '/comment/addComment',
      body: (by) => ({ id: answerId, type: 'answer', comment: { text: 'Oh.', commentBy: by, commentDateTime: at } }),
      namesActor: true,
      answers: { text: 'Oh.', commentBy: 'Ann' },
    },
  ],
  [
    '[CA-26] addMessage',
    {
      method: 'POST',
      path: () => '/messaging/addMessage',
      body: (by) => ({ messageToAdd: { msg: 'Hello, all.', msgFrom: by, msgDateTime: at } }),
      namesActor: true,
      answers: { msg: 'Hello, all.', msgFrom: 'Ann' },
    },
  ],
  [
    '[EN-3, CA-25] getMessages',
    { method: 'GET', path: () => '/messaging/getMessages', namesActor: false, answers: [{ msg: 'Hello, all.' }] },
  ],
  [
    '[CA-29] createChat',
    {
      method: 'POST',
      path: () => '/chat/createChat',
      body: (by) => ({ participants: by === 'Ann' ? ['Ann', 'Ben'] : [by], messages: [] }),
      namesActor: false,
      answers: { participants: ['Ann', 'Ben'] },
    },
  ],
  [
    '[CA-30] addMessage to a chat',
    {
      method: 'POST',
      path: () => `/chat/${chatId}/addMessage`,
      body: (by) => ({ msg: 'Hello, you.', msgFrom: by, msgDateTime: at }),
      namesActor: true,
      answers: { participants: ['Ann', 'Ben'] },
    },
  ],
  [
    '[CA-27] getChatsByUser',
    {
      method: 'GET',
      path: (by) => `/chat/getChatsByUser/${by}`,
      namesActor: true,
      answers: [{ messages: [{ msg: 'Hello, you.', msgFrom: 'Ann' }], unread: 0 }],
    },
  ],
  [
    '[EN-3, CA-28] getChat',
    {
      method: 'GET',
      path: () => `/chat/${chatId}`,
      namesActor: false,
      answers: { messages: [{ msg: 'Hello, you.' }] },
    },
  ],
];

// In the order of the list: a call may read what an earlier one wrote.
describe('[RO-1, T-1, E-2] every call of section 7', () => {
  test.each(calls)('%s', (_, call) => tryCall(ann, ben, call));
});

describe('what is refused', () => {
  const comment = { text: ' ', commentBy: 'Ann', commentDateTime: at };
  const refusals: readonly (readonly [string, string, string, object, number, string])[] = [
    ['a blank comment', 'POST', '/comment/addComment', { type: 'question', comment }, 400, 'text.empty'],
    [
      'a comment on nothing',
      'POST',
      '/comment/addComment',
      { id: unknownId, type: 'answer', comment: { ...comment, text: 'x' } },
      404,
      'answer.unknown',
    ],
    [
      'a vote on nothing',
      'POST',
      '/question/upvoteQuestion',
      { qid: unknownId, username: 'Ann' },
      404,
      'question.unknown',
    ],
    ['following oneself', 'POST', '/user/follow', { currentUser: 'Ann', userToFollow: 'ann' }, 400, 'follow.self'],
    ['following nobody', 'POST', '/user/follow', { currentUser: 'Ann', userToFollow: 'Nobody' }, 404, 'user.unknown'],
    [
      'a long biography',
      'PATCH',
      '/user/updateBiography',
      { username: 'Ann', biography: 'x'.repeat(2_001) },
      400,
      'text.tooLong',
    ],
    [
      'a blank message',
      'POST',
      '/messaging/addMessage',
      { messageToAdd: { msg: '  ', msgFrom: 'Ann' } },
      400,
      'text.empty',
    ],
    [
      'a chat with oneself alone',
      'POST',
      '/chat/createChat',
      { participants: ['Ann'], messages: [] },
      400,
      'chat.self',
    ],
    [
      'a chat with nobody',
      'POST',
      '/chat/createChat',
      { participants: ['Ann', 'Nobody'], messages: [] },
      404,
      'user.unknown',
    ],
    ['a chat of others', 'POST', '/chat/createChat', { participants: ['Ben'], messages: [] }, 400, 'chat.participants'],
    ['[CA-13] deleting somebody else', 'DELETE', '/user/deleteUser/Ben', {}, 403, 'actor.other'],
  ];
  test.each(refusals)('%s', async (_, method, path, body, status, code) => {
    const withTarget = path === '/comment/addComment' && !('id' in body) ? { id: qid, ...body } : body;
    expect(await ann.call(method, path, { body: withTarget })).toMatchObject({ status, body: { code } });
  });

  test('a third person in a chat of two, unknown chats and unknown tags', async () => {
    await new Person(product.url, 'Cid').signUp();
    const third = await ann.post(`/chat/${chatId}/addParticipant`, { username: 'Cid' });
    expect(third).toMatchObject({ status: 400, body: { code: 'chat.twoPeople' } });
    expect(await ann.get(`/chat/${unknownId}`)).toMatchObject({ status: 404, body: { code: 'chat.unknown' } });
    expect(await ann.get('/chat/7')).toMatchObject({ status: 400, body: { code: 'id.malformed' } });
    expect(await ann.get('/tag/getTagByName/c%2B%2B')).toMatchObject({ status: 404, body: { code: 'tag.unknown' } });
  });

  test('odd texts are stored as they are and break nobody’s page', async () => {
    for (const text of ['['.repeat(30_000), '<script>alert(1)</script>', '\u202Eright to left', '👩‍👩‍👧‍👦'.repeat(500)]) {
      const { _id: id } = await ann.ask('An odd text', { text });
      expect((await ben.read(id)).text).toBe(text);
    }
  });
});
