import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { canonicalCommunityName } from '@parlour/contracts/communities/community-checks';
import type { CommunityWire } from '@parlour/contracts/communities/communities';
import { looksOf } from '@parlour/contracts/text/look-alikes';
import type { CommunityStatus } from '@parlour/contracts/communities/communities';
import { statement } from '@parlour/kernel/database/database';
import { until } from '@parlour/kernel/testing/until';
import { type Cast, type CommunitiesWorld, minutesFromNow, startCommunities } from './testing/communities-world.ts';

let world: CommunitiesWorld;
beforeAll(async () => {
  world = await startCommunities();
});
afterAll(() => world.close());

const close = async (as: Actor, communityId: string): Promise<CommunityWire> =>
  (await world.call('communities.close', { communityId }, { as })).reply;
const edit = async (as: Actor, communityId: string, name: string, version?: number): Promise<CommunityWire> => {
  const request = { communityId, name, description: 'About other things', ...(version !== undefined && { version }) };
  return (await world.call('communities.edit', request, { as })).reply;
};
const offer = async (as: Actor, communityId: string, to?: Actor): Promise<CommunityWire> =>
  (await world.call('communities.offerOwnership', { communityId, username: to?.name ?? '' }, { as })).reply;
const accept = async (as: Actor, communityId: string, accepted = true): Promise<CommunityWire> =>
  (await world.call('communities.acceptOwnership', { communityId, accept: accepted }, { as })).reply;

async function listed(as: Actor, status: CommunityStatus, search = ''): Promise<string[]> {
  const { reply } = await world.call('communities.getCommunities', { limit: 100, status, search }, { as });
  expect(reply.total).toBe(reply.rows.length);
  return reply.rows.map((row) => row._id);
}

async function own(as: Actor, status: CommunityStatus): Promise<string[]> {
  const { reply } = await world.call('communities.getOwn', { limit: 100, status }, { as });
  return reply.rows.map((row) => row._id);
}

const acts = async (as: Actor, communityId: string): Promise<string[]> => {
  const { reply } = await world.call('communities.getModerationLog', { communityId, limit: 100 }, { as });
  return reply.rows.map(({ act, by = '', to = '' }) => `${act} ${by} ${to}`.replaceAll(/ \d+/g, '').trim());
};

const codeOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'yes',
    (refusal: { code: string }) => refusal.code,
  );

const kindsOf = ({ owner, moderator, member, banned, pending, other }: Cast) =>
  Object.entries({ owner, moderator, member, banned, pending, other });

describe('[BE-6, C-8] editing a community', () => {
  test('changes what it is called, everywhere, and frees its former name', async () => {
    const { id, owner, member, other } = await world.cast('private');
    const { name: former, version } = await world.read(owner, id);
    const edited = await edit(owner, id, ' Zither Club ', version);
    expect(edited).toMatchObject({ name: 'Zither Club', description: 'About other things', version: 2 });
    expect(edited.editedAt).not.toBeNull();
    expect(await world.read(other, id)).toMatchObject({ name: 'Zither Club', members: [] });
    expect(await listed(other, 'open', 'zither')).toEqual([id]);
    expect(await own(member, 'open')).toContain(id);
    await expect(edit(owner, id, 'Again', 1)).rejects.toMatchObject({ code: 'edit.stale', current: { version: 2 } });
    await expect(world.create(other, 'public', 'zither club')).rejects.toMatchObject({ code: 'community.taken' });
    const next = await world.create(other, 'public', former);
    await expect(edit(owner, id, former)).rejects.toMatchObject({
      code: 'community.taken',
      message: 'A community with this name already exists.',
    });
    await expect(edit(owner, id, `${former}.`)).resolves.toBeDefined();
    expect(await listed(other, 'open', former)).toEqual([next, id]);
    expect((await acts(owner, id)).slice(0, 2)).toEqual(['edited Owner', 'edited Owner']);
  });

  test('writes no row of its people if it keeps the name', async () => {
    const { id, owner } = await world.cast('public');
    const { name } = await world.read(owner, id);
    const rows = () => world.sql('select xmin::text, user_id from community_members where community_id = $1', [id]);
    const before = await rows();
    await edit(owner, id, name.toUpperCase());
    expect(await rows()).toEqual(before);
  });

  test('takes a former name back while another community wants it', async () => {
    const { id, owner, other } = await world.cast('public');
    const { name } = await world.read(owner, id);
    await edit(owner, id, 'Elsewhere');
    let wanting: Promise<string> | undefined;
    await world.database.transaction(async (tx) => {
      // The edit's writes, before they are committed.
      await tx.query(statement('test.take', 'update reservations set owner = owner where owner = $1'), [id]);
      const back = statement(
        'test.back',
        'update communities set name_key = $2, look = $3, written_look = $4 where id = $1',
      );
      const { plain, written } = looksOf(name);
      await tx.query(back, [id, canonicalCommunityName(name), plain, written]);
      wanting = codeOf(world.create(other, 'public', name));
      await until('it waits', async () => {
        const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        return (await world.sql(waiting)).length > 0;
      });
    });
    expect(await wanting).toBe('community.taken');
    const reserved = 'select scope from reservations where owner = $1 and key = any($2::text[])';
    const { plain, written } = looksOf(name);
    const keys = [canonicalCommunityName(name), plain, written];
    expect(await world.sql(reserved, [id, keys])).toHaveLength(new Set([plain, written]).size + 1);
  });

  test('of twenty at once that want a name, and one that gives it up, one gets it', async () => {
    const { owner, other } = await world.cast('public');
    const [name, wanted] = ['Giving', 'Wanted'];
    const giving = await world.create(owner, 'public', name);
    const others = await Promise.all(Array.from({ length: 5 }, () => world.create(other)));
    await edit(owner, giving, 'Given');
    const results = await Promise.all(others.map((id) => codeOf(edit(other, id, name))));
    expect(results.toSorted()).toEqual([...Array<string>(4).fill('community.taken'), 'yes']);
    const fresh = await Promise.all(others.map((id) => codeOf(edit(other, id, wanted))));
    expect(fresh.filter((code) => code === 'yes')).toHaveLength(1);
  });
});

