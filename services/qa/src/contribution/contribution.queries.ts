import { canonicalName } from '@parlour/contracts/text/checks';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Viewer } from '@parlour/people/audience-sql';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { questionShownTo } from '../editing/shown.queries.ts';
import { audiencesOf, firstParameters, sharedWith } from '../question/visibility.ts';

/**
 * SQL: the number of a person's answers that `contributions` counts, but the viewer cannot read:
 * to their own deleted question, where nobody else has a post. Which those are can change with any
 * post of others there, so they are not counted ahead.
 */
export function answersHidden(author: string): string {
  return `(select count(*) from questions q join answers a on a.question_id = q.id and a.answered_by = q.asked_by
    where q.asked_by = ${author} and q.deleted_by = 'author' and a.deleted_by is null
      and ${sharedWith(firstParameters)} and not ${questionShownTo(firstParameters.viewer)})`;
}

const total = statement(
  'contributions.total',
  `select coalesce(sum(c.questions + c.answers), 0)::bigint - ${answersHidden('p.id')} as total
     from people p left join contributions c on c.user_id = p.id
            and (p.id = ${firstParameters.viewer} or c.audience = any(${audiencesOf(firstParameters)}))
    where p.canonical_name = $3 and not p.deleted
    group by p.id`,
);

/**
 * The number of a person's questions and answers that this viewer may see; of the viewer's own,
 * all: they count for creating a community. Source: decisions U-6.
 * @throws {DomainError} `user.unknown`
 */
export async function readContributions(tx: Tx, username: string, { viewer, fresh }: Viewer): Promise<number> {
  const [row] = await tx.query<{ total: number }>(total, [viewer, fresh, canonicalName(username)]);
  if (!row) throw new DomainError('user.unknown', messages.userUnknown);
  return row.total;
}
