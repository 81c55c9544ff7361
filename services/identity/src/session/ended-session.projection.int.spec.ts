import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { describeViewContract } from '@parlour/kernel/testing/view-contract';
import { applyViews } from '@parlour/kernel/view/view';
import { identityMigrations } from '../identity.module.ts';
import { type IdentityWorld, startIdentity } from '../testing/identity-world.ts';
import { endedSessionView } from './ended-session.projection.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.close());

const events = Array.from({ length: 30 }, (_, index): IdentityEvent => {
  const [sessionId, userId] = [`s${index}`, `u${index % 4}`];
  const reason = (['logout', 'reuse', 'expired'] as const)[index % 3] ?? 'logout';
  return index % 5 === 0
    ? { type: 'UserRegistered', data: { userId, name: userId } }
    : { type: 'SessionEnded', data: { sessionId, userId, reason } };
});

describeViewContract(endedSessionView, identityMigrations, events);

test('handles every version of its events, also repeated', async () => {
  const golden = readGoldenEvents('identity');
  for (const _ of [1, 2]) await world.database.transaction((tx) => applyViews([endedSessionView], golden, tx));
  const ended = golden.find((event) => event.type === 'SessionEnded');
  expect(await world.sql('select session_id, user_id, reason, ended_at from ended_sessions')).toEqual([
    {
      session_id: '01940000-0000-7000-8000-0000000000c1',
      user_id: '01940000-0000-7000-8000-0000000000a1',
      reason: 'logout',
      ended_at: new Date(ended?.occurredAt ?? ''),
    },
  ]);
});

test('the entities match the tables', async () => {
  const drift = await world.database.dataSource.driver.createSchemaBuilder().log();
  expect(drift.upQueries.map(({ query }) => query)).toEqual([]);
});
