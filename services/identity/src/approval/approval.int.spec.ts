import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { admitted, approvalTexts } from '@parlour/contracts/identity/approval';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import { until } from '@parlour/kernel/testing/until';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { actorOfGrant, client, type IdentityWorld, startIdentity } from '../testing/identity-world.ts';

const waiting = { code: 'account.waiting', message: approvalTexts.waiting };
const decided = { code: 'newcomer.unknown', message: approvalTexts.decided };
const failed = { code: 'login.failed', message: messages.loginFailed };

let world: IdentityWorld;
let ann: SessionGrant;
beforeEach(async () => {
  world = await startIdentity();
  ann = await world.signup('ann');
  await as(ann, 'identity.changeSite', { signUp: 'approval', question: ' Which boat? ' });
});
afterEach(() => world.close());

async function as<Name extends RpcName>(
  grant: SessionGrant,
  name: Name,
  request: Rpc[Name]['request'],
): Promise<Rpc[Name]['reply']> {
  return (await world.call(name, request, { as: actorOfGrant(grant), sessionId: grant.sessionId })).reply;
}

async function ask(username: string, given: { answer?: string; key?: string; password?: string } = {}) {
  const { answer, key, password = 'secret' } = given;
  const request = { username, password, ...client, ...(answer !== undefined && { answer }) };
  return (await world.call('identity.signup', request, key === undefined ? {} : { key })).reply;
}

const listed = async (limit = 30, cursor?: string) =>
  as(ann, 'identity.getWaiting', { limit, ...(cursor !== undefined && { cursor }) });

async function idOf(username: string): Promise<string> {
  const found = (await listed()).rows.find((row) => row.username === username);
  if (!found) throw new Error(`${username} does not wait`);
  return found._id;
}

/** Lets somebody have come days ago. */
async function cameBefore(userId: string, days: number): Promise<void> {
  await world.sql(`update waiting set since = now() - make_interval(days => $2) where user_id = $1`, [userId, days]);
}

