import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { statement, type Tx } from '@parlour/kernel/database/database';

const find = statement('people.isOperator', 'select operator from people where id = $1');

/**
 * SQL: whether the person in expression `viewer` is an operator of the site, by the same table.
 * Source: decisions O-4.
 */
export function isOperatorOf(viewer: string): string {
  return `exists (select from people o where o.id = ${viewer} and o.operator)`;
}

/**
 * Whether this person is an operator of the site, as far as this service has read identity's log.
 * Source: decisions O-4.
 */
export async function isOperator(tx: Tx, userId: string): Promise<boolean> {
  const [person] = await tx.query<{ operator: boolean }>(find, [userId]);
  return person?.operator ?? false;
}

/**
 * Calls of administration are unknown to everybody but operators. Source: decisions O-5.
 * @throws {DomainError} `route.unknown`
 */
export async function refuseUnlessOperator(tx: Tx, userId: string): Promise<void> {
  if (!(await isOperator(tx, userId))) throw new DomainError('route.unknown', messages.notFound);
}
