import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { canonicalName } from '@parlour/contracts/text/checks';
import type { SessionGrant, UserWire } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { until } from '@parlour/kernel/testing/until';
import { eventTypes } from '@parlour/contracts/event-types';
import { Commands } from '@parlour/kernel/log/commands';
import { EventLog } from '@parlour/kernel/log/event-log';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { IdentityConfig } from '../identity-config.ts';
import { identityDefinition } from '../identity.module.ts';
import { followView } from '../follow/follow.projection.ts';
import { actorOfGrant, client, type IdentityWorld, startIdentity } from '../testing/identity-world.ts';
import { markEnding } from '../session/session-endings.ts';
import { readEndedSessions } from '../session/session.queries.ts';
import { passwordStream } from '../user/own-settings.decider.ts';
import { userView } from '../user/user.projection.ts';
import { replacePassword } from './passwords/credentials.ts';
import { eraseAccount } from './erasure.ts';
import { Operator } from './operator.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentity();
  // The first account is the operator's, which cannot be deleted.
  await world.signup('Founder');
});
afterAll(() => world.close());

let people = 0;

/** A new user with the password 'secret'. */
function begin(): Promise<SessionGrant> {
  people += 1;
  return world.signup(`Owner ${people}`);
}

function optionsOf(grant: SessionGrant, key?: string) {
  return { as: actorOfGrant(grant), sessionId: grant.sessionId, ...(key === undefined ? {} : { key }) };
}

async function reset(grant: SessionGrant, password: string, key?: string): Promise<SessionGrant> {
  return (await world.call('identity.resetPassword', { password, ...client }, optionsOf(grant, key))).reply;
}

async function remove(grant: SessionGrant, key?: string): Promise<UserWire> {
  return (await world.call('identity.deleteUser', {}, optionsOf(grant, key))).reply;
}

async function describeSelf(grant: SessionGrant, biography: string): Promise<UserWire> {
  return (await world.call('identity.updateBiography', { biography }, optionsOf(grant))).reply;
}

async function self(grant: SessionGrant): Promise<UserWire> {
  return (await world.call('identity.getSession', {}, optionsOf(grant))).reply;
}

async function follow(who: SessionGrant, whom: string): Promise<void> {
  await world.call('identity.follow', { username: whom }, optionsOf(who));
}

/** Moves the last password check of this session into the past. */
async function pass(grant: SessionGrant, interval: string): Promise<void> {
  await world.sql('update sessions set authenticated_at = authenticated_at - $2::interval where id = $1', [
    grant.sessionId,
    interval,
  ]);
}

async function endings(grant: SessionGrant): Promise<unknown[]> {
  const streamId = `session/${grant.sessionId}`;
  return (await world.events()).filter((event) => event.streamId === streamId).map(({ data }) => data);
}

function ended(grant: SessionGrant, reason: string): unknown {
  return { sessionId: grant.sessionId, userId: grant.user._id, reason };
}

const over = { code: 'session.ended', message: messages.notSignedIn };
const reauth = { code: 'reauth', message: messages.reauthenticate };

