import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { admitted } from '@parlour/contracts/identity/approval';
import { DomainError } from '@parlour/contracts/errors';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { InProcessBus } from '@parlour/kernel/bus/in-process-bus';
import { Database } from '@parlour/kernel/database/database';
import { createLogger, NestLogs } from '@parlour/kernel/logging/logger';
import { RpcClient, systemContext } from '@parlour/kernel/rpc/calls';
import { ServiceModule } from '@parlour/kernel/service/service-module';
import { CheckedHub } from '@parlour/kernel/testing/copying-hub';
import { patientLimits, testPatienceMs } from '@parlour/kernel/testing/patience';
import { createThrowawayDatabase } from '@parlour/kernel/testing/postgres';
import { until } from '@parlour/kernel/testing/until';
import { IdentityConfig } from '../identity-config.ts';
import { identityDefinition } from '../identity.module.ts';
import { Passwords } from './passwords/passwords.ts';
import { releaseName } from './signup/usernames.ts';
import { actorOfGrant, client, type IdentityWorld, startIdentity } from '../testing/identity-world.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.close());

/** The result of each call: a grant, or an error code. */
function outcomes(results: readonly PromiseSettledResult<SessionGrant>[]): (string | undefined)[] {
  return results.map((result) =>
    result.status === 'fulfilled' ? 'granted' : result.reason instanceof DomainError ? result.reason.code : 'failed',
  );
}

async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  const refusal: unknown = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return refusal instanceof DomainError ? { code: refusal.code, text: refusal.message } : refusal;
}

describe('the life of an account', () => {
  test('signs up, comes back, goes on, leaves', async () => {
    const { reply, positions } = await world.call('identity.signup', {
      username: ' Ann ',
      password: ' secret ',
      ...client,
    });
    const joined = admitted(reply);
    expect(joined).toEqual({
      user: {
        _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        username: 'Ann',
        dateJoined: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        biography: '',
        followers: [],
        following: [],
        followerCount: 0,
        followingCount: 0,
        picture: null,
        isFollowed: false,
        followVisibility: true,
        isGoogleUser: false,
        operator: true,
      },
      sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      refreshToken: expect.stringMatching(/^[\w-]{64}$/),
      authenticatedAt: expect.any(String),
      refreshExpiresAt: expect.any(String),
    });
    expect(positions.identity).toBeGreaterThan(0);
    const back = await world.login('ANN', 'secret ');
    expect(back.user).toEqual(joined.user);
    expect(back.sessionId).not.toBe(joined.sessionId);
    const on = await world.refresh(back.refreshToken);
    expect(on.sessionId).toBe(back.sessionId);
    const as = { as: actorOfGrant(on), sessionId: on.sessionId };
    expect((await world.call('identity.getSession', {}, as)).reply).toEqual(joined.user);
    expect((await world.call('identity.logout', { sessionId: on.sessionId }, as)).reply).toEqual({ loggedOut: true });
    const over = { code: 'session.ended', text: messages.notSignedIn };
    expect(await refusalOf(world.call('identity.getSession', {}, as))).toEqual(over);
    expect(await refusalOf(world.refresh(on.refreshToken))).toEqual(over);
    // The other session goes on.
    expect((await world.refresh(joined.refreshToken)).user).toEqual(joined.user);
  });

  test('everybody is notified of new people', async () => {
    const { user } = await world.signup('Told');
    const expected = {
      to: ['public'],
      event: 'userUpdate',
      payload: {
        user: {
          _id: user._id,
          username: 'Told',
          dateJoined: user.dateJoined,
          followVisibility: true,
          followerCount: 0,
          picture: null,
          followingCount: 0,
        },
        type: 'created',
      },
      position: expect.any(Number),
    };
    const liveMessages = await until('the live message', () => {
      const ofUser = world.published
        .flatMap((batch) => batch.messages)
        .filter((liveMessage) => JSON.stringify(liveMessage).includes(user._id));
      return ofUser.length > 0 && ofUser;
    });
    expect(liveMessages).toEqual([expected]);
  });
});

test('a new site has no account', async () => {
  const fresh = await startIdentity();
  try {
    for (const table of ['users', 'people', 'credentials', 'google_accounts', 'sessions']) {
      expect([table, await fresh.sql(`select * from ${table}`)]).toEqual([table, []]);
    }
  } finally {
    await fresh.close();
  }
});

