import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RpcName, Rpc } from '@parlour/contracts/rpc';
import type { QuestionOrder } from '@parlour/contracts/qa/qa';
import {
  costsOf,
  type SentStatement,
  type StatementCosts,
  statementsOf,
} from '@parlour/kernel/testing/statement-costs';
import { statement } from '@parlour/kernel/database/database';
import { personOf } from '@parlour/kernel/testing/people';
import { QuestionTermsRow } from './question/lists/question-terms.entity.ts';
import { busyQuestion, fillQuestions, idOf, reader } from './testing/many-questions.ts';
import { type QaWorld, startQa } from './testing/qa-world.ts';

const questions = 20_000;
const newcomer = personOf('Newcomer');
/** A question with so many long answers that it is returned in parts. */
const longQuestion = idOf(9);

let world: QaWorld;
beforeAll(async () => {
  world = await startQa();
  await fillQuestions(world, questions);
  await world.sql(
    `insert into answers (id, question_id, position, text, answered_by, answered_at)
     select 'long ' || n, $1, 1000000 + n, 'So.', 'person0', now() from generate_series(1, 500) n`,
    [longQuestion],
  );
  await world.sql(
    `insert into comments (id, question_id, answer_id, position, text, commented_by, commented_at)
     select 'on long ' || n, $1, 'long ' || n % 500 + 1, 2000000 + n, repeat('x', 2000), 'person1', now()
       from generate_series(1, 10000) n`,
    [longQuestion],
  );
  await world.sql('analyze answers, comments');
  // Warms up before counting: statements get prepared, and the service learns its callers.
  await world.list(reader);
});
afterAll(() => world.close());

const ours = /^(questions|answers|tags|contributions|communities)\.|^$/;

function readsOf<Name extends RpcName>(name: Name, request: Rpc[Name]['request']): Promise<SentStatement[]> {
  const call = (): Promise<unknown> => world.call(name, request, { as: reader, minPositions: {} });
  return statementsOf(world.database, (sent) => ours.test(sent), call);
}

async function workOf<Name extends RpcName>(name: Name, request: Rpc[Name]['request']): Promise<StatementCosts> {
  return costsOf(world.database, await readsOf(name, request));
}

const limit = 30;
const list = (order: QuestionOrder, more: object = {}) => ({ order, limit, ...more });
const deep = (key: number): object => ({ cursor: `${key}.${questions}` });

const lists: readonly (readonly [
  what: string,
  name: RpcName,
  request: object,
  index: string,
  most: number,
  statements?: number,
])[] = [
  ['newest', 'qa.getQuestions', list('newest'), 'questions_newest', 2_000],
  ['newest, deep', 'qa.getQuestions', list('newest', deep(questions)), 'questions_newest', 2_000],
  ['unanswered', 'qa.getQuestions', list('unanswered'), 'questions_unanswered', 2_000],
  ['unanswered, deep', 'qa.getQuestions', list('unanswered', deep(questions)), 'questions_unanswered', 2_000],
  ['unsolved', 'qa.getQuestions', list('unsolved'), 'questions_unsolved', 2_000],
  ['unsolved, deep', 'qa.getQuestions', list('unsolved', deep(questions)), 'questions_unsolved', 2_000],
  ['active', 'qa.getQuestions', list('active'), 'questions_active', 2_000],
  ['active, deep', 'qa.getQuestions', list('active', deep(questions)), 'questions_active', 2_000],
  ['mostViewed', 'qa.getQuestions', list('mostViewed'), 'questions_most_viewed', 2_000],
  ['mostViewed, deep', 'qa.getQuestions', list('mostViewed', deep(50)), 'questions_most_viewed', 2_000],
  ['following', 'qa.getQuestions', list('following'), 'questions_of_author', 7_500],
  ['following, deep', 'qa.getQuestions', list('following', deep(questions)), 'questions_of_author', 7_500],
  ['a tag', 'qa.getQuestions', list('newest', { search: '[common]' }), 'question_tags_pkey', 2_000],
  [
    'a tag, deep',
    'qa.getQuestions',
    list('newest', { search: '[common]', ...deep(questions) }),
    'question_tags_pkey',
    1_500,
  ],
  ['two tags', 'qa.getQuestions', list('newest', { search: '[common] [tag7]' }), 'question_terms_found', 4_500],
  ['a tag, most viewed', 'qa.getQuestions', list('mostViewed', { search: '[tag7]' }), 'question_terms_found', 2_000, 2],
  ['a rare word', 'qa.getQuestions', list('newest', { search: 'rare1799' }), 'question_terms_found', 800],
  ['a common word', 'qa.getQuestions', list('newest', { search: 'title' }), 'question_terms_found', 12_000],
  [
    'a common word, most viewed',
    'qa.getQuestions',
    list('mostViewed', { search: 'text' }),
    'questions_most_viewed',
    4_600,
    2,
  ],
  ['a tag and a word', 'qa.getQuestions', list('newest', { search: '[tag7] title' }), 'question_terms_found', 2_000],
  ['a community', 'qa.getQuestions', list('newest', { communityId: idOf(0) }), 'questions_of_community', 2_000],
  ['an author', 'qa.getQuestions', list('newest', { author: 'Person 3' }), 'questions_of_author', 2_000],
  [
    'an author, deep',
    'qa.getQuestions',
    list('newest', { author: 'Person 3', ...deep(questions) }),
    'questions_of_author',
    2_000,
  ],
  ['similar ones', 'qa.similar', { title: 'Common tag7' }, 'question_terms_found', 2_000],
  ['tags', 'qa.getTags', { limit }, 'tags_by_count', 4_000],
  ['tags, deep', 'qa.getTags', { limit, cursor: '4.tag2' }, 'tags_by_count', 4_000],
  ['tags by name', 'qa.getTags', { limit, order: 'name' }, 'tags_pkey', 4_000],
  ['tags by name, deep', 'qa.getTags', { limit, order: 'name', cursor: '4.tag2' }, 'tags_pkey', 4_000],
  ['a tag by name', 'qa.getTag', { name: 'COMMON' }, 'tags_pkey', 10],
  ['contributions', 'qa.contributions', { username: 'Person 3' }, 'people_canonical_name', 2_000],
  ['contributions, hidden', 'qa.contributions', { username: 'Person 3' }, 'questions_deleted_of_author', 2_000],
  ['answers of a person', 'qa.getAnswersOf', { limit, username: 'Person 0' }, 'answers_of_author', 2_000],
  [
    'answers of a person, hidden',
    'qa.getAnswersOf',
    { limit, username: 'Person 0' },
    'questions_deleted_of_author',
    2_000,
  ],
  [
    'answers of a person, deep',
    'qa.getAnswersOf',
    { limit, username: 'Person 0', cursor: String(questions) },
    'answers_of_author',
    2_000,
  ],
  ['a question', 'qa.getQuestionById', { id: idOf(3) }, 'questions_pkey', 100],
  ['further answers', 'qa.getQuestionById', { id: idOf(3), after: `answer of ${idOf(3)}` }, 'answers_of_question', 100],
  ['a part of a long question', 'qa.getQuestionById', { id: longQuestion }, 'comments_of_answer', 4_000, 2],
  [
    'a later part of a long question',
    'qa.getQuestionById',
    { id: longQuestion, after: 'long 250' },
    'comments_of_answer',
    4_000,
  ],
  ['a busy question', 'qa.getQuestionById', { id: busyQuestion }, 'question_votes_order', 9_000],
];

