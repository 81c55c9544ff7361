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
