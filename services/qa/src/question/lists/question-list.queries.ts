import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { QuestionOrder, QuestionRowWire } from '@parlour/contracts/qa/qa';
import type { PageRequest, Rpc } from '@parlour/contracts/rpc';
import type { Viewer } from '@parlour/people/audience-sql';
import { type BoundStatement, statement, type Tx } from '@parlour/kernel/database/database';
import { type PageRow, readPage, rowsRead } from '@parlour/kernel/database/pages';
import { Json, type JsonPage } from '@parlour/kernel/rpc/json';
import { readAccess } from '../../community/community-audience.queries.ts';
import { filtersOf, isPartial, isSearch, isTag, isWhole, type Listing, listingOf, nameFor } from './listing.ts';
import { hasImpossibleTerm, matchingRows, matchingTerms, segmentsBefore } from './question-terms.queries.ts';
import { questionById, questionColumns, headJoins, rowJsonFor } from '../question-row.queries.ts';
import { askTotal, totalOf } from './question-total.queries.ts';
import { ViewerValues } from '../page/viewer-values.ts';
import { visibleTo } from '../visibility.ts';

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
  unsolved: 'position',
} as const satisfies Record<QuestionOrder, string>;

interface ListRow extends PageRow {
  readonly key: number;
  readonly position: number;
}

/**
 * One page of a list of questions as this viewer may see it. What a search finds is in the order of
 * asking; for another order, the total says which way is short.
 * @throws {DomainError} `community.unknown` for questions of a community that they may not see
 */
export async function readQuestionList(
  tx: Tx,
  request: Rpc['qa.getQuestions']['request'],
  viewer: Viewer,
): Promise<JsonPage<QuestionRowWire>> {
  const { communityId } = request;
  if (communityId !== undefined && (await readAccess(tx, communityId, viewer)) === 'none') {
    throw new DomainError('community.unknown', messages.communityUnknown);
  }
  const listing = listingOf(request);
  if (listing.unanswerable || hasImpossibleTerm(listing)) return { rows: Json.list([]), total: 0, next: null };
  const isCounted = isSearch(listing) && sortedBy[listing.order] !== 'position';
  return readPage<QuestionRowWire, ListRow>(tx, request, {
    rows: askRows(listing, request, viewer, isCounted ? await readTotal(tx, listing, viewer) : undefined),
    total: () => askTotal(listing, viewer),
    cursorOf: ({ key, position }) => `${key}.${position}`,
  });
}

async function readTotal(tx: Tx, listing: Listing, viewer: Viewer): Promise<number> {
  const { statement: asked, values } = askTotal(listing, viewer);
  const [row] = await tx.query<{ total: number }>(asked, values);
  return row?.total ?? 0;
}

/**
 * The statement for the rows of a page and at least one more, each with the list's total, unless
 * that is known already.
 */
export function askRows(
  listing: Listing,
  { limit, cursor }: PageRequest,
  viewer: Viewer,
  known?: number,
): BoundStatement {
  const values = new ViewerValues(viewer);
  const by = sortedBy[listing.order];
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  const place: Place = {
    // The first sort key needs its own parameter only if it is not the time of asking.
    key: after && by !== 'position' ? values.put(after.key, 'bigint') : undefined,
    before: after && values.put(after.position, 'bigint'),
    limit: rowsRead(limit),
  };
  const isFrequent = (known ?? 0) > limits.countedExactly;
  const total = known === undefined ? `(${totalOf(listing, values)})` : values.put(known, 'bigint');
  const text = `select ${rowJsonFor(values.viewer.viewer)}::text as json, q.${by} as key, q.position, ${total} as total
    from ${pageOf(listing, place, isFrequent, values)} ${headJoins}
    order by q.${by} desc, q.position desc`;
  const ways = [isFrequent ? 'frequent' : undefined, after && 'after'];
  return {
    statement: statement(nameFor(`questions.list.${place.limit}`, listing, ...ways), text),
    values: values.list,
  };
}

/** A page: the parameters of the row before it, and the number of rows to read. */
interface Place {
  readonly key: string | undefined;
  readonly before: string | undefined;
  readonly limit: number;
}

