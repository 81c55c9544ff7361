import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CommunityVisibility, MembershipStatus } from '@parlour/contracts/communities/communities';
import type { Actor } from '@parlour/contracts/envelope';
import { questionOrders } from '@parlour/contracts/qa/qa';
import { until } from '@parlour/kernel/testing/until';
import { personOf } from '@parlour/kernel/testing/people';
import { type QaWorld, startQa } from '../testing/qa-world.ts';

let world: QaWorld;
let owner: Actor, member: Actor, banned: Actor, pending: Actor, other: Actor;
let communityId: string, tag: string, word: string;
let tests = 0;

beforeAll(async () => {
  world = await startQa();
});
afterAll(() => world.close());

async function stand(person: Actor, standing: MembershipStatus): Promise<void> {
  const data = { communityId, userId: person.id, before: 'none', standing, reason: 'joined', by: null } as const;
  await world.communities({ type: 'StandingChanged', data });
}

async function make(visibility: CommunityVisibility): Promise<void> {
  await world.communities({
    type: 'CommunityCreated',
    data: { communityId, name: 'Sailors', description: 'Who sails', ownerId: owner.id, visibility },
  });
  await stand(member, 'member');
  await stand(banned, 'banned');
  await stand(pending, 'pending');
}

beforeEach(() => {
  tests += 1;
  [owner, member, banned, pending, other] = ['Owner', 'Member', 'Banned', 'Pending', 'Other'].map((name) =>
    personOf(`${name}${tests}`),
  ) as [Actor, Actor, Actor, Actor, Actor];
  communityId = personOf(`Community${tests}`).id;
  tag = `sail${tests}`;
  word = `regatta${tests}`;
});

const ask = (by: Actor, changes: object = {}): Promise<string> =>
  world.ask(by, { title: word, tags: [{ name: tag }], communityId, ...changes });

/** Whether a question appears in each place that could show it or reveal that it exists. */
async function seen(as: Actor, qid: string): Promise<Set<unknown>> {
  const answers: unknown[] = [];
  for (const order of questionOrders) {
    if (order === 'following' || order === 'unanswered') continue;
    answers.push((await world.list(as, { order })).includes(qid), (await world.total(as, { order, search: word })) > 0);
  }
  answers.push((await world.list(as, { search: `[${tag}]` })).includes(qid));
  answers.push((await world.total(as, { search: `[${tag}]` })) > 0);
  const tags = (await world.call('qa.getTags', { limit: 100 }, { as })).reply;
  answers.push(tags.rows.some(({ name }) => name === tag));
  const contributions = await world.call('qa.contributions', { username: owner.name }, { as });
  answers.push(contributions.reply.total > 0);
  for (const attempt of [
    () => world.read(as, qid),
    () => world.answer(as, qid),
    () => world.vote(as, qid, 'up'),
    () => world.comment(as, 'question', qid),
    () => world.call('qa.followQuestion', { qid }, { as }),
  ]) {
    answers.push(await attempt().then(Boolean, () => false));
  }
  const listed = world.list(as, { communityId }).then((ids) => ids.includes(qid));
  answers.push(await listed.catch(() => false));
  return new Set(answers);
}

describe('a question of a private community', () => {
  test('[RO-12, Q-7] is visible everywhere to its members, and nowhere to anybody else', async () => {
    await make('private');
    const qid = await ask(owner);
    for (const person of [owner, member]) expect(await seen(person, qid)).toEqual(new Set([true]));
    for (const person of [banned, pending, other]) expect(await seen(person, qid)).toEqual(new Set([false]));
  });

  test('[C-4] is hidden from removed members, and visible to everybody once the community is public', async () => {
    await make('private');
    const qid = await ask(owner);
    await stand(member, 'none');
    expect(await seen(member, qid)).toEqual(new Set([false]));
    const data = { communityId, visibility: 'public', by: owner.id } as const;
    await world.communities({ type: 'CommunityVisibilityChanged', data });
    for (const person of [owner, member, pending, other]) expect(await seen(person, qid)).toEqual(new Set([true]));
    expect(await seen(banned, qid)).toEqual(new Set([false]));
  });

  test('emits live messages to its members only', async () => {
    await make('private');
    const before = (await world.liveMessages()).length;
    await ask(owner);
    await until('a live message is published', async (saw) => saw(await world.liveMessages()).length > before);
    const [published] = (await world.liveMessages()).slice(before);
    expect(new Set(published?.to)).toEqual(new Set([`user:${owner.id}`, `user:${member.id}`]));
  });
});

test.each(['banned', 'none'] as const)('its asker keeps it as a contribution without access (%s)', async (standing) => {
  await make('private');
  await ask(member);
  await stand(member, standing);
  const contributions = async (as: Actor) =>
    (await world.call('qa.contributions', { username: member.name }, { as })).reply.total;
  expect(await contributions(member)).toBe(1);
  expect(await contributions(other)).toBe(0);
});

