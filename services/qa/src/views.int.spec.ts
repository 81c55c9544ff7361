import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { IdentityEvent } from '@parlour/contracts/identity';
import { newTagDescription } from '@parlour/contracts/limits';
import type { QaEvent } from '@parlour/contracts/qa';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { describeViewContract, readTables } from '@parlour/kernel/testing/view-contract';
import { followView } from '@parlour/kernel/view/follow-view';
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

const blankings: QaEvent[] = [
  { type: 'QuestionBlanked', data: { questionId: 'q1' } },
  { type: 'AnswerBlanked', data: { answerId: 'a2', questionId: 'q2' } },
  { type: 'CommentBlanked', data: { commentId: 'c2', questionId: 'q1', answerId: 'a1' } },
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
  ...blankings,
  answered('a4', 'q2', 'ann'),
  cancelled('q2', 'ben', 'up'),
  asked('q5', 'ann', ['moon'], true),
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
  describeViewContract(view, qaMigrations, [...log, ...ofCommunity]);
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
      await world.database.transaction((tx) => view.apply(envelopesOf(view.source, events as readonly QaEvent[]), tx));
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
      question_totals: [
        { audience: '', questions: 2, unanswered: 1 },
        { audience: 'ann', questions: 2, unanswered: 1 },
        { audience: 'ben', questions: 1, unanswered: 1 },
      ],
    });
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
  });

  test('keep the first spelling of tags, and count public questions separately', async () => {
    const tables = await folded(log, [tagView]);
    expect(linesOf(tables['tags'], 'key', 'name', 'description', 'questions')).toEqual([
      'moon moon user added tag 1',
      'salt salt by q2 1',
      'sea Sea user added tag 1',
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

  test('replace a blanked text, drop its search words, and are equal when folded from the erased log', async () => {
    const own = qaDefinition.views.filter((view) => view.source === 'qa');
    const removed = "Removed by the site's operator";
    const tables = await folded(log, own);
    expect(linesOf(tables['questions'], 'id', 'title', 'text', 'words').slice(0, 2)).toEqual([
      `q1 ${removed} ${removed} `,
      `q2 Title of q2 Some words 'of':2 'q2':3 'some':4 'title':1 'words':5`,
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
    for (const view of own) await world.database.transaction((tx) => view.apply(ordered, tx));
    const tables = await readTables(
      world.database,
      own.flatMap((view) => view.tables),
    );
    expect(tables['questions']).toMatchObject([
      { answer_count: 1, view_count: 1, up_vote_count: 0, down_vote_count: 0 },
    ]);
    expect(tables['comments']).toHaveLength(1);
    expect(tables['tags']).toHaveLength(2);
    await world.sql('truncate follows');
    await world.database.transaction((tx) => followView('qa').apply(readGoldenEvents('identity'), tx));
    expect((await readTables(world.database, ['follows']))['follows']).toEqual([]);
  });
});
