import { canonicalName, checkWellFormed } from '@parlour/contracts/text/checks';
import { DomainError, refuse } from '@parlour/contracts/errors';
import type { UserOrder, UserRowWire, UserWire } from '@parlour/contracts/identity/identity';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { Rpc } from '@parlour/contracts/rpc';
import { type BoundStatement, statement, type Tx } from '@parlour/kernel/database/database';
import { textPieces } from '@parlour/kernel/database/text-pieces';
import { nameCursor, nameOfCursor, type PageRow, readPage, rowsRead } from '@parlour/kernel/database/pages';
import { isoTime } from '@parlour/kernel/database/row-expressions';
import { readWholes, wholesOf } from '@parlour/kernel/database/wholes';
import { Json, type JsonPage } from '@parlour/kernel/rpc/json';
import { fileAddress } from '@parlour/people/file-address-sql';
import type { EmailState } from '../email/email.entity.ts';
import { refusalsOfStopped } from '../email/email.queries.ts';
import { followsVisibleTo, namesOf } from '../follow/follow.queries.ts';
import { idNamed } from './named.queries.ts';

/** SQL: the address of the picture of person `u`. */
const picture = fileAddress('u.picture');

/** SQL: the fields of a list row (`UserRowWire`) of person `u` with counts `c`, for the viewer. */
function rowFields(viewer: string): string {
  const shown = followsVisibleTo(viewer);
  return `u.id as "_id", u.name as username, ${isoTime('u.joined_at')} as "dateJoined",
    u.follow_visibility as "followVisibility",
    case when ${shown} then coalesce(c.followers, 0) else 0 end as "followerCount",
    case when ${shown} then coalesce(c.following, 0) else 0 end as "followingCount", ${picture} as picture`;
}

const countsOfUser = 'left join follow_counts c on c.user_id = u.id';

/** SQL: a list row as JSON, with `countsOfUser`. */
function rowJson(viewer: string): string {
  return `(select to_json(fields) from (select ${rowFields(viewer)}) fields)`;
}

/** SQL: a row of a list of people as JSON, with `countsOfUser` and biography `b`. */
function listedJson(viewer: string): string {
  const firstLine = String.raw`rtrim(left((regexp_match(b.text, '[^\s][^\r\n]*'))[1], ${limits.aboutLength}))`;
  return `(select to_json(fields) from (select ${rowFields(viewer)}, coalesce(${firstLine}, '') as about) fields)`;
}

/**
 * SQL: person `u` as the viewer may see them, as JSON (`UserWire`), with `userDetails`. No other
 * column leaves the service.
 */
export function userJson(viewer: string): string {
  const shown = followsVisibleTo(viewer);
  return `(select to_jsonb(json_strip_nulls(to_json(fields))) || jsonb_build_object('picture', ${picture}) from (select ${rowFields(viewer)},
    coalesce(b.text, '') as biography,
    case when ${shown} then ${namesOf('followers', viewer)} else '{}' end as followers,
    case when ${shown} then ${namesOf('following', viewer)} else '{}' end as following,
    exists (select from follows f where f.follower_id = ${viewer} and f.followed_id = u.id) as "isFollowed",
    g.user_id is not null as "isGoogleUser", case when u.suspended then true end as suspended,
    case when u.operator and u.id = ${viewer} then true end as operator,
    ${emailFields(viewer)}) fields)`;
}

/** SQL: the addresses of person `u`, if it is the viewer. */
function emailFields(viewer: string): string {
  const own = (field: string, state: EmailState): string =>
    `case when u.id = ${viewer} then (select ${field} from emails e where e.user_id = u.id and e.state = '${state}') end`;
  const current = own('e.address', 'current');
  const waiting = own('e.address', 'new');
  return `coalesce(${current}, ${waiting}, case when u.id = ${viewer} then g.email end) as email,
    coalesce(${own('true', 'current')}, ${own('false', 'new')}) as "emailConfirmed",
    case when ${current} is not null then ${waiting} end as "newEmail",
    ${own(`case when e.refusals >= ${refusalsOfStopped} then true end`, 'current')} as "emailStopped"`;
}

/** SQL: the joins that `userJson` needs for person `u`. */
export const userDetails = `${countsOfUser} left join biographies b on b.user_id = u.id left join google_accounts g on g.user_id = u.id`;

const byName = statement(
  'users.byName',
  `select ${userJson('$2')}::text as json from users u ${userDetails} where u.id = ${idNamed('$1')}`,
);

/**
 * The person with a name, or a former one, case-insensitively, as the viewer may see them.
 * @throws {DomainError} `user.unknown`
 */
export async function readUser(tx: Tx, username: string, viewerId: string): Promise<Json<UserWire>> {
  refuse(checkWellFormed(username));
  const [row] = await tx.query<{ json: string }>(byName, [canonicalName(username), viewerId]);
  if (!row) throw userUnknown();
  return new Json(row.json);
}

