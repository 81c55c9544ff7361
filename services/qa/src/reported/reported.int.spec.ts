import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CommunityVisibility } from '@parlour/contracts/communities/communities';
import type { Actor } from '@parlour/contracts/envelope';
import type { Reported, ThingKey } from '@parlour/contracts/communities/reports';
import { fileIdOf } from '@parlour/contracts/testing/file-ids';
import { until } from '@parlour/kernel/testing/until';
import { personOf } from '@parlour/kernel/testing/people';
import { type QaWorld, startQa, unknownId } from '../testing/qa-world.ts';

let world: QaWorld;
const olga = personOf('Olga');

beforeAll(async () => {
  world = await startQa();
  await world.identity({ type: 'UserRegistered', data: { userId: olga.id, name: olga.name } });
  await world.identity({ type: 'OperatorAdded', data: { userId: olga.id } });
});
afterAll(() => world.close());

async function describeTo(
  as: Actor,
  granted: boolean,
  keys: readonly ThingKey[],
  versions: readonly number[] = [],
): Promise<(Reported | null)[]> {
  const things = keys.map((key) => ({ ...key, versions }));
  return [...(await world.call('qa.getReported', { things, granted }, { as })).reply.things];
}

/** A question, an answer and a comment on it, each of somebody else. */
async function posts(asker: Actor, changes: object): Promise<readonly [ThingKey, ThingKey, ThingKey]> {
  const question = await world.ask(asker, { title: 'Why?', text: '**Silver** salt', ...changes });
  const answer = await world.answer(asker, question, 'So');
  const comment = await world.comment(asker, 'answer', answer, 'Oh');
  return [
    { type: 'question', id: question },
    { type: 'answer', id: answer },
    { type: 'comment', id: comment },
  ];
}

const reason = 'Off topic';

/** What removing or restoring a question, an answer and a comment answers, innermost first. */
async function outcomes(
  [{ id: qid }, { id: aid }, { id: cid }]: readonly [ThingKey, ThingKey, ThingKey],
  act: 'remove' | 'restore',
  as: Actor,
): Promise<string[]> {
  const calls = {
    remove: [
      () => world.call('qa.deleteComment', { cid, reason }, { as }),
      () => world.call('qa.deleteAnswer', { aid, reason }, { as }),
      () => world.call('qa.deleteQuestion', { qid, reason }, { as }),
    ],
    restore: [
      () => world.call('qa.restoreQuestion', { qid }, { as }),
      () => world.call('qa.restoreAnswer', { aid }, { as }),
      () => world.call('qa.restoreComment', { cid }, { as }),
    ],
  }[act];
  const found: string[] = [];
  for (const call of calls) {
    found.push(
      await call().then(
        ({ reply }) => reply.deleted?.by ?? 'there',
        ({ code }: { code: string }) => code,
      ),
    );
  }
  return found;
}

/** The refusals of the three, to those who may read them or not. */
function refused(isHidden: boolean, code: string): string[] {
  return ['comment', 'answer', 'question'].map((kind) => (isHidden ? `${kind}.unknown` : code));
}

const seen = (rows: readonly (Reported | null)[]): boolean[] => rows.map((row) => row !== null);
const all = [true, true, true];
const none = [false, false, false];

test('[BM-21] a post is described as it is now, in its place', async () => {
  const [ann, ben] = [personOf('Ann'), personOf('Ben')];
  const keys = await posts(ann, {});
  const [{ id: question }, { id: answer }, { id: comment }] = keys;
  const about = {
    title: 'Why?',
    files: [],
    deleted: null,
    before: null,
    reportedTexts: [],
    version: 1,
    at: expect.any(String),
  };
  const place = { personId: ann.id, communityId: null, placeId: question, removable: false };
  expect(await describeTo(ben, false, [...keys, { type: 'answer', id: unknownId }])).toEqual([
    { ...about, ...place, excerpt: 'Silver salt', url: `/question/${question}` },
    { ...about, ...place, excerpt: 'So', url: `/question/${question}#answer-${answer}` },
    { ...about, ...place, excerpt: 'Oh', url: `/question/${question}#comment-${comment}` },
    null,
  ]);
  expect((await describeTo(olga, true, keys)).map((row) => row?.removable)).toEqual(all);
});

