import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import type { PollList, PollWire } from '@parlour/contracts/communities/communities';
import { unedited } from '@parlour/contracts/posts/editable';
import { limits } from '@parlour/contracts/limits';
import type { Page } from '@parlour/contracts/rpc';
import { until } from '@parlour/kernel/testing/until';
import { personOf } from '@parlour/kernel/testing/people';
import {
  type CommunitiesWorld,
  minutesFromNow,
  noCommunity,
  startCommunities,
  unknownId,
} from './testing/communities-world.ts';

const [ann, ben, cay] = ['Ann', 'Ben', 'Cay'].map(personOf) as [Actor, Actor, Actor];
const noPoll = { code: 'poll.unknown', message: 'Poll not found' };

let world: CommunitiesWorld;
beforeAll(async () => {
  world = await startCommunities();
  await world.people('Ann', 'Ben', 'Cay');
});
afterAll(() => world.close());

function optionOf(poll: PollWire, place: number): string {
  return poll.options[place]?._id ?? '';
}

async function vote(as: Actor, poll: PollWire, place = 0, key?: string): Promise<PollWire> {
  const request = { pollId: poll._id, optionId: optionOf(poll, place) };
  return (await world.call('communities.vote', request, { as, ...(key === undefined ? {} : { key }) })).reply;
}

/** On a busy machine a call may time out; clients repeat it with its key. */
async function voteAtLast(as: Actor, poll: PollWire, place: number, key: string): Promise<PollWire> {
  for (;;) {
    try {
      return await vote(as, poll, place, key);
    } catch (refusal) {
      if ((refusal as { code?: string }).code !== 'service.unavailable') throw refusal;
    }
  }
}

describe('a poll', () => {
  test('[EN-8] is answered as everybody reads it, newest first', async () => {
    const id = await world.create(ann);
    const end = minutesFromNow(60);
    const expiresAt = new Date(Date.parse(end) + 7_200_000).toISOString().replace('Z', '+02:00');
    const poll = await world.poll(ben, id, { questionText: ' Tea? ', options: [' Yes ', 'No'], expiresAt });
    expect(poll).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      questionText: 'Tea?',
      options: ['Yes', 'No'].map((text) => {
        return { _id: expect.stringMatching(/^[0-9a-f-]{36}$/), text, votes: [], voteCount: 0 };
      }),
      expiresAt: end,
      status: 'active',
      createdBy: 'Ben',
      communityId: id,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      ...unedited,
    });
    const second = await world.poll(cay, id);
    expect(await world.polls(ann, id)).toEqual([second, poll]);
  });

  test('is created once by a retry', async () => {
    const id = await world.create(ann);
    const request = { communityId: id, questionText: 'Tea?', options: ['a', 'b'], expiresAt: minutesFromNow(5) };
    const first = await world.call('communities.addPoll', request, { as: ann, key: 'poll' });
    expect(await world.call('communities.addPoll', request, { as: ann, key: 'poll' })).toEqual(first);
    expect(await world.polls(ann, id)).toHaveLength(1);
  });
});

