import { DomainError } from '@parlour/contracts/errors';
import { faults } from '@parlour/contracts/fields';

/**
 * The id that a DELETE names in its body or its query (decisions T-8).
 * @throws {DomainError} `id.malformed` if neither does
 */
export function givenId(id: string | undefined): string {
  if (id === undefined) throw new DomainError(faults.id.code, faults.id.text);
  return id;
}

/** The reason that a DELETE gives in its body or its query, if any (decisions T-8). */
export function reasonOf(body: Reasoned, query: Reasoned): Reasoned {
  const reason = body.reason ?? query.reason;
  return reason === undefined ? {} : { reason };
}

interface Reasoned {
  readonly reason?: string;
}