describe('[BE-6, C-9, C-11] handing a community over', () => {
  test('to a member who accepts: the former owner is a moderator', async () => {
    const { id, owner, moderator, member, other } = await world.cast('private');
    expect(await offer(owner, id, member)).toMatchObject({ offeredTo: member.name });
    expect(await world.read(member, id)).toMatchObject({ offeredTo: member.name });
    for (const person of [moderator, other]) expect(await world.read(person, id)).toMatchObject({ offeredTo: null });
    await expect(offer(owner, id, moderator)).rejects.toMatchObject({ code: 'community.offered' });
    await expect(accept(moderator, id)).rejects.toMatchObject({ code: 'community.noOffer' });
    expect(await accept(member, id)).toMatchObject({ owner: member.name, position: 1, offeredTo: null });
    const { memberCount } = await world.read(member, id);
    expect(await world.setVisibility(owner, id, 'private')).toBe('private');
    expect(await world.read(owner, id)).toMatchObject({ position: 2, memberCount });
    expect((await world.read(member, id)).moderators.toSorted()).toEqual([moderator.name, owner.name].toSorted());
    expect((await acts(member, id)).slice(0, 2)).toEqual(['ownerChanged Owner Member', 'ownerOffered Owner Member']);
    // The next owner decides about them.
    await world.change(member, id, 'moderators', 'remove', owner);
    expect(await world.read(owner, id)).toMatchObject({ position: 3 });
    // And back.
    await offer(member, id, owner);
    expect(await accept(owner, id)).toMatchObject({ position: 1 });
    await until('they are a moderator', async () => (await world.read(member, id)).position === 2);
  });

  test('[BM-20, M-16] is not offered past a block, and a request is decided as before', async () => {
    const { id, owner, moderator, member, pending } = await world.cast('private');
    const before = await world.read(owner, id);
    const block = (by: Actor, whom: Actor) =>
      world.identity({ type: 'UserBlocked', data: { blockerId: by.id, blockedId: whom.id } });
    await block(member, owner);
    await expect(offer(owner, id, member)).rejects.toMatchObject({ code: 'person.unavailable' });
    await block(owner, moderator);
    await expect(offer(owner, id, moderator)).rejects.toMatchObject({ code: 'block.own' });
    expect(await world.read(owner, id)).toEqual(before);
    await block(pending, owner);
    expect(await world.change(owner, id, 'pendingMembers', 'approve', pending)).toMatchObject({ _id: id });
    expect(await world.change(owner, id, 'bannedMembers', 'add', member)).toMatchObject({ _id: id });
  });

  test('is withdrawn, declined, and void for whoever left', async () => {
    const { id, owner, moderator, member } = await world.cast('public');
    await offer(owner, id, member);
    expect(await offer(owner, id)).toMatchObject({ offeredTo: null });
    await expect(accept(member, id)).rejects.toMatchObject({ code: 'community.noOffer' });
    await offer(owner, id, moderator);
    expect(await accept(moderator, id, false)).toMatchObject({ offeredTo: null, position: 2 });
    await offer(owner, id, member);
    await world.change(member, id, 'members', 'remove');
    expect(await world.read(owner, id)).toMatchObject({ offeredTo: null });
    await expect(accept(member, id)).rejects.toMatchObject({ code: 'community.noOffer' });
    expect((await acts(owner, id)).slice(0, 5)).toEqual([
      'ownerOffered Owner Member',
      'ownerDeclined Moderator',
      'ownerOffered Owner Moderator',
      'ownerWithdrawn Owner Member',
      'ownerOffered Owner Member',
    ]);
  });

  test('void, does not keep the owner from offering it to somebody else', async () => {
    const { id, owner, moderator, member, other } = await world.cast('public');
    await world.change(other, id, 'members', 'add');
    const leaving = [
      [member, () => world.change(member, id, 'members', 'remove')],
      [moderator, () => world.change(owner, id, 'bannedMembers', 'add', moderator)],
      [other, () => world.identity({ type: 'UserDeleted', data: { userId: other.id } })],
    ] as const;
    const [heir] = (await world.people('Heir')) as [Actor];
    await world.change(heir, id, 'members', 'add');
    for (const [person, leave] of leaving) {
      const { memberCount } = await offer(owner, id, person);
      await leave();
      await until('they left', async (saw) => saw(await world.read(owner, id)).memberCount < memberCount);
      expect(await offer(owner, id, heir)).toMatchObject({ offeredTo: heir.name });
      await offer(owner, id);
    }
    // Void, it is no reason to say that it was made again.
    await world.change(member, id, 'members', 'add');
    await offer(owner, id, member);
    await world.change(member, id, 'members', 'remove');
    await expect(offer(owner, id, member)).rejects.toMatchObject({ code: 'community.membership' });
    // Once they are back, it stands.
    await world.change(member, id, 'members', 'add');
    await expect(offer(owner, id, heir)).rejects.toMatchObject({ code: 'community.offered' });
    expect(await accept(member, id)).toMatchObject({ position: 1 });
  });

  test('a moderator can resign', async () => {
    const { id, owner, moderator } = await world.cast('public');
    expect(await world.change(moderator, id, 'moderators', 'resign')).toMatchObject({ position: 3, moderators: [] });
    expect((await acts(owner, id))[0]).toBe('resigned Moderator');
  });
});

