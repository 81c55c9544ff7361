import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import type { ListedMember, ListedRow, ListRun } from '@parlour/contracts/identity/members';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import { actorOfGrant, client, type IdentityWorld, startIdentity } from '../testing/identity-world.ts';

let world: IdentityWorld;
let ines: SessionGrant;
beforeEach(async () => {
  world = await startIdentity();
  ines = await world.signup('Ines');
});
afterEach(() => world.close());

async function as<Name extends RpcName>(
  grant: SessionGrant,
  name: Name,
  request: Rpc[Name]['request'],
): Promise<Rpc[Name]['reply']> {
  return (await world.call(name, request, { as: actorOfGrant(grant), sessionId: grant.sessionId })).reply;
}

async function add(rows: readonly Partial<ListedRow>[], run: Partial<ListRun> = {}): Promise<readonly ListedMember[]> {
  const request = { rows: rows.map((row) => ({ username: '', number: null, email: '', ...row })) };
  return (await as(ines, 'identity.addMembers', { dryRun: false, renew: false, ...request, ...run })).members;
}

const login = (username: string, password: string, newPassword?: string) =>
  world.call('identity.login', { username, password, ...client, ...(newPassword !== undefined && { newPassword }) });

const rows = [
  { username: 'ann.lee', number: 1, email: 'ann@example.org' },
  { username: 'ann.lee', number: 2, email: 'lee@example.org' },
  { username: 'Bea' },
  { username: 'a/b' },
];

describe('[IN-2] a list of members', () => {
  test('is unknown to everybody but operators', async () => {
    const ben = await world.signup('Ben');
    const request = { rows: [], dryRun: true, renew: false };
    await expect(as(ben, 'identity.addMembers', request)).rejects.toMatchObject({ code: 'route.unknown' });
  });

  test('is tried without doing anything', async () => {
    const before = await world.events();
    expect(await add(rows, { dryRun: true })).toEqual([
      { status: 'new', userId: null, username: 'ann.lee' },
      { status: 'new', userId: null, username: 'ann.lee2' },
      { status: 'new', userId: null, username: 'Bea' },
      {
        status: 'invalid',
        userId: null,
        username: 'a/b',
        fault: expect.objectContaining({ code: 'username.invalid' }),
      },
    ]);
    expect(await world.events()).toEqual(before);
    expect(await world.sql('select from reservations where expires_at is not null')).toEqual([]);
  });

  test('gives accounts with passwords that only let people choose another one', async () => {
    const added = await add(rows);
    expect(added.map(({ status, username }) => `${status} ${username}`)).toEqual([
      'new ann.lee',
      'new ann.lee2',
      'new Bea',
      'invalid a/b',
    ]);
    const [ann, lee] = added.map(({ password = '' }) => password);
    expect(ann).toMatch(/^[a-z]+(?:-[a-z]+){3}$/);
    expect(lee).not.toBe(ann);
    await expect(login('ann.lee', ann ?? '')).rejects.toMatchObject({ code: 'password.temporary' });
    await expect(login('ann.lee', lee ?? '')).rejects.toMatchObject({ code: 'login.failed' });
    const grant = await login('ann.lee', ann ?? '', 'my own one');
    expect(grant.reply.user).toMatchObject({ username: 'ann.lee', email: 'ann@example.org', emailConfirmed: false });
    expect((await world.login('ann.lee', 'my own one')).user.username).toBe('ann.lee');
    const [{ days } = { days: 0 }] = await world.sql<{ days: number }>(
      `select round(extract(epoch from temporary_until - now()) / 86400)::int as days
         from credentials where temporary_until is not null limit 1`,
    );
    expect(days).toBe(7);
  });

  test('adds only what is new when it is run again, also after people have come', async () => {
    const [{ password = '' } = {}] = await add(rows);
    await login('ann.lee', password, 'my own one');
    await world.login('ann.lee', 'my own one');
    const before = await world.events();
    const again = await add([...rows, { username: 'cay', number: 1 }]);
    expect(again.map(({ status, username }) => `${status} ${username}`)).toEqual([
      'existing ann.lee',
      'existing ann.lee2',
      'existing Bea',
      'invalid a/b',
      'new cay',
    ]);
    expect(again.map((member) => 'password' in member)).toEqual([false, false, false, false, true]);
    expect((await world.events()).slice(before.length).map(({ type }) => type)).toEqual([
      'UserRegistered',
      'MemberAdded',
    ]);
  });

  test('gives new passwords to those who have never signed in, where that is wanted', async () => {
    const [ann, , bea] = await add(rows);
    await login('ann.lee', ann?.password ?? '', 'my own one');
    const renewed = await add(rows, { renew: true });
    expect(renewed.map(({ status }) => status)).toEqual(['existing', 'renewed', 'renewed', 'invalid']);
    const [, , { password = '' } = {}] = renewed;
    await expect(login('Bea', bea?.password ?? '')).rejects.toMatchObject({ code: 'login.failed' });
    expect((await login('Bea', password, 'my own one')).reply.user.username).toBe('Bea');
    expect((await world.login('ann.lee', 'my own one')).user.username).toBe('ann.lee');
  });

  test('is in the site’s log; its addresses and passwords are in no event and no stored answer', async () => {
    const added = await add(rows);
    const { rows: log } = await as(ines, 'identity.getSiteLog', { limit: 30 });
    expect(log.map(({ act, by, to }) => [act, by, to])).toEqual(
      expect.arrayContaining([
        ['memberAdded', 'Ines', 'ann.lee'],
        ['memberAdded', 'Ines', 'Bea'],
      ]),
    );
    const stored = JSON.stringify([await world.events(), await world.sql('select * from commands')]);
    expect(stored).not.toContain('@');
    for (const { password } of added) if (password !== undefined) expect(stored).not.toContain(password);
  });

  test('takes a name once, whoever asks for it at the same time', async () => {
    const same = [{ username: 'Dora' }, { username: 'Emil' }];
    const both = await Promise.all([add(same), add(same)]);
    for (const username of ['Dora', 'Emil']) {
      const outcomes = both.flat().filter((member) => member.username === username);
      expect(outcomes.filter(({ status }) => status === 'new')).toHaveLength(1);
      expect(outcomes.filter(({ status }) => status === 'existing' || status === 'unprocessed')).toHaveLength(1);
    }
  });
});
