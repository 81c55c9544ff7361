import { personOf } from '@parlour/kernel/testing/people';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { limits } from '@parlour/contracts/limits';
import { type QuestionOrder, questionOrders } from '@parlour/contracts/qa/qa';
import { fillQuestions, idOf } from '../../testing/many-questions.ts';
import { type QaWorld, startQa } from '../../testing/qa-world.ts';

/** More than two segments of terms. */
const questions = 5_000;
/** Follows nobody. */
const stranger = personOf('Stranger');

let world: QaWorld;
beforeAll(async () => {
  world = await startQa();
  await fillQuestions(world, questions);
});
afterAll(() => world.close());

const sorted: Record<QuestionOrder, string> = {
  newest: 'position',
  unanswered: 'position',
  following: 'position',
  active: 'active_position',
  mostViewed: 'view_count',
  unsolved: 'position',
};
const narrowed: Partial<Record<QuestionOrder, string>> = {
  unanswered: 'and answer_count = 0',
  following: 'and false',
  unsolved: 'and accepted_answer_id is null',
};

/** What a search must find, by reading all questions. */
async function expectedIn(order: QuestionOrder, condition: string): Promise<string[]> {
  const rows = await world.sql<{ id: string }>(
    `select id from questions where not only_followers and ${condition} ${narrowed[order] ?? ''}
      order by ${sorted[order]} desc, position desc`,
  );
  return rows.map(({ id }) => id);
}

async function pagesOf(request: object): Promise<{ ids: string[]; totals: number[] }> {
  const ids: string[] = [];
  const totals = new Set<number>();
  let cursor: string | undefined;
  do {
    const page = { order: 'newest', limit: 100, ...request, ...(cursor !== undefined && { cursor }) } as const;
    const { reply } = await world.call('qa.getQuestions', page, { as: stranger });
    ids.push(...reply.rows.map((row) => row._id));
    totals.add(reply.total);
    cursor = reply.next ?? undefined;
  } while (cursor !== undefined);
  return { ids, totals: [...totals] };
}

const searches: readonly (readonly [search: string, condition: string, more?: object])[] = [
  ['W3', `position / 2 % 7 = 3`],
  ['ti', 'true'],
  ['rare12', `(position / 2 % 4000)::text like '12%'`],
  ['w3 title RARE1', `position / 2 % 7 = 3 and (position / 2 % 4000)::text like '1%'`],
  ['nothing', 'false'],
  ['[common]', `tag_keys && '{common}'`],
  ['[common] [tag7] [none]', `tag_keys && '{common,tag7}'`],
  ['[COMMON] w3', `tag_keys && '{common}' and position / 2 % 7 = 3`],
  ['w3', `position / 2 % 7 = 3 and community_id = '${idOf(0)}'`, { communityId: idOf(0) }],
];

describe('[Q-1, Q-2, T-5] a search', () => {
  test.each(searches.flatMap((search) => questionOrders.map((order) => [order, ...search] as const)))(
    'in the order %s for %j finds all that match, and counts them to a thousand',
    async (order, search, condition, more = {}) => {
      const ids = await expectedIn(order, condition);
      const found = await pagesOf({ order, search, ...more });
      expect(found.ids).toEqual(ids);
      const isExact = ids.length <= limits.countedExactly || (search === '[common]' && narrowed[order] === undefined);
      expect(found.totals).toEqual([isExact ? ids.length : limits.countedExactly + 1]);
    },
  );

  test.each([`'`, `\\`, `a'b\\`, `&|!():*<->`, '\u0000', 'x y', '@', '#', ':', '1:w3'])(
    'takes the tag %j literally',
    async (tag) => {
      expect(await pagesOf({ search: '[none]', tag })).toEqual({ ids: [], totals: [0] });
      expect(await pagesOf({ search: 'w3', tag })).toEqual({ ids: [], totals: [0] });
    },
  );
});
