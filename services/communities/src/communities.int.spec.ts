import { personOf } from '@parlour/kernel/testing/people';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { unedited } from '@parlour/contracts/posts/editable';
import { limits } from '@parlour/contracts/limits';
import {
  answered,
  asked,
  type CommunitiesWorld,
  noCommunity,
  startCommunities,
  unknownId,
} from './testing/communities-world.ts';

const [ann, ben, cay, dan] = ['Ann', 'Ben', 'Cay', 'Dan'].map(personOf) as [Actor, Actor, Actor, Actor];

let world: CommunitiesWorld;
beforeAll(async () => {
  world = await startCommunities();
  await world.people('Ann', 'Ben', 'Cay', 'Dan');
});
afterAll(() => world.close());

async function list(as: Actor, request: object = {}) {
  return (await world.call('communities.getCommunities', { limit: 100, ...request }, { as })).reply;
}

async function own(as: Actor, request: object = {}) {
  return (await world.call('communities.getOwn', { limit: 100, ...request }, { as })).reply;
}

const request = { name: 'Bakers', description: ' Bread ', visibility: 'public' };

describe('creating', () => {
  test('[EN-7, CA-42] answers the community as its owner sees it', async () => {
    const { reply, positions } = await world.call(
      'communities.create',
      { ...request, name: ' The Bakers ' },
      { as: ann },
    );
    expect(reply).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'The Bakers',
      description: 'Bread',
      visibility: 'public',
      owner: 'Ann',
      memberCount: 1,
      position: 1,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      members: ['Ann'],
      moderators: [],
      pendingMembers: [],
      bannedMembers: [],
      closedAt: null,
      pendingCount: 0,
      reportedCount: 0,
      offeredTo: null,
      picture: null,
      banner: null,
      ...unedited,
    });
    expect(positions.communities).toBeGreaterThan(0);
    expect(await world.read(ann, reply._id)).toEqual(reply);
  });

  test('a retry does not create a second one', async () => {
    const asking = { ...request, name: 'Once' };
    const first = await world.call('communities.create', asking, { as: ann, key: 'once' });
    expect(await world.call('communities.create', asking, { as: ann, key: 'once' })).toEqual(first);
  });

  test.each(['taken', 'TAKEN', ' Taken ', 'ＴＡＫＥＮ'])('the name %j is taken', async (name) => {
    await world.create(ann, 'private', 'Taken').catch(() => undefined);
    await expect(world.create(ben, 'public', name)).rejects.toMatchObject({
      code: 'community.taken',
      message: 'A community with this name already exists.',
    });
  });

  test('a different kind of space does not make a different name', async () => {
    await world.create(ann, 'public', 'Two words');
    await expect(world.create(ben, 'public', 'two\u00a0words')).rejects.toMatchObject({ code: 'community.taken' });
  });

  test('[VA-17] of twenty concurrent requests for a name one succeeds', async () => {
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => world.create(ben, 'public', 'Race')));
    expect(all.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'community.taken' });
  });

  test('[VA-18, LI-15, C-5] requires two contributions of either kind, even if the second was just posted', async () => {
    const eve = personOf('Eve');
    const refusal = {
      code: 'community.contributions',
      message: "You don't have enough posts yet to create a community.",
    };
    await expect(world.create(eve)).rejects.toMatchObject(refusal);
    await world.qa(asked(eve));
    await expect(world.create(eve)).rejects.toMatchObject(refusal);
    await world.qa(answered(eve));
    await world.create(eve);
  });
});

describe('[FI-8] pictures', () => {
  const fileId = '01940000-0000-8001-8000-0fc00bd00001';

  test('are chosen by owner and moderators, and shown to everybody', async () => {
    const { id, owner, moderator, member, other } = await world.cast('private');
    const choose = async (as: Actor, place: 'picture' | 'banner', chosen: string | null) =>
      (await world.call('communities.setPicture', { communityId: id, place, fileId: chosen }, { as })).reply;
    expect(await choose(moderator, 'picture', fileId)).toMatchObject({ picture: `/file/${fileId}`, banner: null });
    expect(await choose(owner, 'banner', fileId)).toMatchObject({ banner: `/file/${fileId}` });
    for (const as of [member, other]) {
      await expect(choose(as, 'picture', null)).rejects.toMatchObject({ code: 'community.position' });
      expect(await world.read(as, id)).toMatchObject({ picture: `/file/${fileId}`, banner: `/file/${fileId}` });
    }
    expect(await choose(owner, 'picture', null)).toMatchObject({ picture: null, banner: `/file/${fileId}` });
  });
});