describe.each(['public', 'private'] as const)('[BM-21, BM-22, M-20] in a %s community', (visibility) => {
  test.each([false, true])(
    'is seen by those who may read it, and by a report (for followers: %s)',
    async (onlyFollowers) => {
      const name = (role: string) => personOf(`${role} ${visibility} ${onlyFollowers}`);
      const [author, owner, member, follower, banned, stranger] = [
        ...['author', 'owner', 'member', 'follower', 'banned', 'stranger'].map(name),
      ] as [Actor, Actor, Actor, Actor, Actor, Actor];
      const communityId = name('community').id;
      await world.communities({
        type: 'CommunityCreated',
        data: {
          communityId,
          name: communityId,
          description: '',
          visibility: visibility as CommunityVisibility,
          ownerId: owner.id,
        },
      });
      for (const [person, standing] of [
        [author, 'member'],
        [member, 'member'],
        [follower, 'member'],
        [banned, 'banned'],
      ] as const) {
        await world.communities({
          type: 'StandingChanged',
          data: { communityId, userId: person.id, before: 'none', standing, reason: 'joined', by: null },
        });
      }
      for (const follows of [follower, banned]) {
        await world.identity({ type: 'UserFollowed', data: { followerId: follows.id, followedId: author.id } });
      }
      const keys = await posts(author, { communityId, onlyFollowers });
      const may = (isSeen: boolean) => (isSeen ? all : none);
      expect(seen(await describeTo(author, false, keys))).toEqual(all);
      expect(seen(await describeTo(follower, false, keys))).toEqual(all);
      expect(seen(await describeTo(member, false, keys))).toEqual(may(!onlyFollowers));
      expect(seen(await describeTo(banned, false, keys))).toEqual(none);
      expect(seen(await describeTo(stranger, false, keys))).toEqual(may(visibility === 'public' && !onlyFollowers));
      expect(seen(await describeTo(olga, false, keys))).toEqual(may(visibility === 'public' && !onlyFollowers));
      const [toOwner] = await describeTo(owner, true, keys);
      expect(toOwner).toMatchObject({ communityId, excerpt: 'Silver salt', removable: true });
      expect(toOwner?.url === null).toBe(onlyFollowers);
      // Whoever gets no reports of it sees no more by saying so.
      expect(seen(await describeTo(member, true, keys))).toEqual(may(!onlyFollowers));
      expect(seen(await describeTo(banned, true, keys))).toEqual(none);
      expect(seen(await describeTo(stranger, true, keys))).toEqual(may(visibility === 'public' && !onlyFollowers));
      expect((await describeTo(olga, true, keys))[0]).toMatchObject({ excerpt: 'Silver salt', removable: true });
      // What is offered is not refused: also where it is for followers, of whom the owner is none.
      expect(await outcomes(keys, 'remove', member)).toEqual(refused(onlyFollowers, 'edit.notAuthor'));
      expect(await outcomes(keys, 'remove', owner)).toEqual(['moderator', 'moderator', 'moderator']);
      expect(await outcomes(keys, 'restore', owner)).toEqual(['there', 'there', 'there']);
      const { reply } = await world.call('qa.deleteQuestion', { qid: keys[0].id, reason }, { as: owner });
      expect(reply).toMatchObject({ text: '', deleted: { by: 'moderator' } });
      const back = await world.call('qa.restoreQuestion', { qid: keys[0].id }, { as: owner });
      expect(back.reply.text).toBe(onlyFollowers ? '' : '**Silver** salt');
    },
  );
});

test('[BM-22] of a deleted post nothing is left, and it can’t be reported', async () => {
  const ann = personOf('Ann');
  const keys = await posts(ann, {});
  await world.call('qa.deleteAnswer', { aid: keys[1].id }, { as: ann });
  const others = await describeTo(personOf('Ben'), false, keys);
  expect(seen(others)).toEqual([true, false, false]);
  expect((await describeTo(olga, true, keys))[1]).toMatchObject({ deleted: 'author', excerpt: '', url: null });
});