describe('a question of a public community', () => {
  test('[Q-7] is visible everywhere to everybody but the banned, and listed among all questions', async () => {
    await make('public');
    const qid = await ask(other);
    await world.ask(owner, { tags: [{ name: tag }] });
    for (const person of [owner, member, pending, other]) expect(await seen(person, qid)).toEqual(new Set([true]));
    expect(await world.list(banned)).not.toContain(qid);
    await expect(world.read(banned, qid)).rejects.toMatchObject({ code: 'question.unknown' });
    await expect(ask(banned)).rejects.toMatchObject({ code: 'community.unknown' });
  });

  test('for followers only is visible to those followers who may see the community', async () => {
    await make('public');
    await world.follow(member, owner);
    await world.follow(banned, owner);
    const qid = await ask(owner, { onlyFollowers: true });
    for (const person of [owner, member]) expect(await seen(person, qid)).toEqual(new Set([true]));
    for (const person of [banned, pending, other]) expect(await seen(person, qid)).toEqual(new Set([false]));
    expect(await world.total(member, { communityId })).toBe(1);
    expect(await world.total(other, { communityId })).toBe(0);
  });
});

describe('[U-5] when the community closes', () => {
  const close = () => world.communities({ type: 'CommunityClosed', data: { communityId, by: null } });

  /** Whether a question can be read by its id and in lists, and is counted. */
  async function read(as: Actor, qid: string): Promise<Set<boolean>> {
    const inList = await world.list(as, { communityId }).then(
      (ids) => ids.includes(qid),
      () => false,
    );
    return new Set([
      inList,
      await world.read(as, qid).then(Boolean, () => false),
      (await world.list(as)).includes(qid),
      (await world.total(as, { search: word })) > 0,
    ]);
  }

  test('its content stays readable for the same people', async () => {
    await make('public');
    const qid = await ask(other);
    const secret = await ask(owner, { onlyFollowers: true });
    await close();
    for (const person of [owner, member, pending, other]) expect(await read(person, qid)).toEqual(new Set([true]));
    expect(await read(banned, qid)).toEqual(new Set([false]));
    await expect(world.read(other, secret)).rejects.toMatchObject({ code: 'question.unknown' });
    await expect(world.read(owner, secret)).resolves.toMatchObject({ _id: secret });
  });

  test('the content of a private one stays visible to its members only', async () => {
    await make('private');
    const qid = await ask(member);
    await close();
    for (const person of [owner, member]) expect(await read(person, qid)).toEqual(new Set([true]));
    for (const person of [banned, pending, other]) expect(await read(person, qid)).toEqual(new Set([false]));
  });

  test('questions, answers, comments and votes are refused', async () => {
    await make('public');
    const qid = await ask(other);
    const aid = await world.answer(member, qid);
    await close();
    for (const attempt of [
      () => world.answer(other, qid),
      () => world.comment(other, 'question', qid),
      () => world.comment(other, 'answer', aid),
      () => world.vote(other, qid, 'up'),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'community.closed' });
    }
    await expect(ask(other)).rejects.toMatchObject({ code: 'community.closed' });
    // People who cannot see it do not learn that it exists.
    await expect(ask(banned)).rejects.toMatchObject({ code: 'community.unknown' });
    await expect(world.answer(banned, qid)).rejects.toMatchObject({ code: 'question.unknown' });
    await expect(world.vote(banned, qid, 'up')).rejects.toMatchObject({ code: 'question.unknown' });
  });

  test('its readers still get live messages', async () => {
    await make('public');
    const qid = await ask(other);
    await close();
    const before = (await world.liveMessages()).length;
    await world.read(member, qid);
    await until('a live message is published', async (saw) => saw(await world.liveMessages()).length > before);
    const [published] = (await world.liveMessages()).slice(before);
    expect(published).toMatchObject({ event: 'viewsUpdate', to: ['public'], except: [`user:${banned.id}`] });
  });
});

test('[CA-49] the total of a community’s list is counted for each viewer', async () => {
  await make('public');
  await ask(owner);
  const answered = await ask(member);
  await world.answer(other, answered);
  await ask(member, { onlyFollowers: true });
  expect(await world.total(owner, { communityId })).toBe(2);
  expect(await world.total(member, { communityId })).toBe(3);
  expect(await world.total(member, { communityId, order: 'unanswered' })).toBe(2);
  expect(await world.total(owner, { communityId, order: 'unanswered' })).toBe(1);
});

test('[C-6] only positions 1 to 3 can ask in a private community, and nobody in one that does not exist', async () => {
  await make('private');
  await ask(member);
  for (const person of [banned, pending, other]) {
    await expect(ask(person)).rejects.toMatchObject({ code: 'community.unknown' });
    await expect(world.list(person, { communityId })).rejects.toMatchObject({ code: 'community.unknown' });
  }
  const unknown = personOf('No community').id;
  await expect(world.ask(owner, { communityId: unknown })).rejects.toMatchObject({ code: 'community.unknown' });
});
