import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CommunityVisibility, MembershipStatus } from '@parlour/contracts/communities/communities';
import type { PageRequest } from '@parlour/contracts/rpc';
import type { DeletedWire } from '@parlour/contracts/posts/editable';
import type { Actor } from '@parlour/contracts/envelope';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { personOf } from '@parlour/kernel/testing/people';
import { qaDefinition } from './qa.module.ts';
import { hidden, type QaWorld, startQa } from './testing/qa-world.ts';

let world: QaWorld;
let tests = 0;

beforeAll(async () => {
  world = await startQa();
});
afterAll(() => world.close());
beforeEach(() => {
  tests += 1;
});

describe('[BE-4, Q-30] removing and restoring the posts of others', () => {
  type Role = 'author' | 'other' | 'member' | 'moderator' | 'owner' | 'operator' | 'banned' | 'stranger';
  const roles: readonly Role[] = ['author', 'other', 'member', 'moderator', 'owner', 'operator', 'banned', 'stranger'];
  const kinds = ['question', 'answer', 'comment'] as const;
  type Kind = (typeof kinds)[number];
  let people: Record<Role, Actor>;
  let communityId: string;
  let ids: Record<Kind, string>;

  const stand = (person: Actor, standing: MembershipStatus): Promise<void> => {
    const data = { communityId, userId: person.id, before: 'none', standing, reason: 'joined', by: null } as const;
    return world.communities({ type: 'StandingChanged', data });
  };

  /** A community with a question, an answer and a comment of one member. */
  async function settle(visibility: CommunityVisibility): Promise<void> {
    people = Object.fromEntries(roles.map((role) => [role, personOf(`${role} ${tests}`)])) as typeof people;
    communityId = personOf(`community ${tests}`).id;
    await world.communities({
      type: 'CommunityCreated',
      data: { communityId, name: `Salt${tests}`, description: '', visibility, ownerId: people.owner.id },
    });
    for (const role of ['author', 'other', 'member'] as const) await stand(people[role], 'member');
    await stand(people.moderator, 'moderator');
    await stand(people.banned, 'banned');
    const { id: userId, name } = people.operator;
    await world.identity({ type: 'UserRegistered', data: { userId, name } });
    await world.identity({ type: 'OperatorAdded', data: { userId } });
    const question = await world.ask(people.author, { communityId, text: 'Silver' });
    const answer = await world.answer(people.author, question, 'Silver');
    ids = { question, answer, comment: await world.comment(people.author, 'answer', answer, 'Silver') };
  }

  const reason = 'Off topic';
  const act = {
    remove: {
      question: async (as: Actor) =>
        (await world.call('qa.deleteQuestion', { qid: ids.question, reason }, { as })).reply,
      answer: async (as: Actor) => (await world.call('qa.deleteAnswer', { aid: ids.answer, reason }, { as })).reply,
      comment: async (as: Actor) => (await world.call('qa.deleteComment', { cid: ids.comment, reason }, { as })).reply,
    },
    restore: {
      question: async (as: Actor) => (await world.call('qa.restoreQuestion', { qid: ids.question }, { as })).reply,
      answer: async (as: Actor) => (await world.call('qa.restoreAnswer', { aid: ids.answer }, { as })).reply,
      comment: async (as: Actor) => (await world.call('qa.restoreComment', { cid: ids.comment }, { as })).reply,
    },
  };

  /** What an attempt answers: who deleted it, or the code of the refusal. */
  const outcome = (attempt: Promise<{ readonly deleted: DeletedWire | null }>): Promise<string> =>
    attempt.then(
      ({ deleted }) => deleted?.by ?? 'there',
      ({ code }: { code: string }) => code,
    );
  const no = 'edit.notAuthor';

  describe.each(['public', 'private'] as const)('in a %s community', (visibility) => {
    test.each(kinds)('a %s', async (kind) => {
      await settle(visibility);
      const unknown = `${kind}.unknown`;
      const outsider = visibility === 'public' ? no : unknown;
      const removing: Record<Role, string> = {
        ...{ other: no, member: no, stranger: outsider, banned: unknown },
        ...{ author: 'author', moderator: 'moderator', owner: 'moderator', operator: 'operator' },
      };
      // Their own deletion hides it from all others, or leaves its place.
      const restoring: Record<'author' | 'moderator' | 'operator', readonly Role[]> = {
        author: ['author'],
        moderator: ['moderator', 'owner', 'operator'],
        operator: ['operator'],
      };
      for (const role of roles) {
        const by = await outcome(act.remove[kind](people[role]));
        expect([role, by]).toEqual([role, removing[role]]);
        if (by !== 'author' && by !== 'moderator' && by !== 'operator') continue;
        for (const who of roles.filter((each) => !restoring[by].includes(each))) {
          const refused = await outcome(act.restore[kind](people[who]));
          expect([role, who, refused]).toEqual([role, who, expect.stringMatching(`^(${no}|${unknown})$`)]);
          if (who === 'banned') expect(refused).toBe(unknown);
        }
        if (by !== 'author') {
          const seen = JSON.stringify(await world.read(people.other, ids.question));
          expect(seen).toContain(`"deleted":{"by":"${by}","reason":"${reason}"}`);
        }
        expect(await outcome(act.restore[kind](people[restoring[by].at(-1)!]))).toBe('there');
      }
    });
  });

  test.each(kinds)(
    'a %s that its author or a moderator removed is removed all the same, and counts once',
    async (kind) => {
      await settle('public');
      const { author, moderator, owner, operator } = people;
      const tables = qaDefinition.views.filter(({ source }) => source === 'qa').flatMap((view) => view.tables);
      const everything = () => readTables(world.database, tables);
      const logged = async () => (await world.call('qa.getOperatorActs', { limit: 1 }, { as: operator })).reply;
      const before = (await logged()).total;
      const there = await everything();
      await act.remove[kind](author);
      const gone = await everything();
      expect(await outcome(act.remove[kind](moderator))).toBe('moderator');
      expect(await outcome(act.restore[kind](author))).toBe(no);
      expect(await outcome(act.remove[kind](operator))).toBe('operator');
      for (const who of [author, owner]) expect(await outcome(act.restore[kind](who))).toBe(no);
      expect(await logged()).toMatchObject({ rows: [{ act: 'postRemoved', by: operator.name }], total: before + 1 });
      // It is as its author left it, who alone can restore it.
      expect(await outcome(act.restore[kind](operator))).toBe('author');
      expect(await everything()).toEqual(gone);
      for (const who of [owner, operator]) expect(await outcome(act.restore[kind](who))).not.toBe('there');
      expect(await outcome(act.restore[kind](author))).toBe('there');
      expect(await everything()).toEqual(there);
    },
  );

  test('[BM-33, M-27] what operators did, and nothing else, is in their log, page by page', async () => {
    await settle('public');
    const { operator, author, moderator } = people;
    const read = async (request: PageRequest) =>
      (await world.call('qa.getOperatorActs', request, { as: operator })).reply;
    const before = await read({ limit: 100 });
    await act.remove.comment(moderator);
    await act.remove.answer(operator);
    await act.restore.answer(operator);
    await act.remove.question(operator);
    const { rows, total } = await read({ limit: 100 });
    expect(total).toBe(before.total + 3);
    const common = { by: operator.name, to: author.name, at: expect.any(String), position: expect.any(Number) };
    const answer = { kind: 'answer', id: ids.answer, questionId: ids.question };
    expect(rows.slice(0, 3).map(({ _id: _, ...entry }) => entry)).toEqual([
      { ...common, act: 'postRemoved', post: { kind: 'question', id: ids.question, questionId: ids.question }, reason },
      { ...common, act: 'postRestored', post: answer },
      { ...common, act: 'postRemoved', post: answer, reason },
    ]);
    const first = await read({ limit: 2 });
    const second = await read({ limit: 1, cursor: first.next ?? '' });
    expect([...first.rows, ...second.rows]).toEqual(rows.slice(0, 3));
    for (const as of [author, moderator]) {
      await expect(world.call('qa.getOperatorActs', { limit: 2 }, { as })).rejects.toMatchObject({
        code: 'route.unknown',
      });
    }
  });

  test('operators are told nothing of what they cannot read', async () => {
    await settle('private');
    for (const kind of kinds) {
      for (const replied of [await act.remove[kind](people.operator), await act.restore[kind](people.operator)]) {
        expect(JSON.stringify(replied)).not.toMatch(/Silver|Question \d/);
      }
    }
    expect(await world.read(people.member, ids.question)).toMatchObject({
      text: 'Silver',
      answers: [{ text: 'Silver', comments: [{ text: 'Silver' }] }],
    });
  });

  test.each(['banned', 'none'] as const)('does not need its author to have access (%s)', async (standing) => {
    await settle('private');
    await stand(people.author, standing);
    for (const [role, by] of [
      ['operator', 'operator'],
      ['owner', 'moderator'],
    ] as const) {
      for (const kind of kinds) {
        const removed = await act.remove[kind](people[role]);
        expect([role, kind, removed.deleted]).toEqual([role, kind, { by, reason }]);
        const restored = await act.restore[kind](people[role]);
        expect([role, kind, restored.deleted]).toEqual([role, kind, null]);
        if (role === 'operator') expect(JSON.stringify([removed, restored])).not.toMatch(/Silver|Question \d/);
      }
    }
    expect(await outcome(act.remove.question(people.author))).toBe('question.unknown');
  });

  test.each(kinds)('a repeated removal and restoring of a %s tell them nothing either', async (kind) => {
    await settle('private');
    const id = { qid: ids.question, aid: ids.answer, cid: ids.comment };
    const names = {
      question: ['qa.deleteQuestion', 'qa.restoreQuestion'],
      answer: ['qa.deleteAnswer', 'qa.restoreAnswer'],
      comment: ['qa.deleteComment', 'qa.restoreComment'],
    } as const;
    for (const name of names[kind]) {
      const once = () => world.call(name, { ...id, reason }, { as: people.operator, key: `${kind} of ${tests}` });
      const first = await once();
      expect(await once()).toEqual(first);
      expect(JSON.stringify(first.reply)).not.toMatch(/Silver|Question \d/);
    }
  });

  test('needs a reason, and ends with the role, but not with the community', async () => {
    await settle('public');
    const { moderator, owner, operator } = people;
    const bare = world.call('qa.deleteQuestion', { qid: ids.question }, { as: moderator });
    await expect(bare).rejects.toMatchObject({ code: 'delete.reason' });
    await stand(moderator, 'member');
    expect(await outcome(act.remove.question(moderator))).toBe(no);
    await world.communities({
      type: 'OwnershipPassed',
      data: { communityId, from: owner.id, to: moderator.id, accepted: false, name: 'Bakers' },
    });
    expect(await outcome(act.remove.question(owner))).toBe(no);
    expect(await outcome(act.remove.question(moderator))).toBe('moderator');
    expect(await outcome(act.restore.question(moderator))).toBe('there');
    await world.communities({ type: 'CommunityClosed', data: { communityId, by: null } });
    expect(await outcome(act.remove.question(owner))).toBe(no);
    expect(await outcome(act.remove.question(moderator))).toBe('moderator');
    expect(await outcome(act.restore.question(moderator))).toBe('there');
    expect(await outcome(act.remove.question(operator))).toBe('operator');
  });

  test('leaves its place with the reason, and its versions to whoever can restore it', async () => {
    await settle('public');
    const { author, other, moderator, operator } = people;
    await act.remove.question(moderator);
    expect(await world.read(other, ids.question)).toMatchObject({
      ...{ title: '', text: '', deleted: { by: 'moderator', reason } },
      answers: [{ text: 'Silver' }],
    });
    expect(await world.list(other, { communityId })).toEqual([]);
    const history = (as: Actor) => world.call('qa.questionHistory', { qid: ids.question }, { as });
    for (const person of [author, moderator, operator]) expect((await history(person)).reply).toHaveLength(1);
    await expect(history(other)).rejects.toMatchObject(hidden);
  });

  test('an accepted answer can be removed, though its author cannot delete it', async () => {
    await settle('public');
    await world.accept(people.author, ids.question, ids.answer);
    expect(await outcome(act.remove.answer(people.author))).toBe('delete.accepted');
    expect(await outcome(act.remove.answer(people.moderator))).toBe('moderator');
    const accepted = async () =>
      (await world.read(people.author, ids.question)).answers.map((answer) => answer.accepted);
    expect(await accepted()).toEqual([false]);
    expect(await outcome(act.restore.answer(people.moderator))).toBe('there');
    expect(await accepted()).toEqual([true]);
  });

  test('[Q-26] a removed answer is accepted no more, in every list and count, until it is restored', async () => {
    await settle('public');
    const { author, moderator, other } = people;
    await world.accept(author, ids.question, ids.answer);
    const states = async () => {
      const lists: string[] = [];
      for (const order of ['unsolved', 'unanswered'] as const) {
        const isListed = (await world.list(other, { communityId, order })).includes(ids.question);
        if (isListed) lists.push(order);
        expect(await world.total(other, { communityId, order })).toBe(isListed ? 1 : 0);
      }
      for (const state of ['accepted', 'unanswered', 'answered']) {
        const q = `is:${state} user:"${author.name}"`;
        const { reply } = await world.call(
          'qa.search',
          { q, type: 'questions', order: 'newest', limit: 10 },
          { as: other },
        );
        if (reply.rows.some(({ id }) => id === ids.question)) lists.push(`is:${state}`);
      }
      return lists;
    };
    expect(await states()).toEqual(['is:accepted', 'is:answered']);
    await act.remove.answer(moderator);
    expect(await states()).toEqual(['unsolved', 'unanswered', 'is:unanswered']);
    await act.restore.answer(moderator);
    expect(await states()).toEqual(['is:accepted', 'is:answered']);
    await act.remove.answer(moderator);
    const better = await world.answer(other, ids.question);
    await world.accept(author, ids.question, better);
    expect(await states()).toEqual(['is:accepted', 'is:answered']);
    await act.restore.answer(moderator);
    await world.accept(author, ids.question, null);
    expect(await states()).toEqual(['unsolved', 'is:answered']);
  });

  test('[Q-1] what was removed neither keeps a question on top of the active ones nor names its author', async () => {
    await settle('public');
    const { author, moderator, other } = people;
    const asked = async () => {
      const { reply } = await world.call('qa.getQuestions', { order: 'active', communityId, limit: 10 }, { as: other });
      return reply.rows.map(({ _id, lastActivity }) => [_id, lastActivity?.who, lastActivity?.what]);
    };
    const first = await asked();
    const later = await world.ask(author, { communityId });
    const spam = await world.answer(other, ids.question);
    await world.comment(author, 'answer', spam);
    await world.comment(other, 'question', later);
    expect((await asked())[0]?.[0]).toBe(ids.question);
    await world.call('qa.deleteAnswer', { aid: spam, reason: 'Spam' }, { as: moderator });
    expect(await asked()).toEqual([[later, other.name, 'commented'], ...first]);
    await world.call('qa.restoreAnswer', { aid: spam }, { as: moderator });
    expect((await asked())[0]).toEqual([ids.question, author.name, 'commented']);
  });

  test('says nothing of the vote that a moderator has on the answer', async () => {
    await settle('public');
    await world.voteOnAnswer(people.moderator, ids.answer, 'up');
    expect(await act.remove.answer(people.moderator)).not.toHaveProperty('myVote');
    expect(await act.restore.answer(people.moderator)).not.toHaveProperty('myVote');
    expect(await act.remove.answer(people.author)).toMatchObject({ myVote: null });
  });
});
