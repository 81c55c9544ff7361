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
  ['getFollowers', { method: 'GET', path: () => '/user/getFollowers/Ben', namesActor: false, answers: [] }],
  ['getFollowing', { method: 'GET', path: () => '/user/getFollowing/Ben', namesActor: false, answers: [] }],
  [
    'getUsers',
    { method: 'GET', path: () => '/user/getUsers?search=ben', namesActor: false, answers: [{ username: 'Ben' }] },
  ],
  ['getUser', { method: 'GET', path: () => '/user/getUser/Ben', namesActor: false, answers: { username: 'Ben' } }],
  [
    'contributions',
    { method: 'GET', path: () => '/user/getUser/Ben/contributions', namesActor: false, answers: { total: 2 } },
  ],
  [
    'follow',
    {
      method: 'POST',
      path: () => '/user/follow',
      body: (by) => ({ currentUser: by, userToFollow: 'Ben' }),
      namesActor: true,
      answers: { username: 'Ann', following: ['Ben'] },
    },
  ],
  [
    'unfollow',
    {
      method: 'DELETE',
      path: () => '/user/unfollow',
      body: (by) => ({ currentUser: by, userToUnfollow: 'Ben' }),
      namesActor: true,
      answers: { username: 'Ann', following: [] },
    },
  ],
  [
    'unfollow by query',
    {
      method: 'DELETE',
      path: (by) => `/user/unfollow?currentUser=${by}&userToUnfollow=Ben`,
      namesActor: true,
      answers: { username: 'Ann' },
    },
  ],
  [
    'updateBiography',
    {
      method: 'PATCH',
      path: () => '/user/updateBiography',
      body: (by) => ({ username: by, biography: 'Collects calls.' }),
      namesActor: true,
      answers: { biography: 'Collects calls.' },
    },
  ],
  [
    'toggleFollowVisibility',
    {
      method: 'PATCH',
      path: () => '/user/toggleFollowVisibility',
      body: (by) => ({ username: by }),
      namesActor: true,
      answers: { username: 'Ann' },
    },
  ],
  [
    'resetPassword',
    {
      method: 'PATCH',
      path: () => '/user/resetPassword',
      body: (by) => ({ username: by, password: 'correct horse' }),
      namesActor: true,
      answers: { username: 'Ann' },
    },
  ],
  [
    'getQuestion',
    {
      method: 'GET',
      path: (by) => `/question/getQuestion?order=active&search=call&username=${by}`,
      namesActor: true,
      answers: [{ title: 'What is there to call?' }],
    },
  ],
  [
    'getQuestionById',
    {
      method: 'GET',
      path: (by) => `/question/getQuestionById/${qid}?username=${by}`,
      namesActor: true,
      answers: { title: 'What is there to call?' },
    },
  ],
  [
    'addQuestion',
    {
      method: 'POST',
      path: () => '/question/addQuestion',
      body: (by) => questionBody(by, 'Another one'),
      namesActor: true,
      answers: { title: 'Another one', askedBy: 'Ann' },
    },
  ],
  [
    'upvoteQuestion',
    {
      method: 'POST',
      path: () => '/question/upvoteQuestion',
      body: (by) => ({ qid, username: by }),
      namesActor: true,
      answers: { msg: 'Question upvoted successfully', upVotes: ['Ann'], downVotes: [] },
    },
  ],
  [
    'downvoteQuestion',
    {
      method: 'POST',
      path: () => '/question/downvoteQuestion',
      body: (by) => ({ qid, username: by }),
      namesActor: true,
      answers: { msg: 'Question downvoted successfully', upVotes: [], downVotes: ['Ann'] },
    },
  ],
  [
    'followQuestion',
    {
      method: 'POST',
      path: () => '/question/followQuestion',
      body: (by) => ({ qid, username: by }),
      namesActor: true,
      answers: { _id: expect.any(String), following: ['Ann'] },
    },
  ],
  [
    'getTagByName',
    { method: 'GET', path: () => '/tag/getTagByName/GENERAL', namesActor: false, answers: { name: 'general' } },
  ],
  [
    'getTagsWithQuestionNumber',
    {
      method: 'GET',
      path: () => '/tag/getTagsWithQuestionNumber',
      namesActor: false,
      answers: [{ name: 'general', description: 'user added tag', qcnt: 2 }],
    },
  ],
  [
    'addAnswer',
    {
      method: 'POST',
      path: () => '/answer/addAnswer',
      body: (by) => ({ qid, ans: { text: 'That.', ansBy: by, ansDateTime: at, comments: [] } }),
      namesActor: true,
      answers: { text: 'That.', ansBy: 'Ann' },
    },
  ],
  [
    'addComment on a question',
    {
      method: 'POST',
      path: () => '/comment/addComment',
      body: (by) => ({ id: qid, type: 'question', comment: { text: 'Hm.', commentBy: by, commentDateTime: at } }),
      namesActor: true,
      answers: { text: 'Hm.', commentBy: 'Ann' },
    },
  ],
  [
    'addComment on an answer',
    {
      method: 'POST',
      path: () => '/comment/addComment',
      body: (by) => ({ id: answerId, type: 'answer', comment: { text: 'Oh.', commentBy: by, commentDateTime: at } }),
      namesActor: true,
      answers: { text: 'Oh.', commentBy: 'Ann' },
    },
  ],
  [
    'addMessage',
    {
      method: 'POST',
      path: () => '/messaging/addMessage',
      body: (by) => ({ messageToAdd: { msg: 'Hello, all.', msgFrom: by, msgDateTime: at } }),
      namesActor: true,
      answers: { msg: 'Hello, all.', msgFrom: 'Ann' },
    },
  ],
  [
    'getMessages',
    { method: 'GET', path: () => '/messaging/getMessages', namesActor: false, answers: [{ msg: 'Hello, all.' }] },
  ],
  [
    'createChat',
    {
      method: 'POST',
      path: () => '/chat/createChat',
      body: (by) => ({ participants: by === 'Ann' ? ['Ann', 'Ben'] : [by], messages: [] }),
      namesActor: false,
      answers: { participants: ['Ann', 'Ben'] },
    },
  ],
  [
    'addMessage to a chat',
    {
      method: 'POST',
      path: () => `/chat/${chatId}/addMessage`,
      body: (by) => ({ msg: 'Hello, you.', msgFrom: by, msgDateTime: at }),
      namesActor: true,
      answers: { participants: ['Ann', 'Ben'] },
    },
  ],
  [
    'getChatsByUser',
    {
      method: 'GET',
      path: (by) => `/chat/getChatsByUser/${by}`,
      namesActor: true,
      answers: [{ messages: [{ msg: 'Hello, you.', msgFrom: 'Ann' }], unread: 0 }],
    },
  ],
  [
    'getChat',
    {
      method: 'GET',
      path: () => `/chat/${chatId}`,
      namesActor: false,
      answers: { messages: [{ msg: 'Hello, you.' }] },
    },
  ],
];

// In the order of the list: a call may read what an earlier one wrote.
describe('every call of section 7', () => {
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
    ['deleting somebody else', 'DELETE', '/user/deleteUser/Ben', {}, 403, 'actor.other'],
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
