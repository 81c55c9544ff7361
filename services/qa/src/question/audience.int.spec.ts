import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { LiveMessage } from '@parlour/contracts/live';
import type { QuestionOrder, QuestionRowWire } from '@parlour/contracts/qa/qa';
import type { QaEvent } from '@parlour/contracts/qa/qa.events';
import type { Viewer } from '@parlour/people/audience-sql';
import type { BoundStatement } from '@parlour/kernel/database/database';
import * as cases from '@parlour/people/testing/audience-cases';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { readAnswersOf } from '../answer/answer-list.queries.ts';
import { readContributions } from '../contribution/contribution.queries.ts';
import { qaDefinition } from '../qa.module.ts';
import { readTags } from '../tag/tag.queries.ts';
import { listingOf } from './lists/listing.ts';
import { askRows } from './lists/question-list.queries.ts';
import { readQuestionAccess } from './page/question-page.queries.ts';
import { askTotal } from './lists/question-total.queries.ts';

type Person = cases.CaseViewer;
type Question = cases.CasePost;

const isAnswered = ({ id }: Question): boolean => cases.casePosts.findIndex((post) => post.id === id) % 3 === 0;

/** Questions that everybody has followed, whether they may see them now or not. */
const isFollowed = ({ id }: Question): boolean => cases.casePosts.findIndex((post) => post.id === id) % 5 === 0;

let world: cases.CaseDatabase;
beforeAll(async () => {
  const asked = cases.casePosts.map(({ id: questionId, author: askedBy, isForFollowers, communityId }): QaEvent => {
    const content = { title: 'Why?', text: 'Well?', tags: [{ name: 'common', description: 'Of all' }] };
    const data = { ...content, questionId, askedBy, onlyFollowers: isForFollowers, communityId };
    return { type: 'QuestionAsked', data };
  });
  const answered = cases.casePosts.filter(isAnswered).map(({ id: questionId, author: answeredBy }): QaEvent => {
    return { type: 'AnswerPosted', data: { answerId: `to ${questionId}`, questionId, answeredBy, text: 'So.' } };
  });
  const followed = cases.casePosts
    .filter(isFollowed)
    .flatMap(({ id: questionId }) =>
      cases.caseViewers.map(({ id: userId }): QaEvent => ({ type: 'QuestionFollowed', data: { questionId, userId } })),
    );
  world = await cases.openCaseDatabase(qaDefinition, { qa: [...asked, ...answered, ...followed] });
});
afterAll(() => world.close());

