import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { type CommandOrigin, Commands } from '@parlour/kernel/log/commands';
import { beforeCommand } from '@parlour/kernel/testing/before-command';
import { waitForProjections } from '@parlour/kernel/testing/projections';
import { until } from '@parlour/kernel/testing/until';
import { personOf } from '@parlour/kernel/testing/people';
import { standingsPolicy } from './membership/follow-ups.ts';
import { type CommunitiesWorld, startCommunities } from './testing/communities-world.ts';

let world: CommunitiesWorld;
beforeAll(async () => {
  world = await startCommunities();
});
afterAll(() => world.close());

const deleted = ({ id: userId }: Actor): IdentityEvent => ({ type: 'UserDeleted', data: { userId } });

async function handOver(id: string, from: Actor, to: Actor): Promise<void> {
  await world.call('communities.offerOwnership', { communityId: id, username: to.name }, { as: from });
  await world.call('communities.acceptOwnership', { communityId: id, accept: true }, { as: to });
}

/** Everything in the log of identity, whose last event the policy needs, has had its effects. */
async function identityHandled(): Promise<void> {
  const { head } = await world.feedOf('identity')(0, 0);
  await until('the policy has handled what identity tells', async (saw) => {
    const [row] = await world.sql<{ position: number }>(
      `select position from checkpoints where consumer = 'policy:standings:identity'`,
    );
    return saw(row?.position ?? 0) >= head;
  });
}

const policy = 'policy:standings:communities';
const settled = (): Promise<void> => waitForProjections(world.database, world.database, policy);

/** Whom a community has on its lists, deleted accounts included. */
async function listed(communityId: string): Promise<string[]> {
  const rows = await world.sql<{ id: string }>('select user_id as id from community_members where community_id = $1', [
    communityId,
  ]);
  return rows.map(({ id }) => id);
}

async function log(as: Actor, communityId: string, more: object = {}) {
  return (await world.call('communities.getModerationLog', { communityId, limit: 100, ...more }, { as })).reply;
}

/**
 * The live messages about a community that these people's sockets got since `from`, as `name
 * position`.
 */
async function publishedOf(communityId: string, from: number, people: readonly Actor[]): Promise<string[]> {
  return (await world.liveMessages())
    .slice(from)
    .flatMap((liveMessage) =>
      liveMessage.event === 'communityUpdate' && liveMessage.payload.communityId === communityId
        ? people
            .filter(({ id }) => liveMessage.to.includes(`user:${id}`))
            .map(({ name }) => `${name.replace(/ \d+$/, '')} ${liveMessage.payload.position}`)
        : [],
    );
}

