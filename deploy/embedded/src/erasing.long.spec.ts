import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Source, sources } from '@parlour/contracts/envelope';
import type { ThingKey } from '@parlour/contracts/communities/reports';
import { until } from '@parlour/kernel/testing/until';
import { type AllServices, type Person, startAllServices } from './testing/all-services.ts';
import { createPlace, everythingIn, type Place } from './testing/whole-site.ts';

let place: Place;
let services: AllServices;
let ann: Person, bob: Person;

beforeAll(async () => {
  place = await createPlace();
  services = await startAllServices(place.connections);
  [ann, bob] = [await services.signup('ann'), await services.signup('bob')];
});
afterAll(async () => {
  await services.close();
  await place.drop();
});

/** Waits until no table of any service has the word, in any case. */
async function nothingIsLeftOf(word: string): Promise<void> {
  await until(
    `nothing is left of ${word}`,
    async (saw) =>
      !saw(await everythingIn(place))
        .toLowerCase()
        .includes(word),
  );
}

/** Moves what was deleted so far into the past; by then, what was answered is forgotten. */
async function daysPass(days: number): Promise<void> {
  const past = `interval '${days} days'`;
  const dated = { qa: ['questions', 'answers', 'comments'], messaging: ['room_messages', 'chat_messages'] };
  for (const [source, tables] of Object.entries({ ...dated, communities: ['polls'] })) {
    const owner = source as Source; // of the keys above
    await place.sql(
      owner,
      `update events set data = jsonb_set(data, '{deletedAt}',
       to_jsonb(to_char((data ->> 'deletedAt')::timestamptz at time zone 'UTC' - ${past}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
      where data ? 'deletedAt'`,
    );
    for (const table of tables) await place.sql(owner, `update ${table} set deleted_at = deleted_at - ${past}`);
  }
  for (const source of sources) await place.sql(source, 'delete from commands');
}

/** Reports something by its first version, in no community. */
async function report(by: Person, thing: ThingKey, person: Person): Promise<void> {
  const about = { thing, version: 1, placeId: thing.id, personId: person.actor.id, communityId: null };
  await services.as(by, 'communities.report', { ...about, reason: 'spam', text: 'Look at this' });
}

test('[BE-3, Q-31] texts of deleted posts are in no table of any service 30 days later', async () => {
  const tags = [{ name: 'tea', description: 'about xyzzy kettles' }];
  const question = { title: 'Xyzzy first', text: 'Xyzzy', tags, onlyFollowers: false, communityId: null };
  const { _id: qid } = await services.as(ann, 'qa.addQuestion', question);
  await services.as(ann, 'qa.editQuestion', { qid, version: 1, title: 'Xyzzy second', text: 'More xyzzy', tags });
  const { _id: kept } = await services.as(bob, 'qa.addQuestion', {
    ...question,
    title: 'Stays',
    text: 'Stays',
    tags: [{ name: 'tea' }],
  });
  const { _id: aid } = await services.as(ann, 'qa.addAnswer', { qid: kept, text: 'Xyzzy answer' });
  const { _id: cid } = await services.as(ann, 'qa.addComment', { id: kept, type: 'question', text: 'Xyzzy comment' });
  const things = [
    { type: 'question', id: qid },
    { type: 'answer', id: aid },
    { type: 'comment', id: cid },
  ] as const;
  for (const thing of things) await report(bob, thing, ann);
  const reportedTexts = async () => {
    const asked = things.map((thing) => ({ ...thing, versions: [1] }));
    const described = await services.as(ann, 'qa.getReported', { things: asked, granted: true });
    return described.things.map((thing) => thing?.reportedTexts.map(({ excerpt }) => excerpt));
  };
  const answers = { qid, text: 'An answer that stays' };
  await services.as(bob, 'qa.addAnswer', answers);
  expect((await everythingIn(place)).toLowerCase().split('xyzzy').length).toBeGreaterThan(15);

  await services.as(ann, 'qa.deleteQuestion', { qid });
  await services.as(ann, 'qa.deleteAnswer', { aid });
  await services.as(ann, 'qa.deleteComment', { cid });
  // A day too early, everything is still there.
  await daysPass(29);
  expect(await reportedTexts()).toEqual([['Xyzzy'], ['Xyzzy answer'], ['Xyzzy comment']]);
  expect(await services.as(ann, 'qa.restoreComment', { cid })).toMatchObject({ text: 'Xyzzy comment' });
  await services.as(ann, 'qa.deleteComment', { cid });
  await daysPass(1);
  await until('question and answer are erased', async (saw) => {
    const erased = await place.sql('qa', `select 1 from events where type = 'PostErased'`);
    return saw(erased.length) === 2;
  });
  expect(await everythingIn(place)).toContain('Xyzzy comment');
  expect(await reportedTexts()).toEqual([[], [], ['Xyzzy comment']]);
  await daysPass(29);
  await nothingIsLeftOf('xyzzy');
  expect(await reportedTexts()).toEqual([[], [], []]);

  const late = { code: 'restore.late' };
  await expect(services.as(ann, 'qa.restoreQuestion', { qid })).rejects.toMatchObject(late);
  await expect(services.as(ann, 'qa.restoreAnswer', { aid })).rejects.toMatchObject(late);
  const page = await services.as(bob, 'qa.getQuestionById', { id: qid });
  expect(page).toMatchObject({
    ...{ title: '', text: '', deleted: { by: 'author', reason: null } },
    answers: [{ text: 'An answer that stays' }],
  });
  expect(await services.as(bob, 'qa.getQuestionById', { id: kept })).toMatchObject({ title: 'Stays', answers: [] });
  const history = await services.as(ann, 'qa.questionHistory', { qid });
  expect(history.map(({ text, title }) => [title, text])).toEqual([
    ['', ''],
    ['', ''],
  ]);
  // Each once.
  expect(await place.sql('qa', `select 1 from events where type = 'PostErased'`)).toHaveLength(3);
});

