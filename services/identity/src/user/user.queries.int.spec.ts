import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import type { IdentityEvent, UserRegistered } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import type { Page, Rpc } from '@parlour/contracts/rpc';
import type { UserRowWire } from '@parlour/contracts/identity/identity';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { describeViewContract } from '@parlour/kernel/testing/view-contract';
import { applyViews } from '@parlour/kernel/view/view';
import { identityMigrations } from '../identity.module.ts';
import { type IdentityWorld, startIdentity } from '../testing/identity-world.ts';
import { followView } from '../follow/follow.projection.ts';
import { userView } from './user.projection.ts';
import { readUsers } from './user.queries.ts';

/** In the order of their names: by code points of the canonical form. */
const names = [
  '100%',
  'a_b',
  'aab',
  'Ann',
  'ann marie',
  'Ben',
  'Joanna',
  'under_score',
  'Zoë',
  'Ångström',
  'ＤＡＮ',
  '李雷',
  'aba bab',
];
const inOrder = [
  '100%',
  'a_b',
  'aab',
  'aba bab',
  'Ann',
  'ann marie',
  'Ben',
  'ＤＡＮ',
  'Joanna',
  'under_score',
  'Zoë',
  'Ångström',
  '李雷',
];

function registered(userId: string, name: string): UserRegistered {
  return { type: 'UserRegistered', data: { userId, name } };
}

let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentity();
  const events = names.map((name, index) => registered(`u${index}`, name));
  await world.database.transaction((tx) => applyViews([userView], envelopesOf('identity', events), tx));
});
afterAll(() => world.close());

const viewer: Actor = { id: 'u3', name: 'Ann' };

async function list(request: Partial<Rpc['identity.getUsers']['request']> = {}): Promise<Page<UserRowWire>> {
  return (await world.call('identity.getUsers', { limit: 100, ...request }, { as: viewer })).reply;
}

async function found(request: Partial<Rpc['identity.getUsers']['request']>): Promise<string[]> {
  return (await list(request)).rows.map((row) => row.username);
}

describe('one person', () => {
  test.each(['Joanna', 'JOANNA', ' joanna ', 'ＪＯＡＮＮＡ'])('is found as %j, by one statement', async (username) => {
    const statements: string[] = [];
    world.database.onStatement = (name) => statements.push(name);
    const { reply } = await world.call('identity.getUser', { username }, { as: viewer });
    world.database.onStatement = undefined;
    expect(reply).toEqual({
      _id: 'u6',
      username: 'Joanna',
      dateJoined: '2026-01-01T00:00:00.007Z',
      biography: '',
      followers: [],
      following: [],
      followerCount: 0,
      followingCount: 0,
      picture: null,
      isFollowed: false,
      followVisibility: true,
      isGoogleUser: false,
    });
    expect(statements.filter((name) => name.startsWith('users.'))).toEqual(['users.byName']);
  });

  test.each(['Nobody', '', '%', "' or true --"])('unknown by the name %j', async (username) => {
    await expect(world.call('identity.getUser', { username }, { as: viewer })).rejects.toMatchObject({
      code: 'user.unknown',
      message: messages.userUnknown,
    });
  });

  test('is never a text that cannot be stored', async () => {
    for (const username of ['a\0b', 'a\ud800']) {
      await expect(world.call('identity.getUser', { username }, { as: viewer })).rejects.toMatchObject({
        code: 'request.illFormedText',
      });
    }
  });
});

