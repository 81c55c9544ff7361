import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Source, sources } from '@parlour/contracts/envelope';
import { knownTables } from '@parlour/kernel/backup/backup-tables';
import { statement } from '@parlour/kernel/database/database';
import { createThrowawayDatabase, type ThrowawayDatabase } from '@parlour/kernel/testing/postgres';
import { until } from '@parlour/kernel/testing/until';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { type OpenedService, withServices } from './opened-services.ts';
import { serviceDefinitions } from './service-definitions.ts';
import { type AllServices, type Person, startAllServices } from './testing/all-services.ts';

let place: ThrowawayDatabase<Source>;
let services: AllServices;
let ann: Person, bob: Person;
let asked = 0;

beforeAll(async () => {
  place = await createThrowawayDatabase<Source>({ sources });
  services = await startAllServices(place.connections);
  [ann, bob] = [await services.signup('ann'), await services.signup('bob')];
});
afterAll(async () => {
  await services.close();
  await place.drop();
});

const tool = <Result>(use: (opened: readonly OpenedService[]) => Promise<Result>): Promise<Result> =>
  withServices(serviceDefinitions(), place.connections, use);

const sql = <Row extends object>(source: Source, text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  tool((opened) => {
    asked += 1;
    const { database } = opened.find(({ definition }) => definition.source === source)!;
    return database.query<Row>(statement(`test.${asked}`, text), values);
  });

/** The content of every table of every service. */
const everything = (): Promise<string> =>
  tool(async (opened) => {
    const found: unknown[] = [];
    for (const { definition, database } of opened) found.push(await readTables(database, knownTables(definition)));
    return JSON.stringify(found);
  });

/** Moves what was deleted so far into the past; by then, what was answered is forgotten. */
async function daysPass(days: number): Promise<void> {
  const past = `interval '${days} days'`;
  for (const source of ['qa', 'messaging'] as const) {
    await sql(
      source,
      `update events set data = jsonb_set(data, '{deletedAt}',
       to_jsonb(to_char((data ->> 'deletedAt')::timestamptz at time zone 'UTC' - ${past}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
      where data ? 'deletedAt'`,
    );
  }
  for (const source of sources) await sql(source, 'delete from commands');
  for (const table of ['questions', 'answers', 'comments']) {
    await sql('qa', `update ${table} set deleted_at = deleted_at - ${past}`);
  }
  for (const table of ['room_messages', 'chat_messages']) {
    await sql('messaging', `update ${table} set deleted_at = deleted_at - ${past}`);
  }
}

/** As a part that could not handle the events that hold the text of something. */
async function park(source: Source, id: string, from: Source = 'qa'): Promise<void> {
  const events = await sql<{ envelope: object }>(
    from,
    `select json_build_object('source', $2::text, 'type', type, 'eventId', event_id, 'data', data) as envelope
       from events where $1 in (split_part(stream_id, '/', 2), data ->> 'messageId') and data ? 'text'`,
    [id, from],
  );
  expect(events).not.toEqual([]);
  for (const { envelope } of events) {
    await sql(
      source,
      `insert into dead_letters (consumer, log_id, position, ordering_key, envelope, failure)
       select 'test', log_id, (select count(*) from dead_letters), $1, $2::jsonb, 'test' from head`,
      [id, JSON.stringify(envelope)],
    );
  }
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
  const answers = { qid, text: 'An answer that stays' };
  await services.as(bob, 'qa.addAnswer', answers);
  for (const id of [qid, aid, cid]) await Promise.all([park('notifications', id), park('communities', id)]);
  expect((await everything()).toLowerCase().split('xyzzy').length).toBeGreaterThan(15);

  await services.as(ann, 'qa.deleteQuestion', { qid });
  await services.as(ann, 'qa.deleteAnswer', { aid });
  await services.as(ann, 'qa.deleteComment', { cid });
  // A day too early, everything is still there.
  await daysPass(29);
  expect(await services.as(ann, 'qa.restoreComment', { cid })).toMatchObject({ text: 'Xyzzy comment' });
  await services.as(ann, 'qa.deleteComment', { cid });
  await daysPass(1);
  await until('question and answer are erased', async (saw) => {
    const erased = await sql('qa', `select 1 from events where type in ('QuestionBlanked', 'AnswerBlanked')`);
    return saw(erased.length) === 2;
  });
  expect(await everything()).toContain('Xyzzy comment');
  await daysPass(29);
  await until(
    'nothing is left of the texts',
    async (saw) =>
      !saw(await everything())
        .toLowerCase()
        .includes('xyzzy'),
  );

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
  expect(await sql('qa', `select 1 from events where type like '%Blanked'`)).toHaveLength(3);
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
  for (const id of [room, first, second]) await park('notifications', id, 'messaging');
  expect((await everything()).toLowerCase().split('plugh').length).toBeGreaterThan(12);

  for (const mid of [room, first, second]) await services.as(ann, 'messaging.deleteMessage', { mid, reason: '' });
  await daysPass(29);
  // A day too early, everything is still there.
  expect(await services.as(ann, 'messaging.restoreMessage', { mid: first })).toMatchObject({
    msg: 'Plugh to begin with',
  });
  await services.as(ann, 'messaging.deleteMessage', { mid: first, reason: '' });
  await daysPass(1);
  await until('two are erased', async (saw) => saw((await everything()).split('Blanked"').length > 2));
  expect(await everything()).toContain('Plugh to begin with');
  await daysPass(29);
  await until(
    'nothing is left of the texts',
    async (saw) =>
      !saw(await everything())
        .toLowerCase()
        .includes('plugh'),
  );

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
  expect(await sql('messaging', `select 1 from events where type like '%Blanked'`)).toHaveLength(3);
});
