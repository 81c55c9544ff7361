import { canonicalName, checkWellFormed } from '@parlour/contracts/text/checks';
import type { CommunityRowWire } from '@parlour/contracts/communities/communities';
import { refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import type { PageRequest, Rpc } from '@parlour/contracts/rpc';
import type { Tx } from '@parlour/kernel/database/database';
import { nameCursor, nameOfCursor, positionOfCursor, rowsRead } from '@parlour/kernel/database/pages';
import { idOfName } from '@parlour/kernel/database/row-expressions';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { type ListRow, pageOf } from '../list.queries.ts';
import { containing, searchStatement, type TextSearch, textSearchOf } from '../text-search.queries.ts';
import { contentsVisible, joinViewer } from './community-access.queries.ts';
import { rowJoins, rowJson } from './community.queries.ts';

interface Read extends ListRow {
  readonly key: string;
}

/**
 * A list of communities: SQL for its total, and for its rows `c` after `$2`: a name, or for closed
 * ones the position of their closing.
 */
interface RowList {
  readonly name: string;
  readonly search: TextSearch;
  readonly total: string;
  readonly rows: (limit: number) => string;
  /** Further parameters, from `$3` on. */
  readonly values?: readonly unknown[];
  readonly isClosed?: boolean;
}

/**
 * Communities by name, or those with the text in name or description, case-insensitively; or closed
 * ones that the viewer can read, the latest first.
 */
export function readCommunities(
  tx: Tx,
  request: Rpc['communities.getCommunities']['request'],
  viewer: string,
): Promise<JsonPage<CommunityRowWire>> {
  const search = textSearchOf(request.search);
  const matching = containing(search, 3, `c.name_key || ' ' || c.description_key`, ['c.name_key', 'c.description_key']);
  if (request.status === 'closed') {
    const readable = `communities c ${joinViewer('$1')} where c.closed_position is not null and ${contentsVisible} and ${matching}`;
    return readRows(tx, closedList('communities.closed', search, readable), request, viewer);
  }
  const list: RowList = {
    name: 'communities.list',
    search,
    total: search.isBlank
      ? 'coalesce((select communities from community_totals), 0)'
      : `(select count(*) from (select from communities c where c.closed_position is null and ${matching} limit ${limits.countedExactly + 1}) counted)`,
    rows: (limit) =>
      `(select * from communities c where c.closed_position is null and c.name_key > $2 and ${matching}
         order by c.name_key limit ${limit}) c`,
  };
  return readRows(tx, list, request, viewer);
}

/** The communities that a person owns or belongs to, by name; closed ones, the latest first. */
export function readOwnCommunities(
  tx: Tx,
  request: Rpc['communities.getOwn']['request'],
  viewer: string,
): Promise<JsonPage<CommunityRowWire>> {
  if (request.status === 'closed') {
    const own = `community_members me join communities c on c.id = me.community_id and c.closed_position is not null
      where me.user_id = $1 and me.joined_position is not null`;
    return readRows(tx, closedList('communities.ownClosed', textSearchOf(), own), request, viewer);
  }
  const own = (after: string): string =>
    `community_members m where m.user_id = $1 and m.joined_position is not null and m.name_key > ${after}`;
  const list: RowList = {
    name: 'communities.own',
    search: textSearchOf(),
    total: `(select count(*) from ${own(`''`)})`,
    rows: (limit) => `(select m.community_id from ${own('$2')} order by m.name_key limit ${limit}) own
       join communities c on c.id = own.community_id`,
  };
  return readRows(tx, list, request, viewer);
}

/**
 * The communities that a person owns or belongs to, by name, as far as the viewer may see who
 * belongs to them. Source: decisions U-8.
 */
export async function readMemberships(
  tx: Tx,
  { username, ...request }: Rpc['communities.getMemberships']['request'],
  viewer: string,
): Promise<JsonPage<CommunityRowWire>> {
  refuse(checkWellFormed(username));
  const shown = (after: string): string => `community_members m
      join communities c on c.id = m.community_id ${joinViewer('$1')}
     where m.user_id = ${idOfName('$3::text')}
       and m.joined_position is not null and m.name_key > ${after} and ${contentsVisible}`;
  const list: RowList = {
    name: 'communities.memberships',
    search: textSearchOf(),
    total: `(select count(*) from ${shown(`''`)})`,
    rows: (limit) => `(select m.community_id from ${shown('$2')} order by m.name_key limit ${limit}) theirs
       join communities c on c.id = theirs.community_id`,
    values: [canonicalName(username)],
  };
  return readRows(tx, list, request, viewer);
}

/** A list of closed communities: `from` names them `c`. */
function closedList(name: string, search: TextSearch, from: string): RowList {
  return {
    name,
    search,
    isClosed: true,
    total: `(select count(*) from (select from ${from} limit ${limits.countedExactly + 1}) counted)`,
    rows: (limit) =>
      `(select c.* from ${from} and c.closed_position < $2::bigint order by c.closed_position desc limit ${limit}) c`,
  };
}

async function readRows(
  tx: Tx,
  { name, search, total, rows, values = [], isClosed = false }: RowList,
  { limit, cursor }: PageRequest,
  viewer: string,
): Promise<JsonPage<CommunityRowWire>> {
  const size = rowsRead(limit);
  const list = searchStatement(
    search,
    `${name}.${size}`,
    `select ${total} as total, page.*
       from (values (1)) one
       left join (select ${rowJson}, ${isClosed ? 'c.closed_position' : 'c.name_key'} as key from ${rows(size)} ${rowJoins('$1')}) page on true
      order by page.key${isClosed ? ' desc' : ''}`,
  );
  const afterName = (): string => (cursor === undefined ? '' : nameOfCursor(cursor));
  const after = isClosed ? positionOfCursor(cursor) : afterName();
  const read = await tx.query<Read>(list, [viewer, after, ...values, ...search.values]);
  return pageOf(read, limit, ({ key }) => (isClosed ? String(key) : nameCursor(key)));
}
