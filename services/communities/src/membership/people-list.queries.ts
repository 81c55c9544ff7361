import {
  type CommunityList,
  communityLists,
  type CommunityPersonWire,
} from '@parlour/contracts/communities/communities';
import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { positionOfCursor, rowsRead } from '@parlour/kernel/database/pages';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import {
  contentsVisible,
  joinViewer,
  known,
  leading,
  positionOf,
  refuseUnlessAllowed,
} from '../community/community-access.queries.ts';
import { type ListRow, pageOf } from '../list.queries.ts';
import { containing, searchStatement, textSearchOf } from '../text-search.queries.ts';

/** Each list: who is on it, in which order, how many there are, and who may see it. */
const lists = {
  members: {
    condition: 'm.joined_position is not null',
    order: 'joined_position',
    count: 'member_count',
    allowed: contentsVisible,
  },
  moderators: {
    condition: `m.standing = 'moderator'`,
    order: 'position',
    count: 'moderator_count',
    allowed: contentsVisible,
  },
  pendingMembers: {
    condition: `m.standing = 'pending'`,
    order: 'position',
    count: 'pending_count',
    allowed: leading,
  },
  bannedMembers: {
    condition: `m.standing = 'banned'`,
    order: 'position',
    count: 'banned_count',
    allowed: leading,
  },
} as const satisfies Record<CommunityList, object>;

interface Read extends ListRow {
  readonly allowed: boolean;
  readonly place: number;
}

/**
 * One page of a list of a community's people, in the order of joining it; or those whose names
 * contain the text, case-insensitively. Source: decisions C-6.
 * @throws {DomainError} `community.unknown`; `community.position` if the list is not for this
 * viewer
 */
export async function readPeople(
  tx: Tx,
  { communityId, list, limit, cursor, search: text }: Rpc['communities.getPeople']['request'],
  viewer: string,
): Promise<JsonPage<CommunityPersonWire>> {
  if (!communityLists.includes(list)) throw new DomainError('community.list', messages.communityListInvalid);
  const search = textSearchOf(text);
  const size = rowsRead(limit);
  const { condition, order, count, allowed } = lists[list];
  const people = `community_members m join people p on p.id = m.user_id and not p.deleted
    where m.community_id = $1 and ${condition} and ${containing(search, 4, 'p.canonical_name', ['p.canonical_name'])}`;
  const total = search.isBlank
    ? `c.${count}`
    : `(select count(*) from (select from ${people} limit ${limits.countedExactly + 1}) counted)`;
  const read = await tx.query<Read>(
    searchStatement(
      search,
      `members.${list}.${size}`,
      `select ${allowed} as allowed, ${total} as total, page.*
         from communities c ${joinViewer('$2')}
         left join (select json_build_object('username', p.name, 'position', ${positionOf('m')})::text as json, m.${order} as place
                      from ${people} and m.${order} > $3 order by m.${order} limit ${size}) page on true
        where c.id = $1 and ${known} order by page.place`,
    ),
    [communityId, viewer, positionOfCursor(cursor, '0'), ...search.values],
  );
  refuseUnlessAllowed(read[0]);
  return pageOf(read, limit, ({ place }) => String(place));
}

const leaders = statement(
  'members.leaders',
  `select user_id as id from community_members
    where community_id = $1 and standing in ('owner', 'moderator') order by standing desc, position limit ${limits.namesListed}`,
);

/** Owner and moderators of a community, the owner first. */
export async function readLeaders(tx: Tx, communityId: string): Promise<string[]> {
  return (await tx.query<{ id: string }>(leaders, [communityId])).map(({ id }) => id);
}
