import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { newTagDescription } from '@parlour/contracts/limits';
import type { QaEvent } from '@parlour/contracts/qa/qa.events';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { describeViewContract, readTables } from '@parlour/kernel/testing/view-contract';
import { applyViews } from '@parlour/kernel/view/view';
import { followView } from '@parlour/people/follow-view';
import { answerView } from './answer/answer.projection.ts';
import { commentView } from './comment/comment.projection.ts';
import { qaDefinition, qaMigrations } from './qa.module.ts';
import { questionView } from './question/question.projection.ts';
import { tagView } from './tag/tag.projection.ts';
import { type QaWorld, startQa } from './testing/qa-world.ts';

const asked = (questionId: string, askedBy: string, tags: string[], onlyFollowers = false): QaEvent => ({
  type: 'QuestionAsked',
  data: {
    questionId,
    askedBy,
    title: `Title of ${questionId}`,
    text: 'Some words',
    tags: tags.map((name) => ({ name, description: `by ${questionId}` })),
    onlyFollowers,
    communityId: null,
  },
});
const inCommunity = (event: QaEvent): QaEvent =>
  event.type === 'QuestionAsked' ? { ...event, data: { ...event.data, communityId: 'c1' } } : event;
const answered = (answerId: string, questionId: string, answeredBy: string): QaEvent => ({
  type: 'AnswerPosted',
  data: { answerId, questionId, answeredBy, text: 'So.' },
});
const viewed = (questionId: string, viewedBy: string): QaEvent => ({
  type: 'QuestionViewed',
  data: { questionId, viewedBy },
});
const cast = (questionId: string, votedBy: string, vote: 'up' | 'down', before: 'up' | 'down' | null): QaEvent => ({
  type: 'VoteCast',
  data: { questionId, votedBy, vote, before },
});
const cancelled = (questionId: string, votedBy: string, before: 'up' | 'down'): QaEvent => ({
  type: 'VoteCancelled',
  data: { questionId, votedBy, before },
});
const followed = (questionId: string, userId: string): QaEvent => ({
  type: 'QuestionFollowed',
  data: { questionId, userId },
});
const unfollowed = (questionId: string, userId: string): QaEvent => ({
  type: 'QuestionUnfollowed',
  data: { questionId, userId },
});
const commented = (commentId: string, questionId: string, answerId: string | null): QaEvent => ({
  type: 'CommentPosted',
  data: { commentId, questionId, answerId, commentedBy: 'ben', text: 'Oh?' },
});

const onAnswer = (answerId: string, votedBy: string, vote: 'up' | 'down', before: 'up' | 'down' | null): QaEvent => ({
  type: 'VoteCast',
  data: { questionId: 'q1', answerId, votedBy, vote, before },
});
const accepted = (questionId: string, answerId: string, before: string | null): QaEvent => ({
  type: 'AnswerAccepted',
  data: { questionId, answerId, acceptedBy: 'ann', before },
});
const withdrawn = (questionId: string, before: string): QaEvent => ({
  type: 'AcceptanceWithdrawn',
  data: { questionId, before },
});

const question = (id: string, author: string) =>
  ({ kind: 'question', id, questionId: id, answerId: null, author }) as const;
const answer = (id: string, questionId: string, author: string) =>
  ({ kind: 'answer', id, questionId, answerId: id, author }) as const;
const comment = (id: string, questionId: string, answerId: string | null) =>
  ({ kind: 'comment', id, questionId, answerId, author: 'ben' }) as const;

const blankings: QaEvent[] = [
  { type: 'PostErased', data: question('q1', 'ann') },
  { type: 'PostErased', data: answer('a2', 'q2', 'ben') },
  { type: 'PostErased', data: comment('c2', 'q1', 'a1') },
];

const described = (key: string, version: number): QaEvent => ({
  type: 'TagDescribed',
  data: { key, describedBy: 'ben', version, text: `All about ${key}, ${version}` },
});