describe('a biography', () => {
  test('is public, stored as written, and can be changed', async () => {
    const [ann, ben] = [await begin(), await begin()];
    const text = ' Sails.\n\nReads — “a lot”. <b>🐚</b> ';
    expect(await describeSelf(ann, text)).toEqual({ ...ann.user, biography: text });
    const { reply } = await world.call('identity.getUser', { username: ann.user.username }, optionsOf(ben));
    expect(reply.biography).toBe(text);
    const line = `x${'🐚'.repeat(200)}`;
    await describeSelf(ann, `\n ${line}\nmore`);
    const request = { limit: 100, search: ann.user.username };
    const list = await world.call('identity.getUsers', request, optionsOf(ben));
    expect(list.reply.rows).toMatchObject([{ about: `x${'🐚'.repeat(159)}` }]);
    expect(await describeSelf(ann, '')).toEqual(ann.user);
  });

  test('without visible characters is empty', async () => {
    const ann = await begin();
    expect(await describeSelf(ann, ' \u200B\n\u2800')).toEqual(ann.user);
  });

  test('[Q-10] has at most 2,000 characters', async () => {
    const ann = await begin();
    await describeSelf(ann, '🐚'.repeat(2_000));
    await expect(describeSelf(ann, 'x'.repeat(2_001))).rejects.toMatchObject({
      code: 'text.tooLong',
      message: messages.biographyTooLong,
    });
    await expect(describeSelf(ann, 'a\0b')).rejects.toMatchObject({ code: 'request.illFormedText' });
    expect((await self(ann)).biography).toBe('🐚'.repeat(2_000));
  });

  test('is in its own table only: in no event, no stored reply', async () => {
    const ann = await begin();
    await describeSelf(ann, 'Collects sea shells.');
    const places = [...(await world.events()), ...(await world.sql('select reply from commands'))];
    expect(JSON.stringify(places)).not.toContain('sea shells');
    expect(
      (await world.events()).filter((event) => event.type === 'BiographyUpdated' && event.orderingKey === ann.user._id),
    ).toHaveLength(1);
  });
});

describe('a picture', () => {
  const fileId = '01940000-0000-8001-8000-0fc00bd00001';
  const choose = async (grant: SessionGrant, chosen: string | null): Promise<UserWire> =>
    (await world.call('identity.setPicture', { fileId: chosen }, optionsOf(grant))).reply;

  test('[FI-8] is in the person everywhere, until it is taken away', async () => {
    const [ann, ben] = [await begin(), await begin()];
    expect(ann.user.picture).toBeNull();
    expect(await choose(ann, fileId)).toEqual({ ...ann.user, picture: `/file/${fileId}` });
    const { reply } = await world.call(
      'identity.getPictures',
      { usernames: [ann.user.username.toUpperCase(), ben.user.username, 'Nobody'] },
      optionsOf(ben),
    );
    expect(reply.pictures).toEqual({ [ann.user.username]: `/file/${fileId}` });
    const list = await world.call('identity.getUsers', { limit: 100, search: ann.user.username }, optionsOf(ben));
    expect(list.reply.rows).toMatchObject([{ picture: `/file/${fileId}` }]);
    expect(await choose(ann, null)).toEqual(ann.user);
    const told = (await world.liveMessages()).filter(({ event }) => event === 'userUpdate');
    expect(told).toContainEqual(
      expect.objectContaining({
        to: ['public'],
        payload: expect.objectContaining({ user: expect.objectContaining({ picture: `/file/${fileId}` }) }),
      }),
    );
  });
});

