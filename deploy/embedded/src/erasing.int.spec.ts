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
  await sql(
    'qa',
    `update events set data = jsonb_set(data, '{deletedAt}',
       to_jsonb(to_char((data ->> 'deletedAt')::timestamptz at time zone 'UTC' - ${past}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
      where data ? 'deletedAt'`,
  );
  for (const source of sources) await sql(source, 'delete from commands');
  for (const table of ['questions', 'answers', 'comments']) {
    await sql('qa', `update ${table} set deleted_at = deleted_at - ${past}`);
  }
}

/** As a part that could not handle the event that posted something. */
async function park(source: Source, id: string): Promise<void> {
  const [event] = await sql<{ envelope: object }>(
    'qa',
    `select json_build_object('source', 'qa', 'type', type, 'eventId', event_id, 'data', data) as envelope
       from events where stream_id like '%/' || $1 and version = 1 and data ? 'text'`,
    [id],
  );
  await sql(
    source,
    `insert into dead_letters (consumer, log_id, position, ordering_key, envelope, failure)
     select 'test', log_id, (select count(*) from dead_letters), $1, $2::jsonb, 'test' from head`,
    [id, JSON.stringify(event!.envelope)],
  );
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
