import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { QuestionOrder, QuestionRowWire } from '@parlour/contracts/qa';
import type { Page, PageRequest, Rpc } from '@parlour/contracts/rpc';
import { type Asked, statement, type Tx } from '@parlour/kernel/database/database';
import { conditionsOf, isTagged, isWhole, type Listing, listingOf, nameFor } from './listing.ts';
import { type RowColumns, rowColumns, rowJoins, rowOf } from './question-row.view.ts';
import { askTotal } from './question-total.view.ts';
import { StatementValues } from './statement-values.ts';
import { type Viewer, visibleTo } from './visibility.ts';

/** What a list is sorted by before the time of asking, both the greatest first, as its index is. Source: decisions Q-1. */
const sortedBy = {
  newest: 'position',
  unanswered: 'position',
  active: 'active_position',
  mostViewed: 'view_count',
  following: 'position',
} as const satisfies Record<QuestionOrder, keyof RowColumns>;

/** One page of a list of questions as this viewer may see it: one statement for the rows, one for the total. */
export async function readQuestionList(
  tx: Tx,
  request: Rpc['qa.getQuestions']['request'],
  viewer: Viewer,
): Promise<Page<QuestionRowWire>> {
  const listing = listingOf(request);
  const rows = askRows(listing, request, viewer);
  const total = askTotal(listing, viewer);
  const [found, [counted]] = await Promise.all([
    tx.query<RowColumns>(rows.statement, rows.values),
    tx.query<{ total: number }>(total.statement, total.values),
  ]);
  const page = found.slice(0, request.limit);
  const last = page.at(-1);
  const next = found.length > request.limit && last ? `${last[sortedBy[listing.order]]}.${last.position}` : null;
  return { rows: page.map(rowOf), total: counted?.total ?? 0, next };
}

/** The rows of a page, and one more where there is one. */
export function askRows(listing: Listing, { limit, cursor }: PageRequest, viewer: Viewer): Asked {
  const values = new StatementValues(viewer);
  const by = sortedBy[listing.order];
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  const place: Place = {
    // What a list is sorted by first has a value of its own only where that is not the time of asking.
    key: after && by !== 'position' ? values.put(after.key, 'bigint') : undefined,
    before: after && values.put(after.position, 'bigint'),
    limit: values.put(limit + 1, 'bigint'),
  };
  const { from, conditions } = sourceOf(listing, place, values);
  const text = `select ${rowColumns} from ${from} ${rowJoins} where ${conditions.join(' and ')}
    order by q.${by} desc, q.position desc limit ${place.limit}`;
  return { statement: statement(nameFor('questions.list', listing, after && '.after'), text), values: values.list };
}

/** The parameters of the page: after which row, and how many rows. */
interface Place {
  readonly key: string | undefined;
  readonly before: string | undefined;
  readonly limit: string;
}

/** SQL: the questions `q` that the page is taken from. */
interface Source {
  readonly from: string;
  readonly conditions: readonly string[];
}

function sourceOf(listing: Listing, place: Place, values: StatementValues): Source {
  if (isTagged(listing) && listing.order === 'newest') return tagged(listing.tags, place, values);
  if (isWhole(listing) && listing.order === 'following') return followed(place, values);
  const conditions = conditionsOf(listing, values);
  const { key, before } = place;
  if (key !== undefined) conditions.push(`(q.${sortedBy[listing.order]}, q.position) < (${key}, ${before})`);
  else if (before !== undefined) conditions.push(`q.position < ${before}`);
  return { from: 'questions q', conditions };
}

/** Of each tag its newest, by an index of its own: what a page costs depends neither on its depth nor on how many questions the tag has. */
function tagged(tags: readonly string[], { before, limit }: Place, values: StatementValues): Source {
  const visible = visibleTo(values.viewer);
  const page = `(select distinct newest.id from unnest(${values.put(tags, 'text[]')}) as wanted(key) cross join lateral (
      select q.id from question_tags t join questions q on q.id = t.question_id
       where t.key = wanted.key and ${visible} ${before ? `and t.position < ${before}` : ''}
       order by t.position desc limit ${limit}) newest) page`;
  return { from: `${page} join questions q on q.id = page.id`, conditions: [visible] };
}

/**
 * A page of n can hold questions only of those n people who asked last; so each followed person costs one look into an index, and n of them n rows.
 * Beside them the questions that the viewer follows himself.
 */
function followed({ before, limit }: Place, values: StatementValues): Source {
  const { viewer } = values.viewer;
  const visible = visibleTo(values.viewer);
  const earlier = (column: string): string => (before ? `and ${column} < ${before}` : '');
  const ofAuthor = (authorId: string): string =>
    `from questions q where q.asked_by = ${authorId} and ${visible} ${earlier('q.position')} order by q.position desc`;
  const page = `(
      select theirs.id from (
          select f.followed_id from follows f cross join lateral (select q.position ${ofAuthor('f.followed_id')} limit 1) latest
           where f.follower_id = ${viewer} order by latest.position desc limit ${limit}) author
        cross join lateral (select q.id ${ofAuthor('author.followed_id')} limit ${limit}) theirs
      union
      (select q.id from question_follows k join questions q on q.id = k.question_id
        where k.user_id = ${viewer} and ${visible} ${earlier('k.question_position')}
        order by k.question_position desc limit ${limit})) page`;
  return { from: `${page} join questions q on q.id = page.id`, conditions: [visible] };
}

/** @throws {DomainError} `request.invalid` for a cursor that no list gave */
function parseCursor(text: string): { key: number; position: number } {
  const [, key, position] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  if (key === undefined || position === undefined) throw new DomainError('request.invalid', messages.requestInvalid);
  return { key: Number(key), position: Number(position) };
}
