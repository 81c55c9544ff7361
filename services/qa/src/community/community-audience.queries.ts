import type { CommunityVisibility } from '@parlour/contracts/communities';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { communityOpensTo } from '@parlour/kernel/view/community-view';
import type { Viewer, ViewerColumns } from '../question/visibility.ts';

const audiences = statement(
  'communities.audiences',
  `select c.id, c.visibility,
          coalesce((select json_agg(p.user_id order by p.user_id) from community_people p
                     where p.community_id = c.id and not p.banned and c.visibility = 'private'), '[]') as people,
          coalesce((select json_agg(p.user_id order by p.user_id) from community_people p
                     where p.community_id = c.id and p.banned), '[]') as banned
     from communities c where c.id = any($1::text[]) and c.visibility <> 'closed'`,
);

const open = statement(
  'communities.open',
  `select c.closed from communities c where c.id = $3 and ${opensTo({ viewer: '$1::text', fresh: '$2::boolean' })}`,
);

/** SQL: whether the question `q` belongs to a closed community. */
export const inClosedCommunity = `exists (select from communities c where c.id = q.community_id and c.closed)`;

/**
 * SQL: whether the viewer may see the community `c`; nobody may while our data about it may be
 * stale. Source: decisions Q-7, C-4, C-6.
 */
export function opensTo({ viewer, fresh }: ViewerColumns): string {
  return `${fresh} and ${communityOpensTo(viewer)}`;
}

/** The audience of a community's content: everybody but the banned, or only its members. */
export interface CommunityAudience {
  readonly visibility: CommunityVisibility;
  /** The members of a private community. */
  readonly people: readonly string[];
  readonly banned: readonly string[];
}

/** The audiences of these communities, by id. */
export async function readCommunityAudiences(tx: Tx, ids: readonly string[]): Promise<Map<string, CommunityAudience>> {
  const rows = await tx.query<CommunityAudience & { id: string }>(audiences, [ids]);
  return new Map(rows.map(({ id, visibility, people, banned }) => [id, { visibility, people, banned }]));
}

/** A person's access to a community or a question: none, read only, or read and post. */
export type Access = 'none' | 'reading' | 'all';

/** The access that a row means; there is no row when the person may see nothing. */
export function accessOf(row: { readonly closed: boolean } | undefined): Access {
  if (!row) return 'none';
  return row.closed ? 'reading' : 'all';
}

/** This person's access to this community. */
export async function readAccess(tx: Tx, id: string, { viewer, fresh }: Viewer): Promise<Access> {
  const [row] = await tx.query<{ closed: boolean }>(open, [viewer, fresh, id]);
  return accessOf(row);
}

/**
 * Refuses additions to a closed community. Check visibility first: this error reveals that the
 * content exists.
 * @throws {DomainError} `community.closed`
 */
export function refuseClosed(closed: boolean): void {
  if (closed) throw new DomainError('community.closed', messages.communityClosed);
}
