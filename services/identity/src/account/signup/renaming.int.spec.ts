import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventTypes } from '@parlour/contracts/event-types';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import { Commands } from '@parlour/kernel/log/commands';
import { EventLog } from '@parlour/kernel/log/event-log';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { until } from '@parlour/kernel/testing/until';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import { IdentityConfig } from '../../identity-config.ts';
import { identityDefinition } from '../../identity.module.ts';
import { actorOfGrant, client, type IdentityWorld, startIdentity } from '../../testing/identity-world.ts';
import { siteLogView } from '../../site/site-log.projection.ts';
import { userView } from '../../user/user.projection.ts';
import { Operator } from '../operator.ts';

let world: IdentityWorld;
let ines: SessionGrant;
let ben: SessionGrant;
beforeEach(async () => {
  world = await startIdentity();
  ines = await world.signup('Ines');
  ben = await world.signup('Ben');
});
afterEach(() => world.close());

async function as<Name extends RpcName>(
  grant: SessionGrant,
  name: Name,
  request: Rpc[Name]['request'],
): Promise<Rpc[Name]['reply']> {
  return (await world.call(name, request, { as: actorOfGrant(grant), sessionId: grant.sessionId })).reply;
}

function rename(username: string, name: string, reason?: string): Promise<Rpc['identity.rename']['reply']> {
  return as(ines, 'identity.rename', { username, name, ...(reason !== undefined && { reason }) });
}

const signup = (username: string) => world.signup(username);

const taken = { code: 'username.taken', message: messages.usernameTaken };
const alike = { code: 'username.alike', message: messages.usernameAlike };

describe('[BM-50] an operator renames a person', () => {
  test('who keeps account and sessions, and is told to everybody at once', async () => {
    expect(await rename('ben', ' Bénédict ', 'Asked for it')).toMatchObject({
      _id: ben.user._id,
      username: 'Bénédict',
    });
    expect(await as(ben, 'identity.getSession', {})).toMatchObject({ _id: ben.user._id, username: 'Bénédict' });
    expect((await world.refresh(ben.refreshToken)).user.username).toBe('Bénédict');
    const sent = await until('the live message', () =>
      world.published.flatMap(({ messages }) => messages).find(({ payload }) => 'formerName' in payload),
    );
    expect(sent).toMatchObject({
      to: ['public'],
      event: 'userUpdate',
      payload: { user: { _id: ben.user._id, username: 'Bénédict' }, type: 'updated', formerName: 'Ben' },
    });
  });

  test('with the refusals of sign-up, which change nothing', async () => {
    const cleo = await signup('Cleo');
    const before = (await world.events()).length;
    await expect(rename('Ben', 'CLEO')).rejects.toMatchObject(taken);
    // With a Cyrillic letter.
    await expect(rename('Ben', 'Clеo')).rejects.toMatchObject(alike);
    await expect(rename('Ben', '@cleo.')).rejects.toMatchObject(alike);
    await expect(rename('Ben', 'Parlour 1')).rejects.toMatchObject({ code: 'username.reserved' });
    await expect(rename('Ben', ' ')).rejects.toMatchObject({ code: 'username.required' });
    await expect(rename('Ben', 'a\uD800b')).rejects.toMatchObject({ code: 'request.illFormedText' });
    await expect(rename('nobody', 'Bea')).rejects.toMatchObject({ code: 'user.unknown' });
    await expect(as(cleo, 'identity.rename', { username: 'Ben', name: 'Bea' })).rejects.toMatchObject({
      code: 'route.unknown',
    });
    expect(await world.events()).toHaveLength(before);
    expect((await as(ines, 'identity.getUser', { username: 'Ben' })).username).toBe('Ben');
    // Nothing has been reserved.
    await signup('Bea');
  });

  test('or themselves, but no other operator', async () => {
    expect(await rename('Ines', 'Inès')).toMatchObject({ username: 'Inès', operator: true });
    await as(ines, 'identity.makeOperator', { username: 'Ben' });
    await expect(rename('Ben', 'Bea')).rejects.toMatchObject({ code: 'operator.spared' });
  });

  test('[O-7] which the site’s log tells, with both names and the reason', async () => {
    await rename('Ben', 'Bea', 'Asked for it');
    await rename('Bea', 'Bert');
    const { rows } = await as(ines, 'identity.getSiteLog', { limit: 30 });
    expect(rows.map(({ _id: _, at: __, position: ___, ...entry }) => entry)).toEqual([
      { act: 'renamed', by: 'Ines', to: 'Bert', names: { from: 'Bea', to: 'Bert' } },
      { act: 'renamed', by: 'Ines', to: 'Bert', names: { from: 'Ben', to: 'Bea' }, reason: 'Asked for it' },
      { act: 'founded', to: 'Ines' },
    ]);
  });

  test('and if the name has only been written otherwise, it is no former one', async () => {
    await rename('Ben', 'BEN');
    expect((await as(ines, 'identity.getUser', { username: 'ben' })).username).toBe('BEN');
    expect(await world.sql('select from former_names')).toEqual([]);
  });
});

