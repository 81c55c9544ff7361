import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { communityVisibleTo, type Viewer } from '@parlour/people/audience-sql';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { firstParameters } from '../question/visibility.ts';

const open = statement(
  'communities.open',
  `select c.closed from communities c where c.id = $3 and ${communityVisibleTo(firstParameters)}`,
);

/** SQL: whether the question `q` belongs to a closed community. */
export const inClosedCommunity = `exists (select from communities c where c.id = q.community_id and c.closed)`;

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
