import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Source } from '@parlour/contracts/envelope';
import type { QaEvent } from '@parlour/contracts/qa.events';
import { type Database, openDatabase, statement } from '@parlour/kernel/database/database';
import { eventTypes } from '@parlour/contracts/event-types';
import { patientLimits } from '@parlour/kernel/testing/patience';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { createThrowawayDatabase, type ThrowawayDatabase } from '@parlour/kernel/testing/postgres';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import { qaDefinition, qaMigrations } from './qa.module.ts';
import { personOf, startQa } from './testing/qa-world.ts';

const own = qaDefinition.views.filter((view) => view.source === 'qa');
const tables = own.flatMap((view) => view.tables);

let places: ThrowawayDatabase<Source>[] = [];
let opened: Database[] = [];
beforeAll(() => {
  places = [];
  opened = [];
});
afterAll(async () => {
  for (const database of opened) await database.close();
  for (const place of places) await place.drop();
});

async function open(migrations: typeof qaMigrations, place?: ThrowawayDatabase<Source>): Promise<Database> {
  const at = place ?? (await createThrowawayDatabase<Source>({ sources: ['qa'] }));
  if (!place) places.push(at);
  const database = await openDatabase(at.connections.qa, { entities: [], migrations }, silentLogger, {
    limits: patientLimits,
  });
  opened.push(database);
  await database.dataSource.runMigrations();
  return database;
}

const asked = (questionId: string, askedBy: string, tags: string[], onlyFollowers = false): QaEvent => ({
  type: 'QuestionAsked',
  data: {
    questionId,
    askedBy,
    title: 'Why?',
    text: 'Well?',
    tags: tags.map((name) => ({ name, description: 'user added tag' })),
    onlyFollowers,
    communityId: null,
  },
});
const answered = (answerId: string, questionId: string, answeredBy: string): QaEvent => ({
  type: 'AnswerPosted',
  data: { answerId, questionId, answeredBy, text: 'So.' },
});

/** Events that a site with the first schema could have. */
const log: QaEvent[] = [
  asked('q1', 'ann', ['Sea', 'moon']),
  asked('q2', 'ann', ['SEA', 'salt'], true),
  answered('a1', 'q1', 'ben'),
  answered('a2', 'q2', 'ann'),
  asked('q3', 'ben', ['salt', 'secret'], true),
  asked('q4', 'ben', ['sea']),
  answered('a3', 'q1', 'ben'),
];

test('migrating an older site gives the same counts as folding its events again, and can be undone', async () => {
  const fresh = await open(qaMigrations);
  for (const view of own) await fresh.transaction((tx) => view.apply(envelopesOf('qa', log), tx));
  const wanted = await readTables(fresh, tables);

  const old = await open(qaMigrations.slice(0, 2));
  const copied = ['questions', 'answers', 'tags'];
  for (const table of copied) {
    const rows = statement(
      `test.${table}`,
      `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    );
    await old.query(rows, [JSON.stringify(wanted[table])]);
  }
  const [place] = places.slice(-1);
  const migrated = await open(qaMigrations, place);
  expect(await readTables(migrated, tables)).toEqual(wanted);

  for (let made = qaMigrations.length; made > 2; made--) await migrated.dataSource.undoLastMigration();
  const before = await readTables(migrated, ['question_totals', 'tags']);
  expect(before['question_totals']).toEqual([
    { only_followers: false, questions: 2 },
    { only_followers: true, questions: 2 },
  ]);
  await migrated.dataSource.runMigrations();
  expect(await readTables(migrated, tables)).toEqual(wanted);
});

test('a rebuilt read model equals the serving one', async () => {
  const world = await startQa();
  try {
    const [ann, ben, cay] = [personOf('Ann'), personOf('Ben'), personOf('Cay')];
    await world.follow(ben, ann);
    const open = await world.ask(ann, { tags: [{ name: 'sea' }, { name: 'salt' }] });
    const secret = await world.ask(ann, { tags: [{ name: 'sea' }, { name: 'secret' }], onlyFollowers: true });
    for (const qid of [open, secret]) {
      await world.read(ben, qid);
      const aid = await world.answer(ben, qid);
      await world.comment(ben, 'answer', aid);
      await world.voteOnAnswer(ann, aid, 'up');
      for (const accepted of [aid, null, await world.answer(ben, qid), aid]) await world.accept(ann, qid, accepted);
      await world.comment(ann, 'question', qid);
      await world.vote(ben, qid, 'up');
      await world.vote(ben, qid, 'down');
      await world.call('qa.followQuestion', { qid }, { as: ben });
    }
    await world.vote(cay, open, 'up');
    await world.vote(cay, open, 'up');
    await world.call('qa.followQuestion', { qid: open }, { as: ben });
    await world.call('qa.followQuestion', { qid: secret }, { as: ben });
    await world.call('qa.followQuestion', { qid: secret }, { as: ben });
    const served = await readTables(world.database, tables);
    for (const table of tables) expect(served[table]).not.toEqual([]);
    const feed = async (after: number, limit: number) => (await world.call('qa.feed', { after, limit })).reply;
    for (const view of own) await rebuildView(view, true, world.database, feed, eventTypes.qa);
    expect(await readTables(world.database, tables)).toEqual(served);
    expect(await world.list(ben, { search: '[sea]' })).toEqual([secret, open]);
  } finally {
    await world.close();
  }
});
