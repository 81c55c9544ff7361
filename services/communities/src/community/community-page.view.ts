import type { CommunityVisibility, CommunityWire } from '@parlour/contracts/communities';
import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { type RowColumns, rowColumns, rowJoins, rowOf } from './community-row.view.ts';
import { contentsVisible, leading } from './visibility.ts';

/**
 * SQL: the names of the people of community `c` for whom `condition` holds, at most a thousand: the
 * viewer first, then by `order`. Deleted accounts are left out. Neither half reads more of its
 * index than it shows.
 */
function namesWhere(condition: string, order: 'position' | 'joined_position'): string {
  const of = `m.community_id = c.id and ${condition}`;
  const people = 'community_members m join people p on p.id = m.user_id and not p.deleted';
  return `(select coalesce(json_agg(n.name order by n.own desc, n.place), '[]') from (
    (select p.name, true as own, m.${order} as place from ${people} where ${of} and m.user_id = $2)
    union all
    (select p.name, false, m.${order} from ${people} where ${of} and m.user_id <> $2 order by m.${order} limit ${limits.namesListed})
    limit ${limits.namesListed}) n)`;
}

const namesWithStatus = (name: string): string => namesWhere(`m.standing = '${name}'`, 'position');
const where = (allowed: string, names: string): string => `case when ${allowed} then ${names} else '[]' end`;

const page = statement(
  'communities.page',
  `select ${rowColumns},
          ${where(contentsVisible, namesWhere('m.joined_position is not null', 'joined_position'))} as members,
          ${where(contentsVisible, namesWithStatus('moderator'))} as moderators,
          ${where(leading, namesWithStatus('pending'))} as pending,
          ${where(leading, namesWithStatus('banned'))} as banned
     from communities c ${rowJoins('$2')}
    where c.id = $1`,
);

interface PageColumns extends RowColumns {
  members: string[];
  moderators: string[];
  pending: string[];
  banned: string[];
}

/**
 * A community as this viewer may see it, without lists that are not for them. Source: decisions
 * C-3, C-4.
 * @throws {DomainError} `community.unknown`
 */
export async function readCommunity(tx: Tx, communityId: string, viewer: string): Promise<CommunityWire> {
  const [row] = await tx.query<PageColumns>(page, [communityId, viewer]);
  if (!row) throw communityUnknown();
  const { members, moderators, pending, banned } = row;
  return { ...rowOf(row), members, moderators, pendingMembers: pending, bannedMembers: banned };
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

/** The error for a community that does not exist, or not for this viewer. */
export function communityUnknown(): DomainError {
  return new DomainError('community.unknown', messages.communityUnknown);
}