/**
 * SQL: the questions `q` of the page, limited before any joins. A frequent
 * term fills the page soon, so the whole list is read in order until it is full.
 */
function pageOf(listing: Listing, place: Place, isFrequent: boolean, values: ViewerValues): string {
  if (isTag(listing) && listing.order === 'newest') return tagged(listing.tags[0] ?? '', place, values);
  if (isWhole(listing) && listing.order === 'following') return followed(place, values);
  if (isSearch(listing) && !isFrequent) return found(listing, place, values);
  const conditions = [...filtersOf(listing, values), ...placeConditions(listing, place)];
  return `(select ${questionColumns} from questions q where ${conditions.join(' and ')}
    order by q.${sortedBy[listing.order]} desc, q.position desc limit ${place.limit}) q`;
}

/** SQL: the conditions for a question `q` to be behind the row before the page. */
function placeConditions({ order }: Listing, { key, before }: Place): string[] {
  if (before === undefined) return [];
  return [key === undefined ? `q.position < ${before}` : `(q.${sortedBy[order]}, q.position) < (${key}, ${before})`];
}

/**
 * The newest questions of a tag, by index: the cost of a page depends neither on its depth nor on
 * the number of questions.
 */
function tagged(tag: string, { before, limit }: Place, values: ViewerValues): string {
  return `(select ${questionColumns} from question_tags t join questions q on q.id = t.question_id
     where t.key = ${values.put(tag, 'text')} and ${visibleTo(values.viewer)} ${before ? `and t.position < ${before}` : ''}
     order by t.position desc limit ${limit}) q`;
}

/**
 * What a search finds: in the order of asking, segment by segment until the page is full, in any
 * other order all of it.
 */
function found(listing: Listing, place: Place, values: ViewerValues): string {
  const by = sortedBy[listing.order];
  const { before, limit } = place;
  if (by !== 'position') {
    const matches = matchingRows(listing, values, ...placeConditions(listing, place));
    const all = `${segmentsBefore(undefined)} cross join lateral (select q.id, q.position, q.${by} from ${matches}) c`;
    return taken(all, limit, `c.${by} desc, c.position desc`);
  }
  const matches = isPartial(listing) ? matchingRows(listing, values) : matchingTerms(listing, values);
  const newest = `select q.id, q.position from ${matches} order by q.position desc limit ${limit}`;
  return taken(`${segmentsBefore(before)} cross join lateral (${newest}) c`, limit, 's.number desc, c.position desc');
}

/**
 * A page of n rows can only contain questions of the n people who asked last. So each followed
 * person costs one index lookup, and only n of them n rows. The questions that the viewer follows
 * are added.
 */
function followed({ before, limit }: Place, values: ViewerValues): string {
  const { viewer } = values.viewer;
  const visible = visibleTo(values.viewer);
  const earlier = (column: string): string => (before ? `and ${column} < ${before}` : '');
  const ofAuthor = (authorId: string): string =>
    `from questions q where q.asked_by = ${authorId} and ${visible} ${earlier('q.position')} order by q.position desc`;
  return taken(
    `(select theirs.id, theirs.position from (
          select f.followed_id from follows f cross join lateral (select q.position ${ofAuthor('f.followed_id')} limit 1) latest
           where f.follower_id = ${viewer} order by latest.position desc limit ${limit}) author
        cross join lateral (select q.id, q.position ${ofAuthor('author.followed_id')} limit ${limit}) theirs
      union
      (select q.id, q.position from question_follows k join questions q on q.id = k.question_id
        where k.user_id = ${viewer} and ${visible} ${earlier('k.question_position')}
        order by k.question_position desc limit ${limit})) c`,
    limit,
  );
}

/** The questions of the first of the chosen rows `c`, which are all visible. */
function taken(chosen: string, limit: number, order = 'c.position desc'): string {
  return `(select c.id from ${chosen} order by ${order} limit ${limit}) page cross join lateral ${questionById('page.id')} q`;
}

/** @throws {DomainError} `request.invalid` for a cursor that no list returned */
function parseCursor(text: string): { key: number; position: number } {
  const [, key, position] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  if (key === undefined || position === undefined) throw new DomainError('request.invalid', messages.requestInvalid);
  return { key: Number(key), position: Number(position) };
}