describe('a community that becomes public', () => {
  test('[C-3] admits all pending people, even very many, and nobody else', async () => {
    const { id, owner, banned, pending } = await world.cast('private');
    const many = await world.people(...Array.from({ length: 250 }, (_, n) => `Waiting ${n}`));
    await Promise.all(many.map((person) => world.change(person, id, 'pendingMembers', 'add')));
    expect(await world.read(owner, id)).toMatchObject({ memberCount: 3 });
    await world.setVisibility(owner, id);
    await until('nobody waits', async (saw) => saw(await world.read(owner, id)).memberCount === 254);
    expect(await world.read(owner, id)).toMatchObject({ pendingMembers: [], bannedMembers: [banned.name] });
    expect(await world.read(pending, id)).toMatchObject({ position: 3 });
    const { reply } = await world.call('communities.feed', { after: 0, limit: 1_000 });
    const admitted = reply.envelopes.filter((event) => 'reason' in event.data && event.data.reason === 'madePublic');
    expect(admitted).toHaveLength(251);
    for (const event of admitted) expect(event.data).toMatchObject({ before: 'pending', standing: 'member', by: null });
  });

  test('leaves everybody pending who is not admitted yet when it becomes private again', async () => {
    const { id, owner, pending, other } = await world.cast('private');
    beforeCommand(`member/${id}/${pending.id}`, async () => {
      await world.setVisibility(owner, id, 'private');
      await world.change(other, id, 'pendingMembers', 'add');
    });
    await world.setVisibility(owner, id, 'public');
    await settled();
    for (const person of [pending, other]) expect(await world.read(person, id)).toMatchObject({ position: 5 });
  });

  test('admits only people pending before the event, even if it is handled late', async () => {
    const { id, pending, other } = await world.cast('private');
    const [row] = await world.sql<{ position: number }>('select position from head');
    await world.change(other, id, 'pendingMembers', 'add');
    const admitted: string[] = [];
    const commands = {
      execute: (_: unknown, { streamId }: { streamId: string }) => Promise.resolve(admitted.push(streamId)),
    };
    const followUp = { type: 'AdmitAllPending', communityId: id, before: (row?.position ?? 0) + 1 } as const;
    await standingsPolicy.execute(followUp, {} as CommandOrigin, {
      commands: commands as unknown as Commands,
      database: world.database,
    });
    expect(admitted).toEqual([`member/${id}/${pending.id}`]);
  });

  test('admits nobody once it is closed, but tries everybody once', async () => {
    const { id, owner } = await world.cast('private');
    const many = await world.people(...Array.from({ length: 120 }, (_, n) => `Late ${n}`));
    await Promise.all(many.map((person) => world.change(person, id, 'pendingMembers', 'add')));
    await world.call('communities.close', { communityId: id }, { as: owner });
    const [row] = await world.sql<{ position: number }>('select position from head');
    const tried: string[] = [];
    const commands = {
      execute: (_: unknown, { streamId }: { streamId: string }) =>
        tried.push(streamId) > 200 ? Promise.reject(new Error('endless')) : Promise.resolve(),
    };
    const followUp = { type: 'AdmitAllPending', communityId: id, before: (row?.position ?? 0) + 1 } as const;
    await standingsPolicy.execute(followUp, {} as CommandOrigin, {
      commands: commands as unknown as Commands,
      database: world.database,
    });
    expect(new Set(tried).size).toBe(121);
    expect(tried).toHaveLength(121);
  });
});