const wholes = wholesOf(
  'users.wholes',
  `select u.id, w.n, ${userJson('$2')}::text as json
     from unnest($1::text[]) with ordinality as w(id, n) join users u on u.id = w.id ${userDetails}`,
);

/** People by their ids, as the viewer may see them, as many as fit into a reply. */
export function readWholeUsers(tx: Tx, ids: readonly string[], viewerId: string): Promise<JsonPage<UserWire>> {
  return readWholes(tx, wholes, ids, viewerId);
}

const own = statement(
  'users.own',
  `select ${userJson('u.id')}::text as json from users u ${userDetails} where u.id = $1`,
);

/**
 * A person as they see themselves.
 * @throws {DomainError} `session.ended` if the account is deleted
 */
export async function readOwnUser(tx: Tx, userId: string): Promise<Json<UserWire>> {
  const [row] = await tx.query<{ json: string }>(own, [userId]);
  if (!row) throw new DomainError('session.ended', messages.notSignedIn);
  return new Json(row.json);
}

const idByName = statement('users.idByName', `select u.id from users u where u.id = ${idNamed('$1')}`);

/**
 * The id for a name, or a former one, case-insensitively.
 * @throws {DomainError} `user.unknown`
 */
export async function idOfUser(tx: Tx, username: string): Promise<string> {
  refuse(checkWellFormed(username));
  const [row] = await tx.query<{ id: string }>(idByName, [canonicalName(username)]);
  if (!row) throw userUnknown();
  return row.id;
}

const nameById = statement('users.nameById', 'select u.name from users u where u.id = $1');

/**
 * The current name of a person.
 * @throws {DomainError} `user.unknown`
 */
export async function nameOfUser(tx: Tx, userId: string): Promise<string> {
  const [row] = await tx.query<{ name: string }>(nameById, [userId]);
  if (!row) throw userUnknown();
  return row.name;
}

function userUnknown(): DomainError {
  return new DomainError('user.unknown', messages.userUnknown);
}

const rowsById = statement(
  'users.rowsById',
  `select ${rowJson('u.id')} as row from users u ${countsOfUser} where u.id = any($1::text[])`,
);

/** These people, by id, as each sees themselves; deleted ones are missing. */
export async function readUserRows(tx: Tx, userIds: readonly string[]): Promise<Map<string, UserRowWire>> {
  const rows = await tx.query<{ row: UserRowWire }>(rowsById, [userIds]);
  return new Map(rows.map(({ row }) => [row._id, row]));
}

interface ListRow extends PageRow {
  readonly place: string;
}

/** How a list of people is sorted. */
interface Order {
  /**
   * SQL: people `u` that meet the conditions, after the place in these parameters, sorted. They
   * have the columns of `users`, and those that `sort` needs.
   */
  readonly people: (filters: readonly string[], after: readonly string[], isSearched: boolean) => string;
  /** SQL: the same order, of these rows. */
  readonly sort: string;
  /** SQL: the place of a row `u` as text. */
  readonly place: string;
  readonly cursorOf: (place: string) => string;
  /** The parameters of a place. */
  readonly placeOf: (cursor: string) => readonly unknown[];
}

const byText: Order = {
  people: (filters, [name]) => {
    const conditions = name === undefined ? filters : [...filters, `u.canonical_name > ${name}`];
    return `select * from users u ${where(conditions)} order by u.canonical_name`;
  },
  sort: 'u.canonical_name',
  place: 'u.canonical_name',
  cursorOf: nameCursor,
  placeOf: (cursor) => [nameOfCursor(cursor)],
};

/** A number and an id, as in a cursor: both descend. */
const byNumber: Pick<Order, 'cursorOf' | 'placeOf'> = {
  cursorOf: (place) => place,
  placeOf: (cursor) => {
    const [, number, id] = /^(\d{1,14})\.([\w-]{1,40})$/.exec(cursor) ?? [];
    if (number === undefined || id === undefined) throw new DomainError('request.invalid', messages.requestInvalid);
    return [Number(number), id];
  },
};

/** SQL: the number of followers that all may know, from the counts `n`. Source: decisions U-1. */
const knownFollowers = 'case when n.visible then n.followers else 0 end';