describe('[BE-6, RO-13] what each kind of viewer can do', () => {
  test.each(['public', 'private'] as const)('with the whole of a %s community', async (visibility) => {
    const cast = await world.cast(visibility);
    const { id, moderator } = cast;
    for (const [kind, who] of kindsOf(cast)) {
      if (kind === 'owner') continue;
      const attempts = [edit(who, id, 'Mine'), offer(who, id, moderator), close(who, id), accept(who, id)];
      const codes = await Promise.all(attempts.map(codeOf));
      expect([kind, ...codes]).toEqual([kind, ...Array<string>(3).fill('community.position'), 'community.noOffer']);
    }
    for (const call of ['communities.close', 'communities.acceptOwnership'] as const) {
      await expect(world.call(call, { communityId: id, accept: true })).rejects.toMatchObject({
        code: 'session.missing',
      });
    }
  });

  test.each([
    ['public', ['owner', 'moderator', 'member', 'pending', 'other']],
    ['private', ['owner', 'moderator', 'member']],
  ] as const)('with a %s one that is closed: %j read it, and nobody else learns of it', async (visibility, readers) => {
    const cast = await world.cast(visibility);
    const { id, owner } = cast;
    const poll = await world.poll(owner, id);
    expect(await close(owner, id)).toMatchObject({ position: 1, visibility });
    const vote = { pollId: poll._id, optionId: poll.options[0]?._id ?? '' };
    for (const [kind, who] of kindsOf(cast)) {
      const may = (readers as readonly string[]).includes(kind);
      expect([kind, (await listed(who, 'closed')).includes(id)]).toEqual([kind, may]);
      expect([kind, (await listed(who, 'open')).includes(id)]).toEqual([kind, false]);
      const belongs = ['owner', 'moderator', 'member'].includes(kind);
      expect([kind, await own(who, 'closed')]).toEqual([kind, belongs ? [id] : []]);
      expect([kind, await own(who, 'open')]).toEqual([kind, []]);
      const people = world.call('communities.getPeople', { communityId: id, list: 'members', limit: 9 }, { as: who });
      const reads = await Promise.all([world.read(who, id), world.polls(who, id), people].map(codeOf));
      expect([kind, ...reads]).toEqual([kind, ...Array<string>(3).fill(may ? 'yes' : 'community.unknown')]);
      const refused = may ? 'community.closed' : 'community.unknown';
      const changes = [
        world.poll(who, id, { expiresAt: minutesFromNow(5) }),
        world.setVisibility(who, id),
        world.change(who, id, 'members', 'add'),
        edit(who, id, 'Mine'),
      ];
      expect([kind, ...(await Promise.all(changes.map(codeOf)))]).toEqual([kind, ...Array<string>(4).fill(refused)]);
      const voted = await codeOf(world.call('communities.vote', vote, { as: who }));
      expect([kind, voted]).toEqual([kind, may ? 'community.closed' : 'poll.unknown']);
      const moderation = codeOf(world.call('communities.getModerationLog', { communityId: id, limit: 9 }, { as: who }));
      const leads = kind === 'owner' || kind === 'moderator';
      expect([kind, await moderation]).toEqual([
        kind,
        leads ? 'yes' : may ? 'community.position' : 'community.unknown',
      ]);
    }
    expect((await acts(owner, id))[0]).toBe('closed Owner');
  });
});