describe('[U-5] an account that is deleted', () => {
  test('of a former owner becomes no moderator, and leaves the list, if stepping down is handled late', async () => {
    const { id, owner, member, other } = await world.cast('public');
    await world.identity(deleted(member), deleted(other));
    await until('the membership ended', async (saw) => saw(await world.read(owner, id)).memberCount === 2);
    // As the community lists somebody who founded it and gave it away.
    await world.sql(
      `insert into community_members (community_id, user_id, standing, position, name_key)
       values ($1, $2, 'moderator', 1, '')`,
      [id, other.id],
    );
    const made: string[] = [];
    const commands = {
      execute: (_: unknown, { streamId, command }: { streamId: string; command: () => { type: string } }) =>
        Promise.resolve(made.push(`${command().type} ${streamId}`)),
    };
    for (const { id: userId } of [member, other]) {
      await standingsPolicy.execute({ type: 'StepDown', communityId: id, userId }, {} as CommandOrigin, {
        commands: commands as unknown as Commands,
        database: world.database,
      });
    }
    expect(made).toEqual([`EndMembership member/${id}/${other.id}`]);
  });

  test('has no status anywhere', async () => {
    const { id, owner, member } = await world.cast('public');
    const waiting = await world.create(owner, 'private');
    await world.change(member, waiting, 'pendingMembers', 'add');
    await world.identity(deleted(member));
    await until('the account is removed', async (saw) => saw(await world.read(owner, id)).memberCount === 2);
    await until('the request is removed', async () => {
      const [row] = await world.sql<{ count: number }>(
        'select count(*)::int as count from community_members where user_id = $1',
        [member.id],
      );
      return row?.count === 0;
    });
    expect((await world.read(owner, id)).members).not.toContain(member.name);
    expect((await world.read(owner, waiting)).pendingMembers).toEqual([]);
  });

  test('leaves what it owned to the oldest moderator', async () => {
    const { id, owner, moderator, member, other } = await world.cast('private');
    const [late] = await world.people('Late');
    await world.change(other, id, 'pendingMembers', 'add');
    await world.change(owner, id, 'pendingMembers', 'approve', other);
    await world.change(owner, id, 'moderators', 'add', other);
    await world.identity(deleted(owner));
    await until('it has another owner', async (saw) => saw(await world.read(moderator, id)).position === 1);
    const { members, ...now } = await world.read(moderator, id);
    expect(now).toMatchObject({ owner: moderator.name, moderators: [other.name], memberCount: 3 });
    expect(members).not.toContain(owner.name);
    expect(members.toSorted()).toEqual([moderator.name, member.name, other.name].toSorted());
    const [entry] = (await log(moderator, id)).rows;
    expect(entry).toEqual({
      _id: expect.any(String),
      act: 'ownerChanged',
      to: moderator.name,
      at: expect.any(String),
    });
    // The new owner's earlier status does not allow removing them.
    await expect(world.change(other, id, 'members', 'remove', moderator)).rejects.toMatchObject({
      code: 'community.membership',
    });
    await expect(world.read(late as Actor, id)).resolves.toMatchObject({ position: 6 });
  });

  test('else to the oldest member, else the community is closed', async () => {
    const [first, second, third] = (await world.people('First', 'Second', 'Third')) as [Actor, Actor, Actor];
    const id = await world.create(first, 'public');
    for (const person of [third, second]) await world.change(person, id, 'members', 'add');
    const poll = await world.poll(third, id);
    await world.identity(deleted(first));
    await until('the oldest member owns it', async (saw) => saw(await world.read(third, id)).position === 1);
    await world.change(second, id, 'members', 'remove');
    await world.identity(deleted(third));
    await until('it is closed', async (saw) => saw(await world.read(second, id)).closedAt !== null);
    await until('it has nobody', async (saw) => saw(await world.read(second, id)).memberCount === 0);
    const vote = { pollId: poll._id, optionId: poll.options[0]?._id ?? '' };
    for (const call of [
      world.poll(second, id),
      world.change(second, id, 'members', 'add'),
      world.setVisibility(second, id),
      world.call('communities.vote', vote, { as: second }),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'community.closed' });
    }
    expect(await world.polls(second, id)).toMatchObject([{ _id: poll._id, createdBy: 'deleted user' }]);
    const { reply } = await world.call('communities.getCommunities', { limit: 100 }, { as: second });
    expect(reply.rows.map((row) => row._id)).not.toContain(id);
    expect(reply.total).toBe(reply.rows.length);
    const { reply: closed } = await world.call(
      'communities.getCommunities',
      { limit: 100, status: 'closed' },
      { as: second },
    );
    expect(closed.rows).toMatchObject([{ _id: id, owner: 'deleted user' }]);
  });
});