test('[BM-23] an answer of a deleted question is not deleted: it can be removed', async () => {
  const [ann, ben] = [personOf('Ann'), personOf('Ben')];
  const qid = await world.ask(ann, {});
  const id = await world.answer(ben, qid, 'So');
  await world.call('qa.deleteQuestion', { qid }, { as: ann });
  const there = { excerpt: 'So', deleted: null, removable: true, url: null };
  expect(await describeTo(olga, true, [{ type: 'answer', id }])).toMatchObject([there]);
  await world.call('qa.deleteAnswer', { aid: id, reason: 'Enough' }, { as: olga });
  expect(await describeTo(olga, true, [{ type: 'answer', id }])).toMatchObject([{ deleted: 'operator', excerpt: '' }]);
});

describe('[BM-22, M-20] what was reported of a post', () => {
  const aged = `update events set data = jsonb_set(data, '{deletedAt}', '"2026-01-01T10:00:00.000Z"')
    where stream_id = $1 and data ? 'deletedAt'`;

  test('stays for those who get the report, after it was edited and deleted, until it is erased', async () => {
    const ann = personOf('Ann');
    const by = { as: ann };
    const keys = await posts(ann, {});
    const [{ id: qid }, { id: aid }, { id: cid }] = keys;
    const shown = async (as: Actor, granted: boolean, versions: readonly number[]) =>
      (await describeTo(as, granted, keys, versions)).map((row) => row?.reportedTexts);
    expect(await shown(olga, true, [1])).toEqual([[], [], []]);
    await world.call('qa.editQuestion', { qid, title: 'How?', text: 'Salt', tags: [{ name: 'salt' }], version: 1 }, by);
    await world.call('qa.editAnswer', { aid, text: 'Well', version: 1 }, by);
    await world.call('qa.editComment', { cid, text: 'Ah', version: 1 }, by);
    const first = [
      [{ title: 'Why?', excerpt: 'Silver salt', files: [] }],
      [{ title: '', excerpt: 'So', files: [] }],
      [{ title: '', excerpt: 'Oh', files: [] }],
    ];
    expect(await shown(olga, true, [1])).toEqual(first);
    expect(await shown(olga, true, [2])).toEqual([[], [], []]);
    for (const others of [ann, personOf('Ben')]) expect(await shown(others, true, [1])).toEqual([[], [], []]);
    expect(await shown(olga, false, [1])).toEqual([[], [], []]);
    await world.call('qa.deleteComment', { cid }, by);
    await world.call('qa.deleteAnswer', { aid }, by);
    await world.call('qa.deleteQuestion', { qid }, by);
    const both = [
      { title: 'How?', excerpt: 'Salt', files: [] },
      { title: '', excerpt: 'Well', files: [] },
      { title: '', excerpt: 'Ah', files: [] },
    ];
    expect(await shown(olga, true, [1, 2])).toEqual(first.map((texts, place) => [...texts, both[place]]));
    for (const [place, { type, id }] of keys.entries()) {
      await world.sql(aged, [`${type}/${id}`]);
      await world.sql(
        `update ${['questions', 'answers', 'comments'][place]} set deleted_at = '2026-01-01' where id = $1`,
        [id],
      );
      await until('it is erased', async () => {
        return (await world.sql('select from events where stream_id = $1', [`blanked/${id}`])).length > 0;
      });
    }
    expect(await shown(olga, true, [1, 2])).toEqual([[], [], []]);
  });
});

test('[FI-7, M-20] a report has the files of what is there, and of what was', async () => {
  const ann = personOf('Ann');
  const [now, before] = [1, 2].map((width) => fileIdOf('image/png', { width, height: 2 })) as [string, string];
  const id = await world.ask(ann, { title: 'Why?', text: `![a](/file/${before}) ![b](/file/${now})` });
  const key = { type: 'question', id } as const;
  const edit = { qid: id, title: 'Why?', text: `![b](/file/${now.toUpperCase()})`, tags: [{ name: 'a' }], version: 1 };
  await world.call('qa.editQuestion', edit, { as: ann });
  const filesIn = async (versions: readonly number[]) => {
    const [row] = await describeTo(olga, true, [key], versions);
    return [row?.files, row?.reportedTexts.map(({ files }) => files)];
  };
  expect(await filesIn([1])).toEqual([[now], [[now, before].toSorted()]]);
  expect(await filesIn([])).toEqual([[now], []]);
  await world.call('qa.deleteQuestion', { qid: id }, { as: ann });
  expect(await filesIn([2])).toEqual([[], [[now]]]);
});