test('[BE-7, E-3] texts of deleted messages are in no table of any service 30 days later', async () => {
  const { _id: room } = await services.as(ann, 'messaging.addMessage', { msg: 'Plugh first @bob' });
  await services.as(ann, 'messaging.editMessage', { mid: room, msg: 'Plugh second', version: 1 });
  const chat = await services.as(ann, 'messaging.createChat', {
    participants: ['ann', 'bob'],
    messages: ['Plugh to begin with'],
  });
  const sent = await services.as(ann, 'messaging.addChatMessage', { chatId: chat._id, msg: 'Plugh to @bob' });
  const [first, second] = [chat.messages[0]!._id, sent.messages.at(-1)!._id];
  await services.as(ann, 'messaging.editMessage', { mid: second, msg: 'More plugh', version: 1 });
  await services.as(bob, 'messaging.addChatMessage', { chatId: chat._id, msg: 'A message that stays' });
  expect((await everythingIn(place)).toLowerCase().split('plugh').length).toBeGreaterThan(8);

  for (const mid of [room, first, second]) await services.as(ann, 'messaging.deleteMessage', { mid, reason: '' });
  await daysPass(29);
  // A day too early, everything is still there.
  expect(await services.as(ann, 'messaging.restoreMessage', { mid: first })).toMatchObject({
    msg: 'Plugh to begin with',
  });
  await services.as(ann, 'messaging.deleteMessage', { mid: first, reason: '' });
  await daysPass(1);
  await until('two are erased', async (saw) => {
    return saw((await place.sql('messaging', `select 1 from events where type = 'PostErased'`)).length) === 2;
  });
  expect(await everythingIn(place)).toContain('Plugh to begin with');
  await daysPass(29);
  await nothingIsLeftOf('plugh');

  const late = { code: 'restore.late' };
  for (const mid of [room, first, second]) {
    await expect(services.as(ann, 'messaging.restoreMessage', { mid })).rejects.toMatchObject(late);
  }
  expect(await services.as(bob, 'messaging.getMessages', { limit: 10 })).toMatchObject({
    messages: [{ _id: room, msg: '', deleted: { by: 'author', reason: null } }],
  });
  expect((await services.as(bob, 'messaging.getChat', { chatId: chat._id, limit: 10 })).messages).toMatchObject([
    { msg: '', deleted: { by: 'author' } },
    { msg: '', deleted: { by: 'author' } },
    { msg: 'A message that stays' },
  ]);
  // Each once.
  expect(await place.sql('messaging', `select 1 from events where type = 'PostErased'`)).toHaveLength(3);
});

test('[BM-51, BM-53] every service has the new name; all names of a deleted account are in no table', async () => {
  const [ines, zed] = [ann, await services.signup('Zedekiah')];
  const question = { title: 'Knots?', text: 'Which one?', tags: [{ name: 'knots' }], onlyFollowers: false };
  const { _id: qid } = await services.as(zed, 'qa.addQuestion', { ...question, communityId: null });
  const { _id: mid } = await services.as(zed, 'messaging.addMessage', { msg: 'Hello' });
  await report(bob, { type: 'person', id: zed.actor.id }, zed);
  await report(bob, { type: 'message', id: mid }, zed);
  for (const [username, name] of [
    ['Zedekiah', 'Yolandus'],
    ['zedekiah', 'Xerxesia'],
  ] as const) {
    await services.as(ines, 'identity.rename', { username, name, reason: `Not ${username}` });
  }
  await until('every service has the new name', async (saw) => {
    const page = await services.as(bob, 'qa.getQuestionById', { id: qid });
    const { messages } = await services.as(bob, 'messaging.getMessages', { limit: 1 });
    return saw([page.askedBy, messages.at(-1)?.msgFrom]).every((name) => name === 'Xerxesia');
  });
  await until('they are told', async (saw) => {
    const { rows } = await services.as(zed, 'notifications.getNotifications', { limit: 10 });
    return saw(rows.filter(({ message }) => message.includes('Xerxesia')).length) === 2;
  });
  // Other services compare with names of today.
  expect((await everythingIn(place)).toLowerCase()).toContain('yolandus');
  await services.as(zed, 'identity.deleteUser', {});
  for (const name of ['zedekiah', 'yolandus', 'xerxesia']) await nothingIsLeftOf(name);
  expect(await services.as(bob, 'qa.getQuestionById', { id: qid })).toMatchObject({ askedBy: 'deleted user' });
});