describe('[U-5] an account that is deleted at the same moment', () => {
  test('leaves its community to somebody who joins before it is closed', async () => {
    const [owner, other] = (await world.people('Leaving', 'Joining')) as [Actor, Actor];
    const id = await world.create(owner, 'public');
    beforeCommand(`community/${id}`, () => world.change(other, id, 'members', 'add'));
    await world.identity(deleted(owner));
    await until('it has another owner', async (saw) => saw(await world.read(other, id)).position === 1);
    expect(await world.read(other, id)).toMatchObject({ closedAt: null, memberCount: 1 });
  });

  test('leaves its community to somebody who is about to be admitted, because it has become public', async () => {
    const [owner, other] = (await world.people('Leaving too', 'Pending')) as [Actor, Actor];
    const id = await world.create(owner, 'private');
    await world.change(other, id, 'pendingMembers', 'add');
    beforeCommand(`member/${id}/${other.id}`, async () => {
      await world.identity(deleted(owner));
      await until('it has another owner', async (saw) => saw(await world.read(other, id)).position === 1);
    });
    await world.setVisibility(owner, id);
    await until('it has another owner', async (saw) => saw(await world.read(other, id)).position === 1);
    expect(await world.read(other, id)).toMatchObject({ closedAt: null, memberCount: 1 });
  });

  test('leaves what is closed, although somebody was about to be admitted', async () => {
    const [owner, other] = (await world.people('Closing', 'Pending too')) as [Actor, Actor];
    const id = await world.create(owner, 'private');
    await world.change(other, id, 'pendingMembers', 'add');
    beforeCommand(`member/${id}/${other.id}`, () =>
      world.call('communities.close', { communityId: id }, { as: owner }),
    );
    await world.setVisibility(owner, id);
    await until('it is closed', async (saw) => saw(await world.read(other, id)).closedAt !== null);
    await world.identity(deleted(owner));
    await until('it has no owner', async (saw) => !saw(await listed(id)).includes(owner.id));
    expect(await listed(id)).toEqual([other.id]);
    expect(await world.read(other, id)).toMatchObject({ position: 5 });
  });

  test('gets on no list by whoever acts on it', async () => {
    const { id, owner, pending } = await world.cast('private');
    beforeCommand(`member/${id}/${pending.id}`, async () => {
      await world.identity(deleted(pending));
      await until('the request has ended', async (saw) => !saw(await listed(id)).includes(pending.id));
    });
    const banning = world.change(owner, id, 'bannedMembers', 'add', pending);
    await expect(banning).rejects.toMatchObject({ code: 'user.unknown' });
    expect(await listed(id)).not.toContain(pending.id);
  });

  test('becomes no moderator of a community that it gave away', async () => {
    const { id, owner, member } = await world.cast('public');
    beforeCommand(`member/${id}/${owner.id}`, async () => {
      await world.identity(deleted(owner));
      await identityHandled();
    });
    await handOver(id, owner, member);
    await until('it is on no list', async (saw) => !saw(await listed(id)).includes(owner.id));
  });
});

describe('[C-9] a former owner', () => {
  /** As if the policy had been away until now: it handles all events again, and no key is left. */
  const handleLate = async (by: Actor): Promise<void> => {
    await settled();
    await world.sql('delete from commands');
    await world.sql('update checkpoints set position = 0 where consumer = $1', [policy]);
    // The next event finds the gap.
    await world.create(by);
    await settled();
  };

  test('who leaves or is removed stays out, however late the policy runs', async () => {
    const { id, owner, moderator, member } = await world.cast('private');
    await handOver(id, owner, member);
    // At once, whether the policy has run or not.
    expect(await world.change(owner, id, 'members', 'remove')).toMatchObject({ position: 6 });
    await handOver(id, member, moderator);
    expect((await world.change(moderator, id, 'members', 'remove', member)).members).toEqual([moderator.name]);
    await handleLate(moderator);
    for (const person of [owner, member]) expect(await world.read(person, id)).toMatchObject({ position: 6 });
    expect(await world.read(moderator, id)).toMatchObject({ position: 1, moderators: [], memberCount: 1 });
  });

  test('acts as a moderator at once, and may get the community back', async () => {
    const { id, owner, member, other } = await world.cast('private');
    await handOver(id, owner, member);
    await world.change(other, id, 'pendingMembers', 'add');
    expect(await world.change(owner, id, 'pendingMembers', 'approve', other)).toMatchObject({ position: 2 });
    await handOver(id, member, owner);
    expect((await world.change(owner, id, 'moderators', 'remove', member)).moderators).not.toContain(member.name);
    await handOver(id, owner, member);
    await handleLate(member);
    expect(await world.read(member, id)).toMatchObject({ position: 1, owner: member.name });
    expect(await world.read(owner, id)).toMatchObject({ position: 2 });
  });
});

