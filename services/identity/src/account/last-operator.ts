import { statement, type Tx } from '@parlour/kernel/database/database';
import type { Guard } from '@parlour/kernel/log/commands';
import { userGuard, type UserState } from '../user/user.decider.ts';

const otherOperators = statement(
  'operator.others',
  'select u.id from users u where u.operator and not u.suspended and u.id <> $1 order by u.id limit 5',
);

/**
 * Other operators who can sign in, as guards: if one of them is none any more meanwhile, it is
 * decided again.
 */
export async function readOtherOperators(tx: Tx, userId: string): Promise<readonly Guard<UserState>[]> {
  const others = await tx.query<{ id: string }>(otherOperators, [userId]);
  return others.map(({ id }) => userGuard(id));
}

/** Whether none of these people is an operator who can sign in. */
export function noneOperates(people: readonly UserState[]): boolean {
  return !people.some((person) => person.status === 'registered' && person.isOperator);
}