test('[BE-3] a deleted question does not wait for an answer, also once its text is erased', async () => {
  const question = {
    title: 'Alone',
    text: 'Well?',
    tags: [{ name: 'alone' }],
    onlyFollowers: false,
    communityId: null,
  };
  const { _id: qid } = await services.as(ann, 'qa.addQuestion', question);
  await place.sql('qa', `update questions set asked_at = asked_at - interval '2 days' where id = '${qid}'`);
  const unanswered = async () =>
    (await services.as(ann, 'qa.state', { since: '2026-01-01', days: 1 })).waiting.unanswered;
  const before = (await unanswered()) ?? 0;
  expect(before).toBeGreaterThan(0);
  await services.as(ann, 'qa.deleteQuestion', { qid });
  expect(await unanswered()).toBe(before - 1);
  await daysPass(30);
  await until('it is erased', async (saw) => {
    return saw(await place.sql('qa', `select from events where stream_id = 'blanked/${qid}'`)).length === 1;
  });
  expect(await unanswered()).toBe(before - 1);
});

test('[BE-9, P-14] texts of removed polls are in no table of any service 30 days later', async () => {
  const asking = { title: 'Rye?', text: 'Well?', tags: [{ name: 'rye' }], onlyFollowers: false, communityId: null };
  for (let n = 0; n < 2; n++) {
    const { _id: qid } = await services.as(ann, 'qa.addQuestion', asking);
    await services.as(ann, 'qa.addAnswer', { qid, text: 'So.' });
  }
  const community = { name: 'Bakers', description: 'Bread', visibility: 'public' };
  const { _id: communityId } = await services.as(ann, 'communities.create', community);
  const expiresAt = new Date(Date.now() + 90 * 86_400_000).toISOString();
  const add = (questionText: string, options: readonly string[]) =>
    services.as(bob, 'communities.addPoll', { communityId, questionText, options, expiresAt });
  const { _id: own } = await add('Fnord first', ['Fnord rye', 'Wheat fnord']);
  await services.as(bob, 'communities.editPoll', {
    pollId: own,
    questionText: 'Second fnord',
    options: ['Fnord', 'No'],
  });
  const theirs = await add('Plover first', ['Plover rye', 'Wheat plover']);
  await services.as(ann, 'communities.vote', { pollId: theirs._id, optionId: theirs.options[0]!._id });
  await add('A poll that stays', ['It stays', 'It stays too']);
  expect((await everythingIn(place)).toLowerCase().split('fnord').length).toBeGreaterThan(7);

  await services.as(bob, 'communities.deletePoll', { pollId: own });
  await services.as(ann, 'communities.deletePoll', { pollId: theirs._id, reason: 'Twice' });
  // A day too early, everything is still there.
  await daysPass(29);
  expect(await services.as(bob, 'communities.restorePoll', { pollId: own })).toMatchObject({
    questionText: 'Second fnord',
    options: [{ text: 'Fnord' }, {}],
  });
  await services.as(bob, 'communities.deletePoll', { pollId: own });
  await daysPass(1);
  await nothingIsLeftOf('plover');
  expect(await everythingIn(place)).toContain('Second fnord');
  await daysPass(29);
  await nothingIsLeftOf('fnord');

  const late = { code: 'restore.late' };
  await expect(services.as(bob, 'communities.restorePoll', { pollId: own })).rejects.toMatchObject(late);
  await expect(services.as(ann, 'communities.restorePoll', { pollId: theirs._id })).rejects.toMatchObject(late);
  const { rows } = await services.as(ann, 'communities.getPolls', { communityId, status: 'all', limit: 10 });
  expect(rows).toMatchObject([{ questionText: 'A poll that stays', options: [{ text: 'It stays' }, {}] }]);
  const log = await services.as(ann, 'communities.getModerationLog', { communityId, limit: 10 });
  expect(log.rows).toMatchObject([{ act: 'pollDeleted', reason: 'Twice' }]);
  expect(log.rows[0]).not.toHaveProperty('poll');
  // Each once.
  expect(await place.sql('communities', `select 1 from events where type = 'PostErased'`)).toHaveLength(2);
});
