import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RpcName, Rpc } from '@parlour/contracts/rpc';
import type { QuestionOrder } from '@parlour/contracts/qa';
import {
  costsOf,
  type SentStatement,
  type StatementCosts,
  statementsOf,
} from '@parlour/kernel/testing/statement-costs';
import { busyQuestion, fillQuestions, idOf, reader } from './testing/many-questions.ts';
import { personOf, type QaWorld, startQa } from './testing/qa-world.ts';

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

const ours = /^(questions|tags|contributions|communities)\.|^$/;

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

const lists: readonly (readonly [what: string, name: RpcName, request: object, index: string, most: number])[] = [
  ['newest', 'qa.getQuestions', list('newest'), 'questions_newest', 2_000],
  ['newest, deep', 'qa.getQuestions', list('newest', deep(questions)), 'questions_newest', 2_000],
  ['unanswered', 'qa.getQuestions', list('unanswered'), 'questions_unanswered', 2_000],
  ['unanswered, deep', 'qa.getQuestions', list('unanswered', deep(questions)), 'questions_unanswered', 2_000],
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
  ['two tags', 'qa.getQuestions', list('newest', { search: '[common] [tag7]' }), 'question_tags_pkey', 4_500],
  ['a tag, most viewed', 'qa.getQuestions', list('mostViewed', { search: '[tag7]' }), 'questions_tag_keys', 2_000],
  ['a rare word', 'qa.getQuestions', list('newest', { search: 'rare1799' }), 'questions_words', 800],
  ['a common word', 'qa.getQuestions', list('newest', { search: 'title' }), 'questions_newest', 4_500],
  [
    'a common word, most viewed',
    'qa.getQuestions',
    list('mostViewed', { search: 'text' }),
    'questions_most_viewed',
    4_500,
  ],
  ['a tag and a word', 'qa.getQuestions', list('newest', { search: '[tag7] title' }), 'questions_tag_keys', 2_000],
  ['a community', 'qa.getQuestions', list('newest', { communityId: idOf(0) }), 'questions_of_community', 2_000],
  ['tags', 'qa.getTags', { limit }, 'tags_by_count', 4_000],
  ['tags, deep', 'qa.getTags', { limit, cursor: '4.tag2' }, 'tags_by_count', 4_000],
  ['a tag by name', 'qa.getTag', { name: 'COMMON' }, 'tags_pkey', 10],
  ['contributions', 'qa.contributions', { username: 'Person 3' }, 'people_canonical_name', 2_000],
  ['a question', 'qa.getQuestionById', { id: idOf(3) }, 'questions_pkey', 100],
  ['further answers', 'qa.getQuestionById', { id: idOf(3), after: `answer of ${idOf(3)}` }, 'answers_of_question', 100],
  ['a part of a long question', 'qa.getQuestionById', { id: longQuestion }, 'comments_of_answer', 4_000],
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

describe('the statements of a read', () => {
  test.each(lists)('%s: one statement, and one more to check access to a community', async (_, name, request) => {
    const sent = await readsOf(name, request as Rpc[typeof name]['request']);
    expect(sent).toHaveLength('communityId' in request ? 2 : 1);
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
      { title: 'A title', text: 'A text', tags: [{ name: 'new' }] },
      [
        'tags.increase.+questions.?description.?name',
        'question_tags.insert',
        'tags.count',
        'questions.insert',
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
        'questions.update.activePosition.+answerCount',
        'questions.answered',
        'answers.insert',
        'answers.byIds',
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
      'qa.followQuestion',
      { qid: one },
      ['questions.visible', 'question_follows.upsert', 'questions.page'],
      ['questions.rows'],
    ],
    [
      'qa.addComment',
      { id: one, type: 'question', text: 'Oh?' },
      ['comments.questionTarget', 'comments.insert', 'comments.byIds'],
      ['questions.rows', 'comments.byIds'],
    ],
    [
      'qa.addComment',
      { id: `answer of ${one}`, type: 'answer', text: 'Oh?' },
      ['comments.answerTarget', 'comments.insert', 'comments.byIds'],
      ['questions.rows', 'comments.byIds'],
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
        /^(questions|question_[a-z]+|votes|comments|answers|tags|tag_[a-z]+|contributions|communities)\./.test(
          statement,
        ),
      );
      expect(theirs.sort()).toEqual([...own, ...published].sort());
    },
  );
});
