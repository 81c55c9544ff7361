import { canonicalName, checkWellFormed } from '@parlour/contracts/checks';
import type { CommunityRowWire } from '@parlour/contracts/communities';
import { refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import type { Page, PageRequest, Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { cutPage, rowsRead } from '@parlour/kernel/database/pages';
import { formatNameCursor, parseNameCursor } from '../name-cursor.ts';
import { piecesOf } from '../text-pieces.ts';
import { type RowColumns, rowColumns, rowJoins, rowOf } from './community-row.view.ts';

// The index finds texts that contain all pieces anywhere; the rest keeps those that contain the
// text itself. Compared literally, so % and _ are no wildcards.
const matching = (pieces: string, search: string): string =>
  `text_pieces(c.name_key || ' ' || c.description_key) @> ${pieces}::text[]
   and (strpos(c.name_key, ${search}) > 0 or strpos(c.description_key, ${search}) > 0)`;

const wholeTotal = statement(
  'communities.total',
  'select coalesce((select communities from community_totals), 0) as total',
);
const searchTotal = statement(
  'communities.total.search',
  `select count(*) as total from (
     select from communities c where ${matching('$1', '$2')} limit ${limits.countedExactly + 1}) counted`,
);

/**
 * Communities by name, or those with the text in name or description, case-insensitively. One
 * statement for the rows, one for the total.
 */
export async function readCommunities(
  tx: Tx,
  request: Rpc['communities.getCommunities']['request'],
  viewer: string,
): Promise<Page<CommunityRowWire>> {
  refuse(checkWellFormed(request.search ?? ''));
  const search = canonicalName(request.search ?? '');
  const searched = search === '' ? [] : [piecesOf(search), search];
  const size = rowsRead(request.limit);
  const condition = search === '' ? 'true' : matching('$3', '$4');
  const list = statement(
    ['communities.list', size, ...(search === '' ? [] : ['search'])].join('.'),
    `select ${rowColumns}
       from (select * from communities c where c.name_key > $2 and ${condition} order by c.name_key limit ${size}) c
       ${rowJoins('$1')} order by c.name_key`,
  );
  const [rows, [counted]] = await Promise.all([
    tx.query<RowColumns>(list, [viewer, parseNameCursor(request.cursor), ...searched]),
    tx.query<{ total: number }>(search === '' ? wholeTotal : searchTotal, searched),
  ]);
  return pageOf(rows, request, counted?.total ?? 0);
}

const ownTotal = statement(
  'communities.total.own',
  'select count(*) as total from community_members m where m.user_id = $1 and m.joined_position is not null',
);

/** The communities that a person owns or belongs to, by name. */
export async function readOwnCommunities(
  tx: Tx,
  request: PageRequest,
  viewer: string,
): Promise<Page<CommunityRowWire>> {
  const size = rowsRead(request.limit);
  const list = statement(
    `communities.own.${size}`,
    `select ${rowColumns}
       from (select m.community_id from community_members m
              where m.user_id = $1 and m.joined_position is not null and m.name_key > $2 order by m.name_key limit ${size}) own
       join communities c on c.id = own.community_id
       ${rowJoins('$1')} order by c.name_key`,
  );
  const [rows, [counted]] = await Promise.all([
    tx.query<RowColumns>(list, [viewer, parseNameCursor(request.cursor)]),
    tx.query<{ total: number }>(ownTotal, [viewer]),
  ]);
  return pageOf(rows, request, counted?.total ?? 0);
}

function pageOf(rows: readonly RowColumns[], { limit }: PageRequest, total: number): Page<CommunityRowWire> {
  const { page, last } = cutPage(rows, limit);
  return { rows: page.map(rowOf), total, next: last ? formatNameCursor(last.name_key) : null };
}