describe('lists', () => {
  test('all by name, case-insensitively, in contiguous pages, with an exact total', async () => {
    await world.create(ann, 'private', 'beta');
    await world.create(ann, 'public', 'Alpha');
    const whole = await list(ben);
    const names = whole.rows.map((row) => row.name.toLowerCase());
    expect(names).toEqual(names.toSorted());
    expect(whole).toMatchObject({ total: names.length, next: null });
    const paged: unknown[] = [];
    for (let cursor: string | undefined, more = true; more;) {
      const page = await list(ben, { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      expect(page.total).toBe(names.length);
      paged.push(...page.rows);
      cursor = page.next ?? undefined;
      more = page.next !== null;
    }
    expect(paged).toEqual(whole.rows);
  });

  test('[C-4] show private ones with name, description and the viewer’s position', async () => {
    const id = await world.create(ann, 'private', 'Secret society');
    const row = (await list(ben)).rows.find(({ _id }) => _id === id);
    expect(row).toMatchObject({
      name: 'Secret society',
      description: 'About things',
      visibility: 'private',
      position: 6,
    });
    expect((await list(ann)).rows.find(({ _id }) => _id === id)).toMatchObject({ position: 1, owner: 'Ann' });
  });

  test('[VA-20] find a text in name or description, case-insensitively and literally', async () => {
    const found = async (search: string): Promise<string[]> =>
      (await list(ben, { search })).rows.map((row) => row.name);
    const make = (name: string, description: string) =>
      world.call('communities.create', { name, description, visibility: 'private' }, { as: ann });
    await make('Gärtnerei 100%', 'All that GROWS');
    await make('Quux', 'a_b [c] growth');
    expect(await found('gÄRT')).toEqual(['Gärtnerei 100%']);
    expect(await found('grow')).toEqual(['Gärtnerei 100%', 'Quux']);
    expect(await found('q')).toEqual(['Quux']);
    expect(await found('0%')).toEqual(['Gärtnerei 100%']);
    expect(await found('a_b')).toEqual(['Quux']);
    expect(await found('a%b')).toEqual([]);
    // Not across the border between the two.
    expect(await found('quux a')).toEqual([]);
    expect((await list(ben, { search: 'grow', limit: 1 })).total).toBe(2);
    expect(await found("'; drop table communities; --")).toEqual([]);
  });

  test('[CA-41] one’s own: those owned or joined, not those pending or banned', async () => {
    const [owned, joined, waiting, banned] = [
      await world.create(dan, 'private', 'Z owned'),
      await world.create(ann, 'public', 'Y joined'),
      await world.create(ann, 'private', 'X waiting'),
      await world.create(ann, 'public', 'W banned'),
    ];
    await world.change(dan, joined, 'members', 'add');
    await world.change(dan, waiting, 'pendingMembers', 'add');
    await world.change(ann, banned, 'bannedMembers', 'add', dan);
    const { rows, total } = await own(dan);
    expect(rows.map((row) => [row._id, row.position])).toEqual([
      [joined, 3],
      [owned, 1],
    ]);
    expect(total).toBe(2);
    const first = await own(dan, { limit: 1 });
    expect(first.rows.map((row) => row._id)).toEqual([joined]);
    expect((await own(dan, { limit: 1, cursor: first.next })).rows.map((row) => row._id)).toEqual([owned]);
  });

  test.each(['x', '', 'AAAA'])('an invalid cursor, %j, is refused', async (cursor) => {
    await expect(list(ben, { cursor })).rejects.toMatchObject({ code: 'request.invalid' });
    await expect(own(ben, { cursor })).rejects.toMatchObject({ code: 'request.invalid' });
  });

  test('a search for an ill-formed text is refused', async () => {
    await expect(list(ben, { search: 'a\0b' })).rejects.toMatchObject({ code: 'request.illFormedText' });
  });

  test('a page after the last row has the total', async () => {
    const { total } = await list(ben);
    const cursor = Buffer.from('\uffff').toString('base64url');
    expect(await list(ben, { cursor })).toEqual({ rows: [], total, next: null });
  });
});

describe('visibility', () => {
  test('toggles, or is set to the wanted one, and answers the new one', async () => {
    const id = await world.create(ann, 'public');
    expect(await world.setVisibility(ann, id)).toBe('private');
    expect(await world.setVisibility(ann, id)).toBe('public');
    expect(await world.setVisibility(ann, id, 'public')).toBe('public');
    expect(await world.setVisibility(ann, id, 'private')).toBe('private');
    const wrong = { communityId: id, visibility: 'secret' };
    await expect(world.call('communities.changeVisibility', wrong, { as: ann })).rejects.toMatchObject({
      code: 'community.visibility',
    });
  });
});

describe('[RO-12, CA-44, C-4] the content of a community', () => {
  test.each(['public', 'private'] as const)('[ST-10, C-1] of a %s one for each kind of viewer', async (visibility) => {
    const people = await world.cast(visibility);
    const { id, owner, moderator, member, banned, pending, other } = people;
    const names = {
      members: [owner, moderator, member].map(({ name }) => name),
      moderators: [moderator.name],
      pendingMembers: visibility === 'private' ? [pending.name] : [],
      bannedMembers: [banned.name],
    };
    const nobody = { members: [], moderators: [], pendingMembers: [], bannedMembers: [] };
    const some = { ...nobody, members: names.members, moderators: names.moderators };
    const sees = async (viewer: Actor) => {
      const { members, ...rest } = await world.read(viewer, id);
      return { ...rest, members: members.toSorted((a, b) => names.members.indexOf(a) - names.members.indexOf(b)) };
    };
    expect(await sees(owner)).toMatchObject({ position: 1, ...names });
    expect(await sees(moderator)).toMatchObject({ position: 2, ...names });
    expect(await sees(member)).toMatchObject({ position: 3, ...some });
    expect(await sees(banned)).toMatchObject({ position: 4, ...nobody });
    if (visibility === 'private') expect(await sees(pending)).toMatchObject({ position: 5, ...nobody });
    expect(await sees(other)).toMatchObject({ position: 6, ...(visibility === 'public' ? some : nobody) });
    await expect(world.call('communities.getCommunity', { communityId: id })).rejects.toMatchObject({
      code: 'session.missing',
    });
  });

  test('an unknown one is unknown to everybody', async () => {
    await expect(world.read(ann, unknownId)).rejects.toMatchObject(noCommunity);
  });
});

describe('[RO-12, CA-67, C-6] people', () => {
  async function people(as: Actor, communityId: string, more: object = {}) {
    const request = { communityId, list: 'members' as const, limit: 100, ...more };
    return (await world.call('communities.getPeople', request, { as })).reply;
  }

  test('[C-6] in pages, in the order of joining, searched case-insensitively', async () => {
    const id = await world.create(ann);
    for (const person of [cay, ben, dan]) await world.change(person, id, 'members', 'add');
    const whole = await people(ann, id);
    expect(whole).toEqual({
      rows: [
        { username: 'Ann', position: 1 },
        { username: 'Cay', position: 3 },
        { username: 'Ben', position: 3 },
        { username: 'Dan', position: 3 },
      ],
      total: 4,
      next: null,
    });
    const first = await people(ann, id, { limit: 3 });
    expect(first.rows).toEqual(whole.rows.slice(0, 3));
    expect((await people(ann, id, { limit: 3, cursor: first.next })).rows).toEqual(whole.rows.slice(3));
    const found = await people(ben, id, { search: 'AN' });
    expect([found.rows.map((row) => row.username), found.total]).toEqual([['Ann', 'Dan'], 2]);
  });

  test.each(['public', 'private'] as const)('of a %s one: each list for its viewers only', async (visibility) => {
    const people2 = await world.cast(visibility);
    const { id, owner, moderator, member, banned, pending, other } = people2;
    const lists = ['members', 'moderators', 'pendingMembers', 'bannedMembers'] as const;
    const seen = async (viewer: Actor): Promise<string> => {
      const outcomes = lists.map((list) =>
        people(viewer, id, { list }).then(
          () => 'y',
          (refusal: { code: string }) => (refusal.code === 'community.position' ? 'n' : refusal.code),
        ),
      );
      return (await Promise.all(outcomes)).join('');
    };
    const open = visibility === 'public' ? 'yynn' : 'nnnn';
    expect(await Promise.all([owner, moderator, member, banned, other].map(seen))).toEqual([
      ...['yyyy', 'yyyy', 'yynn', 'nnnn', open],
    ]);
    if (visibility === 'private') expect(await seen(pending)).toBe('nnnn');
    await expect(people(owner, unknownId)).rejects.toMatchObject(noCommunity);
    await expect(people(owner, id, { cursor: 'x' })).rejects.toMatchObject({ code: 'request.invalid' });
  });
});

describe('of very many members', () => {
  test('[T-6] a thousand are listed, including the viewer; the count is exact', async () => {
    const id = await world.create(ann);
    await world.sql(`insert into people (id, name, canonical_name)
      select 'many' || n, 'Many ' || n, 'many ' || n from generate_series(1, 2000) n`);
    await world.sql(
      `insert into community_members (community_id, user_id, standing, position, joined_position, name_key)
       select $1, 'many' || n, 'member', n, n, '' from generate_series(1, 2000) n`,
      [id],
    );
    await world.sql('update communities set member_count = 2001 where id = $1', [id]);
    const shown = await world.change(ben, id, 'members', 'add');
    expect(shown.memberCount).toBe(2_002);
    expect(shown.members).toHaveLength(limits.namesListed);
    expect(shown.members.slice(0, 2)).toEqual(['Ben', 'Many 1']);
  });
});

test('the entities match the tables', async () => {
  const drift = await world.database.dataSource.driver.createSchemaBuilder().log();
  expect(drift.upQueries.map(({ query }) => query)).toEqual([]);
});

describe('[C-5] a name that looks like another', () => {
  const alike = { code: 'community.taken', message: 'A community with a very similar name already exists.' };

  test.each([
    ['Paradise', 'P\u0430radise'],
    ['Illusions', 'lllusions'],
  ])('%s reserves %s', async (name, other) => {
    await world.create(ann, 'private', name);
    await expect(world.create(ben, 'public', other)).rejects.toMatchObject(alike);
    await expect(world.create(ben, 'public', name.toUpperCase())).rejects.toMatchObject({
      message: 'A community with this name already exists.',
    });
  });

  test.each(['Bread\nbakers', 'Bread  bakers', 'Bread\u00adbakers', 'Bread\u200bbakers'])(
    '%j is invalid',
    async (name) => {
      await expect(world.create(ann, 'public', name)).rejects.toMatchObject({ code: 'community.name' });
    },
  );

  test('a retry gets the community that the first call created', async () => {
    const asking = { ...request, name: 'Twice' };
    const first = await world.call('communities.create', asking, { as: ann, key: 'twice' });
    await world.sql("delete from reservations where scope = 'communityLook'");
    expect(await world.call('communities.create', asking, { as: ann, key: 'twice' })).toEqual(first);
  });
});

describe('[BF-2, U-8] the communities of a person', () => {
  const ofPerson = async (as: Actor, username: string, request: object = {}) =>
    (await world.call('communities.getMemberships', { username, limit: 100, ...request }, { as })).reply;

  test.each(['public', 'private'] as const)('show a %s one to whoever may see its people', async (visibility) => {
    const { id, ...cast } = await world.cast(visibility);
    const { owner, moderator, member, banned, pending, other } = cast;
    for (const whose of [owner, moderator, member]) {
      for (const [as, shown] of [
        ...[owner, moderator, member].map((insider) => [insider, true] as const),
        [banned, false],
        ...[pending, other].map((outsider) => [outsider, visibility === 'public'] as const),
      ] as const) {
        const { rows, total } = await ofPerson(as, whose.name);
        expect({ as: as.name, ids: rows.map(({ _id }) => _id), total }).toEqual({
          as: as.name,
          ids: shown ? [id] : [],
          total: shown ? 1 : 0,
        });
      }
    }
    // Neither is a member, for anybody.
    for (const whose of [banned, pending, other]) {
      expect(await ofPerson(owner, whose.name)).toEqual({ rows: [], total: 0, next: null });
    }
  });

  test('are sorted by name, in pages, as the viewer sees them', async () => {
    const [gil, hal] = (await world.people('Gil', 'Hal')) as [Actor, Actor];
    for (const name of ['Gil c', 'gil a', 'Gil b']) await world.create(gil, 'public', name);
    const first = await ofPerson(hal, 'GIL', { limit: 2 });
    expect(first.rows.map(({ name, position }) => [name, position])).toEqual([
      ['gil a', 6],
      ['Gil b', 6],
    ]);
    expect(first.total).toBe(3);
    const last = await ofPerson(hal, 'Gil', { limit: 2, cursor: first.next });
    expect(last.rows.map(({ name }) => name)).toEqual(['Gil c']);
    expect(last).toMatchObject({ total: 3, next: null });
    await world.identity({ type: 'UserDeleted', data: { userId: gil.id } });
    expect(await ofPerson(hal, 'Gil')).toEqual({ rows: [], total: 0, next: null });
  });
});
