import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserWire } from '@parlour/contracts/identity/identity';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import {
  type AnswerRowWire,
  questionOrders,
  type QuestionRowWire,
  type QuestionWire,
  type TagCountWire,
} from '@parlour/contracts/qa/qa';
import { unknownId } from './neighbour.ts';
import { type Listener, Person } from './person.ts';
import { own, sharedSite } from './shared.ts';

/** In the title, text, tag, answer and comment of the hidden question, and nowhere else. */
const secret = 'zanzibar';

let url: string;
let author: Person;
let follower: Person;
let stranger: Person;
let hidden: QuestionWire;
let answerId: string;
const listeners = new Map<Person, Listener>();

beforeAll(async () => {
  ({ url } = await sharedSite());
  author = await new Person(url, own('Author')).signUp();
  follower = await new Person(url, own('Follower')).signUp();
  stranger = await new Person(url, own('Stranger')).signUp();
  await follower.follow(author.name);
  for (const person of [author, follower, stranger]) listeners.set(person, await person.listen());
  hidden = await author.ask(`Meeting in ${secret}`, {
    text: `Who comes to ${secret}?`,
    tags: [{ name: secret, description: 'user added tag' }],
    onlyFollowers: true,
  });
  answerId = (await follower.answer(hidden._id, `I come to ${secret}.`))._id;
  await author.comment(hidden._id, 'question', `Bring friends to ${secret}.`);
  await follower.comment(answerId, 'answer', `By train to ${secret}.`);
  await follower.post('/question/upvoteQuestion', { qid: hidden._id, username: follower.name });
  await follower.read(hidden._id);
});
afterAll(() => {
  for (const listener of listeners.values()) listener.close();
});

/** Everything that this person can read of the hidden question, by surface. */
async function surfaces(person: Person): Promise<Record<string, boolean>> {
  const seen: Record<string, boolean> = {};
  const hasIt = (rows: readonly QuestionRowWire[]): boolean => rows.some((row) => row._id === hidden._id);
  for (const order of questionOrders.filter((each) => each !== 'unanswered')) {
    const { body } = await person.get<QuestionRowWire[]>(`/question/getQuestion?order=${order}`);
    // The author follows neither themselves nor their question.
    if (order !== 'following' || person !== author) seen[`list by ${order}`] = hasIt(body);
  }
  const search = async (text: string): Promise<boolean> =>
    hasIt(
      (await person.get<QuestionRowWire[]>(`/question/getQuestion?order=newest&search=${encodeURIComponent(text)}`))
        .body,
    );
  seen['search by word'] = await search(secret);
  seen['search by tag'] = await search(`[${secret}]`);
  const list = await person.get<QuestionRowWire[]>(`/question/getQuestion?order=newest&search=[${secret}]`);
  seen['count of all'] = list.headers.get('x-total-count') === '1';
  const tags = await person.get<TagCountWire[]>('/tag/getTagsWithQuestionNumber');
  seen['list of tags'] = tags.body.some((tag) => tag.name === secret && tag.qcnt === 1);
  seen['name in the list of tags'] = tags.body.some((tag) => tag.name === secret);
  seen['tag by name'] = (await person.get(`/tag/getTagByName/${secret}`)).status === 200;
  const completed = await person.get<TagCountWire[]>(`/tag/complete?prefix=${secret.slice(0, -1)}`);
  seen['completed tags'] = completed.body.some((tag) => tag.name === secret);
  seen['history of the tag'] = (await person.get(`/tag/history/${secret}`)).status === 200;
  seen['completed readers'] = (await person.get(`/user/complete?prefix=&qid=${hidden._id}`)).status === 200;
  seen['similar questions'] = hasIt((await person.get<QuestionRowWire[]>(`/question/similar?title=${secret}`)).body);
  const answers = await person.get<AnswerRowWire[]>(`/user/getUser/${follower.name}/answers`);
  seen['answers of a person'] = answers.body.some((row) => row._id === answerId);
  const page = await person.get<QuestionWire>(`/question/getQuestionById/${hidden._id}`);
  seen['by id'] = page.status === 200;
  seen['anything in the answer'] = JSON.stringify(page.body).includes(secret);
  return seen;
}

