import { statement, type Tx } from '@parlour/kernel/database/database';

const find = statement('people.isOperator', 'select operator from people where id = $1');

/**
 * Whether this person is an operator of the site, as far as this service has read identity's log.
 * Source: decisions O-4.
 */
export async function isOperator(tx: Tx, userId: string): Promise<boolean> {
  const [person] = await tx.query<{ operator: boolean }>(find, [userId]);
  return person?.operator ?? false;
}