describe('[T-5, P-1] the polls of a community', () => {
  let id: string;
  let active: string[], closed: string[];
  beforeAll(async () => {
    id = await world.create(ann);
    const polls: string[] = [];
    for (let n = 0; n < 9; n++) polls.push((await world.poll(ann, id))._id);
    // An earlier one ended last; two ended at the same moment.
    const ends = [4, 2, 1, 1];
    for (const [n, minutes] of ends.entries()) {
      await world.sql(`update polls set status = 'closed', expires_at = $1 where id = $2`, [
        `2026-01-01T00:0${minutes}:00.000Z`,
        polls[n],
      ]);
    }
    [closed, active] = [[polls[0], polls[1], polls[3], polls[2]] as string[], polls.slice(ends.length).reverse()];
  });

  const listed = async (status: PollList, request: { limit: number; cursor?: string }) =>
    (await world.call('communities.getPolls', { communityId: id, status, ...request }, { as: ben })).reply;

  test.each([
    ['active', () => active],
    ['closed', () => closed],
    ['all', () => [...active, ...closed]],
  ] as const)('%s: all of them, in contiguous pages, with their number', async (status, expected) => {
    for (const limit of [1, 2, 3, 5, 100]) {
      const found: string[] = [];
      let next: string | null = null;
      do {
        const page: Page<PollWire> = await listed(status, next === null ? { limit } : { limit, cursor: next });
        expect(page.rows.length).toBeLessThanOrEqual(limit);
        expect(page.total).toBe(expected().length);
        found.push(...page.rows.map((poll) => poll._id));
        next = page.next;
      } while (next !== null);
      expect(found).toEqual(expected());
    }
  });

  test.each([
    ['active', ['', '1', '1.1.1', '2.1.1', '-1.1.1', `0.${'9'.repeat(15)}.1`]],
    ['closed', ['0.1.1', 'x', '1.1', '1.1.1; select']],
  ] as const)('%s: refuses a cursor of another list', async (status, cursors) => {
    for (const cursor of cursors) {
      await expect(listed(status, { limit: 1, cursor })).rejects.toMatchObject({ code: 'request.invalid' });
    }
  });
});

describe('[RO-13] rights', () => {
  test.each(['public', 'private'] as const)('[RO-11, P-2] in a %s community', async (visibility) => {
    const cast = await world.cast(visibility);
    const { id, owner, moderator, member, banned, pending, other } = cast;
    const poll = await world.poll(owner, id);
    const codeOf = (attempt: Promise<unknown>): Promise<string> =>
      attempt.then(
        () => 'yes',
        (refusal: { code: string }) => refusal.code,
      );
    const attempts = async (who: Actor) => [
      await codeOf(world.polls(who, id)),
      await codeOf(vote(who, poll)),
      await codeOf(world.poll(who, id)),
    ];
    const all = ['yes', 'yes', 'yes'];
    const none = ['community.unknown', 'poll.unknown', 'community.position'];
    expect(await attempts(owner)).toEqual(all);
    expect(await attempts(moderator)).toEqual(all);
    expect(await attempts(member)).toEqual(visibility === 'public' ? all : ['yes', 'yes', 'community.position']);
    expect(await attempts(banned)).toEqual(none);
    expect(await attempts(other)).toEqual(visibility === 'public' ? all : none);
    if (visibility === 'private') expect(await attempts(pending)).toEqual(none);
    for (const call of [
      world.call('communities.getPolls', { communityId: id, status: 'all', limit: 10 }),
      world.call('communities.vote', { pollId: poll._id, optionId: optionOf(poll, 0) }),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'session.missing' });
    }
  });

  test('nobody has any on something unknown', async () => {
    await expect(world.polls(ann, unknownId)).rejects.toMatchObject(noCommunity);
    await expect(world.poll(ann, unknownId)).rejects.toMatchObject(noCommunity);
    const request = { pollId: unknownId, optionId: unknownId };
    await expect(world.call('communities.vote', request, { as: ann })).rejects.toMatchObject(noPoll);
  });
});

