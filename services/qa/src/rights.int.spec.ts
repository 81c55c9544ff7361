import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import type { LiveMessage } from '@parlour/contracts/live';
import { questionOrders } from '@parlour/contracts/qa/qa';
import { deletedUserName } from '@parlour/contracts/limits';
import { headLock, hold } from '@parlour/kernel/testing/held-lock';
import { until } from '@parlour/kernel/testing/until';
import { personOf } from '@parlour/kernel/testing/people';
import { hidden, type QaWorld, startQa } from './testing/qa-world.ts';

let world: QaWorld;
let ann: Actor, fay: Actor, eve: Actor, sam: Actor;
let qid: string, aid: string, tag: string, word: string;
let tests = 0;

beforeAll(async () => {
  world = await startQa();
});
afterAll(() => world.close());

/**
 * A question of Ann for her followers, with an answer by Fay, who follows her. Eve used to; Sam is
 * a stranger whom Ann follows.
 */
beforeEach(async () => {
  tests += 1;
  [ann, fay, eve, sam] = [
    personOf(`Ann${tests}`),
    personOf(`Fay${tests}`),
    personOf(`Eve${tests}`),
    personOf(`Sam${tests}`),
  ];
  tag = `secret${tests}`;
  word = `gathering${tests}`;
  await world.follow(fay, ann);
  await world.follow(eve, ann);
  await world.follow(ann, sam);
  // Everybody acts once, so that their names are known.
  for (const person of [fay, eve, sam]) await world.ask(person, { tags: [{ name: `open${tests}` }] });
  qid = await world.ask(ann, { title: word, tags: [{ name: tag }, { name: `open${tests}` }], onlyFollowers: true });
  aid = await world.answer(fay, qid);
  await world.comment(eve, 'answer', aid, 'I was here.');
  await world.call('qa.followQuestion', { qid }, { as: eve });
  await world.vote(eve, qid, 'up');
  await world.unfollow(eve, ann);
});

async function seen(as: Actor): Promise<Record<string, unknown>> {
  const lists: Record<string, unknown> = {};
  for (const order of questionOrders) lists[order] = (await world.list(as, { order })).includes(qid);
  const tags = (await world.call('qa.getTags', { limit: 100 }, { as })).reply;
  const answers = (await world.call('qa.getAnswersOf', { username: fay.name, limit: 100 }, { as })).reply;
  const refused = (call: Promise<unknown>): Promise<boolean> =>
    call.then(
      () => true,
      (refusal: { code: string }) => {
        expect(['question.unknown', 'tag.unknown']).toContain(refusal.code);
        return false;
      },
    );
  return {
    ...lists,
    word: await world.list(as, { search: word.slice(0, -1) }).then((ids) => ids.includes(qid)),
    wordTotal: await world.total(as, { search: word }),
    tag: (await world.list(as, { search: `[${tag}]` })).includes(qid),
    tagTotal: await world.total(as, { search: `[${tag}]` }),
    tagAndWord: await world.total(as, { search: `[${tag}] ${word}` }),
    tagRow: tags.rows.some((row) => row.name === tag),
    openCount: tags.rows.find((row) => row.name === `open${tests}`)?.qcnt,
    tagByName: await refused(world.call('qa.getTag', { name: tag }, { as })),
    byId: await refused(world.read(as, qid)),
    answersOfFollower: [answers.rows.some((row) => row._id === aid), answers.total],
    contributions: (await world.call('qa.contributions', { username: ann.name }, { as })).reply.total,
    ofFollower: (await world.call('qa.contributions', { username: fay.name }, { as })).reply.total,
  };
}

const everything = {
  newest: true,
  unanswered: false,
  active: true,
  mostViewed: true,
  following: true,
  unsolved: true,
  word: true,
  wordTotal: 1,
  tag: true,
  tagTotal: 1,
  tagAndWord: 1,
  tagRow: true,
  openCount: 4,
  tagByName: true,
  byId: true,
  answersOfFollower: [true, 1],
  contributions: 1,
  ofFollower: 2,
};
const nothing = {
  newest: false,
  unanswered: false,
  active: false,
  mostViewed: false,
  following: false,
  unsolved: false,
  word: false,
  wordTotal: 0,
  tag: false,
  tagTotal: 0,
  tagAndWord: 0,
  tagRow: false,
  openCount: 3,
  tagByName: false,
  byId: false,
  answersOfFollower: [false, 0],
  contributions: 0,
  ofFollower: 1,
};

async function totals(as: Actor): Promise<number[]> {
  const all: number[] = [];
  for (const order of questionOrders) all.push(await world.total(as, { order }));
  return [...all, (await world.call('qa.getTags', { limit: 1 }, { as })).reply.total];
}

