import { canonicalName } from '@parlour/contracts/checks';
import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { QuestionOrder, QuestionRowWire, TagWire } from '@parlour/contracts/qa';
import type { Page, Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { nameOf, visibleTo } from './question.view.ts';

/** SQL: what a list row shows of the question `q`; needs `rowJoins`. */
export const rowColumns = `q.id, q.position, q.active_position, q.title, q.asked_at, q.only_followers, q.community_id, q.answer_count, q.view_count,
  q.up_vote_count, q.down_vote_count, ${nameOf('asker')} as asked_by,
  (select json_agg(json_build_object('name', t.name, 'description', t.description) order by k.n)
     from unnest(q.tag_keys) with ordinality as k(key, n) join tags t on t.key = k.key) as tags`;

/** SQL: the joins of `rowColumns`. */
export const rowJoins = 'left join people asker on asker.id = q.asked_by';

/** A row of `rowColumns`. */
export interface RowColumns {
  id: string;
  position: number;
  active_position: number;
  title: string;
  asked_at: Date;
  asked_by: string;
  only_followers: boolean;
  community_id: string | null;
  answer_count: number;
  view_count: number;
  up_vote_count: number;
  down_vote_count: number;
  tags: TagWire[] | null;
}

/** The list row of a question as it goes to a browser. */
export function rowOf(row: RowColumns): QuestionRowWire {
  return {
    _id: row.id,
    title: row.title,
    tags: row.tags ?? [],
    askedBy: row.asked_by,
    askDateTime: row.asked_at.toISOString(),
    onlyFollowers: row.only_followers,
    communityId: row.community_id,
    answerCount: row.answer_count,
    viewCount: row.view_count,
    upVoteCount: row.up_vote_count,
    downVoteCount: row.down_vote_count,
  };
}

/** How a list is sorted: by one number and then by the time of asking, both the greatest first, as its index is. */
interface Sorting {
  readonly by: 'position' | 'active_position' | 'view_count';
  readonly where: string;
}

/** Orders that can be served; `following` waits until people can follow. Source: decisions Q-1. */
const sortings: Readonly<Record<Exclude<QuestionOrder, 'following'>, Sorting>> = {
  newest: { by: 'position', where: 'true' },
  unanswered: { by: 'position', where: 'q.answer_count = 0' },
  active: { by: 'active_position', where: 'true' },
  mostViewed: { by: 'view_count', where: 'true' },
};

/** What the search box was asked for: any of the tags, and all of the words as beginnings. Source: decisions Q-2. */
export interface Search {
  readonly tags: readonly string[];
  readonly words: readonly string[];
}

/** Takes `[tag]`s and words out of the text of the search box. */
export function parseSearch(text: string): Search {
  const tags = [...text.matchAll(/\[([^[\]]+)\]/g)].map(([, name]) => canonicalName(name ?? ''));
  const rest = text.replace(/\[[^[\]]*\]/g, ' ').toLowerCase();
  return { tags: tags.filter((tag) => tag !== ''), words: rest.match(/[\p{L}\p{N}]+/gu) ?? [] };
}

type ListRequest = Rpc['qa.getQuestions']['request'];

/** One page of a list of questions as this viewer may see it: one statement for the rows, one for the total. */
export async function readQuestionList(tx: Tx, request: ListRequest, viewer: string): Promise<Page<QuestionRowWire>> {
  const search = parseSearch(request.search ?? '');
  if (request.order === 'following') return { rows: [], total: 0, next: null };
  const sorting = sortings[request.order];
  const filters = [visibleTo('$1'), sorting.where];
  const values: unknown[] = [viewer];
  const variant: string[] = [request.order];
  const filter = (name: string, value: unknown, sql: (parameter: string) => string): void => {
    values.push(value);
    variant.push(name);
    filters.push(sql(`$${values.length}`));
  };
  if (search.tags.length > 0) filter('tags', search.tags, (p) => `q.tag_keys && ${p}::text[]`);
  if (search.words.length > 0) {
    filter('words', search.words.map((word) => `'${word}':*`).join(' & '), (p) => `q.words @@ ${p}::tsquery`);
  }
  if (request.communityId !== undefined) filter('community', request.communityId, (p) => `q.community_id = ${p}`);
  const total = await readTotal(tx, variant, filters, values);
  if (request.cursor !== undefined) {
    const [key, position] = parseCursor(request.cursor);
    const first = values.push(key);
    const second = values.push(position);
    variant.push('after');
    filters.push(`(q.${sorting.by}, q.position) < ($${first}::bigint, $${second}::bigint)`);
  }
  const limit = values.push(request.limit + 1);
  const rows = await tx.query<RowColumns>(
    statement(
      `questions.list.${variant.join('.')}`,
      `select ${rowColumns} from questions q ${rowJoins} where ${filters.join(' and ')}
        order by q.${sorting.by} desc, q.position desc limit $${limit}`,
    ),
    values,
  );
  const page = rows.slice(0, request.limit);
  const last = page.at(-1);
  const next = rows.length > request.limit && last ? formatCursor(last[sorting.by], last.position) : null;
  return { rows: page.map(rowOf), total, next };
}

/** Whole lists are counted by the view as events come; what is filtered is counted to the first thousand. Source: decisions T-5. */
async function readTotal(
  tx: Tx,
  variant: readonly string[],
  filters: readonly string[],
  values: readonly unknown[],
): Promise<number> {
  const whole = variant.length === 1 && variant[0] !== 'unanswered';
  const text = whole
    ? `select coalesce((select questions from question_totals where not only_followers), 0)
            + (select count(*) from questions q where q.only_followers and ${visibleTo('$1')}) as total`
    : `select count(*) as total from (select from questions q where ${filters.join(' and ')} limit ${limits.countedExactly + 1}) counted`;
  const name = whole ? 'questions.total' : `questions.total.${variant.join('.')}`;
  const [row] = await tx.query<{ total: number }>(statement(name, text), values);
  return row?.total ?? 0;
}

const byIds = statement(
  'questions.rows',
  `select ${rowColumns}, q.asked_by as asker_id from unnest($1::text[]) as w(id) join questions q on q.id = w.id ${rowJoins}`,
);

/** A list row with what decides who may see it. */
export interface RestrictableRow {
  readonly row: QuestionRowWire;
  readonly askerId: string;
}

/** List rows by the questions' ids, whoever may see them: for live messages, whose audience is decided with them. */
export async function readQuestionRows(tx: Tx, ids: readonly string[]): Promise<Map<string, RestrictableRow>> {
  const rows = await tx.query<RowColumns & { asker_id: string }>(byIds, [ids]);
  return new Map(rows.map((row) => [row.id, { row: rowOf(row), askerId: row.asker_id }]));
}

function formatCursor(key: number, position: number): string {
  return `${key}.${position}`;
}

/** @throws {DomainError} `request.invalid` for a cursor that no list gave */
function parseCursor(text: string): [number, number] {
  const [, key, position] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  if (key === undefined || position === undefined) throw new DomainError('request.invalid', messages.requestInvalid);
  return [Number(key), Number(position)];
}
