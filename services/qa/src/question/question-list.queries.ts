import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { QuestionOrder, QuestionRowWire } from '@parlour/contracts/qa';
import type { PageRequest, Rpc } from '@parlour/contracts/rpc';
import { type BoundStatement, statement, type Tx } from '@parlour/kernel/database/database';
import { type PageRow, readPage, rowsRead } from '@parlour/kernel/database/pages';
import { Json, type JsonPage } from '@parlour/kernel/rpc/json';
import { conditionsOf, isTagged, isWhole, type Listing, listingOf, nameFor } from './listing.ts';
import { questionColumns, rowJoins, rowJson } from './question-row.queries.ts';
import { askTotal, totalOf } from './question-total.queries.ts';
import { StatementValues } from './statement-values.ts';
import { type Viewer, visibleTo } from './visibility.ts';

/**
 * The first sort key of a list; the time of asking is the second. Both are descending, as in the
 * index.
 * Source: decisions Q-1.
 */
const sortedBy = {
  newest: 'position',
  unanswered: 'position',
  active: 'active_position',
  mostViewed: 'view_count',
  following: 'position',
} as const satisfies Record<QuestionOrder, string>;

interface ListRow extends PageRow {
  readonly key: number;
  readonly position: number;
}

/** One page of a list of questions as this viewer may see it. */
export async function readQuestionList(
  tx: Tx,
  request: Rpc['qa.getQuestions']['request'],
  viewer: Viewer,
): Promise<JsonPage<QuestionRowWire>> {
  const listing = listingOf(request);
  if (listing.unanswerable) return { rows: Json.list([]), total: 0, next: null };
  return readPage<QuestionRowWire, ListRow>(tx, request, {
    rows: askRows(listing, request, viewer),
    total: () => askTotal(listing, viewer),
    cursorOf: ({ key, position }) => `${key}.${position}`,
  });
}

/** The statement for the rows of a page and at least one more, each with the list's total. */
export function askRows(listing: Listing, { limit, cursor }: PageRequest, viewer: Viewer): BoundStatement {
  const values = new StatementValues(viewer);
  const by = sortedBy[listing.order];
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  const place: Place = {
    // The first sort key needs its own parameter only if it is not the time of asking.
    key: after && by !== 'position' ? values.put(after.key, 'bigint') : undefined,
    before: after && values.put(after.position, 'bigint'),
    limit: rowsRead(limit),
  };
  const text = `select ${rowJson}::text as json, q.${by} as key, q.position, (${totalOf(listing, values)}) as total
    from ${pageOf(listing, place, values)} ${rowJoins}
    order by q.${by} desc, q.position desc`;
  return {
    statement: statement(nameFor(`questions.list.${place.limit}`, listing, after && '.after'), text),
    values: values.list,
  };
}

/** A page: the parameters of the row before it, and the number of rows to read. */
interface Place {
  readonly key: string | undefined;
  readonly before: string | undefined;
  readonly limit: number;
}

/** SQL: the questions `q` of the page, limited before any joins. */
function pageOf(listing: Listing, place: Place, values: StatementValues): string {
  if (isTagged(listing) && listing.order === 'newest') return tagged(listing.tags, place, values);
  if (isWhole(listing) && listing.order === 'following') return followed(place, values);
  const by = sortedBy[listing.order];
  const { key, before, limit } = place;
  const conditions = conditionsOf(listing, values);
  if (key !== undefined) conditions.push(`(q.${by}, q.position) < (${key}, ${before})`);
  else if (before !== undefined) conditions.push(`q.position < ${before}`);
  return `(select ${questionColumns} from questions q where ${conditions.join(' and ')}
    order by q.${by} desc, q.position desc limit ${limit}) q`;
}

/**
 * The newest questions of each tag, by index: the cost of a page depends neither on its depth nor
 * on the number of questions.
 */
function tagged(tags: readonly string[], { before, limit }: Place, values: StatementValues): string {
  const wanted = `unnest(${values.put(tags, 'text[]')}) as wanted(key)`;
  return taken(
    `select distinct newest.id, newest.position from ${wanted} cross join lateral (
      select q.id, q.position from question_tags t join questions q on q.id = t.question_id
       where t.key = wanted.key and ${visibleTo(values.viewer)} ${before ? `and t.position < ${before}` : ''}
       order by t.position desc limit ${limit}) newest`,
    limit,
  );
}

/**
 * A page of n rows can only contain questions of the n people who asked last. So each followed
 * person costs one index lookup, and only n of them n rows. The questions that the viewer follows
 * are added.
 */
function followed({ before, limit }: Place, values: StatementValues): string {
  const { viewer } = values.viewer;
  const visible = visibleTo(values.viewer);
  const earlier = (column: string): string => (before ? `and ${column} < ${before}` : '');
  const ofAuthor = (authorId: string): string =>
    `from questions q where q.asked_by = ${authorId} and ${visible} ${earlier('q.position')} order by q.position desc`;
  return taken(
    `select theirs.id, theirs.position from (
          select f.followed_id from follows f cross join lateral (select q.position ${ofAuthor('f.followed_id')} limit 1) latest
           where f.follower_id = ${viewer} order by latest.position desc limit ${limit}) author
        cross join lateral (select q.id, q.position ${ofAuthor('author.followed_id')} limit ${limit}) theirs
      union
      (select q.id, q.position from question_follows k join questions q on q.id = k.question_id
        where k.user_id = ${viewer} and ${visible} ${earlier('k.question_position')}
        order by k.question_position desc limit ${limit})`,
    limit,
  );
}

/** The first of the chosen rows, which are all visible. */
function taken(chosen: string, limit: number): string {
  return `(select c.id from (${chosen}) c order by c.position desc limit ${limit}) page join questions q on q.id = page.id`;
}

/** @throws {DomainError} `request.invalid` for a cursor that no list returned */
function parseCursor(text: string): { key: number; position: number } {
  const [, key, position] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  if (key === undefined || position === undefined) throw new DomainError('request.invalid', messages.requestInvalid);
  return { key: Number(key), position: Number(position) };
}