describe('[BM-52, O-12] a former name', () => {
  test('leads to the person, who signs in by either', async () => {
    await rename('Ben', 'Bea');
    await rename('Bea', 'Bert');
    for (const username of ['ben', 'Bea', 'BERT']) {
      expect((await as(ines, 'identity.getUser', { username })).username).toBe('Bert');
      expect((await world.login(username)).user.username).toBe('Bert');
    }
    expect(await as(ines, 'identity.getFollowers', { username: 'ben' })).toEqual({ usernames: [] });
    expect((await as(ines, 'identity.follow', { username: 'Ben' })).following).toEqual(['Bert']);
    const search = { q: 'user:bea', type: 'people', order: 'best', limit: 30 } as const;
    expect((await as(ines, 'identity.search', search)).rows.map(({ title }) => title)).toEqual(['Bert']);
    // Lists, and searches for words, have the name of today.
    expect((await as(ines, 'identity.getUsers', { limit: 30, search: 'ben' })).rows).toEqual([]);
  });

  test('has no sign-in delay any more when the operator ends it', async () => {
    await rename('Ben', 'Bea');
    const { views } = identityDefinition(new IdentityConfig());
    const log = new EventLog('identity', world.database, eventTypes.identity, views, silentLogger);
    await new Operator(new Commands(log), world.database).endDelay('ben');
    const since = new Date(Date.now() - 60_000).toISOString();
    const { delays } = (await world.call('identity.endedSessions', { since })).reply;
    expect(delays?.map(({ username }) => username)).toEqual(['bea', 'ben']);
  });

  test('is nobody else’s, neither by sign-up nor by a rename, nor is one that looks like it', async () => {
    await rename('Ben', 'Xavier');
    await expect(signup('ben')).rejects.toMatchObject(taken);
    await expect(signup('Bеn')).rejects.toMatchObject(alike);
    await signup('Cleo');
    await expect(rename('Cleo', 'BEN')).rejects.toMatchObject(taken);
    // Its owner may have it back; the other one is the former one then.
    expect(await rename('Xavier', 'Ben')).toMatchObject({ username: 'Ben' });
    expect((await as(ines, 'identity.getUser', { username: 'xavier' })).username).toBe('Ben');
    await expect(rename('Cleo', 'Xavier')).rejects.toMatchObject(taken);
  });

  test('[BM-53] goes with the account, and stays reserved without being readable', async () => {
    await rename('Ben', 'Quillon', 'because of Quillon');
    await rename('Quillon', 'Bert');
    await as(ben, 'identity.deleteUser', {});
    const sent = () =>
      world.published.flatMap(({ messages }) => messages).filter(({ payload }) => 'nameHash' in payload);
    await until('a live message for each of the names', (saw) => saw(sent().length) >= 3);
    expect(sent()).toHaveLength(3);
    const tables = await world.sql<{ name: string }>(
      `select table_name as name from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE'`,
    );
    const names = tables.map(({ name }) => name);
    const left = JSON.stringify(await readTables(world.database, names)).toLowerCase();
    expect(left).not.toContain('quillon');
    expect(left).not.toContain('"ben"');
    for (const username of ['Ben', 'Quillon', 'Bert']) {
      await expect(as(ines, 'identity.getUser', { username })).rejects.toMatchObject({ code: 'user.unknown' });
      await expect(signup(username)).rejects.toMatchObject(taken);
      const login = world.call('identity.login', { username, password: 'secret', ...client });
      await expect(login).rejects.toMatchObject({ code: 'login.failed' });
    }
    const { rows } = await as(ines, 'identity.getSiteLog', { limit: 2 });
    for (const row of rows) {
      expect(row).toEqual({
        ...{ _id: row._id, at: row.at, position: row.position },
        ...{ act: 'renamed', by: 'Ines', to: 'deleted user' },
      });
    }
  });

  test('is the same in rebuilt views', async () => {
    await signup('Cleo');
    await rename('Ben', 'Bea');
    await rename('Bea', 'Ben');
    await rename('Cleo', 'Dora');
    const dora = await world.login('Dora');
    await as(dora, 'identity.deleteUser', {});
    for (const view of [userView, siteLogView]) {
      const served = await readTables(world.database, view.tables);
      for (const table of view.tables) expect(served[table]).not.toEqual([]);
      const types = eventTypes.identity;
      const log = new EventLog('identity', world.database, types, [], silentLogger);
      await rebuildView(view, true, world.database, (after, limit) => log.read(after, limit), types);
      expect(await readTables(world.database, view.tables)).toEqual(served);
    }
  });
});