describe('[RO-5, Q-6] a question for followers only', () => {
  test('is visible everywhere to its author and their followers', async () => {
    expect(await seen(ann)).toEqual({ ...everything, following: false });
    expect(await seen(fay)).toEqual(everything);
  });

  test('is hidden from strangers, people its author follows, and former followers', async () => {
    for (const person of [sam, eve, personOf(`Zed${tests}`)]) expect(await seen(person)).toEqual(nothing);
  });

  test('is counted for followers, not for strangers', async () => {
    const [strange, followers] = [await totals(sam), await totals(fay)];
    await world.ask(ann, { onlyFollowers: true, tags: [{ name: `more${tests}` }] });
    expect(await totals(sam)).toEqual(strange);
    expect(await totals(fay)).toEqual(followers.map((total) => total + 1));
  });

  test('accepts actions of people who may see it, and is 404 for all others, whatever they did before', async () => {
    const acts = (as: Actor): (() => Promise<unknown>)[] => [
      () => world.read(as, qid),
      () => world.vote(as, qid, 'up'),
      () => world.call('qa.followQuestion', { qid }, { as }),
      () => world.answer(as, qid),
      () => world.comment(as, 'question', qid),
    ];
    for (const person of [sam, eve]) {
      for (const act of acts(person)) await expect(act()).rejects.toMatchObject(hidden);
      for (const act of [world.comment(person, 'answer', aid), world.voteOnAnswer(person, aid, 'up')]) {
        await expect(act).rejects.toMatchObject({ code: 'answer.unknown' });
      }
      for (const answer of [aid, null]) await expect(world.accept(person, qid, answer)).rejects.toMatchObject(hidden);
    }
    for (const act of acts(fay)) await act();
    await world.comment(fay, 'answer', aid);
    await expect(world.accept(fay, qid, aid)).rejects.toMatchObject({ code: 'accept.notAsker' });
    expect(await world.voteOnAnswer(ann, aid, 'up')).toMatchObject({ score: 1 });
    expect(await world.accept(ann, qid, aid)).toMatchObject({ acceptedAnswerId: aid });
    const page = await world.read(fay, qid);
    expect(page).toMatchObject({ upVoteCount: 2, answerCount: 2, viewCount: 1, comments: [{ commentBy: fay.name }] });
  });

  test('emits live messages to its author and current followers only', async () => {
    const before = (await world.liveMessages()).length;
    await world.vote(fay, qid, 'down');
    await world.comment(fay, 'answer', aid);
    await world.read(ann, qid);
    await world.answer(ann, qid);
    await world.liveMessages();
    await world.voteOnAnswer(ann, aid, 'up');
    await world.accept(ann, qid, aid);
    const published = (await world.liveMessages()).slice(before);
    expect(published.map((liveMessage) => liveMessage.event)).toEqual([
      ...['voteUpdate', 'commentUpdate', 'viewsUpdate', 'answerUpdate', 'questionUpdate'],
      ...['answerUpdate', 'answerUpdate', 'answerUpdate', 'questionUpdate'],
    ]);
    const both = [`user:${ann.id}`, `user:${fay.id}`];
    for (const { to } of published) expect([[`user:${ann.id}`], both]).toContainEqual(to);
    const ofOnePerson = published.filter(({ to }) => to.length === 1);
    expect(ofOnePerson).toMatchObject([{ to: [`user:${ann.id}`], payload: { answer: { _id: aid, myVote: 'up' } } }]);
  });

  test('is visible again after following again', async () => {
    await world.follow(eve, ann);
    expect(await seen(eve)).toEqual(everything);
    expect((await world.read(eve, qid)).upVotes).toEqual([eve.name]);
  });
});

test('once the service reports an unfollow as applied, its question is hidden without waiting for a position', async () => {
  await world.unfollow(fay, ann);
  const position = world.identityPosition();
  expect((await world.call('qa.awaitApplied', { source: 'identity', position })).reply).toEqual({ applied: true });
  const options = { as: fay, minPositions: {} };
  await expect(world.call('qa.getQuestionById', { id: qid }, options)).rejects.toMatchObject(hidden);
});

test('what is written is refused if the right to it ends before it is stored', async () => {
  const lock = await hold(world.databases.connections.qa, headLock);
  const writing = Promise.allSettled([
    world.answer(fay, qid),
    world.comment(fay, 'question', qid),
    world.comment(fay, 'answer', aid),
    world.voteOnAnswer(ann, aid, 'up'),
  ]);
  await lock.waiters(1);
  await world.unfollow(fay, ann);
  const ended = 'select from follows where follower_id = $1 and followed_id = $2';
  await until('it has ended', async () => (await world.sql(ended, [fay.id, ann.id])).length === 0);
  await lock.release();
  const refused = (code: string) => ({ status: 'rejected', reason: { code } });
  expect(await writing).toMatchObject([
    refused('question.unknown'),
    refused('question.unknown'),
    refused('answer.unknown'),
    { status: 'fulfilled' },
  ]);
});

