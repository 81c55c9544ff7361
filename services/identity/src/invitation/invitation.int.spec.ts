import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { admitted } from '@parlour/contracts/identity/approval';
import { eventTypes } from '@parlour/contracts/event-types';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import type { StoredInvitation, WantedInvitation } from '@parlour/contracts/identity/invitations';
import { messages } from '@parlour/contracts/messages';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import { EventLog } from '@parlour/kernel/log/event-log';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { describeViewContract, readTables } from '@parlour/kernel/testing/view-contract';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import { identityMigrations } from '../identity.module.ts';
import { actorOfGrant, client, type IdentityWorld, startIdentity } from '../testing/identity-world.ts';
import { invitationView } from './invitation.projection.ts';

const golden = readGoldenEvents('identity').map(({ type, data }) => ({ type, data }));
describeViewContract(invitationView, identityMigrations, golden);

const communityId = '01890000-0000-7000-8000-0000000000c1';
const over = { code: 'invitation.over', message: messages.invitationOver };

let world: IdentityWorld;
let ann: SessionGrant;
let ben: SessionGrant;
beforeEach(async () => {
  world = await startIdentity();
  ann = await world.signup('ann');
  ben = await world.signup('ben');
  await as(ann, 'identity.changeSite', { signUp: 'nobody' });
});
afterEach(() => world.close());

async function as<Name extends RpcName>(
  grant: SessionGrant,
  name: Name,
  request: Rpc[Name]['request'],
): Promise<Rpc[Name]['reply']> {
  return (await world.call(name, request, { as: actorOfGrant(grant), sessionId: grant.sessionId })).reply;
}

function invite(by: SessionGrant, wanted: Partial<WantedInvitation> = {}): Promise<StoredInvitation> {
  const usual = { expiresAt: null, uses: 1, communityIds: [], note: '' };
  return as(by, 'identity.createInvitation', { ...usual, ...wanted });
}

async function come(username: string, invitation: string, options: { key?: string } = {}): Promise<SessionGrant> {
  const request = { username, password: 'secret', ...client, invitation };
  return admitted((await world.call('identity.signup', request, options)).reply);
}

const look = async (code: string) => (await world.call('identity.getInvitation', { code })).reply;

const listed = async (grant: SessionGrant) => (await as(grant, 'identity.getInvitations', { limit: 30 })).rows;

/** Lets the time of an invitation pass. */
async function end(code: string): Promise<void> {
  await world.sql(
    `update invitations set expires_at = now() - interval '1 second'
      where id = (select invitation_id from invitation_codes where code = $1)`,
    [code],
  );
}

