import { personOf } from '@parlour/kernel/testing/people';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CommunityVisibility } from '@parlour/contracts/communities/communities';
import type { Actor } from '@parlour/contracts/envelope';
import { limits } from '@parlour/contracts/limits';
import type { AddQuestion } from '@parlour/contracts/qa/qa.requests';
import type { Rpc } from '@parlour/contracts/rpc';
import { hidden, type QaWorld, startQa, unknownId } from '../testing/qa-world.ts';

let world: QaWorld;
const names = ['Ann', 'anna lee', 'Anton', 'Bob', 'Zoë'];
const [ann, lee, anton, bob] = names.map(personOf) as [Actor, Actor, Actor, Actor];
const communities = { private: personOf('private').id, public: personOf('public').id } as const;

beforeAll(async () => {
  world = await startQa();
  const registered = names.map(personOf).map(({ id, name }) => ({ userId: id, name }));
  await world.identity(...registered.map((data) => ({ type: 'UserRegistered', data }) as const));
  await world.follow(lee, ann);
  for (const visibility of ['private', 'public'] as const) {
    const data = { communityId: communities[visibility], ownerId: ann.id, name: visibility, description: '' };
    await world.communities({ type: 'CommunityCreated', data: { ...data, visibility } });
  }
  await stand('private', anton, 'member');
  await stand('public', lee, 'banned');
});
afterAll(() => world.close());

function stand(where: CommunityVisibility, { id: userId }: Actor, standing: 'member' | 'banned'): Promise<void> {
  const how = { before: 'none', standing, reason: 'joined', by: ann.id } as const;
  return world.communities({
    type: 'StandingChanged',
    data: { communityId: communities[where], userId, ...how },
  });
}

async function people(request: Rpc['qa.completePeople']['request'], as = ann): Promise<string[]> {
  return (await world.call('qa.completePeople', request, { as })).reply.map(({ username }) => username);
}

describe('[BM-41, M-31] a name is completed', () => {
  test('from its beginning, in any case, by name', async () => {
    expect(await people({ prefix: 'aN' })).toEqual(['Ann', 'anna lee', 'Anton']);
    expect(await people({ prefix: 'zoe' })).toEqual([]);
    expect(await people({ prefix: 'ZO' })).toEqual(['Zoë']);
    expect(await people({ prefix: 'nn' })).toEqual([]);
    expect(await people({ prefix: '%' })).toEqual([]);
    await expect(people({ prefix: 'a\0' })).rejects.toMatchObject({ code: 'request.illFormedText' });
  });

  test('by at most eight people', async () => {
    const many = Array.from({ length: 12 }, (_, index) => personOf(`many ${String(index).padStart(2, '0')}`));
    for (const { id, name } of many) await world.identity({ type: 'UserRegistered', data: { userId: id, name } });
    const shown = many.slice(0, limits.completions).map(({ name }) => name);
    expect(await people({ prefix: 'many' })).toEqual(shown);
    expect(await people({ prefix: 'many', qid: await world.ask(ann) })).toEqual(shown);
    await world.identity({ type: 'UserDeleted', data: { userId: many[0]!.id } });
    expect((await people({ prefix: 'many' }))[0]).toBe('many 01');
  });

  test.each<[string, Partial<AddQuestion>, string[], boolean?]>([
    ['everybody', {}, ['Ann', 'anna lee', 'Anton'], true],
    ['followers', { onlyFollowers: true }, ['Ann', 'anna lee']],
    ['a private community', { communityId: communities.private }, ['Ann', 'Anton']],
    ['followers in it', { communityId: communities.private, onlyFollowers: true }, ['Ann']],
    // A gap would tell who is banned.
    ['a public community', { communityId: communities.public }, ['Ann', 'anna lee', 'Anton'], true],
    ['followers in that', { communityId: communities.public, onlyFollowers: true }, ['Ann', 'anna lee']],
  ])('from the people who may read a question: %s', async (_, changes, expected, isForAll = false) => {
    const qid = await world.ask(ann, changes);
    expect(await people({ prefix: 'an', qid })).toEqual(expected);
    // While she writes it, too.
    const { communityId, onlyFollowers } = changes;
    const among = { ...(communityId && { communityId }), ...(onlyFollowers && { onlyFollowers: 'true' as const }) };
    expect(await people({ prefix: 'an', ...among })).toEqual(expected);
    // Whoever may not read it learns nothing of it.
    if (isForAll) return void expect(await people({ prefix: 'an', qid }, bob)).toEqual(expected);
    await expect(people({ prefix: 'an', qid }, bob)).rejects.toMatchObject(hidden);
    await expect(people({ prefix: 'an', qid: unknownId }, bob)).rejects.toMatchObject(hidden);
  });
});

test('[BM-41, M-31, C-6] while a question is asked, a private community is as unknown to strangers as none', async () => {
  for (const communityId of [communities.private, unknownId]) {
    expect(await people({ prefix: '', communityId }, bob)).toEqual(['Bob']);
    expect(await people({ prefix: 'an', communityId, onlyFollowers: 'true' }, bob)).toEqual([]);
  }
});

test('[BM-41, M-31, U-1] of a question for followers the asker gets followers, others who is seen on its page', async () => {
  const names = ['Max', 'max answers', 'max asks', 'max comments', 'max deleted', 'max is hidden', 'max replies'];
  const [max, answers, asks, comments, deleted, quiet, replies] = names.map(personOf) as [
    Actor,
    Actor,
    Actor,
    Actor,
    Actor,
    Actor,
    Actor,
  ];
  for (const { id, name } of [max, answers, asks, comments, deleted, quiet, replies]) {
    await world.identity({ type: 'UserRegistered', data: { userId: id, name } });
    if (id !== asks.id) await world.follow({ id, name }, asks);
  }
  const qid = await world.ask(asks, { onlyFollowers: true });
  expect(await people({ prefix: 'max', qid }, max)).toEqual(['max asks']);
  const aid = await world.answer(answers, qid);
  await world.comment(comments, 'question', qid);
  await world.comment(replies, 'answer', aid);
  const gone = await world.answer(deleted, qid);
  await world.comment(quiet, 'answer', gone);
  await world.call('qa.deleteAnswer', { aid: gone }, { as: deleted });
  for (const viewer of [max, answers]) {
    expect(await people({ prefix: 'max', qid }, viewer)).toEqual([
      'max answers',
      'max asks',
      'max comments',
      'max replies',
    ]);
  }
  expect(await people({ prefix: 'max', qid }, asks)).toEqual(names);
});

test('[BM-41, M-31] a tag is completed from its beginning, those with most questions first', async () => {
  for (const tags of [['salt'], ['Sea', 'tea'], ['sea']]) {
    await world.ask(ann, { tags: tags.map((name) => ({ name })) });
  }
  await world.ask(ann, { tags: [{ name: 'secret' }, { name: 'salt' }], onlyFollowers: true });
  await world.ask(ann, { tags: [{ name: 'salt' }], onlyFollowers: true });
  const tags = async (prefix: string, as: Actor): Promise<string[]> =>
    (await world.call('qa.completeTags', { prefix }, { as })).reply.map(({ name, qcnt }) => `${name} ${qcnt}`);
  expect(await tags('S', bob)).toEqual(['Sea 2', 'salt 1']);
  expect(await tags('s', lee)).toEqual(['salt 3', 'Sea 2', 'secret 1']);
  expect(await tags('ea', bob)).toEqual([]);
});