describe('signing up', () => {
  test.each([
    ['', 'secret', 'username.required', messages.credentialsRequired],
    ['Bob', '  ', 'username.required', messages.credentialsRequired],
    ['b'.repeat(41), 'secret', 'username.tooLong', messages.usernameTooLong],
    ['a/b', 'secret', 'username.invalid', messages.usernameInvalid],
    ['computer', 'secret', 'username.reserved', messages.usernameReserved],
    ['Parlour admin', 'secret', 'username.reserved', messages.usernameReserved],
    ['Bob', 'x'.repeat(129), 'password.tooLong', messages.passwordTooLong],
    ['Bob', 'sec\0ret', 'request.illFormedText', messages.textIllFormed],
    ['Bob', 'sec\ud800ret', 'request.illFormedText', messages.textIllFormed],
    ['Bob\ud800', 'secret', 'username.invalid', messages.usernameInvalid],
  ])('[VA-1] refuses %j with %j', async (username, password, code, text) => {
    const before = await world.events();
    expect(await refusalOf(world.signup(username, password))).toEqual({ code, text });
    expect(await world.events()).toEqual(before);
  });

  test('refuses short and common passwords if the site is configured so', async () => {
    const strict = await startIdentity({ PASSWORD_MIN_LENGTH: 8 });
    try {
      expect(await refusalOf(strict.signup('Ann', '1234567'))).toMatchObject({ code: 'password.tooShort' });
      expect(await refusalOf(strict.signup('Ann', 'Password1'))).toMatchObject({ code: 'password.common' });
      await strict.signup('Ann', 'four bread knives');
    } finally {
      await strict.close();
    }
  });

  test.each(['carl', 'CARL', ' Carl ', 'ｃａｒｌ'])('[S-2] a name is taken in any spelling: %j', async (username) => {
    await world.signup('Carl').catch(() => undefined);
    expect(await refusalOf(world.signup(username))).toEqual({ code: 'username.taken', text: messages.usernameTaken });
  });

  test('[S-2] a name is stored in NFC; either spelling leads to it, and to an earlier one that is not', async () => {
    const decomposed = 'Zoé'.normalize('NFD');
    const { user } = await world.signup(decomposed);
    expect(user.username).toBe('Zoé');
    const find = async (username: string): Promise<string[]> => {
      const as = { id: user._id, name: user.username };
      const { reply } = await world.call('identity.getUser', { username }, { as });
      return [reply.username, (await world.login(username)).user.username];
    };
    expect(await find(decomposed)).toEqual(['Zoé', 'Zoé']);
    await world.sql('update users set name = $1 where id = $2', [decomposed, user._id]);
    for (const username of ['Zoé', decomposed]) expect(await find(username)).toEqual([decomposed, decomposed]);
  });

  test('of fifty at once exactly one gets the name, with one account and one password', async () => {
    const spellings = ['Eve', 'EVE', 'eve', ' eVe', 'Ｅve '];
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => world.signup(spellings[index % 5] ?? '', `secret ${index}`)),
    );
    expect(outcomes(results).filter((outcome) => outcome === 'granted')).toHaveLength(1);
    expect(outcomes(results).filter((outcome) => outcome === 'username.taken')).toHaveLength(49);
    const winner = results.findIndex((result) => result.status === 'fulfilled');
    expect((await world.login('eve', `secret ${winner}`)).user.username).toBe((spellings[winner % 5] ?? '').trim());
    const rows = await world.sql('select from users where canonical_name = $1', ['eve']);
    expect(rows).toHaveLength(1);
  });

  test('a taken name is reserved for good, not for half a minute', async () => {
    const { user } = await world.signup('Olga');
    const kept = await world.sql('select scope, expires_at from reservations where owner = $1 order by scope', [
      user._id,
    ]);
    expect(kept).toEqual(['username', 'username-look'].map((scope) => ({ scope, expires_at: null })));
    // A sign-up with an unknown outcome releases its name, though the outcome may be that it was
    // taken for good.
    await releaseName(world.database, 'Olga', user._id);
    expect(await refusalOf(world.signup('olga'))).toMatchObject({ code: 'username.taken' });
  });

  test('a taken name costs no hash', async () => {
    await world.signup('Pia');
    const hashed = jest.spyOn(Passwords.prototype, 'hashOfNewcomer');
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => world.signup('Pia')));
    expect(new Set(outcomes(results))).toEqual(new Set(['username.taken']));
    expect(hashed).not.toHaveBeenCalled();
    hashed.mockRestore();
  });

  test('[O-15] forty with different names at once all succeed', async () => {
    const results = await Promise.allSettled(Array.from({ length: 40 }, (_, index) => world.signup(`Guest ${index}`)));
    expect(new Set(outcomes(results))).toEqual(new Set(['granted']));
  });

  test('a retry of a sign-up whose answer was lost gets into the new account', async () => {
    const first = await world.signup('Fay', 'secret', { key: 'fay once' });
    const again = await world.signup('Fay', 'secret', { key: 'fay once' });
    expect(again.user).toEqual(first.user);
    expect(again.sessionId).not.toBe(first.sessionId);
    const taken = { code: 'username.taken', text: messages.usernameTaken };
    expect(await refusalOf(world.signup('Fay', 'other', { key: 'fay once' }))).toEqual(taken);
    expect(await refusalOf(world.signup('Fay', 'secret', { key: 'another' }))).toEqual(taken);
    expect(await refusalOf(world.signup('Fay', 'secret'))).toEqual(taken);
    expect((await world.events()).filter((event) => event.orderingKey === first.user._id)).toHaveLength(1);
  });

  test('concurrent retries make one account', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => world.signup('Gus', 'secret', { key: 'gus once' })),
    );
    expect(outcomes(results)).toContain('granted');
    expect(await world.sql('select from users where canonical_name = $1', ['gus'])).toHaveLength(1);
  });

  test('one that fails half way leaves nothing, and the name is free at once', async () => {
    const before = await world.events();
    await world.sql('alter table sessions rename to sessions_away');
    try {
      expect(await refusalOf(world.signup('Hal'))).toMatchObject({ code: 'failure.unknown' });
    } finally {
      await world.sql('alter table sessions_away rename to sessions');
    }
    expect(await world.events()).toEqual(before);
    expect(
      await world.sql('select from credentials c left join users u on u.id = c.user_id where u.id is null'),
    ).toEqual([]);
    expect(
      await world.sql('select from users u left join credentials c on u.id = c.user_id where c.user_id is null'),
    ).toEqual([]);
    await world.signup('Hal');
  });

  test('a name that was reserved but not taken is free after half a minute', async () => {
    const keep = (expiresIn: string): Promise<object[]> =>
      world.sql(
        `insert into reservations (scope, key, owner, expires_at)
         select scope, rtrim(translate(encode(sha256('ida'), 'base64'), '+/', '-_'), '='), 'gone', now() + $1::interval
           from (values ('username')) as v(scope)
         on conflict (scope, key) do update set expires_at = excluded.expires_at`,
        [expiresIn],
      );
    await keep('30 seconds');
    expect(await refusalOf(world.signup('Ida'))).toMatchObject({ code: 'username.taken' });
    await keep('-1 seconds');
    await world.signup('Ida');
    expect(await refusalOf(world.signup('Ida'))).toMatchObject({ code: 'username.taken' });
  });
});

