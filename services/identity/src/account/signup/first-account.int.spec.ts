import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { actorOfGrant, type IdentityWorld, startIdentity } from '../../testing/identity-world.ts';

let world: IdentityWorld;
beforeEach(async () => {
  world = await startIdentity();
});
afterEach(() => world.close());

describe('[BM-3, O-4] the first account of a fresh site', () => {
  test('is operator, in its own answers only', async () => {
    const ann = await world.signup('ann');
    const ben = await world.signup('ben');
    expect(ann.user.operator).toBe(true);
    expect(ben.user).not.toHaveProperty('operator');
    expect((await world.events()).map(({ type }) => type)).toEqual([
      'UserRegistered',
      'OperatorAdded',
      'UserRegistered',
    ]);
    const session = { as: actorOfGrant(ann), sessionId: ann.sessionId };
    expect((await world.call('identity.getSession', {}, session)).reply.operator).toBe(true);
    const ofAnn = { username: 'ann' };
    const others = await world.call('identity.getUser', ofAnn, { as: actorOfGrant(ben) });
    expect(others.reply).not.toHaveProperty('operator');
    expect(
      JSON.stringify(await world.call('identity.getUsers', { limit: 10 }, { as: actorOfGrant(ann) })),
    ).not.toContain('operator');
  });

  test('[S-20] is what gateways are told to expect, and the least length of passwords', async () => {
    const terms = async () =>
      (await world.call('identity.endedSessions', { since: new Date(0).toISOString() })).reply.signUp;
    expect(await terms()).toEqual({ isNew: true, passwordLength: 1 });
    await world.signup('ann');
    expect(await terms()).toEqual({ isNew: false, passwordLength: 1 });
  });

  test('is one of many who sign up at once', async () => {
    const names = ['ann', 'ben', 'cay', 'dan', 'eve', 'fay'];
    const grants = await Promise.all(names.map((name) => world.signup(name)));
    expect(grants.filter(({ user }) => user.operator)).toHaveLength(1);
    expect(await world.sql('select id from users where operator')).toHaveLength(1);
  });
});