describe('[BE-5] changing a poll', () => {
  const close = async (as: Actor, { _id: pollId }: PollWire) =>
    (await world.call('communities.closePoll', { pollId }, { as })).reply;
  const remove = async (as: Actor, { _id: pollId }: PollWire, reason?: string) =>
    (await world.call('communities.deletePoll', { pollId, ...(reason !== undefined && { reason }) }, { as })).reply;
  const restore = async (as: Actor, { _id: pollId }: PollWire) =>
    (await world.call('communities.restorePoll', { pollId }, { as })).reply;
  const edit = async (as: Actor, { _id: pollId }: PollWire, options: readonly string[], version?: number) => {
    const request = { pollId, questionText: 'Coffee?', options, ...(version !== undefined && { version }) };
    return (await world.call('communities.editPoll', request, { as })).reply;
  };

  test.each(['public', 'private'] as const)('[RO-13] in a %s community', async (visibility) => {
    const cast = await world.cast(visibility);
    const { id, owner, moderator, member, banned, pending, other } = cast;
    const codeOf = (attempt: Promise<unknown>): Promise<string> =>
      attempt.then(
        () => 'yes',
        (refusal: { code: string }) => refusal.code,
      );
    const creator = visibility === 'public' ? member : moderator;
    const poll = await world.poll(creator, id);
    const attempts = async (who: Actor) => [
      await codeOf(edit(who, poll, ['Yes', 'No', who.name])),
      await codeOf(close(who, poll)),
      await codeOf(remove(who, await world.poll(creator, id), 'Twice')),
    ];
    const [no, unknown] = ['community.position', 'poll.unknown'].map((code) => [code, code, code]);
    if (visibility === 'private') expect(await attempts(member)).toEqual(no);
    expect(await attempts(banned)).toEqual(unknown);
    expect(await attempts(other)).toEqual(visibility === 'public' ? no : unknown);
    expect(await attempts(pending)).toEqual(visibility === 'public' ? no : unknown);
    for (const who of [owner, moderator, creator]) {
      const theirs = await world.poll(creator, id);
      await expect(edit(who, theirs, ['Yes', 'No', 'Both'])).resolves.toMatchObject({ version: 2 });
      await expect(close(who, theirs)).resolves.toMatchObject({ status: 'closed' });
      await expect(remove(who, theirs, 'Twice')).resolves.toMatchObject({
        deleted: who === creator ? { by: 'author', reason: null } : { by: 'moderator', reason: 'Twice' },
      });
    }
    for (const call of ['communities.closePoll', 'communities.deletePoll', 'communities.restorePoll'] as const) {
      await expect(world.call(call, { pollId: poll._id })).rejects.toMatchObject({ code: 'session.missing' });
      await expect(world.call(call, { pollId: unknownId }, { as: owner })).rejects.toMatchObject(noPoll);
    }
  });

  test('[P-6] one that is closed early ends then, keeps its result and is told of', async () => {
    const id = await world.create(ann);
    const poll = await world.poll(ben, id);
    await vote(cay, poll, 1);
    const before = Date.now();
    const closed = await close(ben, poll);
    expect(closed).toMatchObject({ status: 'closed', options: [{ voteCount: 0 }, { votes: ['Cay'] }], ...unedited });
    expect(Math.abs(Date.parse(closed.expiresAt) - before)).toBeLessThan(60_000);
    expect(await world.polls(ann, id, 'closed')).toEqual([closed]);
    await expect(vote(ann, poll)).rejects.toMatchObject({ code: 'poll.closed' });
    expect(await close(ann, poll)).toEqual(closed);
    const published = (await world.liveMessages()).filter(
      ({ event, payload }) => event === 'pollStatusChange' && payload.pollId === poll._id,
    );
    expect(published).toHaveLength(1);
  });

  test('names a voter as they are called now, even if their session is older', async () => {
    const { id, owner, member } = await world.cast('public');
    const poll = await world.poll(owner, id);
    const renamed = { userId: member.id, name: `${member.name} the Second`, formerName: member.name, reason: '' };
    await world.identity({ type: 'UserRenamed', data: renamed });
    await until('the new name is known', async (saw) => {
      const { reply } = await world.call(
        'communities.getPeople',
        { communityId: id, list: 'members', limit: 10 },
        { as: owner },
      );
      return saw(reply.rows.map(({ username }) => username)).includes(renamed.name);
    });
    expect((await vote(member, poll)).options[0]).toMatchObject({ votes: [renamed.name], voteCount: 1 });
  });

  test('one that is deleted is in no list and takes no votes', async () => {
    const id = await world.create(ann);
    const [poll, other] = [await world.poll(ben, id), await world.poll(ben, id)];
    await vote(cay, poll);
    await close(ben, other);
    for (const each of [poll, other]) {
      const reply = await remove(ann, each, ' Asked before ');
      expect(reply).toMatchObject({ _id: each._id, deleted: { by: 'moderator', reason: 'Asked before' } });
    }
    expect(await world.polls(ben, id, 'all')).toEqual([]);
    await expect(vote(ann, poll)).rejects.toMatchObject(noPoll);
    const published = (await world.liveMessages()).filter(
      ({ event, payload }) => event === 'pollUpdate' && payload.pollId === poll._id,
    );
    expect(published.at(-1)?.payload).toMatchObject({ poll: { deleted: { by: 'moderator' } } });
  });

  test('[BE-8, P-13] what remains of a removed one is listed for 30 days, with its texts for some', async () => {
    const { id, owner, moderator, member, other } = await world.cast('public');
    const texts = async (as: Actor) => (await world.polls(as, id, 'removed')).map(({ questionText: text }) => text);
    const [own, theirs] = [
      await world.poll(member, id, { questionText: 'Own' }),
      await world.poll(member, id, { questionText: 'Theirs' }),
    ];
    await vote(other, theirs, 1);
    await remove(member, own);
    expect(await remove(moderator, theirs, 'Twice')).toMatchObject({ questionText: 'Theirs' });
    expect(await texts(owner)).toEqual(['Theirs']);
    expect(await texts(member)).toEqual(['Theirs', 'Own']);
    const [remains, ...others] = await world.polls(other, id, 'removed');
    expect(others).toEqual([]);
    expect(remains).toMatchObject({
      ...{ _id: theirs._id, questionText: '', options: [] },
      deleted: { by: 'moderator', reason: 'Twice' },
    });
    const page = { communityId: id, status: 'removed', limit: 1 } as const;
    const { reply } = await world.call('communities.getPolls', page, { as: member });
    expect(reply).toMatchObject({ rows: [{ _id: theirs._id }], total: 2 });
    const next = { ...page, cursor: reply.next ?? '' };
    const second = (await world.call('communities.getPolls', next, { as: member })).reply;
    expect(second).toMatchObject({ rows: [{ _id: own._id }], next: null });
    // What is told to everybody has no texts.
    const told = (await world.liveMessages()).filter(({ payload }) => {
      return 'poll' in payload && payload.poll?.deleted && payload.poll.communityId === id;
    });
    expect(told.map(({ payload }) => payload)).toMatchObject([{ poll: { questionText: '' } }, { options: [] }]);
    await expect(restore(member, theirs)).rejects.toMatchObject({ code: 'community.position' });
    await expect(restore(owner, own)).rejects.toMatchObject(noPoll);

    const back = await restore(owner, theirs);
    expect(back).toMatchObject({
      ...unedited,
      questionText: 'Theirs',
      status: 'active',
      options: [{}, { voteCount: 1 }],
    });
    expect(await world.polls(other, id)).toEqual([back]);
    const log = await world.call('communities.getModerationLog', { communityId: id, limit: 2 }, { as: owner });
    expect(log.reply.rows).toMatchObject([
      { act: 'pollRestored', by: owner.name, poll: 'Theirs' },
      { act: 'pollDeleted', by: moderator.name, poll: 'Theirs', reason: 'Twice' },
    ]);
    await world.sql(`update polls set deleted_at = deleted_at - interval '30 days' where id = $1`, [own._id]);
    expect(await texts(member)).toEqual([]);
  });

  test('[BE-8, P-13] operators remove and restore also what they can’t see, and learn nothing of it', async () => {
    const { id, owner, member } = await world.cast('private');
    const [oda] = (await world.people('Oda')) as [Actor];
    await world.identity({ type: 'OperatorAdded', data: { userId: oda.id } });
    const poll = await world.poll(owner, id);
    expect(await remove(oda, poll, 'Spam')).toMatchObject({
      ...{ _id: poll._id, questionText: '', options: [], deleted: { by: 'operator', reason: 'Spam' } },
    });
    await expect(world.polls(oda, id, 'removed')).rejects.toMatchObject(noCommunity);
    expect(await world.polls(member, id, 'removed')).toMatchObject([{ questionText: '' }]);
    // Its creator still reads it, but can't restore it.
    expect(await world.polls(owner, id, 'removed')).toMatchObject([{ questionText: 'Tea?' }]);
    await expect(restore(owner, poll)).rejects.toMatchObject({ code: 'community.position' });
    expect(await restore(oda, poll)).toMatchObject({ questionText: '', options: [], deleted: null });
    expect(await world.polls(member, id)).toMatchObject([{ questionText: 'Tea?' }]);
    // Both are in the site's log, page by page, and what moderators do is not.
    await remove(owner, await world.poll(owner, id));
    const acts = async (as: Actor, cursor?: string) => {
      const page = { limit: 1, ...(cursor !== undefined && { cursor }) };
      return (await world.call('communities.getOperatorActs', page, { as })).reply;
    };
    const first = await acts(oda);
    const entry = { by: 'Oda', to: owner.name, post: { kind: 'poll', id: poll._id, communityId: id } };
    expect(first).toMatchObject({ rows: [{ ...entry, act: 'postRestored' }], total: 2 });
    expect(await acts(oda, first.next ?? '')).toMatchObject({
      ...{ rows: [{ ...entry, act: 'postRemoved', reason: 'Spam' }], next: null },
    });
    await expect(acts(owner)).rejects.toMatchObject({ code: 'route.unknown' });
  });

  test('[BE-8] leaders read no text of a poll that an operator removed', async () => {
    const { id, owner, moderator } = await world.cast('private');
    const [oda] = (await world.people('Oda')) as [Actor];
    await world.identity({ type: 'OperatorAdded', data: { userId: oda.id } });
    await remove(oda, await world.poll(moderator, id), 'Spam');
    const { reply: log } = await world.call(
      'communities.getModerationLog',
      { communityId: id, limit: 1 },
      { as: owner },
    );
    expect(log.rows[0]).toMatchObject({ act: 'pollDeleted', reason: 'Spam' });
    expect(log.rows[0]).not.toHaveProperty('poll');
  });

  test('[P-7] is possible until the first vote, and never stale', async () => {
    const id = await world.create(ann);
    const poll = await world.poll(ben, id);
    const edited = await edit(ben, poll, ['No', 'Maybe', 'Later'], 1);
    expect(edited).toEqual({
      ...poll,
      questionText: 'Coffee?',
      options: [poll.options[1], ...['Maybe', 'Later'].map((text) => expect.objectContaining({ text, voteCount: 0 }))],
      version: 2,
      editedAt: expect.any(String),
    });
    expect(await world.polls(cay, id)).toEqual([edited]);
    await expect(edit(ann, poll, ['a', 'b'], 1)).rejects.toMatchObject({ code: 'edit.stale', current: edited });
    // An option that went away.
    await expect(vote(cay, poll, 0)).rejects.toMatchObject({ code: 'poll.option' });
    await vote(cay, edited, 2);
    const refusal = {
      code: 'poll.begun',
      message: 'Somebody has voted already, so this poll can no longer be changed.',
    };
    await expect(edit(ben, poll, ['a', 'b'])).rejects.toMatchObject(refusal);
    expect(await world.polls(ben, id)).toMatchObject([{ version: 2, options: [{}, {}, { votes: ['Cay'] }] }]);
  });

  test('[P-7] of a vote and an edit at the same moment one wins, and no vote falls on another option', async () => {
    const id = await world.create(ann);
    const rounds = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const poll = await world.poll(ben, id, { options: ['North', `South ${n}`] });
        const [voted, changed] = await Promise.allSettled([
          vote(cay, poll, 1),
          edit(ben, poll, ['North', `West ${n}`]),
        ]);
        return { poll, n, outcome: `${voted.status} ${changed.status}` };
      }),
    );
    const lists = await world.polls(ben, id);
    for (const { poll, n, outcome } of rounds) {
      expect(['fulfilled rejected', 'rejected fulfilled']).toContain(outcome);
      const now = lists.find(({ _id }) => _id === poll._id);
      const [text, votes] = outcome === 'fulfilled rejected' ? [`South ${n}`, ['Cay']] : [`West ${n}`, []];
      expect(now?.options).toMatchObject([
        { text: 'North', votes: [] },
        { text, votes },
      ]);
    }
  });
});