describe('logging in', () => {
  test('a wrong password and an unknown name look the same', async () => {
    await world.signup('Jan');
    const failed = { code: 'login.failed', text: 'Login failed' };
    expect(await refusalOf(world.login('Jan', 'wrong'))).toEqual(failed);
    expect(await refusalOf(world.login('Jan', 'SECRET'))).toEqual(failed);
    expect(await refusalOf(world.login('Nobody at all', 'secret'))).toEqual(failed);
    expect(await refusalOf(world.login('a/b', 'secret'))).toEqual(failed);
    expect(await refusalOf(world.login('x'.repeat(10_000), 'secret'))).toEqual(failed);
  });

  test('requires both', async () => {
    const required = { code: 'username.required', text: messages.credentialsRequired };
    expect(await refusalOf(world.login(' ', 'secret'))).toEqual(required);
    expect(await refusalOf(world.login('Jan', ' '))).toEqual(required);
    expect(await refusalOf(world.login('Jan\0', 'secret'))).toMatchObject({ code: 'request.illFormedText' });
  });

  test('accepts any User-Agent', async () => {
    await world.signup('Kim');
    const odd = { address: 'x'.repeat(1_000), userAgent: `\0\ud800${'y'.repeat(10_000)}` };
    const { reply } = await world.call('identity.login', { username: 'Kim', password: 'secret', ...odd });
    const [row] = await world.sql<{ user_agent: string }>('select user_agent from sessions where id = $1', [
      reply.sessionId,
    ]);
    expect(row?.user_agent.length).toBeLessThanOrEqual(300);
  });
});

