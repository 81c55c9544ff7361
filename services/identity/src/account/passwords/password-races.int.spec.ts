import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import { headLock, type HeldLock, hold } from '@parlour/kernel/testing/held-lock';
import { until } from '@parlour/kernel/testing/until';
import { actorOfGrant, client, type IdentityWorld, operatorOf, startIdentity } from '../../testing/identity-world.ts';
import type { Operator } from '../operator.ts';

let world: IdentityWorld;
/** In a process of its own, as the tool is. */
let operator: Operator;
beforeAll(async () => {
  world = await startIdentity();
  operator = operatorOf(world);
});
afterAll(() => world.close());

/** Appends wait for this, in the order in which they come. */
const holdAppends = (): Promise<HeldLock> => hold(world.databases.connections.identity, headLock);

function choose(grant: SessionGrant, password: string): Promise<unknown> {
  const { sessionId } = grant;
  return world.call('identity.resetPassword', { password, ...client }, { as: actorOfGrant(grant), sessionId });
}

/** What a promise rejects with, which may be before anybody waits for it. */
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (failure: unknown) => failure,
  );

describe('a password chosen by somebody who is being locked out', () => {
  test('does not replace one that the operator gave meanwhile', async () => {
    const intruder = await world.signup('ann');
    const appends = await holdAppends();
    const given = operator.resetPassword('ann');
    await appends.waiters(1);
    const chosen = failureOf(choose(intruder, 'mine now'));
    await appends.waiters(2);
    await appends.release();
    expect(await chosen).toMatchObject({ code: 'session.ended' });
    await expect(world.login('ann', 'mine now')).rejects.toMatchObject({ code: 'login.failed' });
    await expect(world.login('ann', await given)).rejects.toMatchObject({ code: 'password.temporary' });
    expect(await operator.sessions('ann')).toEqual([]);
  });

  test('does not replace it with the temporary password before, either', async () => {
    await world.signup('ben');
    const password = await operator.resetPassword('ben');
    const appends = await holdAppends();
    const given = operator.resetPassword('ben');
    await appends.waiters(1);
    const request = { username: 'ben', password, newPassword: 'mine now', ...client };
    const chosen = failureOf(world.call('identity.login', request));
    await appends.waiters(2);
    await appends.release();
    expect(await chosen).toMatchObject({ code: 'login.failed' });
    await expect(world.login('ben', 'mine now')).rejects.toMatchObject({ code: 'login.failed' });
    await expect(world.login('ben', await given)).rejects.toMatchObject({ code: 'password.temporary' });
    expect(await operator.sessions('ben')).toEqual([]);
  });

  test('is not stored if their session is ended meanwhile', async () => {
    const intruder = await world.signup('cat');
    const appends = await holdAppends();
    const ended = operator.endSessions('cat', undefined);
    await appends.waiters(1);
    const chosen = failureOf(choose(intruder, 'mine now'));
    await appends.waiters(2);
    await appends.release();
    expect(await ended).toBe(1);
    expect(await chosen).toMatchObject({ code: 'session.ended' });
    expect(await operator.sessions('cat')).toEqual([]);
    await world.login('cat');
  });

  test('is not stored if they are logged out everywhere meanwhile', async () => {
    const intruder = await world.signup('dan');
    const owner = await world.login('dan');
    const appends = await holdAppends();
    const chosen = failureOf(choose(intruder, 'mine now'));
    await appends.waiters(1);
    const everywhere = world.call('identity.logoutEverywhere', {}, { as: actorOfGrant(owner) });
    await until('they have ended', async (saw) => saw(await operator.sessions('dan')).length === 0);
    await appends.release();
    expect(await chosen).toMatchObject({ code: 'session.ended' });
    expect((await everywhere).reply).toEqual({ ended: 2 });
    await world.login('dan');
  });
});