const edited = (questionId: string, askedBy: string, version: number, before: string[], after: string[]): QaEvent => ({
  type: 'PostEdited',
  data: {
    ...question(questionId, askedBy),
    ...{ editedBy: askedBy, version, onlyFollowers: questionId === 'q2', communityId: null },
    title: `Version ${version} of ${questionId}`,
    text: 'Other words',
    tags: after.map((name) => ({ name, description: `by ${questionId}` })),
    tagsBefore: before,
  },
});
const edits: QaEvent[] = [
  edited('q4', 'ben', 2, ['salt'], ['tide', 'sea']),
  edited('q4', 'ben', 3, ['tide', 'sea'], ['salt']),
  edited('q4', 'ben', 4, ['salt'], ['foam']),
  edited('q2', 'ann', 2, ['SEA', 'salt'], ['salt', 'wave']),
  { type: 'PostEdited', data: { ...answer('a1', 'q1', 'ben'), editedBy: 'ben', version: 2, text: 'Then.' } },
  { type: 'PostEdited', data: { ...comment('c1', 'q1', null), editedBy: 'ben', version: 2, text: 'Aha.' } },
];

const deletion = { by: 'author', reason: null, deletedAt: '2026-02-01T10:00:00.000Z' } as const;
const counted = (id: string, askedBy: string, tagsBefore: string[], onlyFollowers = false) => ({
  ...question(id, askedBy),
  ...{ tagsBefore, onlyFollowers, communityId: null },
});
type Counted = ReturnType<typeof counted> | ReturnType<typeof answer> | ReturnType<typeof comment>;
const removed = (post: Counted) =>
  ({ type: 'PostDeleted', data: { ...post, ...deletion, deletedBy: post.author } }) as QaEvent; // of one kind
const restored = (post: Counted) => ({ type: 'PostRestored', data: { ...post, restoredBy: post.author } }) as QaEvent; // of one kind
/**
 * After the edits: q3 and q5 end deleted, q4 is restored; a2 and a4 end deleted, a3 is restored.
 */
const deletions: QaEvent[] = [
  removed(answer('a3', 'q1', 'ben')),
  removed(answer('a4', 'q2', 'ann')),
  removed(counted('q4', 'ben', ['foam'])),
  removed(counted('q3', 'ben', ['salt'], true)),
  removed(answer('a2', 'q2', 'ben')),
  accepted('q2', 'a2', 'a4'),
  withdrawn('q2', 'a2'),
  restored(answer('a3', 'q1', 'ben')),
  asked('q8', 'ann', ['tide']),
  answered('a6', 'q8', 'ben'),
  restored(counted('q4', 'ben', ['foam'])),
  removed(answer('a6', 'q8', 'ben')),
  asked('q9', 'ann', ['tide']),
  removed(counted('q9', 'ann', ['tide'])),
  answered('a7', 'q9', 'cay'),
  removed(counted('q5', 'ann', ['moon'], true)),
  removed(comment('c1', 'q1', null)),
];

const log: QaEvent[] = [
  asked('q1', 'ann', ['Sea', 'moon']),
  viewed('q1', 'ben'),
  cast('q1', 'ben', 'up', null),
  asked('q2', 'ann', ['SEA', 'salt'], true),
  followed('q2', 'ann'),
  followed('q1', 'cay'),
  cast('q1', 'ben', 'down', 'up'),
  answered('a1', 'q1', 'ben'),
  cast('q1', 'cay', 'up', null),
  answered('a2', 'q2', 'ben'),
  commented('c1', 'q1', null),
  cast('q2', 'ben', 'up', null),
  answered('a3', 'q1', 'ben'),
  cancelled('q1', 'ben', 'down'),
  unfollowed('q1', 'cay'),
  viewed('q1', 'cay'),
  followed('q1', 'cay'),
  asked('q3', 'ben', ['salt'], true),
  cast('q1', 'ben', 'down', null),
  commented('c2', 'q1', 'a1'),
  asked('q4', 'ben', ['salt']),
  unfollowed('q2', 'ann'),
  described('sea', 2),
  ...blankings,
  described('sea', 3),
  described('moon', 2),
  answered('a4', 'q2', 'ann'),
  cancelled('q2', 'ben', 'up'),
  asked('q5', 'ann', ['moon'], true),
  onAnswer('a1', 'cay', 'up', null),
  onAnswer('a1', 'ann', 'up', null),
  accepted('q1', 'a1', null),
  onAnswer('a1', 'cay', 'down', 'up'),
  accepted('q1', 'a3', 'a1'),
  accepted('q2', 'a4', null),
  onAnswer('a3', 'cay', 'up', null),
  withdrawn('q1', 'a3'),
  { type: 'VoteCancelled', data: { questionId: 'q1', answerId: 'a3', votedBy: 'cay', before: 'up' } },
  accepted('q1', 'a3', null),
];
const ofCommunity: QaEvent[] = [
  inCommunity(asked('q6', 'ben', ['moon', 'sea'])),
  inCommunity(asked('q7', 'ben', ['sea'], true)),
  answered('a5', 'q7', 'cay'),
];

