import type { GetAllCommunities } from '@parlour/contracts/communities/communities.requests';
import { limits } from '@parlour/contracts/limits';
import type { AdminCommunityWire } from '@parlour/contracts/site';
import { refuseUnlessOperator } from '@parlour/people/operators';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { positionOfCursor, rowsRead } from '@parlour/kernel/database/pages';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { Json, type JsonPage } from '@parlour/kernel/rpc/json';
import { type ListRow, pageOf } from '../list.queries.ts';
import { containing, searchStatement, textSearchOf } from '../text-search.queries.ts';
import { communityUnknown, known } from './community-access.queries.ts';
import { rowJoins } from './community.queries.ts';

interface Read extends ListRow {
  readonly position: number;
}

/**
 * SQL: community `c` as JSON (`AdminCommunityWire`) for the operator $1; needs `rowJoins`. Nothing
 * of what it holds. Source: decisions O-14.
 */
const rowJson = `json_build_object('_id', c.id, 'name', c.name, 'visibility', c.visibility, 'owner', ${nameOf('owner')},
  'memberCount', c.member_count, 'createdAt', ${isoTime('c.created_at')}, 'closedAt', ${isoTime('c.closed_at')},
  'readable', ${known})::text as json`;

/**
 * One page of all communities of the site, or of those with the text in the name: latest first.
 * @throws {DomainError} `route.unknown` unless the viewer is an operator
 */
export async function readAllCommunities(
  tx: Tx,
  request: GetAllCommunities,
  viewer: string,
): Promise<JsonPage<AdminCommunityWire>> {
  await refuseUnlessOperator(tx, viewer);
  const search = textSearchOf(request.search);
  const matching = containing(search, 3, `c.name_key || ' ' || c.description_key`, ['c.name_key']);
  const total = search.isBlank
    ? `coalesce((select communities from community_totals), 0)
         + (select count(*) from communities c where c.closed_position is not null)`
    : `(select count(*) from (select from communities c where ${matching} limit ${limits.countedExactly + 1}) counted)`;
  const size = rowsRead(request.limit);
  const list = searchStatement(
    search,
    `communities.all.${size}`,
    `select ${total} as total, page.*
       from (values (1)) one
       left join (select ${rowJson}, c.position
                    from (select * from communities c where c.position < $2::bigint and ${matching}
                           order by c.position desc limit ${size}) c ${rowJoins('$1::text')}) page on true
      order by page.position desc`,
  );
  const read = await tx.query<Read>(list, [viewer, positionOfCursor(request.cursor), ...search.values]);
  return pageOf(read, request.limit, ({ position }) => String(position));
}

const one = statement(
  'communities.oneOfAll',
  `select ${rowJson} from communities c ${rowJoins('$1::text')} where c.id = $2`,
);

/** @throws {DomainError} `community.unknown` */
export async function readAnyCommunity(tx: Tx, communityId: string, viewer: string): Promise<Json<AdminCommunityWire>> {
  const [row] = await tx.query<{ json: string }>(one, [viewer, communityId]);
  if (!row) throw communityUnknown();
  return new Json(row.json);
}
