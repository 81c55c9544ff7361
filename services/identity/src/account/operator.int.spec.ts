import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { admitted } from '@parlour/contracts/identity/approval';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { statement } from '@parlour/kernel/database/database';
import { until } from '@parlour/kernel/testing/until';
import { StandInGoogle } from '../testing/google.ts';
import { actorOfGrant, client, type IdentityWorld, operatorOf, startIdentity } from '../testing/identity-world.ts';
import type { Operator } from './operator.ts';
import { PasswordRules } from './passwords/password-rules.ts';

let google: StandInGoogle;
let world: IdentityWorld;
let operator: Operator;
beforeAll(async () => {
  google = await StandInGoogle.start();
  world = await startIdentity(google.config);
  operator = operatorOf(world);
});
afterAll(async () => {
  await world.close();
  await google.stop();
});

const lastEvents = async (count: number): Promise<object[]> =>
  (await world.events()).slice(-count).map(({ type, data, meta }) => ({ type, data, by: meta.actor }));

/** Waits until the end of the session is published. */
const endPublished = (sessionId: string): Promise<boolean> =>
  until('the end of the session is published', () =>
    world.published.some(({ endedSessions }) => endedSessions.some((ended) => ended.sessionId === sessionId)),
  );

describe('[O-1] the operator', () => {
  test('replaces a forgotten password by one that is stored nowhere; all sessions end', async () => {
    const ann = await world.signup('ann', 'forgotten');
    const password = await operator.resetPassword('Ann');
    expect(password).toMatch(/^([a-z]+-){3}[a-z]+$/);
    expect(await new PasswordRules({ PASSWORD_MIN_LENGTH: 8 }).check(password, 'ann')).toBeUndefined();
    expect(await lastEvents(2)).toEqual([
      { type: 'PasswordReset', data: { userId: ann.user._id }, by: 'operator' },
      {
        type: 'SessionEnded',
        data: { sessionId: ann.sessionId, userId: ann.user._id, reason: 'passwordReset' },
        by: null,
      },
    ]);
    await endPublished(ann.sessionId);
    await expect(world.refresh(ann.refreshToken)).rejects.toMatchObject({ code: 'session.ended' });
    await expect(world.login('ann', 'forgotten')).rejects.toMatchObject({ code: 'login.failed' });
    // Its owner can choose another one within a day.
    await expect(world.login('ann', password)).rejects.toMatchObject({ code: 'password.temporary' });
    const chosen = { username: 'ann', password, newPassword: 'my own', ...client };
    expect((await world.call('identity.login', chosen)).reply.user.username).toBe('ann');
    await world.login('ann', 'my own');
    expect(JSON.stringify(await world.sql('select data, meta from events'))).not.toContain(password);
    expect(await operator.resetPassword('ann')).not.toBe(password);
  });

  test('gives a password for a day', async () => {
    await world.signup('una');
    await operator.resetPassword('una');
    const [row] = await world.sql<{ hours: number }>(
      `select extract(epoch from temporary_until - now()) / 3600 as hours
         from credentials where user_id = (select id from users where name = 'una')`,
    );
    expect(Number(row?.hours)).toBeGreaterThan(23.9);
    expect(Number(row?.hours)).toBeLessThanOrEqual(24);
  });

  test('ends the delay of an account, and gateways learn of it', async () => {
    await world.signup('Dot');
    await world.signup('dash');
    const since = new Date(Date.now() - 60_000).toISOString();
    const delays = async () => (await world.call('identity.endedSessions', { since })).reply.delays;
    expect(await delays()).toEqual([]);
    await operator.endDelay('DOT');
    expect(await delays()).toEqual([{ username: 'dot', endedAt: expect.any(String) }]);
    await expect(operator.endDelay('nobody')).rejects.toMatchObject({ code: 'user.unknown' });
  });

  test('[BM-3] makes and removes operators, but never removes the last one who can sign in', async () => {
    const site = await startIdentity();
    try {
      const tool = operatorOf(site);
      const [ann, ben] = [await site.signup('ann'), await site.signup('ben')];
      expect([ann.user.operator, ben.user.operator]).toEqual([true, undefined]);
      await expect(tool.removeOperator('ann')).rejects.toMatchObject({ code: 'operator.last' });
      expect(await tool.removeOperator('ben')).toBe(false);
      expect(await tool.makeOperator('Ben')).toBe(true);
      expect(await tool.makeOperator('ben')).toBe(false);
      expect((await site.login('ben')).user.operator).toBe(true);
      // Nobody else learns it.
      const seen = await site.call('identity.getUser', { username: 'ben' }, { as: actorOfGrant(ann) });
      expect(seen.reply).not.toHaveProperty('operator');
      // Of two at once, who each leave the other, one stays.
      const outcomes = await Promise.allSettled([tool.removeOperator('ann'), tool.removeOperator('ben')]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const [last] = await site.sql<{ name: string }>('select name from users where operator');
      const other = last?.name === 'ann' ? 'ben' : 'ann';
      await tool.makeOperator(other);
      await tool.suspend(other);
      await expect(tool.removeOperator(last?.name ?? '')).rejects.toMatchObject({ code: 'operator.last' });
      await expect(tool.makeOperator('nobody')).rejects.toMatchObject({ code: 'user.unknown' });
    } finally {
      await site.close();
    }
  });

  test('suspends a person: sessions end and none begins, and the reason is only told with the right password', async () => {
    const bob = await world.signup('bob');
    expect(await operator.suspend('bob')).toBe(true);
    await endPublished(bob.sessionId);
    await expect(world.refresh(bob.refreshToken)).rejects.toMatchObject({ code: 'session.ended' });
    const refusal = { code: 'account.suspended', message: messages.accountSuspended };
    await expect(world.login('bob')).rejects.toMatchObject(refusal);
    await expect(world.login('bob', 'wrong')).rejects.toMatchObject({ code: 'login.failed' });
    const eve = actorOfGrant(await world.signup('eve'));
    const seen = await world.call('identity.getUser', { username: 'bob' }, { as: eve });
    expect(seen.reply).toMatchObject({ username: 'bob', suspended: true });
    const events = await world.events();
    expect(await operator.suspend('bob')).toBe(false);
    expect(await world.events()).toEqual(events);
    // A new password does not lift the suspension.
    await expect(world.login('bob', await operator.resetPassword('bob'))).rejects.toMatchObject(refusal);
  });

  test('lifts a suspension', async () => {
    await world.signup('bill');
    await operator.suspend('bill');
    expect(await operator.restore('bill')).toBe(true);
    expect(await operator.restore('bill')).toBe(false);
    const { user } = await world.login('bill');
    expect(user).not.toHaveProperty('suspended');
    expect((await lastEvents(1))[0]).toEqual({ type: 'UserRestored', data: { userId: user._id }, by: 'operator' });
  });

  test('lifts a suspension for good, although another operator suspends again at the same moment', async () => {
    const { user } = await world.signup('brit');
    await operator.suspend('brit');
    let again: Promise<boolean> | undefined;
    // As the append of `UserRestored` does it.
    await world.database.transaction(async (tx) => {
      await tx.query(statement('test.view', 'update users set suspended = false where id = $1'), [user._id]);
      const lift = 'update credentials set suspended = false where user_id = $1';
      await tx.query(statement('test.credentials', lift), [user._id]);
      again = operator.suspend('brit');
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await until('it is decided', async () => (await world.sql(waiting)).length > 0);
    });
    expect(await again).toBe(false);
    expect((await world.login('brit')).user.username).toBe('brit');
  });

  test('suspends Google accounts too, which have no password to replace', async () => {
    const sub = '2076915035000615071';
    const enter = async (jti: string) => {
      const googleToken = await google.token({ sub, email: 'gail@example.org', jti });
      return admitted((await world.call('identity.googleLogin', { googleToken, ...client })).reply);
    };
    await enter('1');
    await expect(operator.resetPassword('gail')).rejects.toMatchObject({ code: 'account.google' });
    await operator.suspend('gail');
    await expect(enter('2')).rejects.toMatchObject({ code: 'account.suspended' });
    await operator.restore('gail');
    expect((await enter('3')).user.username).toBe('gail');
  });

  test('suspends despite a concurrent login, which ends with the others or fails', async () => {
    await world.signup('race');
    const logins = Array.from({ length: 6 }, () => world.login('race').catch(() => undefined));
    await Promise.all([...logins, operator.suspend('race')]);
    await until('no session is active', async (saw) => saw(await operator.sessions('race')).length === 0);
    await expect(world.login('race')).rejects.toMatchObject({ code: 'account.suspended' });
  });

  test('lists a person’s sessions and ends one of them, or all', async () => {
    const first = await world.signup('cyd');
    const second = await world.login('cyd');
    const third = await world.login('cyd');
    const listed = (await operator.sessions('cyd')).map(({ _id }) => _id);
    expect(listed.toSorted()).toEqual([first, second, third].map(({ sessionId }) => sessionId).toSorted());
    expect(await operator.endSessions('cyd', second.sessionId)).toBe(1);
    expect(await operator.endSessions('cyd', second.sessionId)).toBe(0);
    expect((await lastEvents(1))[0]).toMatchObject({
      type: 'SessionEnded',
      data: { reason: 'operator' },
      by: 'operator',
    });
    await endPublished(second.sessionId);
    await expect(world.refresh(second.refreshToken)).rejects.toMatchObject({ code: 'session.ended' });
    expect((await world.refresh(first.refreshToken)).user.username).toBe('cyd');
    // Another person's session is not theirs.
    const dan = await world.signup('dan');
    expect(await operator.endSessions('cyd', dan.sessionId)).toBe(0);
    expect(await operator.endSessions('cyd', undefined)).toBe(2);
    expect(await operator.sessions('cyd')).toEqual([]);
  });

  test('ends all sessions, also more than a page lists', async () => {
    const eli = await world.signup('eli');
    await world.sql(
      `insert into sessions (id, user_id, family_hash, refresh_hash, address, user_agent)
       select 'eli ' || n, $1, 'family ' || n, 'token ' || n, '', '' from generate_series(1, ${limits.page.greatest}) n`,
      [eli.user._id],
    );
    expect(await operator.endSessions('eli', undefined)).toBe(limits.page.greatest + 1);
    expect(await operator.sessions('eli')).toEqual([]);
  });

  test('gets an error for an unknown name, and is not a user', async () => {
    for (const what of ['resetPassword', 'suspend', 'restore', 'sessions'] as const) {
      await expect(operator[what]('nobody')).rejects.toMatchObject({ code: 'user.unknown' });
    }
    await expect(operator.endSessions('nobody', undefined)).rejects.toMatchObject({ code: 'user.unknown' });
    expect(await world.sql(`select id from people where id = 'operator'`)).toEqual([]);
  });
});