const follow = (followerId: string, followedId: string, type: 'UserFollowed' | 'UserUnfollowed' = 'UserFollowed') =>
  ({ type, data: { followerId, followedId } }) satisfies IdentityEvent;
const deleted = (userId: string): IdentityEvent => ({ type: 'UserDeleted', data: { userId } });

const people: IdentityEvent[] = [
  follow('ann', 'ben'),
  follow('ben', 'ann'),
  follow('cay', 'ann'),
  follow('cay', 'ann', 'UserUnfollowed'),
  follow('dan', 'cay'),
  follow('cay', 'ann'),
  follow('ben', 'dan'),
  deleted('dan'),
  follow('ann', 'cay'),
  follow('ann', 'ben', 'UserUnfollowed'),
  follow('ann', 'ben'),
  follow('eve', 'ann'),
  deleted('ben'),
];

for (const view of [questionView, tagView, answerView, commentView]) {
  const reads = view === questionView ? [answerView, commentView] : [];
  describeViewContract(view, qaMigrations, [...log, ...edits, ...deletions, ...ofCommunity], { reads });
}

/** Rows as sorted lines of these columns. */
function linesOf(rows: readonly unknown[] = [], ...columns: readonly string[]): string[] {
  return (rows as Record<string, unknown>[]).map((row) => columns.map((name) => row[name]).join(' ')).sort();
}