describe('live messages', () => {
  test('[EV-17] of each transition go to the person and the leaders, each with their new position', async () => {
    const { id, owner, moderator, member, pending, other, banned } = await world.cast('private');
    const all = [owner, moderator, member, pending, other, banned];
    const published = async (work: () => Promise<unknown>): Promise<string[]> => {
      const from = (await world.liveMessages()).length;
      await work();
      return (await publishedOf(id, from, all)).toSorted();
    };
    const leaders = ['Moderator 2', 'Owner 1'];
    expect(await published(() => world.change(other, id, 'pendingMembers', 'add'))).toEqual([
      ...['Moderator 2', 'Other 5', 'Owner 1'],
    ]);
    expect(await published(() => world.change(owner, id, 'pendingMembers', 'approve', other))).toEqual([
      ...['Moderator 2', 'Other 3', 'Owner 1'],
    ]);
    expect(await published(() => world.change(owner, id, 'moderators', 'add', other))).toEqual([
      ...['Moderator 2', 'Other 2', 'Owner 1'],
    ]);
    expect(await published(() => world.change(owner, id, 'bannedMembers', 'add', other))).toEqual([
      ...['Moderator 2', 'Other 4', 'Owner 1'],
    ]);
    expect(await published(() => world.change(owner, id, 'bannedMembers', 'remove', other))).toEqual([
      ...['Moderator 2', 'Other 6', 'Owner 1'],
    ]);
    expect(await published(() => world.change(moderator, id, 'pendingMembers', 'deny', pending))).toEqual([
      ...['Moderator 2', 'Owner 1', 'Pending 6'],
    ]);
    expect(await published(() => world.change(member, id, 'members', 'remove'))).toEqual(['Member 6', ...leaders]);
    // Nothing changes: nothing is sent.
    expect(await published(() => world.change(member, id, 'members', 'remove'))).toEqual([]);
  });

  test('of a poll in a private community go to its members only', async () => {
    const { id, owner, moderator, member } = await world.cast('private');
    const from = (await world.liveMessages()).length;
    const poll = await world.poll(owner, id);
    await world.call('communities.vote', { pollId: poll._id, optionId: poll.options[0]?._id ?? '' }, { as: member });
    const published = (await world.liveMessages()).slice(from);
    expect(published.map((liveMessage) => liveMessage.event)).toEqual(['pollCreation', 'pollUpdate']);
    const rooms = [owner, moderator, member].map((person) => `user:${person.id}`).toSorted();
    for (const liveMessage of published) expect([...liveMessage.to].toSorted()).toEqual(rooms);
  });
});

