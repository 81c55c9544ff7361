import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import { type Call, tryCall } from './calls.ts';
import { Person, questionBody } from './person.ts';
import { own, sharedSite } from './shared.ts';

const at = new Date(0).toISOString();
const names = { ann: own('Ann'), ben: own('Ben') };
const tag = 'calls';

let ann: Person;
let ben: Person;
let qid: string;
let answerId: string;
let chatId: string;

beforeAll(async () => {
  const { url } = await sharedSite();
  ann = await new Person(url, names.ann).signUp();
  ben = await new Person(url, names.ben).signUp();
  qid = (await ben.ask('What is there to call?', { tags: [{ name: tag }] }))._id;
  answerId = (await ben.answer(qid, 'This.'))._id;
  const chat = await ann.post<ChatWire>('/chat/createChat', { participants: [names.ann, names.ben], messages: [] });
  chatId = chat.body._id;
});

const calls: readonly (readonly [string, Call])[] = [
  ['[CA-4] getFollowers', { method: 'GET', path: () => `/user/getFollowers/${names.ben}`, answers: [] }],
  ['[CA-5] getFollowing', { method: 'GET', path: () => `/user/getFollowing/${names.ben}`, answers: [] }],
  [
    '[CA-6] getUsers',
    {
      method: 'GET',
      path: () => `/user/getUsers?search=${names.ben.toUpperCase()}`,
      answers: [{ username: names.ben }],
    },
  ],
  [
    '[EN-1, CA-7] getUser',
    { method: 'GET', path: () => `/user/getUser/${names.ben}`, answers: { username: names.ben } },
  ],
  [
    '[CA-8] contributions',
    { method: 'GET', path: () => `/user/getUser/${names.ben}/contributions`, answers: { total: 2 } },
  ],
  [
    '[CA-9] follow',
    {
      method: 'POST',
      path: () => '/user/follow',
      body: (by) => ({ currentUser: by, userToFollow: names.ben }),
      answers: { username: names.ann, following: [names.ben] },
    },
  ],
  [
    '[CA-10] unfollow',
    {
      method: 'DELETE',
      path: () => '/user/unfollow',
      body: (by) => ({ currentUser: by, userToUnfollow: names.ben }),
      answers: { username: names.ann, following: [] },
    },
  ],
  [
    '[CA-10, T-8] unfollow by query',
    {
      method: 'DELETE',
      path: (by) => `/user/unfollow?currentUser=${by}&userToUnfollow=${names.ben}`,
      answers: { username: names.ann },
    },
  ],
  [
    '[CA-12] updateBiography',
    {
      method: 'PATCH',
      path: () => '/user/updateBiography',
      body: (by) => ({ username: by, biography: 'Collects calls.' }),
      answers: { biography: 'Collects calls.' },
    },
  ],
  [
    '[CA-14] toggleFollowVisibility',
    {
      method: 'PATCH',
      path: () => '/user/toggleFollowVisibility',
      body: (by) => ({ username: by }),
      answers: { username: names.ann },
    },
  ],
  [
    '[CA-11] resetPassword',
    {
      method: 'PATCH',
      path: () => '/user/resetPassword',
      body: (by) => ({ username: by, password: 'battery staple' }),
      answers: { username: names.ann },
    },
  ],
  [
    '[CA-15] getQuestion',
    {
      method: 'GET',
      path: (by) => `/question/getQuestion?order=active&search=[${tag}]&username=${by}`,
      answers: [{ title: 'What is there to call?' }],
    },
  ],
  [
    '[EN-2, CA-16] getQuestionById',
    {
      method: 'GET',
      path: (by) => `/question/getQuestionById/${qid}?username=${by}`,
      answers: { title: 'What is there to call?' },
    },
  ],
  [
    '[CA-17] addQuestion',
    {
      method: 'POST',
      path: () => '/question/addQuestion',
      body: (by) => questionBody(by, 'Another one', { tags: [{ name: tag, description: 'user added tag' }] }),
      answers: { title: 'Another one', askedBy: names.ann },
    },
  ],
  [
    '[CA-18] upvoteQuestion',
    {
      method: 'POST',
      path: () => '/question/upvoteQuestion',
      body: (by) => ({ qid, username: by }),
      answers: { msg: 'Question upvoted successfully', upVotes: [names.ann], downVotes: [] },
    },
  ],
  [
    '[CA-19] downvoteQuestion',
    {
      method: 'POST',
      path: () => '/question/downvoteQuestion',
      body: (by) => ({ qid, username: by }),
      answers: { msg: 'Question downvoted successfully', upVotes: [], downVotes: [names.ann] },
    },
  ],
  [
    '[CA-20] followQuestion',
    {
      method: 'POST',
      path: () => '/question/followQuestion',
      body: (by) => ({ qid, username: by }),
      answers: { _id: expect.any(String), following: [names.ann] },
    },
  ],
  [
    '[EN-2, CA-21] getTagByName',
    { method: 'GET', path: () => `/tag/getTagByName/${tag.toUpperCase()}`, answers: { name: tag } },
  ],
  [
    '[CA-22, LI-2] getTagsWithQuestionNumber',
    {
      method: 'GET',
      path: () => '/tag/getTagsWithQuestionNumber?limit=100',
      answers: expect.arrayContaining([{ name: tag, description: 'user added tag', qcnt: 2 }]),
    },
  ],
  [
    '[EN-2, CA-23] addAnswer',
    {
      method: 'POST',
      path: () => '/answer/addAnswer',
      body: (by) => ({ qid, ans: { text: 'That.', ansBy: by, ansDateTime: at, comments: [] } }),
      answers: { text: 'That.', ansBy: names.ann },
    },
  ],
  [
    '[EN-2, CA-24] addComment on a question',
    {
      method: 'POST',
      path: () => '/comment/addComment',
      body: (by) => ({ id: qid, type: 'question', comment: { text: 'Hm.', commentBy: by, commentDateTime: at } }),
      answers: { text: 'Hm.', commentBy: names.ann },
    },
  ],
  [
    '[CA-24] addComment on an answer',
    {
      method: 'POST',
      path: () => '/comment/addComment',
      body: (by) => ({ id: answerId, type: 'answer', comment: { text: 'Oh.', commentBy: by, commentDateTime: at } }),
      answers: { text: 'Oh.', commentBy: names.ann },
    },
  ],
  [
    '[CA-26] addMessage',
    {
      method: 'POST',
      path: () => '/messaging/addMessage',
      body: (by) => ({ messageToAdd: { msg: 'Hello, all.', msgFrom: by, msgDateTime: at } }),
      answers: { msg: 'Hello, all.', msgFrom: names.ann },
    },
  ],
  [
    '[EN-3, CA-25] getMessages',
    {
      method: 'GET',
      path: () => '/messaging/getMessages',
      answers: expect.arrayContaining([expect.objectContaining({ msg: 'Hello, all.', msgFrom: names.ann })]),
    },
  ],
  [
    '[CA-29] createChat',
    {
      method: 'POST',
      path: () => '/chat/createChat',
      body: (by) => ({ participants: by === names.ann ? [names.ann, names.ben] : [by], messages: [] }),
      answers: { participants: [names.ann, names.ben] },
    },
  ],
  [
    '[CA-30] addMessage to a chat',
    {
      method: 'POST',
      path: () => `/chat/${chatId}/addMessage`,
      body: (by) => ({ msg: 'Hello, you.', msgFrom: by, msgDateTime: at }),
      answers: { participants: [names.ann, names.ben] },
    },
  ],
  [
    '[CA-27] getChatsByUser',
    {
      method: 'GET',
      path: (by) => `/chat/getChatsByUser/${by}`,
      answers: [{ messages: [{ msg: 'Hello, you.', msgFrom: names.ann }], unread: 0 }],
    },
  ],
  [
    '[EN-3, CA-28] getChat',
    {
      method: 'GET',
      path: () => `/chat/${chatId}`,
      answers: { messages: [{ msg: 'Hello, you.' }] },
    },
  ],
];

// In the order of the list: a call may read what an earlier one wrote.
describe('[RO-1, T-1, E-2] every call of section 7', () => {
  test.each(calls)('%s', (_, call) => tryCall(ann, call));
});

test('odd texts are stored as they are and break no page', async () => {
  for (const text of ['['.repeat(30_000), '<script>alert(1)</script>', '\u202Eright to left', '👩‍👩‍👧‍👦'.repeat(500)]) {
    const { _id: id } = await ann.ask('An odd text', { text });
    expect((await ben.read(id)).text).toBe(text);
  }
});