describe('a new password', () => {
  test('[U-4] replaces the old one; all sessions end, and a new one begins', async () => {
    const first = await begin();
    const { username } = first.user;
    const [second, third] = [await world.login(username), await world.login(username)];
    await pass(second, '29 minutes');
    const next = await reset(second, ' a better one ');
    expect(next).toMatchObject({ user: first.user, refreshToken: expect.stringMatching(/^[\w-]{64}$/) });
    for (const other of [first, second, third]) {
      await expect(self(other)).rejects.toMatchObject(over);
      await expect(world.refresh(other.refreshToken)).rejects.toMatchObject(over);
      expect(await endings(other)).toEqual([ended(other, 'passwordReset')]);
    }
    expect(await endings(next)).toEqual([]);
    expect(await self(next)).toEqual(first.user);
    const on = await world.refresh(next.refreshToken);
    expect(on.sessionId).toBe(next.sessionId);
    expect(Date.parse(on.authenticatedAt)).toBeGreaterThan(Date.now() - 60_000);
    await expect(world.login(username, 'secret')).rejects.toMatchObject({ code: 'login.failed' });
    await world.login(username, 'a better one');
  });

  test('is announced to gateways, with the sessions that ended', async () => {
    const first = await begin();
    const second = await world.login(first.user.username);
    const next = await reset(second, 'other');
    for (const { sessionId: old } of [first, second]) {
      await until('they are published', () =>
        world.published.some((batch) => batch.endedSessions.some(({ sessionId }) => sessionId === old)),
      );
    }
    const since = new Date(Date.now() - 60_000).toISOString();
    const { sessions } = (await world.call('identity.endedSessions', { since })).reply;
    for (const old of [first, second]) {
      expect(sessions.filter(({ sessionId }) => sessionId === old.sessionId)).toHaveLength(1);
    }
    expect(sessions.some(({ sessionId }) => sessionId === next.sessionId)).toBe(false);
  });

  test('[U-4] requires a login within the last thirty minutes', async () => {
    const ann = await begin();
    await pass(ann, '31 minutes');
    await expect(reset(ann, 'other')).rejects.toMatchObject(reauth);
    await expect(remove(ann)).rejects.toMatchObject(reauth);
    // Refreshing a session is no login.
    await expect(reset(await world.refresh(ann.refreshToken), 'other')).rejects.toMatchObject(reauth);
    await reset(await world.login(ann.user.username), 'other');
  });

  test.each([
    ['', 'password.tooShort', messages.passwordResetMissing],
    ['  ', 'password.tooShort', messages.passwordResetMissing],
    ['x'.repeat(129), 'password.tooLong', messages.passwordTooLong],
    ['a\0b', 'request.illFormedText', messages.textIllFormed],
    [' secret ', 'password.same', messages.passwordSame],
  ])('[VA-10] must not be %j', async (password, code, message) => {
    await expect(reset(await begin(), password)).rejects.toMatchObject({ code, message });
  });

  test('must satisfy the rules of the site', async () => {
    const strict = await startIdentity({ PASSWORD_MIN_LENGTH: 8 });
    try {
      const grant = await strict.signup('Ann', 'four bread knives');
      for (const [password, code] of [
        ['short', 'password.tooShort'],
        ['password1', 'password.common'],
      ]) {
        await expect(
          strict.call('identity.resetPassword', { password: password ?? '', ...client }, optionsOf(grant)),
        ).rejects.toMatchObject({ code });
      }
    } finally {
      await strict.close();
    }
  });

  test('requires an active session of one’s own', async () => {
    const [ann, ben] = [await begin(), await begin()];
    const asAnn = { as: actorOfGrant(ann) };
    const request = { password: 'other', ...client };
    await expect(world.call('identity.resetPassword', request, asAnn)).rejects.toMatchObject({
      code: 'session.missing',
    });
    await expect(
      world.call('identity.resetPassword', request, { ...asAnn, sessionId: ben.sessionId }),
    ).rejects.toMatchObject(over);
    await world.logout(ann);
    await expect(reset(ann, 'other')).rejects.toMatchObject(over);
    await world.login(ann.user.username);
  });

  test('is not set again by a retry, whose session has ended', async () => {
    const ann = await begin();
    await reset(ann, 'other', 'once');
    await expect(reset(ann, 'other', 'once')).rejects.toMatchObject(over);
    const events = (await world.events()).filter((event) => event.streamId === passwordStream(ann.user._id));
    expect(events.map((event) => event.type)).toEqual(['PasswordReset']);
  });

  test('and a concurrent login with the old one: it fails, or its session ends', async () => {
    for (let round = 0; round < 5; round++) {
      const ann = await begin();
      const logins = Array.from({ length: 5 }, () => world.login(ann.user.username));
      const [, ...results] = await Promise.allSettled([reset(ann, `other ${round}`), ...logins]);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'login.failed' });
        else await expect(self(result.value)).rejects.toMatchObject(over);
      }
    }
  });

  test('and a login with the old one that waits for it: it fails', async () => {
    const ann = await begin();
    let login: Promise<unknown> | undefined;
    await world.database.transaction(async (tx) => {
      await replacePassword(tx, { userId: ann.user._id, passwordHash: 'another' });
      login = world.login(ann.user.username).then(
        () => 'entered',
        (failure: unknown) => failure,
      );
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      let isThrough = false;
      void login.then(() => (isThrough = true));
      await until('it waits', async () => isThrough || (await world.sql(waits)).length > 0);
    });
    expect(await login).toMatchObject({ code: 'login.failed' });
  });

  test('is in no event and beside no key, nor is the old one', async () => {
    const ann = await begin();
    await reset(ann, 'correct horse battery', 'kept');
    const places = JSON.stringify([...(await world.events()), ...(await world.sql('select * from commands'))]);
    expect(places).not.toContain('horse');
    expect(places).not.toContain('$argon2');
  });
});

