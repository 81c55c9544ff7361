import type { CommunityPosition, CommunityRowWire, CommunityVisibility } from '@parlour/contracts/communities';
import { nameOf } from '@parlour/kernel/database/row-expressions';
import { joinViewer, positionOf } from './visibility.ts';

/** SQL: the columns of a list row of community `c` for the viewer; needs `rowJoins`. */
export const rowColumns = `c.id, c.name, c.name_key, c.description, c.visibility, ${nameOf('owner')} as owner, c.member_count,
  ${positionOf('me')} as position, c.created_at`;

/** SQL: the joins that `rowColumns` needs. */
export function rowJoins(viewer: string): string {
  return `left join people owner on owner.id = c.owner_id ${joinViewer(viewer)}`;
}

/** A row of `rowColumns`. */
export interface RowColumns {
  id: string;
  name: string;
  name_key: string;
  description: string;
  visibility: CommunityVisibility;
  owner: string;
  member_count: number;
  position: CommunityPosition;
  created_at: Date;
}

/** The list row of a community as browsers get it. */
export function rowOf(row: RowColumns): CommunityRowWire {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    visibility: row.visibility,
    owner: row.owner,
    memberCount: row.member_count,
    position: row.position,
    createdAt: row.created_at.toISOString(),
  };
}