describe('[BE-6, C-10] closing a community', () => {
  test('frees its name, also for names that look alike', async () => {
    const { owner, other } = await world.cast('public');
    const first = await world.create(owner, 'public', 'Porcelain');
    await world.poll(owner, first);
    await expect(world.create(other, 'public', 'PORCELAIN')).rejects.toMatchObject({ code: 'community.taken' });
    await close(owner, first);
    const second = await world.create(other, 'public', 'P0rcelain');
    await close(other, second);
    const third = await world.create(other, 'public', 'Porcelain');
    expect(await listed(other, 'closed', 'rcelain')).toEqual([second, first]);
    expect(await listed(other, 'open', 'rcelain')).toEqual([third]);
    await expect(world.create(owner, 'public', 'porcelain')).rejects.toMatchObject({ code: 'community.taken' });
  });

  test('is told of live, to all who know of it but the banned', async () => {
    const { id, owner, member, banned } = await world.cast('private');
    const from = (await world.liveMessages()).length;
    await close(owner, id);
    const published = (await world.liveMessages()).slice(from);
    expect(published.flatMap(({ to }) => to)).toEqual(
      expect.arrayContaining(['public', `user:${owner.id}`, `user:${member.id}`]),
    );
    expect(published.flatMap(({ to }) => to)).not.toContain(`user:${banned.id}`);
    for (const { event, payload, to, except } of published) {
      expect([event, Object.keys(payload)]).toEqual(['communityUpdate', ['communityId', 'position']]);
      if (to.includes('public')) expect(except).toContain(`user:${banned.id}`);
    }
  });

  test('pages through closed ones, the latest first', async () => {
    const { owner, other } = await world.cast('public');
    const ids: string[] = [];
    for (const name of ['Paging a', 'Paging c', 'Paging b']) {
      const id = await world.create(owner, 'public', name);
      await close(owner, id);
      ids.unshift(id);
    }
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const request = {
        limit: 1,
        status: 'closed',
        search: 'paging',
        ...(cursor !== undefined && { cursor }),
      } as const;
      const { reply } = await world.call('communities.getCommunities', request, { as: other });
      expect(reply.total).toBe(3);
      found.push(...reply.rows.map((row) => row._id));
      cursor = reply.next ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual(ids);
  });

  test('a private one can be left, and a request withdrawn, also repeatedly; strangers learn nothing of it', async () => {
    const { id, owner, member, pending, other } = await world.cast('private');
    await close(owner, id);
    const gone = { position: 6, members: [], closedAt: expect.any(String) };
    for (let times = 1; times <= 2; times++) {
      expect(await world.change(member, id, 'members', 'remove')).toMatchObject(gone);
      expect(await world.change(pending, id, 'pendingMembers', 'remove')).toMatchObject(gone);
    }
    await expect(world.change(other, id, 'members', 'remove')).rejects.toMatchObject({ code: 'community.unknown' });
  });

  test('keeps its people; one can leave it, and its owner goes with their account', async () => {
    const { id, owner, member, other } = await world.cast('public');
    await close(owner, id);
    expect(await world.change(member, id, 'members', 'remove')).toMatchObject({ position: 6, memberCount: 2 });
    expect(await own(member, 'closed')).toEqual([]);
    await world.identity({ type: 'UserDeleted', data: { userId: owner.id } });
    await until('the owner is gone', async (saw) => saw(await world.read(other, id)).memberCount === 1);
    expect(await world.read(other, id)).toMatchObject({ owner: 'deleted user', closedAt: expect.any(String) });
  });
});