test('what is asked or accepted in a community likewise', async () => {
  const communityId = personOf(`Community${tests}`).id;
  const data = { communityId, name: `Bakers${tests}`, description: '', visibility: 'public', ownerId: fay.id } as const;
  await world.communities({ type: 'CommunityCreated', data });
  const asked = await world.ask(ann, { communityId });
  const answer = await world.answer(fay, asked);
  const lock = await hold(world.databases.connections.qa, headLock);
  const writing = Promise.allSettled([world.ask(ann, { communityId }), world.accept(ann, asked, answer)]);
  await lock.waiters(1);
  const banned = { before: 'none', standing: 'banned', reason: 'banned', by: fay.id } as const;
  await world.communities({ type: 'StandingChanged', data: { communityId, userId: ann.id, ...banned } });
  const ended = 'select from community_people where community_id = $1 and user_id = $2 and banned';
  await until('it has ended', async () => (await world.sql(ended, [communityId, ann.id])).length === 1);
  await lock.release();
  const refused = (code: string) => ({ status: 'rejected', reason: { code } });
  expect(await writing).toMatchObject([refused('community.unknown'), refused('question.unknown')]);
});

describe('a deleted account', () => {
  test('has no access, and gives none to its followers', async () => {
    await world.identity({ type: 'UserDeleted', data: { userId: fay.id } });
    await expect(world.read(fay, qid)).rejects.toMatchObject(hidden);
    await world.follow(eve, ann);
    await world.identity({ type: 'UserDeleted', data: { userId: ann.id } });
    await expect(world.read(eve, qid)).rejects.toMatchObject(hidden);
    expect(await world.list(eve)).not.toContain(qid);
  });

  test('[U-5] is a deleted user in its posts, and counted but not named among voters, readers and followers', async () => {
    const open = await world.ask(fay);
    await world.answer(fay, open);
    await world.comment(fay, 'question', open);
    await world.vote(fay, open, 'up');
    await world.vote(sam, open, 'up');
    await world.read(fay, open);
    await world.call('qa.followQuestion', { qid: open }, { as: fay });
    await world.identity({ type: 'UserDeleted', data: { userId: fay.id } });
    expect(await world.read(sam, open)).toMatchObject({
      askedBy: deletedUserName,
      answers: [{ ansBy: deletedUserName }],
      comments: [{ commentBy: deletedUserName }],
      upVotes: [sam.name],
      upVoteCount: 2,
      views: [sam.name],
      viewCount: 2,
      following: [],
    });
    await expect(world.call('qa.contributions', { username: fay.name }, { as: sam })).rejects.toMatchObject({
      code: 'user.unknown',
    });
  });
});

describe('contributions', () => {
  test('[U-6] are questions and answers, found by a name in any case', async () => {
    await world.answer(sam, await world.ask(sam));
    const of = async (username: string): Promise<number> =>
      (await world.call('qa.contributions', { username }, { as: eve })).reply.total;
    expect(await of(sam.name)).toBe(3);
    expect(await of(sam.name.toUpperCase())).toBe(3);
    await world.identity({ type: 'UserRegistered', data: { userId: `new${tests}`, name: `New${tests}` } });
    expect(await of(`New${tests}`)).toBe(0);
    await expect(of('nobody')).rejects.toMatchObject({ code: 'user.unknown' });
  });
});

test.each(['a\0b', 'a\ud83d'])(
  '[BM-65] %j as a title, a prefix or the name of a tag is a fault of the request',
  async (odd) => {
    const as = personOf('Odd');
    const refused = { code: 'request.illFormedText' };
    await expect(world.call('qa.similar', { title: `Why ${odd} not` }, { as })).rejects.toMatchObject(refused);
    await expect(world.call('qa.completeTags', { prefix: odd }, { as })).rejects.toMatchObject(refused);
    await expect(world.call('qa.completePeople', { prefix: odd }, { as })).rejects.toMatchObject(refused);
    await expect(world.call('qa.getTag', { name: odd }, { as })).rejects.toMatchObject(refused);
    await expect(world.call('qa.tagHistory', { name: odd }, { as })).rejects.toMatchObject(refused);
    const description = { tag: odd, text: 'Odd', version: 1 };
    await expect(world.call('qa.describeTag', description, { as })).rejects.toMatchObject(refused);
  },
);

describe('while identity does not respond', () => {
  test('content for followers only is visible to its author only, in every call and message, until identity responds again', async () => {
    expect(await seen(fay)).toEqual(everything);
    world.silence();
    await until('the question is hidden from the follower', async () => !(await world.list(fay)).includes(qid));
    // The list still works, but without questions for followers only.
    // Only her own answer to it counts, for her alone.
    expect(await seen(fay)).toEqual({ ...nothing, ofFollower: 2 });
    expect(await seen(ann)).toEqual({ ...everything, following: false, ofFollower: 2 });
    await expect(world.vote(fay, qid, 'up')).rejects.toMatchObject(hidden);
    const before = (await world.liveMessages()).length;
    await world.vote(ann, qid, 'up');
    const published: readonly LiveMessage[] = (await world.liveMessages()).slice(before);
    expect(published.map((liveMessage) => liveMessage.to)).toEqual([[`user:${ann.id}`]]);
    // Everything else is served: a probe must not take the site away for it (decisions O-16).
    expect((await world.call('qa.health', {})).reply).toEqual({ ready: true });
  });
});
