import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { admitted } from '@parlour/contracts/identity/approval';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import { siteDefaults, type SitePicture } from '@parlour/contracts/site';
import { fileIdOf } from '@parlour/contracts/testing/file-ids';
import { messages } from '@parlour/contracts/messages';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { describeViewContract } from '@parlour/kernel/testing/view-contract';
import { identityMigrations } from '../identity.module.ts';
import { actorOfGrant, client, type IdentityWorld, startIdentity } from '../testing/identity-world.ts';
import { siteLogView } from './site-log.projection.ts';
import { siteView } from './site.projection.ts';
import { readSite } from './site.queries.ts';

const logoId = fileIdOf('image/png', { width: 300, height: 100 });
const golden = readGoldenEvents('identity').map(({ type, data }) => ({ type, data }));
describe.each([siteView, siteLogView])('$name', (view) => {
  describeViewContract(view, identityMigrations, [
    ...golden,
    { type: 'SiteChanged', data: { name: 'Knots' } },
    { type: 'SiteChanged', data: { signUp: 'nobody', files: { filesPerPost: 3 } } },
    { type: 'SiteChanged', data: { files: { filesPerPost: 5, fileMegabytes: 30 } } },
    { type: 'SitePictureChosen', data: { place: 'icon', fileId: logoId, by: 'ann' } },
    { type: 'SitePictureChosen', data: { place: 'icon', fileId: null, by: 'ben' } },
  ]);
});

let world: IdentityWorld;
let ann: SessionGrant;
let ben: SessionGrant;
beforeEach(async () => {
  world = await startIdentity({ SIGNUP_CODE: 'reef' });
  ann = await signup('ann');
  ben = await signup('ben');
});
afterEach(() => world.close());

async function signup(username: string, code: string | null = 'reef'): Promise<SessionGrant> {
  const known = code === null ? {} : { code };
  return admitted((await world.call('identity.signup', { username, password: 'secret', ...client, ...known })).reply);
}

async function as<Name extends RpcName>(
  grant: SessionGrant,
  name: Name,
  request: Rpc[Name]['request'],
): Promise<Rpc[Name]['reply']> {
  return (await world.call(name, request, { as: actorOfGrant(grant), sessionId: grant.sessionId })).reply;
}

const requests = {
  'identity.getSite': {},
  'identity.changeSite': { name: 'Mine' },
  'identity.setSitePicture': { place: 'logo', fileId: null },
  'identity.getSiteLog': { limit: 30 },
  'identity.getAccounts': { limit: 30 },
  'identity.getWaiting': { limit: 30 },
  'identity.approve': { userId: 'nobody' },
  'identity.decline': { userId: 'nobody' },
  'identity.getSessionsOf': { username: 'ann' },
  'identity.suspend': { username: 'ann' },
  'identity.restore': { username: 'ann' },
  'identity.makeOperator': { username: 'ben' },
  'identity.removeOperator': { username: 'ann' },
  'identity.endSessionsOf': { username: 'ann' },
  'identity.rename': { username: 'ben', name: 'bee' },
  'identity.replacePassword': { username: 'ann' },
} as const satisfies Partial<{ [Name in RpcName]: Rpc[Name]['request'] }>;