describe('the tables of the views', () => {
  let world: QaWorld;
  beforeAll(async () => {
    world = await startQa();
  });
  afterAll(() => world.close());

  async function folded(events: readonly QaEvent[] | readonly IdentityEvent[], views = qaDefinition.views) {
    const tables = views.flatMap((view) => view.tables);
    await world.sql(`truncate ${tables.join(', ')}`);
    for (const view of views) {
      await world.database.transaction((tx) =>
        applyViews([view], envelopesOf(view.source, events as readonly QaEvent[]), tx),
      );
    }
    return readTables(world.database, tables);
  }

  test('contain votes, follows and counters', async () => {
    const tables = await folded(log, [questionView]);
    expect(tables).toMatchObject({
      question_votes: [
        { question_id: 'q1', user_id: 'ben', up: false, position: 19 },
        { question_id: 'q1', user_id: 'cay', up: true, position: 9 },
      ],
      question_follows: [{ question_id: 'q1', user_id: 'cay', position: 17, question_position: 1 }],
    });
    expect(linesOf(tables['question_totals'], 'audience', 'questions', 'unanswered', 'solved')).toEqual([
      ' 2 1 1',
      'ann 2 1 1',
      'ben 1 1 0',
    ]);
    expect(linesOf(tables['contributions'], 'user_id', 'audience', 'questions', 'answers')).toEqual([
      'ann  1 0',
      'ann ann 2 1',
      'ben  1 2',
      'ben ann 0 1',
      'ben ben 1 0',
    ]);
    expect(
      linesOf(tables['questions'], 'id', 'answer_count', 'view_count', 'up_vote_count', 'down_vote_count'),
    ).toEqual(['q1 2 2 1 1', 'q2 2 0 0 0', 'q3 0 0 0 0', 'q4 0 0 0 0', 'q5 0 0 0 0']);
    expect(linesOf(tables['questions'], 'id', 'accepted_answer_id').slice(0, 3)).toEqual(['q1 a3', 'q2 a4', 'q3 ']);
  });

  test('[BA-1, BA-2] contain the votes on answers, and which are accepted', async () => {
    const tables = await folded(log, [answerView]);
    expect(linesOf(tables['answer_votes'], 'answer_id', 'user_id', 'up')).toEqual(['a1 ann true', 'a1 cay false']);
    expect(linesOf(tables['answers'], 'id', 'up_vote_count', 'down_vote_count', 'accepted')).toEqual([
      'a1 1 1 false',
      'a2 0 0 false',
      'a3 0 0 true',
      'a4 0 0 true',
    ]);
  });

  test('keep the first spelling of tags, and count public questions separately', async () => {
    const tables = await folded(log, [tagView]);
    expect(linesOf(tables['tags'], 'key', 'name', 'description', 'questions', 'version')).toEqual([
      'moon moon All about moon, 2 1 2',
      'salt salt by q2 1 1',
      'sea Sea All about sea, 3 1 3',
    ]);
    expect(linesOf(tables['tag_counts'], 'key', 'audience', 'questions')).toEqual([
      'moon ann 1',
      'salt ann 1',
      'salt ben 1',
      'sea ann 1',
    ]);
    expect(tables['tag_totals']).toEqual([{ one: true, tags: 3 }]);
    expect(tables['question_tags']).toHaveLength(7);
  });

  test('[BE-1] contain edited texts, their words and tags, in the places that they had', async () => {
    const tables = await folded(
      [...log, ...edits],
      qaDefinition.views.filter((view) => view.source === 'qa'),
    );
    expect(linesOf(tables['questions'], 'id', 'position', 'title', 'tag_keys', 'version', 'words').slice(1, 4)).toEqual(
      [
        `q2 4 Version 2 of q2 salt,wave 2 '2':2,5 'of':3 'other':6 'q2':4 'version':1 'words':7`,
        `q3 18 Title of q3 salt 1 '3':4 'of':2 'q3':3 'some':5 'title':1 'words':6`,
        `q4 21 Version 4 of q4 foam 4 '4':2,5 'of':3 'other':6 'q4':4 'version':1 'words':7`,
      ],
    );
    expect(linesOf(tables['tags'], 'key', 'questions', 'described_by')).toEqual([
      ...['foam 1 q4', 'moon 1 q1', 'salt 0 q2', 'sea 1 q1', 'tide 0 q4', 'wave 0 q2'],
    ]);
    expect(linesOf(tables['tag_counts'], 'key', 'audience', 'questions')).toEqual([
      ...['moon ann 1', 'salt ann 1', 'salt ben 1', 'sea ann 0', 'wave ann 1'],
    ]);
    expect(tables['tag_totals']).toEqual([{ one: true, tags: 3 }]);
    expect(linesOf(tables['question_tags'], 'key', 'position', 'question_id')).toEqual([
      ...['foam 21 q4', 'moon 1 q1', 'moon 31 q5', 'salt 18 q3', 'salt 4 q2', 'sea 1 q1', 'wave 4 q2'],
    ]);
    expect(linesOf(tables['answers'], 'id', 'text', 'version')[0]).toBe('a1 Then. 2');
    expect(linesOf(tables['comments'], 'id', 'text', 'version')[0]).toBe('c1 Aha. 2');
  });

  test('[BE-3] count only what is not deleted', async () => {
    const tables = await folded(
      [...log, ...edits, ...deletions],
      qaDefinition.views.filter((view) => view.source === 'qa'),
    );
    expect(linesOf(tables['question_totals'], 'audience', 'questions', 'unanswered', 'solved')).toEqual([
      ...[' 3 2 1', 'ann 1 1 0', 'ben 0 0 0'],
    ]);
    expect(linesOf(tables['contributions'], 'user_id', 'audience', 'questions', 'answers')).toEqual([
      ...['ann  2 0', 'ann ann 1 0', 'ben  1 2', 'ben ann 0 0', 'ben ben 0 0', 'cay  0 1'],
    ]);
    expect(linesOf(tables['questions'], 'id', 'answer_count', 'deleted_by')).toEqual([
      ...['q1 2 ', 'q2 0 ', 'q3 0 author', 'q4 0 ', 'q5 0 author', 'q8 0 ', 'q9 1 author'],
    ]);
    expect(linesOf(tables['tags'], 'key', 'questions')).toEqual([
      ...['foam 1', 'moon 1', 'salt 0', 'sea 1', 'tide 1', 'wave 0'],
    ]);
    expect(tables['tag_totals']).toEqual([{ one: true, tags: 4 }]);
    expect(linesOf(tables['question_terms'], 'id', 'terms').filter((line) => line.endsWith(' '))).toEqual([
      ...['q3 ', 'q5 ', 'q9 '],
    ]);
  });

  test('replace a blanked text, drop its search words, and are equal when folded from the erased log', async () => {
    const own = qaDefinition.views.filter((view) => view.source === 'qa');
    const removed = "Removed by the site's operator";
    const tables = await folded(log, own);
    expect(linesOf(tables['questions'], 'id', 'title', 'text', 'words').slice(0, 2)).toEqual([
      `q1 ${removed} ${removed} `,
      `q2 Title of q2 Some words '2':4 'of':2 'q2':3 'some':5 'title':1 'words':6`,
    ]);
    expect(linesOf(tables['answers'], 'id', 'text')).toEqual(['a1 So.', `a2 ${removed}`, 'a3 So.', 'a4 So.']);
    expect(linesOf(tables['comments'], 'id', 'text')).toEqual(['c1 Oh?', `c2 ${removed}`]);
    const erased = log.map((event): QaEvent => {
      if (event.type === 'AnswerPosted' && event.data.answerId === 'a2')
        return { ...event, data: { ...event.data, text: '' } };
      if (event.type === 'CommentPosted' && event.data.commentId === 'c2')
        return { ...event, data: { ...event.data, text: '' } };
      if (event.type !== 'QuestionAsked' || event.data.questionId !== 'q1') return event;
      const tags = event.data.tags.map(({ name }) => ({ name, description: newTagDescription }));
      return { ...event, data: { ...event.data, title: '', text: '', tags } };
    });
    expect(await folded(erased, own)).toEqual(tables);
  });

  test('contain no follows of deleted accounts', async () => {
    const { follows } = await folded(people, [followView('qa')]);
    expect(linesOf(follows, 'follower_id', 'followed_id')).toEqual(['ann cay', 'cay ann', 'eve ann']);
  });

  test('fold every version of every event', async () => {
    const own = qaDefinition.views.filter((view) => view.source === 'qa');
    await world.sql(`truncate ${own.flatMap((view) => view.tables).join(', ')}`);
    const golden = readGoldenEvents('qa');
    // Questions precede their answers, as in any log.
    const ordered = [...golden].sort(
      (one, other) => Number(other.type === 'QuestionAsked') - Number(one.type === 'QuestionAsked'),
    );
    for (const view of own) await world.database.transaction((tx) => applyViews([view], ordered, tx));
    const tables = await readTables(
      world.database,
      own.flatMap((view) => view.tables),
    );
    expect(tables['questions']).toMatchObject([
      { answer_count: 1, view_count: 1, up_vote_count: 0, down_vote_count: 0 },
    ]);
    expect(tables['comments']).toHaveLength(1);
    expect(linesOf(tables['tags'], 'key', 'questions')).toEqual(['baking 0', 'bread 1', 'yeast 1']);
    await world.sql('truncate follows');
    await world.database.transaction((tx) => applyViews([followView('qa')], readGoldenEvents('identity'), tx));
    expect((await readTables(world.database, ['follows']))['follows']).toEqual([]);
  });
});