/** All rows of all tables but these, as text. */
async function everythingBut(...left: readonly string[]): Promise<string> {
  const tables = await world.sql<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> all($1::text[])`,
    [left],
  );
  const names = tables.map(({ name }) => name);
  return JSON.stringify(await readTables(world.database, names));
}

describe('[IN-3, O-19] a newcomer who must be approved', () => {
  test('gets no session, and reads so with the right password only', async () => {
    expect(await ask('Zoe', { answer: ' The red one ' })).toEqual({ pending: true });
    await expect(world.login('ZOE')).rejects.toMatchObject(waiting);
    await expect(world.login('zoe', 'wrong')).rejects.toMatchObject(failed);
    await expect(world.login('nobody')).rejects.toMatchObject(failed);
    await expect(ask('zoe')).rejects.toMatchObject({ code: 'username.taken' });
    expect(await world.sql('select user_id from sessions where user_id <> $1', [ann.user._id])).toEqual([]);
    expect((await listed()).rows).toEqual([
      {
        ...{ _id: expect.any(String), username: 'Zoe', answer: 'The red one', isGoogleUser: false },
        since: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
  });

  test('is known to nobody else: in no list, no search, no count, no profile, and in no event by name', async () => {
    await ask('Quillon', { answer: 'Vanadium' });
    expect(await as(ann, 'identity.getUsers', { limit: 30 })).toMatchObject({ total: 1 });
    expect(await as(ann, 'identity.getUsers', { limit: 30, search: 'quil' })).toMatchObject({ total: 0 });
    expect(await as(ann, 'identity.getAccounts', { limit: 30, search: 'quil' })).toMatchObject({ rows: [] });
    for (const name of [
      'identity.getUser',
      'identity.follow',
      'identity.suspend',
      'identity.replacePassword',
    ] as const) {
      await expect(as(ann, name, { username: 'Quillon' })).rejects.toMatchObject({ code: 'user.unknown' });
    }
    const events = await world.events();
    expect(events.at(-1)).toMatchObject({ type: 'ApprovalRequested', meta: { actor: null } });
    expect(JSON.stringify(events)).not.toMatch(/quillon|vanadium/i);
    expect(await everythingBut('waiting')).not.toMatch(/quillon|vanadium/i);
  });

  test('is let in by an operator, as the person that they signed up as', async () => {
    await ask('Zoe', { answer: 'Vanadium' });
    const userId = await idOf('Zoe');
    expect(await as(ann, 'identity.approve', { userId })).toMatchObject({ _id: userId, username: 'Zoe', sessions: 0 });
    const zoe = await world.login('zoe');
    expect(zoe.user).toMatchObject({ _id: userId, username: 'Zoe' });
    expect((await world.events()).slice(-2)).toMatchObject([
      { type: 'ApprovalDecided', data: { userId, decision: 'approved' }, meta: { actor: ann.user._id } },
      { type: 'UserRegistered', data: { userId, name: 'Zoe' } },
    ]);
    expect(await everythingBut()).not.toContain('Vanadium');
    expect(await listed()).toMatchObject({ rows: [], total: 0 });
    expect((await as(ann, 'identity.getSiteLog', { limit: 1 })).rows).toMatchObject([
      { act: 'approved', by: 'ann', to: 'Zoe' },
    ]);
    // Of two operators, the second changes nothing, or is told.
    await as(ann, 'identity.approve', { userId });
    await expect(as(ann, 'identity.decline', { userId })).rejects.toMatchObject(decided);
    expect((await world.login('zoe')).user._id).toBe(userId);
  });

  test('is declined without a trace but that somebody was, and the name is free', async () => {
    await ask('Quillon', { answer: 'Vanadium' });
    const userId = await idOf('Quillon');
    expect(await as(ann, 'identity.decline', { userId })).toEqual({ declined: true });
    await expect(world.login('Quillon')).rejects.toMatchObject(failed);
    expect(await everythingBut()).not.toMatch(/quillon|vanadium/i);
    for (const table of ['waiting', 'credentials', 'reservations']) {
      const column = table === 'reservations' ? 'owner' : 'user_id';
      expect(await world.sql(`select 1 as one from ${table} where ${column} = $1`, [userId])).toEqual([]);
    }
    const [entry] = (await as(ann, 'identity.getSiteLog', { limit: 1 })).rows;
    expect(entry).toMatchObject({ act: 'declined', by: 'ann' });
    expect(entry).not.toHaveProperty('to');
    await expect(as(ann, 'identity.approve', { userId })).rejects.toMatchObject(decided);
    expect(await ask('quillon')).toEqual({ pending: true });
  });

  test('lapses after sixty days, not before', async () => {
    await ask('Zoe');
    await ask('Yan');
    const [zoe, yan] = [await idOf('Zoe'), await idOf('Yan')];
    await cameBefore(yan, 59);
    await cameBefore(zoe, 61);
    await until('Zoe lapses', async () => (await listed()).total === 1);
    expect((await world.events()).at(-1)).toMatchObject({
      ...{ type: 'ApprovalDecided', data: { userId: zoe, decision: 'lapsed' }, meta: { actor: null } },
    });
    await expect(world.login('zoe')).rejects.toMatchObject(failed);
    await expect(world.login('yan')).rejects.toMatchObject(waiting);
    expect((await as(ann, 'identity.getSiteLog', { limit: 1 })).rows).toMatchObject([{ act: 'siteChanged' }]);
  });

  test('gets the same answer again if the first was lost', async () => {
    await ask('Zoe', { key: 'once' });
    expect(await ask('Zoe', { key: 'once' })).toEqual({ pending: true });
    await expect(ask('Zoe', { key: 'once', password: 'other' })).rejects.toMatchObject({ code: 'username.taken' });
    expect(await listed()).toMatchObject({ total: 1 });
  });

  test('does not wait with an invitation, and goes on waiting when sign-up opens', async () => {
    const { code } = await as(ann, 'identity.createInvitation', {
      ...{ expiresAt: null, uses: 1, communityIds: [], note: '' },
    });
    const request = { username: 'cay', password: 'secret', ...client, invitation: code };
    const cay = admitted((await world.call('identity.signup', request)).reply);
    expect(cay.user.username).toBe('cay');
    await ask('Zoe');
    await as(ann, 'identity.changeSite', { signUp: 'everyone' });
    expect((await world.signup('dan')).user.username).toBe('dan');
    await expect(world.login('zoe')).rejects.toMatchObject(waiting);
    expect(await listed()).toMatchObject({ total: 1 });
  });

  test('answers in at most five hundred letters', async () => {
    expect(await ask('Zoe', { answer: 'é'.repeat(500) })).toEqual({ pending: true });
    const refusal = { code: 'signup.answer', message: approvalTexts.answer };
    await expect(ask('Yan', { answer: 'é'.repeat(501) })).rejects.toMatchObject(refusal);
  });

  test('is listed by page, those who came first before others', async () => {
    for (const name of ['w1', 'w2', 'w3']) await ask(name);
    const first = await listed(2);
    expect(first).toMatchObject({ rows: [{ username: 'w1' }, { username: 'w2' }], total: 3 });
    expect(await listed(2, first.next!)).toMatchObject({ rows: [{ username: 'w3' }], total: 3, next: null });
    await expect(listed(2, 'x')).rejects.toMatchObject({ code: 'request.invalid' });
  });
});