describe('the moderation log', () => {
  test('says who did what to whom, newest first, each with its undo if possible', async () => {
    const { id, owner, moderator, other } = await world.cast('private');
    await world.change(other, id, 'pendingMembers', 'add');
    await world.change(moderator, id, 'pendingMembers', 'approve', other);
    await world.change(moderator, id, 'bannedMembers', 'add', other);
    await world.setVisibility(owner, id, 'public');
    const { rows } = await log(owner, id, { limit: 3 });
    expect(rows).toEqual(
      [
        { act: 'madePublic', by: owner.name, undo: { visibility: 'private' } },
        { act: 'banned', by: moderator.name, to: other.name, undo: { list: 'bannedMembers', action: 'remove' } },
        { act: 'approved', by: moderator.name, to: other.name },
      ].map((entry) => ({ _id: expect.any(String), at: expect.stringMatching(/Z$/), ...entry })),
    );
    await world.change(owner, id, 'bannedMembers', 'remove', other);
    const [unbanned, , banned] = (await log(owner, id)).rows;
    expect([unbanned?.act, banned?.act, banned?.undo]).toEqual(['unbanned', 'banned', undefined]);
  });

  test('[BE-4, Q-30] has what others did with posts, once', async () => {
    const { id, owner, moderator, member } = await world.cast('private');
    const before = (await log(owner, id)).total;
    const [questionId, answerId] = [personOf('a question').id, personOf('an answer').id];
    const moderated = { by: 'moderator', author: member.id, communityId: id } as const;
    const how = { deletedBy: moderator.id, reason: 'Off topic', deletedAt: '2026-02-01T10:00:00.000Z' };
    const post = { questionId, author: member.id };
    const terms = { onlyFollowers: false, communityId: id, tagsBefore: [] };
    const asked = { ...post, ...terms, kind: 'question', id: questionId, answerId: null } as const;
    await world.qa(
      { type: 'PostDeleted', data: { ...asked, by: 'moderator', ...how, moderated } },
      // What authors do with their own posts, or others outside of communities, is not in it.
      { type: 'PostDeleted', data: { ...asked, by: 'author', ...how } },
      {
        type: 'PostRestored',
        data: {
          ...post,
          kind: 'comment',
          id: answerId,
          answerId,
          restoredBy: owner.id,
          moderated: { ...moderated, communityId: null },
        },
      },
      {
        type: 'PostRestored',
        data: { ...post, kind: 'answer', id: answerId, answerId, restoredBy: owner.id, moderated },
      },
    );
    await until('it has both', async (saw) => saw(await log(owner, id)).total >= before + 2);
    expect((await log(owner, id)).total).toBe(before + 2);
    expect((await log(owner, id)).rows.slice(0, 2)).toEqual(
      [
        { act: 'postRestored', by: owner.name, to: member.name, post: { kind: 'answer', id: answerId, questionId } },
        {
          ...{ act: 'postRemoved', by: moderator.name, to: member.name, reason: 'Off topic' },
          post: { kind: 'question', id: questionId, questionId },
        },
      ].map((entry) => ({ _id: expect.any(String), at: expect.stringMatching(/Z$/), ...entry })),
    );
  });

  test('is for leaders, in contiguous pages', async () => {
    const { id, owner, moderator, member, banned, pending, other } = await world.cast('private');
    const whole = await log(moderator, id);
    expect(whole.rows.map((row) => row.act)).toEqual(['madePrivate', 'banned', 'moderatorAdded']);
    expect(whole).toMatchObject({ total: 3, next: null });
    const first = await log(owner, id, { limit: 2 });
    expect(first.total).toBe(3);
    const second = await log(owner, id, { limit: 2, cursor: first.next });
    expect([...first.rows, ...second.rows].map((row) => row._id)).toEqual(whole.rows.map((row) => row._id));
    for (const viewer of [member, banned, pending, other]) {
      await expect(log(viewer, id)).rejects.toMatchObject({ code: 'community.position' });
    }
    await expect(world.call('communities.getModerationLog', { communityId: id, limit: 1 })).rejects.toMatchObject({
      code: 'session.missing',
    });
    await expect(log(owner, id, { cursor: '1x' })).rejects.toMatchObject({ code: 'request.invalid' });
  });

  test('shows no names of deleted accounts, and no undo for them', async () => {
    const { id, owner, moderator, banned } = await world.cast('private');
    await world.change(owner, id, 'bannedMembers', 'remove', banned);
    const find = async () => (await log(moderator, id)).rows.find((row) => row.act === 'unbanned');
    expect(await find()).toMatchObject({ to: banned.name, undo: { list: 'bannedMembers', action: 'add' } });
    await world.identity(deleted(banned));
    const entry = await find();
    expect(entry).toMatchObject({ by: owner.name, to: 'deleted user' });
    expect(entry).not.toHaveProperty('undo');
  });
});

test('a call that ends a right is answered once questions and notifications know', async () => {
  const { id, owner, moderator, member, pending } = await world.cast('private');
  const executed = jest.spyOn(Commands.prototype, 'execute');
  const revoking = async (work: Promise<unknown>): Promise<unknown> => {
    await work;
    return executed.mock.lastCall?.[1].revokes;
  };
  const both = ['qa', 'notifications'];
  expect(await revoking(world.change(owner, id, 'bannedMembers', 'add', pending))).toEqual(both);
  expect(await revoking(world.change(owner, id, 'moderators', 'remove', moderator))).toEqual(both);
  expect(await revoking(world.change(member, id, 'members', 'remove'))).toEqual(both);
  expect(await revoking(world.change(owner, id, 'members', 'remove', member))).toEqual(both);
  expect(await revoking(world.setVisibility(owner, id, 'private'))).toEqual(both);
  expect(await revoking(world.change(member, id, 'pendingMembers', 'add'))).toEqual([]);
  expect(await revoking(world.change(owner, id, 'pendingMembers', 'approve', member))).toEqual([]);
  executed.mockRestore();
});

