import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import { statement } from '@parlour/kernel/database/database';
import { fillTables } from '@parlour/kernel/testing/fill-tables';
import { costsOf, type StatementCosts, statementsOf } from '@parlour/kernel/testing/statement-costs';
import { personOf } from '@parlour/kernel/testing/people';
import { type NotificationsWorld, startNotifications } from './testing/notifications-world.ts';

const reader = personOf('Reader');
let world: NotificationsWorld;

/**
 * One of forty people's many notifications has a fortieth: 1,000, all but 50 of them read; every
 * third is about a followers-only question.
 */
beforeAll(async () => {
  world = await startNotifications();
  await world.join(reader);
  await fillTables(world.database, async (sql) => {
    await sql(
      `insert into people (id, name, canonical_name) select 'p' || n, 'P' || n, 'p' || n from generate_series(1, 1000) n`,
    );
    await sql(`insert into follows (follower_id, followed_id) select $1, 'p' || n from generate_series(1, 1000) n`, [
      reader.id,
    ]);
    await sql(`insert into questions (id, asked_by, title, only_followers)
    select 'q' || n, 'p' || n % 1000 + 1, 'Title', n % 3 = 0 from generate_series(1, 20000) n`);
    await sql(
      `insert into notifications (id, user_id, position, about, target_id, actor_id, game_type, notified_at, deleted, viewed)
     select 'n' || n, case when n % 40 = 0 then $1 else 'p' || n % 40 end, n, 'answer', 'q' || n % 20000 + 1, 'p1', null, now(), false, false
       from generate_series(1, 40000) n`,
      [reader.id],
    );
    await sql('insert into notification_reads (user_id, position) values ($1, 38000)', [reader.id]);
    await sql(`insert into notification_preferences (user_id, wanted)
    select 'p' || n, array['answer', 'comment'] from generate_series(1, 20000) n`);
    await sql('analyze');
  });
});
afterAll(() => world.close());

const sweptBefore = statement(
  'test.sweptBefore',
  `insert into notification_sweeps (user_id, sweep_id, position, previous) values ($1, 's', $2, 0)`,
);

interface Work extends StatementCosts {
  readonly sent: readonly string[];
}

function workOf<Name extends RpcName>(name: Name, request: Rpc[Name]['request'], as = reader): Promise<Work> {
  return workIn('notifications.', () => world.call(name, request, { as }));
}

/** The costs of the statements with these names, sent during some work. */
async function workIn(names: string, happen: () => Promise<unknown>): Promise<Work> {
  const sent = await statementsOf(world.database, (name) => name.startsWith(names), happen);
  return { sent: sent.map((one) => one.statement.name), ...(await costsOf(world.database, sent)) };
}

test('a page costs one’s own notifications, which are counted for the total, and nobody else’s', async () => {
  const { sent, ways, touched } = await workOf('notifications.getNotifications', { limit: 30 });
  expect(sent).toEqual(['notifications.list.31']);
  expect(ways).toContain('notifications_latest');
  expect(touched).toBeLessThan(3_500);
});

test('a folded page costs the same', async () => {
  const { sent, touched } = await workOf('notifications.getNotifications', { limit: 30, rows: 'folded' });
  expect(sent).toEqual(['notifications.folded.31']);
  expect(touched).toBeLessThan(4_000);
});

test('the unread count costs the unread ones', async () => {
  const { sent, ways, touched } = await workOf('notifications.unread', {});
  expect(sent).toEqual(['notifications.unread']);
  expect(ways).toContain('notifications_latest');
  expect(touched).toBeLessThan(200);
});

test('a page and the count cost nothing of what was deleted with all others', async () => {
  const tidy = { id: 'p39', name: 'P39' };
  await world.database.query(sweptBefore, [tidy.id, 39_900]);
  const list = await workOf('notifications.getNotifications', { limit: 30 }, tidy);
  const count = await workOf('notifications.unread', {}, tidy);
  for (const { ways, touched } of [list, count]) {
    expect(ways).toContain('notifications_latest');
    expect(touched).toBeLessThan(40);
  }
});

test('reading all costs no search for the newest one', async () => {
  const { ways, touched } = await workIn('notifications.newest', () =>
    world.call('notifications.readAll', {}, { as: reader }),
  );
  expect(ways).toEqual(['notifications_latest']);
  expect(touched).toBe(1);
});

test('preferences cost one row, in one statement', async () => {
  const { sent, ways, touched } = await workOf('notifications.getPreferences', {});
  expect(sent).toEqual(['notifications.preferences']);
  expect(ways).toEqual(['notification_preferences_pkey']);
  expect(touched).toBeLessThanOrEqual(1);
});

test('whoever is mentioned is found by their name', async () => {
  const question = await world.ask(reader);
  const { sent, touched } = await workIn('recipients.', () => world.answer({ id: 'p4', name: 'p4' }, question, '@P5'));
  expect(sent).toEqual(['recipients.ofQuestion', 'recipients.unknownNames', 'recipients.ofMentioned']);
  expect(touched).toBeLessThan(30);
});

test('recipients are found by one statement, which costs the candidates', async () => {
  const question = await world.ask(reader);
  for (const person of ['p1', 'p2', 'p3']) await world.watch({ id: person, name: person }, question);
  const { sent, ways, touched } = await workIn('recipients.', () => world.answer({ id: 'p4', name: 'p4' }, question));
  expect(sent).toEqual(['recipients.ofQuestion']);
  expect(ways).toContain('notification_preferences_pkey');
  expect(touched).toBeLessThan(30);
});