describe.each([
  ['our copies of rights are current', true],
  ['our copies of rights may be old', false],
])('[Q-6, Q-7, C-6] while %s', (_, fresh) => {
  const viewerOf = ({ id }: Person): Viewer => ({ viewer: id, fresh });
  const maySee = (person: Person, question: Question): boolean => cases.maySee(person, question, fresh);
  const run = <Row extends object>({ statement, values }: BoundStatement): Promise<Row[]> =>
    world.database.query<Row>(statement, values);
  const pairsOf = (sets: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
    cases.pairsOf((person, question) => sets.get(person.id)?.has(question.id) ?? false);

  test('everybody is shown what they may see, and nothing else', async () => {
    const shown = new Map<string, Set<string>>();
    for (const person of cases.caseViewers) {
      const request = { order: 'newest', limit: 100 } as const;
      const rows = await run<{ json: string }>(askRows(listingOf(request), request, viewerOf(person)));
      shown.set(person.id, new Set(rows.map(({ json }) => (JSON.parse(json) as QuestionRowWire)._id))); // as sent
    }
    expect(pairsOf(shown)).toEqual(cases.pairsOf(maySee));
  });

  test('everybody can act on what they may see, and on nothing else', async () => {
    const open = new Map<string, Set<string>>();
    for (const person of cases.caseViewers) {
      const accesses = cases.casePosts.map(async ({ id }): Promise<string[]> => {
        const access = await readQuestionAccess(world.database, { id, ...viewerOf(person) });
        return access === 'none' ? [] : [id];
      });
      open.set(person.id, new Set((await Promise.all(accesses)).flat()));
    }
    expect(pairsOf(open)).toEqual(cases.pairsOf(maySee));
  });

  test('live messages go to those who may see the question, and to nobody else', async () => {
    const viewed = cases.casePosts.map(({ id: questionId }): QaEvent => {
      return { type: 'QuestionViewed', data: { questionId, viewedBy: 'nobody' } };
    });
    const { liveMessages } = await qaDefinition.live(envelopesOf('qa', viewed), world.database, world.rights(fresh));
    const told = new Map(cases.caseViewers.map(({ id }): [string, Set<string>] => [id, new Set()]));
    const isTold = ({ to, except = [] }: LiveMessage, { id }: Person): boolean =>
      (to.includes('public') || to.includes(`user:${id}`)) && !except.includes(`user:${id}`);
    for (const message of liveMessages) {
      const { _id } = message.payload as QuestionRowWire; // of viewsUpdate
      for (const person of cases.caseViewers) if (isTold(message, person)) told.get(person.id)?.add(_id);
    }
    expect(pairsOf(told)).toEqual(cases.pairsOf(maySee));
  });

  /** Old copies: a community's counters do not know which questions their author still sees. */
  const isCounted = ({ isForFollowers, communityId }: Question): boolean =>
    fresh || isForFollowers || communityId === null;
  const countOf = (person: Person, isOf: (question: Question) => boolean): number =>
    cases.casePosts.filter((question) => maySee(person, question) && isCounted(question) && isOf(question)).length;
  const everyone = async (count: (person: Person) => number | Promise<number>): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const person of cases.caseViewers) counts[person.id] = await count(person);
    return counts;
  };
  const totalOf =
    (order: QuestionOrder, more: object) =>
    async (person: Person): Promise<number> =>
      (await run<{ total: number }>(askTotal(listingOf({ order, limit: 1, ...more }), viewerOf(person))))[0]?.total ??
      0;

  test.each<[string, QuestionOrder, object, (question: Question) => boolean]>([
    ['of all', 'newest', {}, () => true],
    ['of those without answers', 'unanswered', {}, (question) => !isAnswered(question)],
    ['of a tag', 'newest', { search: '[common]' }, () => true],
    ['of a public community', 'newest', { communityId: 'public' }, ({ communityId }) => communityId === 'public'],
    ['of a private community', 'newest', { communityId: 'private' }, ({ communityId }) => communityId === 'private'],
  ])('the total %s counts what the viewer may see', async (_what, order, more, isOf) => {
    expect(await everyone(totalOf(order, more))).toEqual(await everyone((person) => countOf(person, isOf)));
  });

  test('the total of the order following counts what the viewer may see, of people and questions', async () => {
    const follows = (person: Person, { author }: Question): boolean =>
      person.following === 'follower' && !person.isDeleted && !author.endsWith('deleted');
    const isShown = (person: Person, question: Question): boolean =>
      maySee(person, question) && (isFollowed(question) || follows(person, question));
    const expected = await everyone((person) => cases.casePosts.filter((each) => isShown(person, each)).length);
    expect(await everyone(totalOf('following', {}))).toEqual(expected);
  });

  test('a tag’s count is that of what the viewer may see', async () => {
    const tag = async (person: Person): Promise<number> => {
      const { rows } = await readTags(world.database, { limit: 30 }, viewerOf(person));
      return rows.parse()[0]?.qcnt ?? 0;
    };
    expect(await everyone(tag)).toEqual(await everyone((person) => countOf(person, () => true)));
  });

  test.each(cases.caseViewers.filter(({ id, isDeleted }) => id.startsWith('author') && !isDeleted))(
    'contributions of $id are what the viewer may see, and all to themselves',
    async ({ id: author }) => {
      const written = cases.casePosts.filter((one) => one.author === author);
      const answersAsWell = (one: Question): number => (isAnswered(one) ? 2 : 1);
      expect(await everyone((person) => readContributions(world.database, author, viewerOf(person)))).toEqual(
        await everyone((person) =>
          written
            .filter((one) => person.id === author || (maySee(person, one) && isCounted(one)))
            .reduce((total, one) => total + answersAsWell(one), 0),
        ),
      );
    },
  );

  test.each(cases.caseViewers.filter(({ id, isDeleted }) => id.startsWith('author') && !isDeleted))(
    'the questions of $id are those that the viewer may see',
    async ({ id: author }) => {
      const isOf = (question: Question): boolean => question.author === author;
      const shown = new Map<string, Set<string>>();
      for (const person of cases.caseViewers) {
        const request = { order: 'newest', limit: 100, author } as const;
        const rows = await run<{ json: string }>(askRows(listingOf(request), request, viewerOf(person)));
        shown.set(person.id, new Set(rows.map(({ json }) => (JSON.parse(json) as QuestionRowWire)._id))); // as sent
      }
      expect(pairsOf(shown)).toEqual(cases.pairsOf((person, question) => isOf(question) && maySee(person, question)));
      expect(await everyone(totalOf('newest', { author }))).toEqual(await everyone((person) => countOf(person, isOf)));
    },
  );

  test.each(cases.caseViewers.filter(({ id, isDeleted }) => id.startsWith('author') && !isDeleted))(
    'the answers of $id are those to questions that the viewer may see',
    async ({ id: author }) => {
      const isOf = (question: Question): boolean => question.author === author && isAnswered(question);
      const shown = new Map<string, Set<string>>();
      const totals: Record<string, number> = {};
      for (const person of cases.caseViewers) {
        const request = { username: author, limit: 100 };
        const { rows, total } = await readAnswersOf(world.database, request, viewerOf(person));
        shown.set(person.id, new Set(rows.parse().map(({ question }) => question._id)));
        totals[person.id] = total;
      }
      expect(pairsOf(shown)).toEqual(cases.pairsOf((person, question) => isOf(question) && maySee(person, question)));
      expect(totals).toEqual(await everyone((person) => countOf(person, isOf)));
    },
  );
});