test('[S-3] neither password nor hash nor refresh token is in a reply, an event, a log or another table', async () => {
  const { connections, drop } = await createThrowawayDatabase({ sources: ['identity'] });
  const lines: string[] = [];
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const logger = createLogger('identity', { level: 'trace' }, destination);
  const [hub, bus] = [new CheckedHub(), new InProcessBus(logger)];
  const rpc = new RpcClient(hub, testPatienceMs);
  const environment = {
    connection: connections.identity,
    bus,
    rpc,
    logger,
    leaseMs: 10_000,
    databaseLimits: patientLimits,
  };
  const application = await NestFactory.createMicroservice<MicroserviceOptions>(
    ServiceModule.register(identityDefinition(new IdentityConfig()), environment),
    { strategy: hub.serverOf('identity', logger), logger: new NestLogs(logger) },
  );
  await application.listen();
  const password = 'Tr0ub4dor and friends';
  const context = { ...systemContext('request'), idempotency: { key: 'once', bodyHash: 'body' } };
  try {
    const credentials = { username: 'Lea', password, ...client };
    const replies: SessionGrant[] = [];
    replies.push(admitted((await rpc.call('identity.signup', credentials, context)).reply));
    replies.push((await rpc.call('identity.login', credentials, context)).reply);
    await expect(rpc.call('identity.login', { ...credentials, username: 'Leo' }, context)).rejects.toThrow();
    replies.push(
      (await rpc.call('identity.refresh', { refreshToken: replies[1]?.refreshToken ?? '', ...client }, context)).reply,
    );
    const database = new Map<string, string>();
    const { dataSource } = application.get(Database);
    const tables: { name: string }[] = await dataSource.query(
      'select table_name as name from information_schema.tables where table_schema = current_schema()',
    );
    for (const { name } of tables) {
      const rows: { row: string }[] = await dataSource.query(`select to_jsonb(t)::text as row from ${name} t`);
      database.set(name, rows.map(({ row }) => row).join('\n'));
    }
    // The database error most likely to leak: one that shows the row.
    await dataSource.query('alter table credentials add check (false) not valid');
    await expect(rpc.call('identity.signup', { ...credentials, username: 'Max' }, context)).rejects.toMatchObject({
      code: 'failure.unknown',
    });
    const [{ hash }]: [{ hash: string }] = await dataSource.query('select password_hash as hash from credentials');
    const secrets = [password, hash, '$argon2', ...replies.map((reply) => reply.refreshToken)];
    const shown = replies.map(({ refreshToken: _, ...reply }) => JSON.stringify(reply));
    expect(database.get('credentials')).toContain(hash);
    database.delete('credentials');
    expect([...database.keys()]).toEqual(expect.arrayContaining(['events', 'commands', 'sessions', 'users', 'people']));
    expect(lines.join()).toContain('call failed');
    for (const secret of secrets) {
      for (const text of [...shown, ...database.values(), ...lines]) expect(text).not.toContain(secret);
    }
  } finally {
    await application.close();
    await bus.close();
    await drop();
  }
});