describe('the cost of a read among many questions', () => {
  test.each(lists)('%s: uses an index, and reads few rows', async (_, name, request, index, most) => {
    const { ways, touched } = await workOf(name, request as Rpc[typeof name]['request']);
    expect(ways).toContain(index);
    expect(touched).toBeLessThan(most);
  });
});

describe('[BM-41] completing reads few of thousands', () => {
  const costOf = async (name: 'qa.completeTags' | 'qa.completePeople', request: object, as = reader) => {
    const call = (): Promise<unknown> => world.call(name, request, { as, minPositions: {} });
    const isOurs = (sent: string): boolean => /^(tags|completion)\./.test(sent);
    return costsOf(world.database, await statementsOf(world.database, isOurs, call));
  };

  test.each([
    ['nothing', '', 'tags_by_count'],
    ['the letter of nearly all', 't', 'tags_by_count'],
    ['the beginning of a few', 'tag499', 'tags_pkey'],
    ['the beginning of none', 'zz', 'tags_pkey'],
  ])('a tag, from %s', async (_, prefix, index) => {
    const { ways, rowsOf } = await costOf('qa.completeTags', { prefix });
    expect(ways).toContain(index);
    expect(rowsOf['tags']).toBeLessThan(2_000);
    expect(rowsOf['tag_counts']).toBeLessThan(1_000);
  });

  const asker = { id: 'person30', name: 'Person 30' };
  test.each([
    ['everybody', {}, reader],
    ['anybody', { qid: idOf(3) }, reader],
    ['the asker and writers', { qid: idOf(30) }, reader],
    ['the asker’s followers', { qid: idOf(30) }, asker],
    ['the followers of somebody who is asking', { onlyFollowers: 'true' }, asker],
  ])('%s, from a part of a name and from nothing', async (_, among, as) => {
    for (const prefix of ['', 'person 9']) {
      const { rowsOf } = await costOf('qa.completePeople', { prefix, ...among }, as);
      expect(rowsOf['people']).toBeLessThan(300);
    }
  });
});