function everySurface(surfacesSeen: Record<string, boolean>, value: boolean): void {
  expect(surfacesSeen).toEqual(Object.fromEntries(Object.keys(surfacesSeen).map((name) => [name, value])));
}

/** The statuses of all calls that change the hidden question. */
async function actions(person: Person): Promise<Record<string, number>> {
  const { name } = person;
  const at = new Date(0).toISOString();
  const qid = hidden._id;
  const comment = { text: 'Hm.', commentBy: name, commentDateTime: at };
  const status = async (path: string, body: object): Promise<number> => (await person.post(path, body)).status;
  return {
    upvote: await status('/question/upvoteQuestion', { qid, username: name }),
    downvote: await status('/question/downvoteQuestion', { qid, username: name }),
    'upvote an answer': await status('/answer/upvoteAnswer', { aid: answerId, username: name }),
    'downvote an answer': await status('/answer/downvoteAnswer', { aid: answerId, username: name }),
    'accept an answer': await status('/question/acceptAnswer', { qid, aid: answerId, username: name }),
    follow: await status('/question/followQuestion', { qid, username: name }),
    answer: await status('/answer/addAnswer', {
      qid,
      ans: { text: 'Hm.', ansBy: name, ansDateTime: at, comments: [] },
    }),
    'comment on the question': await status('/comment/addComment', { id: qid, type: 'question', comment }),
    'comment on the answer': await status('/comment/addComment', { id: answerId, type: 'answer', comment }),
    'describe the tag': (
      await person.call('PATCH', '/tag/describe', { body: { tag: secret, text: 'Hm.', version: 1 } })
    ).status,
  };
}

describe('[RO-5, Q-6] a question for followers only', () => {
  test('is everywhere for its author', async () => everySurface(await surfaces(author), true));
  test('is everywhere for a follower', async () => everySurface(await surfaces(follower), true));
  test('is nowhere for a stranger', async () => everySurface(await surfaces(stranger), false));

  test('cannot be changed by a stranger, for whom every answer is "not found"', async () => {
    const statuses = await actions(stranger);
    expect(statuses).toEqual(Object.fromEntries(Object.keys(statuses).map((name) => [name, 404])));
    expect((await author.read(hidden._id)).answerCount).toBe(1);
  });

  test('[BM-61] has a tag that is as unknown to a stranger as one that nobody has used', async () => {
    const answersOf = async (tag: string): Promise<unknown[]> => {
      const body = { tag, text: 'Hm.', version: 1 };
      const answers = [
        ...(await Promise.all(
          ['/tag/getTagByName/', '/tag/history/', '/tag/complete?prefix='].map((path) => stranger.get(path + tag)),
        )),
        await stranger.call('PATCH', '/tag/describe', { body }),
      ];
      return answers.map((answer) => [answer.status, answer.body]);
    };
    expect(await answersOf(secret)).toEqual(await answersOf('zzz-unused'));
  });

  test('[BM-61] completes no names of its readers for a stranger, as if it did not exist', async () => {
    const complete = async (qid: string): Promise<unknown> => {
      const { status, body } = await stranger.get(
        `/user/complete?prefix=${encodeURIComponent(follower.name)}&qid=${qid}`,
      );
      return { status, body };
    };
    expect(await complete(hidden._id)).toEqual(await complete(unknownId));
  });

  test('is sent live to author and follower only', async () => {
    const open = await author.ask('For everybody');
    for (const person of [author, follower, stranger]) {
      await listeners.get(person)?.waitFor('questionUpdate', (row) => row._id === open._id);
    }
    const events = (person: Person): Set<string> => {
      const received = listeners.get(person)?.received ?? [];
      return new Set(
        received.filter(({ payload }) => JSON.stringify(payload).includes(hidden._id)).map(({ event }) => event),
      );
    };
    const all = ['answerUpdate', 'commentUpdate', 'questionUpdate', 'viewsUpdate', 'voteUpdate'];
    // Notifications come from another service, with a delay.
    await listeners.get(author)?.waitFor('notification', ({ id }) => id === hidden._id);
    expect([...events(author)].sort()).toEqual([...all, 'notification'].sort());
    expect([...events(follower)].sort()).toEqual(all);
    expect([...events(stranger)]).toEqual([]);
    expect(JSON.stringify(listeners.get(stranger)?.received)).not.toContain(secret);
  });

  test('is gone with the answer to an unfollow, including live events', async () => {
    const leaver = await new Person(url, own('Leaver')).signUp();
    await leaver.follow(author.name);
    expect((await leaver.get(`/question/getQuestionById/${hidden._id}`)).status).toBe(200);
    const listener = await leaver.listen();
    await leaver.unfollow(author.name);
    expect((await leaver.get(`/question/getQuestionById/${hidden._id}`)).status).toBe(404);
    const before = listener.received.length;
    await author.comment(hidden._id, 'question', 'After you had left.');
    const open = await author.ask('Open again');
    await listener.waitFor('questionUpdate', (row) => row._id === open._id);
    listener.close();
    expect(JSON.stringify(listener.received.slice(before))).not.toContain(hidden._id);
  });
});