describe('voting', () => {
  test('[P-2] counts once, whatever is tried afterwards, and a retry gets the same answer', async () => {
    const id = await world.create(ann);
    const poll = await world.poll(ann, id);
    const first = await vote(ben, poll, 1, 'vote');
    expect(first.options).toMatchObject([
      { votes: [], voteCount: 0 },
      { votes: ['Ben'], voteCount: 1 },
    ]);
    expect(await vote(ben, poll, 1, 'vote')).toEqual(first);
    for (const place of [0, 1]) {
      await expect(vote(ben, poll, place)).rejects.toMatchObject({
        code: 'poll.voted',
        message: 'You have already voted in this poll.',
      });
    }
    const other = await world.poll(ann, id);
    const foreign = { pollId: poll._id, optionId: optionOf(other, 0) };
    await expect(world.call('communities.vote', foreign, { as: cay })).rejects.toMatchObject({ code: 'poll.option' });
    expect(await vote(cay, poll, 1)).toMatchObject({
      options: [{ votes: [] }, { votes: ['Cay', 'Ben'], voteCount: 2 }],
    });
  });

  test('[RO-11] a retry is answered only while its voter may read the poll', async () => {
    const { id, owner, member, moderator } = await world.cast('private');
    const poll = await world.poll(owner, id);
    await vote(member, poll, 0, 'vote');
    await vote(moderator, poll, 1, 'vote');
    await world.change(owner, id, 'bannedMembers', 'add', member);
    await expect(vote(member, poll, 0, 'vote')).rejects.toMatchObject(noPoll);
    await expect(world.polls(member, id)).rejects.toMatchObject(noCommunity);
    expect((await vote(moderator, poll, 1, 'vote')).options).toMatchObject([
      { voteCount: 1 },
      { votes: [moderator.name], voteCount: 1 },
    ]);
  });

  test('[P-2] twenty tabs at once have one vote', async () => {
    const poll = await world.poll(ann, await world.create(ann));
    const tabs = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => vote(ben, poll, n % 2)));
    expect(tabs.filter((tab) => tab.status === 'fulfilled')).toHaveLength(1);
    const refused = tabs.flatMap((tab) => (tab.status === 'rejected' ? [(tab.reason as { code: string }).code] : []));
    expect(new Set(refused)).toEqual(new Set(['poll.voted']));
    const [read] = await world.polls(cay, poll.communityId);
    expect(read?.options.reduce((sum, option) => sum + option.voteCount, 0)).toBe(1);
  });

  test('a thousand at once are counted exactly, and published in far fewer messages', async () => {
    const poll = await world.poll(ann, await world.create(ann), { options: ['a', 'b', 'c', 'd', 'e'] });
    const from = (await world.liveMessages()).length;
    const voters = Array.from({ length: 1_000 }, (_, n) => personOf(`Voter ${n}`));
    await Promise.all(voters.map((voter, n) => voteAtLast(voter, poll, n % 5, `vote ${n}`)));
    const [read] = await world.polls(voters[7] as Actor, poll.communityId);
    expect(read?.options.map((option) => option.voteCount)).toEqual([200, 200, 200, 200, 200]);
    expect(read?.options.map((option) => new Set(option.votes).size)).toEqual([200, 200, 200, 200, 200]);
    expect(read?.options[2]?.votes[0]).toBe('Voter 7');
    const published = (await world.liveMessages())
      .slice(from)
      .filter((liveMessage) => liveMessage.event === 'pollUpdate');
    expect(published.length).toBeLessThan(200);
    expect(published.at(-1)?.payload).toMatchObject({ options: Array.from({ length: 5 }, () => ({ voteCount: 200 })) });
    for (const liveMessage of published)
      expect(liveMessage).toMatchObject({ to: ['public'], latestOf: `poll:${poll._id}` });
  });

  test('[T-6] of more than a thousand voters a thousand are named, including oneself', async () => {
    const poll = await world.poll(ann, await world.create(ann));
    await world.sql(`insert into people (id, name, canonical_name)
      select 'many' || n, 'Many ' || n, 'many ' || n from generate_series(1, 2000) n`);
    await world.sql(
      `insert into poll_votes (poll_id, user_id, option_id, position) select $1, 'many' || n, $2, n from generate_series(1, 2000) n`,
      [poll._id, optionOf(poll, 0)],
    );
    await world.sql('update poll_options set vote_count = 2000 where option_id = $1', [optionOf(poll, 0)]);
    const { options } = await vote(ben, poll);
    expect(options[0]).toMatchObject({ voteCount: 2_001 });
    expect(options[0]?.votes).toHaveLength(limits.namesListed);
    expect(options[0]?.votes.slice(0, 2)).toEqual(['Ben', 'Many 1']);
  });
});