describe('a page of a list', () => {
  const newest = deep(questions);
  const pages: readonly (readonly [what: string, request: Rpc['qa.getQuestions']['request']])[] = [
    ...(['newest', 'unanswered', 'active', 'mostViewed', 'unsolved'] as const).flatMap((order) => [
      [order, list(order)] as const,
      [`${order}, deep`, list(order, order === 'mostViewed' ? deep(50) : newest)] as const,
    ]),
    ['a tag', list('newest', { search: '[common]' })],
    ['a tag, deep', list('newest', { search: '[common]', ...newest })],
    ['a community', list('newest', { communityId: idOf(0) })],
  ];

  test.each(pages)('%s: reads at most three questions for each that it shows', async (_, request) => {
    const { rowsOf } = await workOf('qa.getQuestions', request);
    expect(rowsOf['questions']).toBeLessThanOrEqual(3 * limit);
  });

  test('of a search for a rare word reads only what has it', async () => {
    const { rowsOf } = await workOf('qa.getQuestions', list('newest', { search: 'rare1799' }));
    expect(rowsOf['question_terms']).toBeLessThan(20);
  });
});

test('numbering a new question for searches reads the latest one only', async () => {
  const numbering = `select ${QuestionTermsRow.derived.number} from (values (1)) n (position)`;
  const { rowsOf } = await costsOf(world.database, [{ statement: statement('', numbering), values: [] }]);
  expect(rowsOf).toEqual({ question_terms: 1 });
});

describe('the statements of a read', () => {
  test.each(lists)('%s: as few as listed, and one more to check access to a community', async (...row) => {
    const [, name, request, , , statements = 1] = row;
    const sent = await readsOf(name, request as Rpc[typeof name]['request']);
    expect(sent).toHaveLength('communityId' in request ? statements + 1 : statements);
  });
});

describe('the statements of a command beside those of the log', () => {
  const one = idOf(3);
  const written: readonly (readonly [
    name: RpcName,
    request: object,
    own: readonly string[],
    published: readonly string[],
  ])[] = [
    [
      'qa.addQuestion',
      { title: 'A title', text: 'A text', tags: [{ name: 'new' }], onlyFollowers: false, communityId: null },
      [
        'tags.increase.+questions.?describedBy.?description.?name',
        'question_tags.insert',
        'tags.count',
        'questions.insert',
        'question_terms.insert',
        'question_totals.increase.+questions.+unanswered',
        'contributions.increase.+answers.+questions',
        'questions.page',
      ],
      ['questions.rows'],
    ],
    [
      'qa.addAnswer',
      { qid: one, text: 'So.' },
      [
        'answers.count',
        'answers.insert',
        // and lastKind, +answerCount
        'questions.update.activePosition.lastAt.lastBy.last.91545f4f0c9b',
        'questions.answered',
        'answers.count',
        'answers.posted',
      ],
      ['questions.rows', 'answers.byIds'],
    ],
    [
      'qa.vote',
      { qid: one, vote: 'up' },
      ['questions.visible', 'questions.update.+upVoteCount', 'question_votes.upsert', 'votes.ofVoter'],
      ['questions.rows', 'votes.ofQuestions'],
    ],
    [
      'qa.vote',
      { qid: one, vote: 'up' },
      ['questions.visible', 'questions.update.+upVoteCount', 'question_votes.remove', 'votes.ofVoter'],
      ['questions.rows', 'votes.ofQuestions'],
    ],
    [
      'qa.voteOnAnswer',
      { aid: `answer of ${one}`, vote: 'up' },
      ['answers.votable', 'answers.update.+upVoteCount', 'answer_votes.upsert', 'answers.votable', 'answers.ofVoter'],
      ['questions.rows', 'answers.byIds'],
    ],
    [
      'qa.followQuestion',
      { qid: one },
      ['questions.visible', 'question_follows.upsert', 'questions.visible', 'questions.page'],
      ['questions.rows'],
    ],
    [
      'qa.addComment',
      { id: one, type: 'question', text: 'Oh?' },
      [
        'comments.questionTarget',
        'comments.insert',
        'questions.update.lastAt.lastBy.lastKind',
        'comments.questionTarget',
        'comments.posted',
      ],
      ['questions.rows', 'comments.live'],
    ],
    [
      'qa.addComment',
      { id: `answer of ${one}`, type: 'answer', text: 'Oh?' },
      [
        'comments.answerTarget',
        'comments.insert',
        'questions.update.lastAt.lastBy.lastKind',
        'comments.answerTarget',
        'comments.posted',
      ],
      ['questions.rows', 'comments.live'],
    ],
    [
      'qa.getQuestionById',
      { id: one },
      ['questions.page', 'questions.update.+viewCount', 'question_views.insert', 'questions.page'],
      ['questions.rows'],
    ],
  ];

  test.each(written.map((each, index) => [...each, index] as const))(
    '%s',
    async (name, request, own, published, index) => {
      await world.liveMessages();
      const sent: string[] = [];
      world.database.onStatement = (statement) => sent.push(statement);
      await world.call(name, request as Rpc[typeof name]['request'], { as: newcomer, key: `key-${index}` });
      await world.liveMessages();
      world.database.onStatement = undefined;
      const theirs = sent.filter((statement) =>
        /^(questions|question_[a-z]+|votes|comments|answers|answer_[a-z]+|tags|tag_[a-z]+|contributions|communities)\./.test(
          statement,
        ),
      );
      expect(theirs.sort()).toEqual([...own, ...published].sort());
    },
  );
});