describe('sessions marked as ended', () => {
  test('are announced to gateways before they have an event', async () => {
    const ann = await begin();
    const since = new Date(Date.now() - 60_000).toISOString();
    await world.database.transaction(async (tx) => {
      expect(await markEnding(tx, [{ userId: ann.user._id, reason: 'everywhere' }])).toEqual([ann.sessionId]);
      const sessions = await readEndedSessions(tx, since);
      expect(sessions.map(({ sessionId }) => sessionId)).toContain(ann.sessionId);
    });
  });

  test('end at once, and their events follow by themselves', async () => {
    const ann = await begin();
    // As after the process was killed between the two.
    await world.sql("update sessions set ending = 'passwordReset', ending_at = clock_timestamp() where id = $1", [
      ann.sessionId,
    ]);
    await expect(self(ann)).rejects.toMatchObject(over);
    await expect(world.refresh(ann.refreshToken)).rejects.toMatchObject(over);
    await until('its event', async (saw) => saw(await endings(ann)).length > 0);
    expect(await endings(ann)).toEqual([ended(ann, 'passwordReset')]);
    await until(
      'its row is gone',
      async (saw) => saw(await world.sql('select id from sessions where id = $1', [ann.sessionId])).length === 0,
    );
  });
});

describe('deleting one’s account', () => {
  test('deletes it everywhere, and answers what was deleted', async () => {
    const [ann, ben, cay] = [await begin(), await begin(), await begin()];
    const { username, _id: userId } = ann.user;
    await describeSelf(ann, 'Collects sea shells.');
    await follow(ann, ben.user.username);
    await follow(cay, username);
    const other = await world.login(username);
    expect(await remove(other)).toMatchObject({ _id: userId, username, biography: 'Collects sea shells.' });
    for (const grant of [ann, other]) {
      await expect(self(grant)).rejects.toMatchObject(over);
      await expect(world.refresh(grant.refreshToken)).rejects.toMatchObject(over);
      expect(await endings(grant)).toEqual([ended(grant, 'deleted')]);
    }
    await expect(world.login(username)).rejects.toMatchObject({ code: 'login.failed' });
    const unknown = { code: 'user.unknown', message: messages.userUnknown };
    for (const call of ['identity.getUser', 'identity.getFollowers', 'identity.follow', 'identity.unfollow'] as const) {
      await expect(world.call(call, { username }, optionsOf(cay))).rejects.toMatchObject(unknown);
    }
    expect(await self(ben)).toEqual(ben.user);
    expect(await self(cay)).toEqual(cay.user);
    const list = await world.call('identity.getUsers', { limit: 100, search: username }, optionsOf(cay));
    expect(list.reply).toMatchObject({ rows: [], total: 0 });
  });

  test('[S-2] keeps the name reserved for good, in any spelling', async () => {
    const ann = await begin();
    await remove(ann);
    for (const username of [ann.user.username, ann.user.username.toUpperCase()]) {
      await expect(world.signup(username)).rejects.toMatchObject({ code: 'username.taken' });
    }
    const kept = await world.sql<{ key: string }>(
      'select scope, key, expires_at from reservations where owner = $1 order by scope, key',
      [ann.user._id],
    );
    const hashed = { key: expect.stringMatching(/^[\w-]{43}$/), expires_at: null };
    expect(kept).toEqual(['username', 'username-look'].map((scope) => ({ scope, ...hashed })));
  });

  test('[U-5] leaves nothing of the person in any table, except the hash of the name', async () => {
    const ann = await world.signup('Xanthippe Quill', 'unlikely words');
    const ben = await begin();
    await describeSelf(ann, 'Owns seven kettles.');
    await follow(ann, ben.user.username);
    await follow(ben, ann.user.username);
    await world.call('identity.login', {
      username: 'xanthippe quill',
      password: 'unlikely words',
      ...client,
      userAgent: 'Kettle/7',
    });
    const contents = async (): Promise<string> => {
      const tables = await world.sql<{ name: string }>(
        `select table_name as name from information_schema.tables where table_schema = current_schema()`,
      );
      return JSON.stringify(
        await readTables(
          world.database,
          tables.map(({ name }) => name),
        ),
      ).toLowerCase();
    };
    expect(await contents()).toContain('xanthippe quill');
    await remove(ann);
    const left = await contents();
    for (const trace of ['xanthippe', 'quill', 'kettle']) {
      expect(left).not.toContain(trace);
    }
    expect(await world.sql('select from credentials where user_id = $1', [ann.user._id])).toEqual([]);
    // The events keep their shape.
    const [registered] = await world.sql("select data from events where stream_id = $1 and type = 'UserRegistered'", [
      `user/${ann.user._id}`,
    ]);
    expect(registered).toEqual({ data: { userId: ann.user._id, name: '' } });
  });

  test('deletes addresses and browsers at once', async () => {
    const ann = await begin();
    let rows: object[] = [];
    const looked = world.database.transaction(async (tx) => {
      await eraseAccount(tx, ann.user._id);
      const text = `select address, user_agent from sessions where user_id = '${ann.user._id}'`;
      rows = await tx.query({ name: '', text });
      throw new Error('this account stays');
    });
    await expect(looked).rejects.toThrow('this account stays');
    expect(rows).toEqual([{ address: '', user_agent: '' }]);
  });

  test('is announced to everybody, by the hash of the name, so that pages can find it', async () => {
    const ann = await begin();
    await remove(ann);
    const liveMessage = await until('the live message', () =>
      world.published
        .flatMap((batch) => batch.messages)
        .filter((each) => each.event === 'userUpdate')
        .find((each) => each.payload.type === 'deleted' && each.payload.user._id === ann.user._id),
    );
    const nameHash = createHash('sha256').update(canonicalName(ann.user.username)).digest('base64url');
    expect(liveMessage).toMatchObject({ to: ['public'], payload: { user: { username: 'deleted user' }, nameHash } });
  });

  test('twice at once happens once; a token that outlives it can do nothing', async () => {
    const ann = await begin();
    const ben = await begin();
    const results = await Promise.allSettled([remove(ann), remove(ann)]);
    expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const events = (await world.events()).filter((event) => event.streamId === `user/${ann.user._id}`);
    expect(events.map((event) => event.type)).toEqual(['UserRegistered', 'UserDeleted']);
    await expect(follow(ann, ben.user.username)).rejects.toMatchObject(over);
    await expect(describeSelf(ann, 'back')).rejects.toMatchObject(over);
    expect(await world.sql('select from biographies where user_id = $1', [ann.user._id])).toEqual([]);
  });

  test('and a concurrent login: it fails, or its session ends', async () => {
    for (let round = 0; round < 5; round++) {
      const ann = await begin();
      const logins = Array.from({ length: 5 }, () => world.login(ann.user.username));
      const [, ...results] = await Promise.allSettled([remove(ann), ...logins]);
      for (const result of results) {
        if (result.status === 'fulfilled') await expect(self(result.value)).rejects.toMatchObject(over);
        else expect(result.reason).toMatchObject({ code: 'login.failed' });
      }
    }
  });

  test('and a concurrent follow: no row is left', async () => {
    for (let round = 0; round < 5; round++) {
      const [ann, ...fans] = [await begin(), await begin(), await begin(), await begin()];
      await Promise.allSettled([...fans.map((fan) => follow(fan, ann.user.username)), remove(ann)]);
      expect(await world.sql('select from follows where followed_id = $1', [ann.user._id])).toEqual([]);
      for (const fan of fans) expect(await self(fan)).toEqual(fan.user);
    }
  });

  test('rebuilt read models equal the live ones', async () => {
    const renamed = await begin();
    await follow(await begin(), renamed.user.username);
    const { views } = identityDefinition(new IdentityConfig());
    const log = new EventLog('identity', world.database, eventTypes.identity, views, silentLogger);
    const operator = new Operator(new Commands(log), world.database);
    await operator.rename(renamed.user.username, 'Renamed owner', '');
    for (const view of [userView, followView]) {
      const served = await readTables(world.database, view.tables);
      for (const table of view.tables) expect(served[table]).not.toEqual([]);
      const types = eventTypes.identity;
      const log = new EventLog('identity', world.database, types, [], silentLogger);
      await rebuildView(view, true, world.database, (after, limit) => log.read(after, limit), types);
      expect(await readTables(world.database, view.tables)).toEqual(served);
    }
  });
});

