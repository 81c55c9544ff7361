import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { IdentityConfig } from './identity.config.ts';
import { identityDefinition } from './identity.module.ts';

let world: ServiceWorld;
beforeAll(async () => {
  world = await startServiceWorld(identityDefinition(new IdentityConfig()));
});
afterAll(() => world.close());

const client = { address: '127.0.0.1', userAgent: 'a browser' };

describe('the way of a person', () => {
  test('signs up, comes back, goes on, leaves', async () => {
    const { reply: joined, positions } = await world.call('identity.signup', {
      username: ' Ann ',
      password: ' secret ',
      ...client,
    });
    expect(positions.identity).toBeGreaterThan(0);
    const ann: Actor = { id: joined.user._id, name: joined.user.username };
    const { reply: back } = await world.call('identity.login', { username: 'ANN', password: 'secret', ...client });
    expect(back.user).toEqual(joined.user);
    const { reply: on } = await world.call('identity.refresh', { refreshToken: back.refreshToken, ...client });
    expect(on.sessionId).toBe(back.sessionId);
    const { reply: self } = await world.call('identity.getSession', {}, { as: ann, sessionId: on.sessionId });
    expect(self).toEqual(joined.user);
    await world.call('identity.logout', { sessionId: on.sessionId }, { as: ann, sessionId: on.sessionId });
    await expect(world.call('identity.getSession', {}, { as: ann, sessionId: on.sessionId })).rejects.toMatchObject({
      code: 'session.ended',
    });
    await expect(world.call('identity.refresh', { refreshToken: on.refreshToken, ...client })).rejects.toMatchObject({
      code: 'session.ended',
    });
  });
});

test('the entities are the tables', async () => {
  const drift = await world.database.dataSource.driver.createSchemaBuilder().log();
  expect(drift.upQueries.map(({ query }) => query)).toEqual([]);
});