describe('private data', () => {
  test('[RO-4, U-1] hidden follower lists', async () => {
    const shy = await new Person(url, own('Shy')).signUp();
    await shy.follow(author.name);
    await follower.follow(shy.name);
    await shy.call('PATCH', '/user/toggleFollowVisibility', { body: { username: shy.name } });
    const { body } = await stranger.get<UserWire>(`/user/getUser/${shy.name}`);
    expect(body).toMatchObject({ followVisibility: false, followers: [], following: [] });
    expect(JSON.stringify(body)).not.toMatch(/Author|Follower|Count":[1-9]/);
    expect((await stranger.get(`/user/getFollowers/${shy.name}`)).status).toBe(403);
    expect((await stranger.get(`/user/getFollowing/${shy.name}`)).status).toBe(403);
    expect((await shy.get<UserWire>(`/user/getUser/${shy.name}`)).body.following).toEqual([author.name]);
    const people = await stranger.get(`/user/getUsers?search=${shy.name}`);
    expect(JSON.stringify(people.body)).not.toMatch(/Count":[1-9]|Author/);
  });

  test('[M-2, BM-2, BE-1, BE-3] chats of others, by list, by id, by writing, by socket', async () => {
    const chat = await author.post<ChatWire>('/chat/createChat', {
      participants: [author.name, follower.name],
      messages: [],
    });
    expect(chat.status).toBe(200);
    const id = chat.body._id;
    const listener = listeners.get(stranger);
    const message = { msg: `See you in ${secret}`, msgFrom: author.name, msgDateTime: new Date(0).toISOString() };
    expect((await author.post(`/chat/${id}/addMessage`, message)).status).toBe(200);
    await listeners
      .get(follower)
      ?.waitFor('chatUpdate', (update) => update.chat._id === id && update.type === 'newMessage');
    expect((await stranger.get<ChatWire[]>(`/chat/getChatsByUser/${stranger.name}`)).body).toEqual([]);
    expect((await stranger.get(`/chat/getChatsByUser/${author.name}`)).status).toBe(403);
    expect((await stranger.get(`/chat/${id}`)).status).toBe(404);
    expect((await stranger.post(`/chat/${id}/addMessage`, { ...message, msgFrom: stranger.name })).status).toBe(404);
    expect((await stranger.post(`/chat/${id}/addParticipant`, { username: stranger.name })).status).toBe(404);
    const mid = (await author.get<ChatWire>(`/chat/${id}`)).body.messages.at(-1)?._id;
    const refused = [
      await stranger.post('/chat/leave', { chatId: id }),
      await stranger.call('PATCH', '/chat/rename', { body: { chatId: id, name: 'Mine' } }),
      await stranger.post('/chat/mute', { chatId: id, muted: true }),
      await stranger.call('PATCH', '/messaging/editMessage', { body: { mid, msg: 'Mine', version: 1 } }),
      await stranger.call('DELETE', '/messaging/deleteMessage', { body: { mid, reason: 'Mine' } }),
      await stranger.post('/messaging/restoreMessage', { mid }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
    expect(JSON.stringify(refused)).not.toContain(secret);
    const open = await author.ask('A sign to wait for');
    await listener?.waitFor('questionUpdate', (row) => row._id === open._id);
    expect(JSON.stringify(listener?.received)).not.toContain(id);
  });
});
