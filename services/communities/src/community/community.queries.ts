import type { CommunityVisibility, CommunityWire } from '@parlour/contracts/communities/communities';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf, namesListed } from '@parlour/kernel/database/row-expressions';
import { readWholes, wholesOf } from '@parlour/kernel/database/wholes';
import { Json, type JsonPage } from '@parlour/kernel/rpc/json';
import { fileAddress } from '@parlour/people/file-address-sql';
import { openReportsOf } from '../report/open-reports.queries.ts';
import {
  communityUnknown,
  contentsVisible,
  joinViewer,
  known,
  leading,
  positionOf,
} from './community-access.queries.ts';

// Of leaders alone, whom `me` has: nobody else reads a row of reports.
const reportedCount = `case when ${leading} then (select count(*) from ${openReportsOf('c.id', 'me.user_id')}) else 0 end`;

const rowFields = `c.id as "_id", c.name, c.description, c.visibility, ${nameOf('owner')} as owner,
  c.member_count as "memberCount", ${positionOf('me')} as position, ${isoTime('c.created_at')} as "createdAt", ${fileAddress('c.picture')} as picture,
  ${isoTime('c.closed_at')} as "closedAt", case when ${leading} then c.pending_count else 0 end as "pendingCount",
  ${reportedCount} as "reportedCount"`;

const json = (fields: string): string => `(select to_json(fields) from (select ${fields}) fields)::text as json`;

/** SQL: a list row (`CommunityRowWire`) of community `c` as `json`; needs `rowJoins`. */
export const rowJson = json(rowFields);

/**
 * SQL: the joins that `rowJson` needs. Owners one by one: else PostgreSQL may read all people for a
 * page.
 */
export function rowJoins(viewer: string): string {
  return `left join lateral (select p.* from people p where p.id = c.owner_id limit 1) owner on true ${joinViewer(viewer)}`;
}

function names(allowed: string, condition: string, order?: string): string {
  const of = `x.community_id = c.id and ${condition}`;
  return `case when ${allowed} then ${namesListed('community_members', of, '$2', order)} else '[]' end`;
}

const pageJson = json(`${rowFields},
          ${names(contentsVisible, 'x.joined_position is not null', 'joined_position')} as members,
          ${names(contentsVisible, `x.standing = 'moderator'`)} as moderators,
          ${names(leading, `x.standing = 'pending'`)} as "pendingMembers",
          ${names(leading, `x.standing = 'banned'`)} as "bannedMembers",
          case when $2 in (c.owner_id, c.offered_to) then (
            select p.name from community_members x join people p on p.id = x.user_id and not p.deleted
             where x.community_id = c.id and x.user_id = c.offered_to and x.joined_position is not null) end as "offeredTo",
          ${fileAddress('c.banner')} as banner, c.version, ${isoTime('c.edited_at')} as "editedAt", null as deleted`);

const pageWhere = (condition: string): string =>
  `select ${pageJson}
     from communities c ${rowJoins('$2')}
    where c.id = $1 and ${condition}`;

const page = statement('communities.page', pageWhere(known));
const leftPage = statement('communities.page.left', pageWhere('true'));

const wholes = wholesOf(
  'communities.wholes',
  `select c.id, w.n, ${pageJson}
     from unnest($1::text[]) with ordinality as w(id, n) join communities c on c.id = w.id ${rowJoins('$2')}
    where ${known}`,
);

/** Communities as this viewer may see them, as many as fit into a reply. */
export function readWholeCommunities(tx: Tx, ids: readonly string[], viewer: string): Promise<JsonPage<CommunityWire>> {
  return readWholes(tx, wholes, ids, viewer);
}

/**
 * A community as this viewer may see it, without lists that are not for them. Source: decisions
 * C-3, C-4.
 * @throws {DomainError} `community.unknown`
 */
export async function readCommunity(tx: Tx, communityId: string, viewer: string): Promise<Json<CommunityWire>> {
  return asCommunity(await tx.query<{ json: string }>(page, [communityId, viewer]));
}

/**
 * The same for somebody who has just left it, or withdrawn their request: of a closed one, too,
 * which they may know nothing of any more.
 * @throws {DomainError} `community.unknown`
 */
export async function readLeftCommunity(tx: Tx, communityId: string, viewer: string): Promise<Json<CommunityWire>> {
  return asCommunity(await tx.query<{ json: string }>(leftPage, [communityId, viewer]));
}

function asCommunity([row]: readonly { readonly json: string }[]): Json<CommunityWire> {
  if (!row) throw communityUnknown();
  return new Json(row.json);
}

const visibility = statement('communities.visibility', 'select visibility from communities where id = $1');

/**
 * The current audience of a community.
 * @throws {DomainError} `community.unknown`
 */
export async function readVisibility(tx: Tx, communityId: string): Promise<CommunityVisibility> {
  const [row] = await tx.query<{ visibility: CommunityVisibility }>(visibility, [communityId]);
  if (!row) throw communityUnknown();
  return row.visibility;
}

const offeree = statement('communities.offeree', 'select offered_to from communities where id = $1');

/** Whom a community is offered to, whether they belong to it or not. */
export async function readOfferee(tx: Tx, communityId: string): Promise<string | null> {
  const [row] = await tx.query<{ offered_to: string | null }>(offeree, [communityId]);
  return row?.offered_to ?? null;
}