describe('[S-2] a name that looks like another', () => {
  test.each([
    ['Adam', '\u0430dam'],
    ['Ivan', 'lvan'],
    ['Zoe', 'Z\u03BFe'],
  ])('%s reserves %s', async (name, alike) => {
    await world.signup(name);
    const refusal = { code: 'username.alike', text: 'This username looks too similar to an existing one' };
    expect(await refusalOf(world.signup(alike))).toEqual(refusal);
    // Its own reservations are released.
    expect(await world.sql('select from reservations where expires_at is not null')).toEqual([]);
  });

  test.each(['compu\u00adter', 'deleted  user', 'Ann\u200b', 'c\u043emputer', 'ann\n b'])(
    '%j is invalid',
    async (name) => {
      const before = await world.events();
      const refusal = { code: expect.stringMatching(/^username\.(invalid|reserved)$/) };
      expect(await refusalOf(world.signup(name))).toMatchObject(refusal);
      expect(await world.events()).toEqual(before);
    },
  );

  test('of two at once exactly one gets it', async () => {
    const results = await Promise.allSettled([world.signup('Boris'), world.signup('B\u043Eris')]);
    expect(outcomes(results).toSorted()).toEqual(['granted', 'username.alike']);
  });
});

describe('a temporary password', () => {
  /** As `Operator` leaves an account. */
  const give = async (username: string, until = '1 day'): Promise<void> => {
    await world.sql(
      `update credentials set temporary_until = now() + $2::interval
        where user_id = (select id from users where name = $1)`,
      [username, until],
    );
  };
  const enter = async (username: string, newPassword?: string, password = 'secret'): Promise<SessionGrant> => {
    const chosen = newPassword === undefined ? {} : { newPassword };
    return (await world.call('identity.login', { username, password, ...chosen, ...client })).reply;
  };

  test('lets its owner choose another one, and nothing else', async () => {
    const { sessionId } = await world.signup('Ute');
    await give('Ute');
    const before = await world.events();
    const asked = { code: 'password.temporary', text: messages.passwordTemporary };
    expect(await refusalOf(enter('Ute'))).toEqual(asked);
    expect(await refusalOf(enter('Ute', '  '))).toEqual(asked);
    const same = { code: 'password.temporary', text: messages.passwordTemporarySame };
    expect(await refusalOf(enter('Ute', 'secret'))).toEqual(same);
    expect(await refusalOf(enter('Ute', 'x'.repeat(129)))).toMatchObject({ code: 'password.tooLong' });
    expect(await refusalOf(enter('Ute', 'mine', 'wrong'))).toMatchObject({ code: 'login.failed' });
    expect(await world.events()).toEqual(before);
    const grant = await enter('Ute', ' mine ');
    const ended = { sessionId, userId: grant.user._id, reason: 'passwordReset' };
    expect((await world.events()).slice(before.length)).toMatchObject([
      { type: 'PasswordReset', data: { userId: grant.user._id } },
      { type: 'SessionEnded', data: ended },
    ]);
    await world.refresh(grant.refreshToken);
    expect(await refusalOf(enter('Ute', 'another'))).toMatchObject({ code: 'login.failed' });
    await world.login('Ute', 'mine');
  });

  test('is replaced by one that satisfies the rules of the site', async () => {
    const strict = await startIdentity({ PASSWORD_MIN_LENGTH: 8 });
    try {
      await strict.signup('Uwe', 'four bread knives');
      await strict.sql(`update credentials set temporary_until = now() + interval '1 day'`);
      const choose = (newPassword: string): Promise<unknown> =>
        strict.call('identity.login', { username: 'Uwe', password: 'four bread knives', newPassword, ...client });
      expect(await refusalOf(choose('1234567'))).toMatchObject({ code: 'password.tooShort' });
      expect(await refusalOf(choose('Password1'))).toMatchObject({ code: 'password.common' });
      await choose('five bread knives');
    } finally {
      await strict.close();
    }
  });

  test('does not work as a repeated sign-up with the first key', async () => {
    await world.signup('Tom', 'secret', { key: 'tom once' });
    await give('Tom');
    const taken = { code: 'username.taken' };
    expect(await refusalOf(world.signup('Tom', 'secret', { key: 'tom once' }))).toMatchObject(taken);
  });

  test('expires after its time', async () => {
    await world.signup('Vic');
    await give('Vic', '-1 second');
    const over = { code: 'password.expired', text: messages.passwordTemporaryOver };
    expect(await refusalOf(enter('Vic', 'mine'))).toEqual(over);
    expect(await refusalOf(enter('Vic', 'mine', 'wrong'))).toMatchObject({ code: 'login.failed' });
  });
});