describe('when its time is over', () => {
  /** Its time comes now: no test depends on how fast it votes. */
  async function expire(poll: PollWire): Promise<void> {
    await world.sql(
      `update events set data = jsonb_set(data, '{expiresAt}', '"2026-01-01T00:00:00.000Z"')
        where stream_id = $1 and type = 'PollCreated'`,
      [`poll/${poll._id}`],
    );
    await world.sql(`update polls set expires_at = '2026-01-01' where id = $1`, [poll._id]);
  }

  test('[ST-12, EV-16, P-1] it is closed automatically, keeps its result, and everybody is notified', async () => {
    const id = await world.create(ann);
    const staying = await world.poll(ann, id);
    const poll = await world.poll(ann, id);
    await vote(ben, poll, 1);
    await expire(poll);
    await until('it is closed', async (saw) => saw(await world.polls(ann, id)).length === 1);
    expect(await world.polls(ann, id)).toEqual([staying]);
    const [first, closed] = await world.polls(ann, id, 'all');
    expect(first).toEqual(staying);
    expect(await world.polls(ann, id, 'closed')).toEqual([closed]);
    expect(closed).toMatchObject({ _id: poll._id, status: 'closed', options: [{ voteCount: 0 }, { votes: ['Ben'] }] });
    await expect(vote(cay, poll)).rejects.toMatchObject({ code: 'poll.closed', message: 'This poll is closed.' });
    const published = (await world.liveMessages()).filter(
      ({ event, payload }) => event === 'pollStatusChange' && payload.communityId === id,
    );
    expect(published).toEqual([
      {
        to: ['public'],
        event: 'pollStatusChange',
        payload: { pollId: poll._id, communityId: id },
        position: expect.any(Number),
      },
    ]);
  });

  test('[P-1] even if no process was running then: due polls are in a table', async () => {
    const id = await world.create(ann);
    const poll = await world.poll(ann, id);
    // As after a restart: the poll's time has come meanwhile.
    await world.sql(
      `update events set data = jsonb_set(data, '{expiresAt}', '"2026-01-01T00:00:00.000Z"') where stream_id = $1`,
      [`poll/${poll._id}`],
    );
    // A vote is late even before it is closed.
    await expect(vote(ben, poll)).rejects.toMatchObject({ code: 'poll.closed' });
    expect(await world.polls(ann, id)).toHaveLength(1);
    await world.sql(`update polls set expires_at = '2026-01-01' where id = $1`, [poll._id]);
    await until('it is closed', async (saw) => saw(await world.polls(ann, id)).length === 0);
  });

  test('[P-1] once it is restored, if it was removed just before it was to be closed', async () => {
    const id = await world.create(ann);
    const poll = await world.poll(ann, id);
    await world.call('communities.deletePoll', { pollId: poll._id }, { as: ann });
    await expire(poll);
    // As the policy saw it, before it was removed.
    await world.sql(`update polls set expires_at = '2026-01-01', status = 'active' where id = $1`, [poll._id]);
    let looks = 0;
    world.database.onStatement = (name) => {
      if (name.startsWith('polls.due')) looks += 1;
    };
    // Each look ends before the next one begins.
    await until('it was handled as due', (saw) => saw(looks) >= 2);
    world.database.onStatement = undefined;
    expect(await world.polls(ann, id, 'closed')).toEqual([]);
    await world.call('communities.restorePoll', { pollId: poll._id }, { as: ann });
    await until('it is closed', async (saw) => saw(await world.polls(ann, id, 'closed')).length === 1);
  });
});