describe('[CA-61] one’s sessions', () => {
  test('are listed, last used first, the current one marked, without ended ones', async () => {
    const first = await begin();
    const { username } = first.user;
    const second = await world.login(username);
    await world.logout(await world.login(username));
    const idle = await world.login(username);
    await world.sql("update sessions set last_used_at = now() - interval '8 days' where id = $1", [idle.sessionId]);
    await world.refresh(first.refreshToken);
    const { reply } = await world.call('identity.getSessions', {}, optionsOf(second));
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const shown = { userAgent: client.userAgent, address: client.address, createdAt: time, lastUsedAt: time };
    expect(reply.sessions).toEqual([
      { _id: first.sessionId, ...shown, current: false },
      { _id: second.sessionId, ...shown, current: true },
    ]);
    await expect(world.call('identity.getSessions', {})).rejects.toMatchObject({ code: 'session.missing' });
  });

  test('are all ended, including the current one, and nobody else’s', async () => {
    const [first, ben] = [await begin(), await begin()];
    const second = await world.login(first.user.username);
    expect((await world.call('identity.logoutEverywhere', {}, optionsOf(second))).reply).toEqual({ ended: 2 });
    for (const grant of [first, second]) {
      await expect(self(grant)).rejects.toMatchObject(over);
      await expect(world.refresh(grant.refreshToken)).rejects.toMatchObject(over);
      expect(await endings(grant)).toEqual([ended(grant, 'everywhere')]);
    }
    expect(await world.sql('select from sessions where user_id = $1', [first.user._id])).toEqual([]);
    await self(ben);
    await self(await world.login(first.user.username));
  });

  test('are counted without those that ended before, or that nobody used for too long', async () => {
    const first = await begin();
    const { username } = first.user;
    const idle = await world.login(username);
    await world.sql("update sessions set last_used_at = now() - interval '8 days' where id = $1", [idle.sessionId]);
    const left = await world.login(username);
    await world.logout(left);
    // Ended in the log a moment ago, the row still there.
    const kept = await world.login(username);
    await world.sql(
      "insert into ended_sessions (session_id, user_id, reason, ended_at) values ($1, $2, 'logout', now())",
      [kept.sessionId, first.user._id],
    );
    expect((await world.call('identity.logoutEverywhere', {}, optionsOf(first))).reply).toEqual({ ended: 1 });
    expect(await endings(left)).toEqual([ended(left, 'logout')]);
    for (const other of [idle, kept]) expect(await endings(other)).toEqual([]);
  });
});