describe('[IN-1] an invitation', () => {
  test('says to visitors who invites to what, and admits while nobody else can sign up', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const made = await invite(ann, { uses: 2, expiresAt, communityIds: [communityId], note: ' Class of 26 ' });
    expect(made).toMatchObject({
      ...{ by: 'ann', uses: 2, used: 0, expiresAt, note: 'Class of 26', status: 'open', people: [] },
      ...{ communityIds: [communityId], url: `/invite/${made.code}` },
    });
    expect(made.code).toMatch(/^[\w-]{22}$/);
    expect(await look(made.code)).toEqual({
      by: 'ann',
      inviterId: ann.user._id,
      expiresAt,
      communityIds: [communityId],
    });
    await expect(world.signup('cay')).rejects.toMatchObject({ code: 'signup.closed' });
    const cay = await come('cay', made.code);
    expect((await world.events()).slice(-2)).toMatchObject([
      { type: 'UserRegistered', data: { name: 'cay' } },
      {
        type: 'InvitationUsed',
        data: { userId: cay.user._id, inviterId: ann.user._id, communityIds: [communityId] },
      },
    ]);
    await as(ann, 'identity.changeSite', { signUp: 'code', code: 'reef' });
    await come('dan', made.code);
    expect(await listed(ann)).toMatchObject([{ status: 'usedUp', used: 2, people: ['dan', 'cay'] }]);
  });

  test('[O-18] admits exactly as many as it says, however many come at once', async () => {
    const { code } = await invite(ann, { uses: 3 });
    const names = ['cay', 'dan', 'eve', 'fay'];
    const outcomes = await Promise.allSettled(names.map((name) => come(name, code)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: over });
    expect(await listed(ann)).toMatchObject([{ used: 3 }]);
    // Whoever was refused left nothing, not even their name.
    const refused = names[outcomes.findIndex(({ status }) => status === 'rejected')]!;
    await come(refused, (await invite(ann)).code);
  });

  test('is used once by a sign-up whose answer was lost', async () => {
    const { code } = await invite(ann);
    const first = await come('cay', code, { key: 'again' });
    expect((await come('cay', code, { key: 'again' })).user._id).toBe(first.user._id);
    expect(await listed(ann)).toMatchObject([{ used: 1 }]);
  });

  test('that is unknown, used up, ended or revoked, or whose inviter may not invite any more, is over', async () => {
    const usedUp = await invite(ann);
    const ended = await invite(ann);
    const revoked = await invite(ann);
    const ofSuspended = await invite(ann);
    await as(ann, 'identity.makeOperator', { username: 'ben' });
    await come('cay', usedUp.code);
    await end(ended.code);
    expect(await as(ben, 'identity.revokeInvitation', { code: revoked.code })).toMatchObject({ status: 'revoked' });
    const ofFormer = await invite(ben);
    await as(ann, 'identity.removeOperator', { username: 'ben' });
    const all = [usedUp, ended, revoked, ofFormer].map(({ code }) => code);
    for (const code of ['A'.repeat(22), 'x\0', '\uD800', ...all]) {
      await expect(look(code)).rejects.toMatchObject(over);
      await expect(come('dan', code)).rejects.toMatchObject(over);
    }
    const states = (await listed(ann)).map(({ status }) => status);
    expect(states).toEqual(['ended', 'open', 'revoked', 'ended', 'usedUp']);
    await as(ann, 'identity.makeOperator', { username: 'ben' });
    await as(ben, 'identity.removeOperator', { username: 'ann' });
    await as(ben, 'identity.suspend', { username: 'ann' });
    await expect(look(ofSuspended.code)).rejects.toMatchObject(over);
    await expect(come('dan', ofSuspended.code)).rejects.toMatchObject(over);
    expect(await look(ofFormer.code)).toMatchObject({ by: 'ben' });
  });

  test('is made by everybody where the site allows it, for ten uses, and each sees their own', async () => {
    await expect(invite(ben)).rejects.toMatchObject({ code: 'invitation.position' });
    await as(ann, 'identity.changeSite', { inviters: 'everyone' });
    await expect(invite(ben, { uses: 11 })).rejects.toMatchObject({ code: 'invitation.uses' });
    const { code } = await invite(ben, { uses: 10 });
    const { code: other } = await invite(ann, { uses: 11 });
    expect((await listed(ben)).map((row) => row.code)).toEqual([code]);
    expect((await listed(ann)).map((row) => row.code)).toEqual([other, code]);
    await expect(as(ben, 'identity.revokeInvitation', { code: other })).rejects.toMatchObject(over);
    await as(ann, 'identity.changeSite', { inviters: 'operators' });
    await expect(look(code)).rejects.toMatchObject(over);
  });

  test('goes with its inviter’s account, and the names of who came with theirs', async () => {
    const { code, _id } = await invite(ann, { uses: 3, note: 'Quillon' });
    const cay = await come('Cayetana', code);
    await come('dan', code);
    await as(cay, 'identity.deleteUser', {});
    expect(await listed(ann)).toMatchObject([{ used: 2, people: ['dan'] }]);
    await as(ann, 'identity.makeOperator', { username: 'ben' });
    await as(ann, 'identity.deleteUser', {});
    await expect(come('eve', code)).rejects.toMatchObject(over);
    expect(await listed(ben)).toEqual([]);
    const served = await readTables(world.database, invitationView.tables);
    expect(served['invitations']).toMatchObject([{ id: _id, used: 2 }]);
    const log = new EventLog('identity', world.database, eventTypes.identity, [], silentLogger);
    await rebuildView(invitationView, true, world.database, (after, limit) => log.read(after, limit), log.types);
    expect(await readTables(world.database, invitationView.tables)).toEqual(served);
  });

  test('keeps its code and its note out of the log and of the replies that are stored', async () => {
    const { code } = await invite(ann, { note: 'Quillon' });
    await come('cay', code);
    const tables = await world.sql<{ name: string }>(
      `select table_name as name from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> 'invitation_codes'`,
    );
    const kept = JSON.stringify(
      await readTables(
        world.database,
        tables.map(({ name }) => name),
      ),
    );
    expect(kept).not.toContain(code);
    expect(kept).not.toContain('Quillon');
  });
});