const orders: Record<UserOrder, Order> = {
  name: byText,
  newest: {
    ...byNumber,
    people: (filters, [at, id]) => {
      const after = `(u.joined_at, u.id) < (to_timestamp(${at}::bigint / 1000.0), ${id}::text)`;
      const conditions = at === undefined ? filters : [...filters, after];
      return `select * from users u ${where(conditions)} order by u.joined_at desc, u.id desc`;
    },
    sort: 'u.joined_at desc, u.id desc',
    place: `round(extract(epoch from u.joined_at) * 1000)::bigint || '.' || u.id`,
  },
  followed: {
    ...byNumber,
    // Each person is looked up, so that the index of counts gives the order. Those who are searched
    // for are found first: otherwise a rare name would be looked for among all people.
    people: (filters, [followers, id], isSearched) => `select u.*, ${knownFollowers} as known_followers
      from ${
        isSearched
          ? `(select * from users u ${where(filters)} offset 0) u join follow_counts n on n.user_id = u.id`
          : `follow_counts n cross join lateral (
        select * from users u ${where(['u.id = n.user_id', ...filters])} limit 1) u`
      }
      ${followers === undefined ? '' : `where (${knownFollowers}, n.user_id) < (${followers}::bigint, ${id}::text)`}
     order by ${knownFollowers} desc, n.user_id desc`,
    sort: 'u.known_followers desc, u.id desc',
    place: `u.known_followers || '.' || u.id`,
  },
};

/** One page of the people whose names contain `search`. Source: decisions U-10. */
export async function readUsers(
  tx: Tx,
  request: Rpc['identity.getUsers']['request'],
  viewerId: string,
): Promise<JsonPage<UserRowWire>> {
  return readListed(tx, request, viewerId, {
    name: 'users.list',
    json: listedJson('$1'),
    joins: `${countsOfUser} left join biographies b on b.user_id = u.id`,
  });
}

/** What a list of people shows of person `u`: SQL of its JSON for viewer $1, and its joins. */
export interface Listing {
  /** The beginning of the statement's name. */
  readonly name: string;
  readonly json: string;
  readonly joins: string;
}

/** One page of the people whose names contain `search`. Source: decisions U-10. */
export async function readListed<Row>(
  tx: Tx,
  request: Rpc['identity.getUsers']['request'],
  viewerId: string,
  listing: Listing,
): Promise<JsonPage<Row>> {
  refuse(checkWellFormed(request.search ?? ''), checkWellFormed(request.exclude ?? ''));
  const { cursorOf, placeOf } = orders[request.order ?? 'name'];
  return readPage<Row, ListRow>(tx, request, {
    rows: askUsers(request, viewerId, request.cursor === undefined ? [] : placeOf(request.cursor), listing),
    total: () => askUsers(request, viewerId, [], listing),
    cursorOf: ({ place }) => cursorOf(place),
  });
}

/**
 * The statement for the rows of a page and at least one more, each with the list's total. The view
 * counts the whole list; search results are counted up to a thousand. Source: decisions T-5.
 */
function askUsers(
  { search: text = '', exclude, limit, order = 'name' }: Rpc['identity.getUsers']['request'],
  viewerId: string,
  after: readonly unknown[],
  listing: Listing,
): BoundStatement {
  const search = canonicalName(text);
  const values: unknown[] = [viewerId];
  const name = [listing.name, rowsRead(limit), ...(order === 'name' ? [] : [order])];
  const filters: string[] = [];
  const filter = (variant: string, sql: (parameter: string) => string, value: unknown): void => {
    name.push(variant);
    filters.push(sql(`$${values.push(value)}`));
  };
  let total = 'select coalesce((select users from user_totals), 0)';
  if (exclude !== undefined) {
    filter('exclude', (excluded) => `u.canonical_name <> ${excluded}`, canonicalName(exclude));
    total += ' - (select count(*) from users u where u.canonical_name = $2)';
  }
  if (search !== '') {
    filter('pieces', (pieces) => `text_pieces(u.canonical_name) @> ${pieces}::text[]`, textPieces(search));
    // The index finds names that contain all pieces anywhere; this keeps those that contain the
    // text itself. Compared literally, so % and _ are no wildcards.
    filter('search', (part) => `strpos(u.canonical_name, ${part}) > 0`, search);
    total = `select count(*) from (select from users u ${where(filters)} limit ${limits.countedExactly + 1}) counted`;
  }
  if (after.length > 0) name.push('after');
  const { people, sort, place } = orders[order];
  const page = people(
    filters,
    after.map((value) => `$${values.push(value)}`),
    search !== '',
  );
  return {
    statement: statement(
      name.join('.'),
      `select ${listing.json}::text as json, ${place} as place, (${total}) as total
         from (${page} limit ${rowsRead(limit)}) u ${listing.joins} order by ${sort}`,
    ),
    values,
  };
}

function where(filters: readonly string[]): string {
  return filters.length === 0 ? '' : `where ${filters.join(' and ')}`;
}

const pictures = statement(
  'users.pictures',
  `select coalesce(json_object_agg(u.name, ${picture}), '{}') as pictures
     from users u where u.canonical_name = any($1::text[]) and u.picture is not null`,
);

/** Reads the pictures of the people with these names, of those who have one. */
export async function readPictures(
  tx: Tx,
  usernames: readonly string[],
): Promise<Rpc['identity.getPictures']['reply']> {
  refuse(...usernames.map(checkWellFormed));
  const [row] = await tx.query<{ pictures: Record<string, string> }>(pictures, [usernames.map(canonicalName)]);
  return { pictures: row?.pictures ?? {} };
}