describe('the list of people', () => {
  test('is sorted by name, case-insensitively, with the exact number', async () => {
    const page = await list();
    expect(page.rows.map((row) => row.username)).toEqual(inOrder);
    expect(page.rows[4]).toEqual({
      _id: 'u3',
      username: 'Ann',
      dateJoined: '2026-01-01T00:00:00.004Z',
      followVisibility: true,
      followerCount: 0,
      followingCount: 0,
      picture: null,
      about: '',
    });
    expect(page).toMatchObject({ total: inOrder.length, next: null });
  });

  test.each([1, 2, 5, 11])('pages of %d are contiguous', async (limit) => {
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page<UserRowWire> = await list({ limit, ...(cursor === null ? {} : { cursor }) });
      expect(page.total).toBe(inOrder.length);
      paged.push(...page.rows.map((row) => row.username));
      cursor = page.next;
    } while (cursor !== null);
    expect(paged).toEqual(inOrder);
    const behind = { cursor: Buffer.from('龜').toString('base64url') };
    expect(await list({ limit, ...behind })).toEqual({ rows: [], total: inOrder.length, next: null });
    const others = await list({ limit, ...behind, exclude: 'Ann' });
    expect(others).toEqual({ rows: [], total: inOrder.length - 1, next: null });
  });

  test('[VA-11] finds parts of names, case-insensitively', async () => {
    expect(await found({ search: 'ANN' })).toEqual(['Ann', 'ann marie', 'Joanna']);
    expect(await found({ search: 'n' })).toEqual([
      'Ann',
      'ann marie',
      'Ben',
      'ＤＡＮ',
      'Joanna',
      'under_score',
      'Ångström',
    ]);
    expect(await found({ search: 'nn m' })).toEqual(['ann marie']);
    expect(await found({ search: 'oanna' })).toEqual(['Joanna']);
    expect(await found({ search: 'dan' })).toEqual(['ＤＡＮ']);
    expect(await found({ search: 'ZOË' })).toEqual(['Zoë']);
    expect(await found({ search: '雷' })).toEqual(['李雷']);
    expect(await found({ search: 'annmarie' })).toEqual([]);
    // A name contains all its pieces, but not in a row.
    expect(await found({ search: 'abab' })).toEqual([]);
    expect(await found({ search: 'a bab' })).toEqual(['aba bab']);
    expect(await found({ search: 'x'.repeat(2_000) })).toEqual([]);
    expect(await found({ search: '  ' })).toEqual(inOrder);
  });

  test('[T-10] takes % and _ literally', async () => {
    expect(await found({ search: '%' })).toEqual(['100%']);
    expect(await found({ search: '_' })).toEqual(['a_b', 'under_score']);
    expect(await found({ search: 'a_b' })).toEqual(['a_b']);
    expect(await found({ search: '\\' })).toEqual([]);
    expect(await found({ search: "'; drop table users; --" })).toEqual([]);
  });

  test('[T-5] excludes a person, also from the total', async () => {
    const page = await list({ exclude: 'ANN' });
    expect(page.rows.map((row) => row.username)).toEqual(inOrder.filter((name) => name !== 'Ann'));
    expect(page.total).toBe(inOrder.length - 1);
    expect((await list({ exclude: 'Nobody' })).total).toBe(inOrder.length);
    const searched = await list({ exclude: 'Ann', search: 'ann', limit: 1 });
    expect(searched).toMatchObject({ total: 2, rows: [{ username: 'ann marie' }] });
    expect(await found({ exclude: 'Ann', search: 'ann', limit: 1, cursor: searched.next ?? '' })).toEqual(['Joanna']);
  });

  test('returns a hundred at most, and one at least', async () => {
    const crowded = await startIdentity();
    try {
      const events = Array.from({ length: 1_100 }, (_, index) => registered(`u${index}`, `Guest ${index}`));
      await crowded.database.transaction((tx) => applyViews([userView], envelopesOf('identity', events), tx));
      const ask = (request: Rpc['identity.getUsers']['request']): Promise<Page<UserRowWire>> =>
        crowded.call('identity.getUsers', request, { as: viewer }).then(({ reply }) => reply);
      const page = await ask({ limit: 5_000 });
      expect(page.rows).toHaveLength(100);
      expect(page.total).toBe(1_100);
      expect((await ask({ limit: 0 })).rows).toHaveLength(1);
      expect((await ask({ limit: 30, search: 'guest' })).total).toBe(1_001);
      expect((await ask({ limit: 30, search: 'guest 99' })).total).toBe(11);
    } finally {
      await crowded.close();
    }
  });

  test('refuses an invalid cursor', async () => {
    for (const cursor of ['', '!', 'AA', '_w', 'YQ==', "1'; select"]) {
      await expect(list({ cursor })).rejects.toMatchObject({ code: 'request.invalid' });
    }
  });

  test('takes one statement, served by indexes', async () => {
    const statements: string[] = [];
    world.database.onStatement = (name) => statements.push(name);
    await list({ search: 'ann' });
    world.database.onStatement = undefined;
    expect(statements.filter((name) => name.startsWith('users.'))).toHaveLength(1);
    const plan = (settings: string, request: Rpc['identity.getUsers']['request'], execute: string): Promise<string> =>
      world.database.transaction(async (tx) => {
        // An index is useless for such a small table; this checks whether it could be used.
        await tx.query({ name: '', text: settings });
        await readUsers(tx, request, viewer.id);
        return JSON.stringify(await tx.query({ name: '', text: `explain execute ${execute}` }));
      });
    const bitmapsAlone = 'set local enable_seqscan = off; set local enable_indexscan = off';
    const searched = "\"users.list.31.pieces.search\"('u3', array['ann'], 'ann')";
    const plans = await plan(bitmapsAlone, { search: 'ann', limit: 30 }, searched);
    // For the rows, and for the total.
    expect(plans.match(/users_name_pieces/g)).toHaveLength(2);
    const cursor = Buffer.from('b').toString('base64url');
    const paged = await plan(
      'set local enable_seqscan = off',
      { limit: 30, cursor },
      "\"users.list.31.after\"('u3', 'b')",
    );
    expect(paged).toContain('users_canonical_name');
    expect(paged).not.toContain('Sort');
  });

  test('requires a session', async () => {
    await expect(world.call('identity.getUsers', { limit: 1 })).rejects.toMatchObject({ code: 'session.missing' });
    await expect(world.call('identity.getUser', { username: 'Ann' })).rejects.toMatchObject({
      code: 'session.missing',
    });
  });
});

