import type { CommunityVisibility } from '@parlour/contracts/communities';
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
  `select 1 as one from communities c where c.id = $3 and ${opensTo({ viewer: '$1::text', fresh: '$2::boolean' })}`,
);

/** SQL: whether a community `c` opens to the viewer; while what is known of it cannot be believed it opens to nobody. Source: decisions Q-7, C-4, C-6. */
export function opensTo({ viewer, fresh }: ViewerColumns): string {
  return `${fresh} and ${communityOpensTo(viewer)}`;
}

/** Whom what is in a community may be told: everybody but some, or some alone. */
export interface CommunityAudience {
  readonly visibility: CommunityVisibility;
  /** The people of a private one. */
  readonly people: readonly string[];
  readonly banned: readonly string[];
}

/** Whom what is in these communities may be told; a closed one has nobody. */
export async function readCommunityAudiences(tx: Tx, ids: readonly string[]): Promise<Map<string, CommunityAudience>> {
  const rows = await tx.query<CommunityAudience & { id: string }>(audiences, [ids]);
  return new Map(rows.map(({ id, visibility, people, banned }) => [id, { visibility, people, banned }]));
}

/** Whether a community exists and opens to this person, who may then ask in it. */
export async function isOpen(tx: Tx, id: string, { viewer, fresh }: Viewer): Promise<boolean> {
  return (await tx.query(open, [viewer, fresh, id])).length === 1;
}