describe('[BM-3] administration', () => {
  const unknown = { code: 'route.unknown', message: messages.notFound };
  test('exists for operators only: no call answers others, nor former operators', async () => {
    const names = Object.keys(requests) as (keyof typeof requests)[];
    const refuseBen = async () => {
      const before = await world.events();
      for (const name of names) {
        await expect(as(ben, name, requests[name])).rejects.toMatchObject(unknown);
        await expect(world.call(name, requests[name])).rejects.toMatchObject(unknown);
      }
      expect(await world.events()).toEqual(before);
    };
    await refuseBen();
    await as(ann, 'identity.makeOperator', { username: 'ben' });
    await as(ann, 'identity.removeOperator', { username: 'ben' });
    await refuseBen();
    expect(await as(ben, 'identity.checkOperator', {})).toEqual({ operator: false });
    expect(await as(ann, 'identity.checkOperator', {})).toEqual({ operator: true });
  });

  test('[BM-31] changes the settings, whose defaults are the environment’s, and gateways are told', async () => {
    expect(await as(ann, 'identity.getSite', {})).toEqual({
      name: 'Parlour',
      description: '',
      signUp: 'code',
      ...siteDefaults,
      code: 'reef',
    });
    const rest = { logo: null, logoDark: null, icon: null, files: { ...siteDefaults.files, fileMegabytes: 30 } };
    const looks = {
      contact: 'Ann, room 12',
      question: 'Which boat?',
      language: 'de',
      colour: 'blue',
      limits: 'strict',
      inviters: 'everyone',
      ...rest,
    } as const;
    const site = { name: 'Harbour club', description: 'Knots', signUp: 'code', ...looks, code: 'bowline' } as const;
    expect(await as(ann, 'identity.changeSite', site)).toEqual(site);
    expect(await as(ann, 'identity.changeSite', { description: '' })).toEqual({ ...site, description: '' });
    const told = await world.call('identity.endedSessions', { since: new Date().toISOString() });
    expect(told.reply.site).toEqual({ name: 'Harbour club', description: '', signUp: 'code', ...looks });
    expect(JSON.stringify(await world.sql('select data, meta from events'))).not.toContain('bowline');
  });

  test('[FI-8] chooses its pictures, and gateways are told', async () => {
    const set = (place: SitePicture, fileId: string | null) => as(ann, 'identity.setSitePicture', { place, fileId });
    const logo = `/file/${logoId}`;
    expect(await set('logo', logoId)).toMatchObject({ logo, logoDark: null, icon: null, code: 'reef' });
    expect(await set('icon', logoId)).toMatchObject({ logo, icon: logo });
    await set('icon', logoId);
    await set('icon', null);
    await set('logoDark', null);
    const told = await world.call('identity.endedSessions', { since: new Date().toISOString() });
    expect(told.reply.site).toMatchObject({ logo, logoDark: null, icon: null });
    const { rows } = await as(ann, 'identity.getSiteLog', { limit: 3 });
    expect(rows.map(({ act, by, changes }) => [act, by, changes?.picture])).toEqual([
      ['siteChanged', 'ann', { place: 'icon', isRemoved: true }],
      ['siteChanged', 'ann', { place: 'icon', isRemoved: false }],
      ['siteChanged', 'ann', { place: 'logo', isRemoved: false }],
    ]);
  });

  test('says who may sign up: with the new code, everybody, nobody', async () => {
    await as(ann, 'identity.changeSite', { code: 'bowline' });
    await expect(signup('cay', 'reef')).rejects.toMatchObject({ code: 'signup.code' });
    await signup('cay', 'bowline');
    await as(ann, 'identity.changeSite', { signUp: 'nobody' });
    const closed = { code: 'signup.closed', message: messages.signupClosed };
    await expect(signup('dan', 'bowline')).rejects.toMatchObject(closed);
    await as(ann, 'identity.changeSite', { signUp: 'everyone' });
    await signup('dan', null);
  });

  test('keeps the code in force when sign-up by code begins, whatever the environment has later', async () => {
    await as(ann, 'identity.changeSite', { signUp: 'code' });
    const kept = { signUp: 'code', code: 'reef' };
    expect(await readSite(world.database, { SIGNUP_CODE: '' })).toMatchObject(kept);
    expect(await readSite(world.database, { SIGNUP_CODE: 'bowline' })).toMatchObject(kept);
  });

  test('lists accounts, and suspends and restores them, but no operator', async () => {
    await world.login('ben');
    const people = await as(ann, 'identity.getAccounts', { limit: 30 });
    expect(people).toMatchObject({
      total: 2,
      rows: [
        { username: 'ann', operator: true, own: true, suspended: false, sessions: 1, isGoogleUser: false },
        { username: 'ben', operator: false, own: false, sessions: 2 },
      ],
    });
    expect((await as(ann, 'identity.getAccounts', { limit: 30, search: 'BE' })).rows).toHaveLength(1);
    expect(await as(ann, 'identity.suspend', { username: 'Ben' })).toMatchObject({ suspended: true, sessions: 0 });
    await expect(world.login('ben')).rejects.toMatchObject({ code: 'account.suspended' });
    expect(await as(ann, 'identity.restore', { username: 'ben' })).toMatchObject({ suspended: false });
    await world.login('ben');
    await as(ann, 'identity.makeOperator', { username: 'ben' });
    const spared = { code: 'operator.spared', message: messages.operatorSpared };
    for (const username of ['ann', 'ben']) {
      await expect(as(ann, 'identity.suspend', { username })).rejects.toMatchObject(spared);
      await expect(as(ann, 'identity.replacePassword', { username })).rejects.toMatchObject(spared);
    }
    await expect(as(ann, 'identity.getSessionsOf', { username: 'ben' })).rejects.toMatchObject(spared);
    await expect(as(ann, 'identity.endSessionsOf', { username: 'ben' })).rejects.toMatchObject(spared);
    expect((await as(ann, 'identity.getSessionsOf', { username: 'ann' })).sessions).toHaveLength(1);
  });

  test('keeps its last operator, who cannot delete the account, until there is another one', async () => {
    const last = { code: 'operator.last', message: messages.operatorLast };
    await expect(as(ann, 'identity.deleteUser', {})).rejects.toMatchObject(last);
    await as(ann, 'identity.makeOperator', { username: 'ben' });
    const outcomes = await Promise.allSettled([as(ann, 'identity.deleteUser', {}), as(ben, 'identity.deleteUser', {})]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await world.sql('select from users where operator')).toHaveLength(1);
  });

  test('ends sessions and gives temporary passwords', async () => {
    await world.login('ben');
    const sessions = (await as(ann, 'identity.getSessionsOf', { username: 'ben' })).sessions;
    expect(sessions).toHaveLength(2);
    const one = { username: 'ben', sessionId: sessions[0]?._id ?? '' };
    expect(await as(ann, 'identity.endSessionsOf', one)).toEqual({ ended: 1 });
    expect(await as(ann, 'identity.endSessionsOf', { username: 'ben' })).toEqual({ ended: 1 });
    const { password } = await as(ann, 'identity.replacePassword', { username: 'ben' });
    await expect(world.login('ben', password)).rejects.toMatchObject({ code: 'password.temporary' });
    expect(JSON.stringify(await world.sql('select * from commands'))).not.toContain(password);
  });

  test('[O-7] is told in the log: who did what to whom, and when', async () => {
    await as(ann, 'identity.changeSite', { name: 'Knots', code: 'bowline' });
    await as(ann, 'identity.suspend', { username: 'ben' });
    await as(ann, 'identity.restore', { username: 'ben' });
    await as(ann, 'identity.replacePassword', { username: 'ben' });
    await as(ann, 'identity.makeOperator', { username: 'ben' });
    // One's own sessions and passwords are nobody's business.
    await world.logout(ann);
    const { rows, total } = await as(ann, 'identity.getSiteLog', { limit: 30 });
    expect(rows.map(({ _id: _, at: __, position: ___, ...entry }) => entry)).toEqual([
      { act: 'operatorAdded', by: 'ann', to: 'ben' },
      { act: 'passwordReset', by: 'ann', to: 'ben' },
      { act: 'restored', by: 'ann', to: 'ben' },
      { act: 'suspended', by: 'ann', to: 'ben' },
      { act: 'siteChanged', by: 'ann', changes: { name: 'Knots', codeChanged: true } },
      { act: 'founded', to: 'ann' },
    ]);
    expect(total).toBe(6);
    const first = await as(ann, 'identity.getSiteLog', { limit: 4 });
    const second = await as(ann, 'identity.getSiteLog', { limit: 4, cursor: first.next ?? '' });
    expect([...first.rows, ...second.rows]).toEqual(rows);
    expect(second.next).toBeNull();
  });
});
