import { canonicalName, checkWellFormed } from '@parlour/contracts/checks';
import {
  type CommunityList,
  communityLists,
  type CommunityPersonWire,
  type CommunityPosition,
} from '@parlour/contracts/communities';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { Page, Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { cutPage, rowsRead } from '@parlour/kernel/database/pages';
import { communityUnknown } from '../community/community-page.view.ts';
import { contentsVisible, joinViewer, leading, positionOf } from '../community/visibility.ts';
import { piecesOf } from '../text-pieces.ts';
import { parsePositionCursor } from '../position-cursor.ts';

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

interface PersonColumns {
  name: string;
  position: CommunityPosition;
  place: number;
}

type Request = Rpc['communities.getPeople']['request'];

/**
 * One page of a list of a community's people, in the order of joining it; or those whose names
 * contain the text, case-insensitively. One statement for rights and total, one for the rows.
 * Source: decisions C-6.
 * @throws {DomainError} `community.unknown`; `community.position` if the list is not for this
 * viewer
 */
export async function readPeople(tx: Tx, request: Request, viewer: string): Promise<Page<CommunityPersonWire>> {
  if (!communityLists.includes(request.list)) throw new DomainError('community.list', messages.communityListInvalid);
  refuse(checkWellFormed(request.search ?? ''));
  const search = canonicalName(request.search ?? '');
  const total = await readTotal(tx, request, viewer, search);
  const { condition, order } = lists[request.list];
  const size = rowsRead(request.limit);
  const searched = search === '' ? [] : [piecesOf(search), search];
  const rows = await tx.query<PersonColumns>(
    statement(
      ['members', request.list, size, ...(search === '' ? [] : ['search'])].join('.'),
      `select p.name, ${positionOf('m')} as position, m.${order} as place
         from community_members m join people p on p.id = m.user_id and not p.deleted
        where m.community_id = $1 and ${condition} and m.${order} > $2 ${search === '' ? '' : `and ${named('$3', '$4')}`}
        order by m.${order} limit ${size}`,
    ),
    [request.communityId, parsePositionCursor(request.cursor) ?? 0, ...searched],
  );
  const { page, last } = cutPage(rows, request.limit);
  return {
    rows: page.map(({ name: username, position }) => ({ username, position })),
    total,
    next: last ? String(last.place) : null,
  };
}

// As communities are searched.
function named(pieces: string, search: string): string {
  return `text_pieces(p.canonical_name) @> ${pieces}::text[] and strpos(p.canonical_name, ${search}) > 0`;
}

async function readTotal(tx: Tx, { communityId, list }: Request, viewer: string, search: string): Promise<number> {
  const { condition, count, allowed } = lists[list];
  const counted = `(select count(*) from (
    select from community_members m join people p on p.id = m.user_id and not p.deleted
     where m.community_id = c.id and ${condition} and ${named('$3', '$4')} limit ${limits.countedExactly + 1}) counted)`;
  const [row] = await tx.query<{ allowed: boolean; total: number | null }>(
    statement(
      ['members.total', list, ...(search === '' ? [] : ['search'])].join('.'),
      `select ${allowed} as allowed, case when ${allowed} then ${search === '' ? `c.${count}` : counted} end as total
         from communities c ${joinViewer('$2')} where c.id = $1`,
    ),
    [communityId, viewer, ...(search === '' ? [] : [piecesOf(search), search])],
  );
  if (!row) throw communityUnknown();
  if (!row.allowed) throw new DomainError('community.position', messages.communityPosition);
  return row.total ?? 0;
}