describe('[U-10] the list of people by', () => {
  let orders: IdentityWorld;
  beforeAll(async () => {
    orders = await startIdentity();
    const follow = (followerId: string, followedId: string): IdentityEvent => ({
      type: 'UserFollowed',
      data: { followerId, followedId },
    });
    const everybody = ['ann', 'ben', 'cay', 'dan', 'eve'];
    const events = [
      ...everybody.map((name) => registered(name, name)),
      ...everybody.filter((name) => name !== 'cay').map((name) => follow(name, 'cay')),
      ...['cay', 'dan', 'eve'].map((name) => follow(name, 'ben')),
      follow('ann', 'eve'),
      { type: 'FollowVisibilityChanged', data: { userId: 'ben', visible: false } },
      { type: 'FollowVisibilityChanged', data: { userId: 'eve', visible: false } },
      { type: 'FollowVisibilityChanged', data: { userId: 'eve', visible: true } },
    ] satisfies IdentityEvent[];
    for (const view of [userView, followView]) {
      await orders.database.transaction((tx) => applyViews([view], envelopesOf('identity', events), tx));
    }
  });
  afterAll(() => orders.close());

  const ask = async (request: Partial<Rpc['identity.getUsers']['request']>, id = 'ann'): Promise<Page<UserRowWire>> =>
    (await orders.call('identity.getUsers', { limit: 100, ...request }, { as: { id, name: id } })).reply;

  // Hidden followers do not count, not even for the person, so that the order tells nobody.
  test.each([
    ['newest', ['eve', 'dan', 'cay', 'ben', 'ann']],
    ['followed', ['cay', 'eve', 'dan', 'ben', 'ann']],
  ] as const)('%s, in contiguous pages, also searched', async (order, expected) => {
    for (const viewer of ['ann', 'ben']) {
      expect((await ask({ order }, viewer)).rows.map(({ username }) => username)).toEqual(expected);
    }
    for (const limit of [1, 2, 4]) {
      const paged: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Page<UserRowWire> = await ask({ order, limit, ...(cursor === null ? {} : { cursor }) });
        expect(page.total).toBe(5);
        paged.push(...page.rows.map(({ username }) => username));
        cursor = page.next;
      } while (cursor !== null);
      expect(paged).toEqual(expected);
    }
    expect(await ask({ order, cursor: '0.0' })).toEqual({ rows: [], total: 5, next: null });
    const found = await ask({ order, search: 'n', exclude: 'ann' });
    expect(found.rows.map(({ username }) => username)).toEqual(['dan', 'ben']);
    expect(found.total).toBe(2);
    for (const cursor of ['', 'YQ', '1', '1.', `1.a'b`]) {
      await expect(ask({ order, cursor })).rejects.toMatchObject({ code: 'request.invalid' });
    }
  });

  test.each(['newest', 'followed'] as const)('%s takes every number in a cursor', async (order) => {
    expect((await ask({ order, limit: 2, cursor: `${'9'.repeat(14)}.u5` })).rows).toHaveLength(2);
  });

  test('followed: whoever is searched for is found by the pieces of their names first', async () => {
    const plan = await orders.database.transaction(async (tx) => {
      await tx.query({ name: '', text: 'set local enable_seqscan = off' });
      await readUsers(tx, { order: 'followed', limit: 30, search: 'ann' }, 'ann');
      const searched = "\"users.list.31.followed.pieces.search\"('ann', array['ann'], 'ann')";
      return JSON.stringify(await tx.query({ name: '', text: `explain execute ${searched}` }));
    });
    expect(plan.match(/users_name_pieces/g)).toHaveLength(2);
  });

  test.each([
    ['newest', 'users_newest', "'1767225600000', 'u5'"],
    ['followed', 'follow_counts_most', "'3', 'u5'"],
  ] as const)('%s: one statement, in the order of an index', async (order, index, place) => {
    const statements: string[] = [];
    orders.database.onStatement = (name) => statements.push(name);
    const cursor = place.replaceAll(/[' ]/g, '').replace(',', '.');
    await ask({ order, limit: 30 });
    orders.database.onStatement = undefined;
    expect(statements.filter((name) => name.startsWith('users.'))).toHaveLength(1);
    const plan = await orders.database.transaction(async (tx) => {
      await tx.query({ name: '', text: 'set local enable_seqscan = off' });
      await readUsers(tx, { order, limit: 30, cursor }, 'ann');
      return JSON.stringify(
        await tx.query({ name: '', text: `explain execute "users.list.31.${order}.after"('ann', ${place})` }),
      );
    });
    expect(plan).toContain(`Index Scan Backward using ${index}`);
  });
});

const history = Array.from({ length: 60 }, (_, index): IdentityEvent => {
  const userId = `u${index % 40}`;
  if (index >= 40 && index % 5 === 0) return { type: 'UserDeleted', data: { userId } };
  if (index >= 40 && index % 5 === 1) return { type: 'UserSuspended', data: { userId: `u${index % 3}` } };
  if (index >= 40 && index % 5 === 2) return { type: 'UserRestored', data: { userId: `u${index % 2}` } };
  if (index >= 40 && index % 5 === 3) {
    const [name, formerName] = [`Other ${index}`, `Person ${index % 6}`];
    return { type: 'UserRenamed', data: { userId: `u${index % 6}`, name, formerName, reason: '' } };
  }
  if (index >= 40 || index % 4 === 3)
    return { type: 'FollowVisibilityChanged', data: { userId: `u${index % 6}`, visible: index % 2 === 0 } };
  // The names of the deleted were erased.
  return registered(userId, index % 10 === 0 && index < 20 ? '' : `Person ${index}`);
});

describeViewContract(userView, identityMigrations, history);

test('handles every version of its events', async () => {
  const empty = await startIdentity();
  try {
    const all = readGoldenEvents('identity');
    const golden = all.filter((event) => event.type !== 'UserDeleted');
    const deleted = all.filter((event) => event.type === 'UserDeleted');
    await empty.database.transaction((tx) => applyViews([userView], golden, tx));
    const person = golden.find((event) => event.type === 'UserRegistered');
    expect(await empty.sql('select id, name, canonical_name, joined_at, follow_visibility from users')).toEqual([
      {
        id: '01940000-0000-7000-8000-0000000000a1',
        name: 'Anna Ångström',
        canonical_name: 'anna ångström',
        joined_at: new Date(person?.occurredAt ?? ''),
        follow_visibility: false,
      },
    ]);
    expect(await empty.sql('select canonical_name from former_names')).toEqual([{ canonical_name: 'ann ångström' }]);
    expect(await empty.sql('select users from user_totals')).toEqual([{ users: 1 }]);
    await empty.database.transaction((tx) => applyViews([userView], deleted, tx));
    expect(await empty.sql('select from users')).toEqual([]);
    expect(await empty.sql('select from former_names')).toEqual([]);
    expect(await empty.sql('select users from user_totals')).toEqual([{ users: 0 }]);
  } finally {
    await empty.close();
  }
});
