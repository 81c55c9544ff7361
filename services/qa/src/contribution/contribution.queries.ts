import { canonicalName } from '@parlour/contracts/checks';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Viewer } from '@parlour/people/audience-sql';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { audiencesOf, firstParameters } from '../question/visibility.ts';

const total = statement(
  'contributions.total',
  `select coalesce(sum(c.questions + c.answers), 0)::bigint as total
     from people p left join contributions c on c.user_id = p.id and c.audience = any(${audiencesOf(firstParameters)})
    where p.canonical_name = $3 and not p.deleted
    group by p.id`,
);

/**
 * The number of a person's questions and answers that this viewer may see. Source: decisions U-6.
 * @throws {DomainError} `user.unknown`
 */
export async function readContributions(tx: Tx, username: string, { viewer, fresh }: Viewer): Promise<number> {
  const [row] = await tx.query<{ total: number }>(total, [viewer, fresh, canonicalName(username)]);
  if (!row) throw new DomainError('user.unknown', messages.userUnknown);
  return row.total;
}