describe('the wrong people', () => {
  test('unknown names, and just registered ones', async () => {
    const { id, owner } = await world.cast('public');
    const nobody = { id: '', name: 'Nobody at all' };
    await expect(world.change(owner, id, 'bannedMembers', 'add', nobody)).rejects.toMatchObject({
      code: 'user.unknown',
      message: 'User not found',
    });
    await expect(world.change(owner, id, 'bannedMembers', 'add', { id: '', name: 'a\0b' })).rejects.toMatchObject({
      code: 'request.illFormedText',
    });
    const newcomer = personOf('Newcomer');
    await world.identity({ type: 'UserRegistered', data: { userId: newcomer.id, name: newcomer.name } });
    const request = { communityId: id, list: 'bannedMembers', action: 'add', username: 'NEWCOMER' } as const;
    const { reply } = await world.call('communities.changeMembership', request, { as: owner, minPositions: {} });
    expect(reply.bannedMembers).toContain('Newcomer');
  });

  test('of a concurrent ban and departure, and of twenty bans, one is recorded', async () => {
    const { id, owner, moderator, member } = await world.cast('public');
    const all = await Promise.allSettled([
      world.change(member, id, 'members', 'remove'),
      ...Array.from({ length: 20 }, (_, n) =>
        world.change(n % 2 ? owner : moderator, id, 'bannedMembers', 'add', member),
      ),
    ]);
    expect(all.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))).toEqual([]);
    const { memberCount, bannedMembers } = await world.read(owner, id);
    expect(bannedMembers.filter((name) => name === member.name)).toHaveLength(1);
    expect(memberCount).toBe(2);
  });
});

describe('[IN-1] an invitation', () => {
  const used = (by: Actor, newcomer: Actor, communityIds: readonly string[]): IdentityEvent => ({
    type: 'InvitationUsed',
    data: { invitationId: 'i1', userId: newcomer.id, inviterId: by.id, communityIds },
  });
  const come = async (...events: readonly IdentityEvent[]): Promise<void> => {
    await world.identity(...events);
    await identityHandled();
  };
  const invitedTo = async (by: Actor, ids: readonly string[]) =>
    (await world.call('communities.getInviting', { ids, inviterId: by.id })).reply.communities.map(({ _id }) => _id);

  test('leads into the communities where its inviter may bring people at that time', async () => {
    const [secret, open, closed] = [
      await world.cast('private'),
      await world.cast('public'),
      await world.cast('public'),
    ];
    await world.call('communities.close', { communityId: closed.id }, { as: closed.owner });
    const ids = [secret.id, open.id, closed.id];
    const inviters = [secret.owner, secret.moderator, secret.member, secret.pending, open.banned, open.other];
    for (const [place, inviter] of inviters.entries()) {
      const [newcomer] = await world.people(`Newcomer ${place}`);
      await come(used(inviter, newcomer, ids));
      const joined = [];
      for (const id of ids) if ((await listed(id)).includes(newcomer.id)) joined.push(id);
      expect([inviter.name, joined.toSorted()]).toEqual([
        inviter.name,
        (inviter === secret.owner || inviter === secret.moderator
          ? [secret.id, open.id]
          : inviter === open.banned
            ? []
            : [open.id]
        ).toSorted(),
      ]);
      // What is told of the link is what it does.
      expect((await invitedTo(inviter, ids)).toSorted()).toEqual(joined.toSorted());
    }
    const { rows } = await log(secret.owner, secret.id, { limit: 2 });
    expect(rows).toMatchObject([
      { act: 'invited', by: secret.moderator.name, to: 'Newcomer 1' },
      { act: 'invited', by: secret.owner.name, to: 'Newcomer 0' },
    ]);
    const named = await world.call('communities.getInviting', { ids });
    expect(named.reply.communities.map(({ _id }) => _id)).toEqual(expect.arrayContaining([secret.id, open.id]));
    expect(named.reply.communities).toHaveLength(2);
  });

  test('of somebody who has deleted their account since leaves nobody in them', async () => {
    const { id, owner } = await world.cast('private');
    const [newcomer] = await world.people('Passing');
    await come(used(owner, newcomer, [id]), deleted(newcomer));
    expect(await listed(id)).not.toContain(newcomer.id);
  });
});
