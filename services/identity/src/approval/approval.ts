import type { ApprovalDecision } from '@parlour/contracts/identity/approval';
import type { CommandOrigin, Commands, Outcome } from '@parlour/kernel/log/commands';
import { type Done, doneAfter } from '@parlour/kernel/log/reply';
import type { Policy } from '@parlour/kernel/policy/policy';
import type { Tx } from '@parlour/kernel/database/database';
import { type DecideApproval, userDecider, userStream } from '../user/user.decider.ts';
import { endWaiting, eraseWaiting, nameOfWaiting, readOverdue } from './waiting.queries.ts';

/** Somebody who waits, and what becomes of them. */
interface Decided {
  readonly userId: string;
  readonly decision: ApprovalDecision;
}

/**
 * Opens an account that waits, or erases it. Source: specification IN-3.
 * @throws {DomainError} `newcomer.unknown` if it does not wait, or was decided otherwise
 */
export async function decideApproval(
  commands: Commands,
  database: Tx,
  { userId, decision }: Decided,
  origin: CommandOrigin,
): Promise<Outcome<Done>> {
  const name = await nameOfWaiting(database, userId);
  const effect = decision === 'approved' ? endWaiting : eraseWaiting;
  return commands.execute(origin, {
    streamId: userStream(userId),
    orderingKey: userId,
    decider: userDecider,
    command: (): DecideApproval => ({ type: 'DecideApproval', userId, decision, name }),
    reply: doneAfter((tx) => effect(tx, userId)),
  });
}

/** Erases those who have waited for too long. */
export const approvalLapses: Policy<Decided> = {
  name: 'approvalLapses',
  reactions: {},
  async due(database, limit) {
    const overdue = await readOverdue(database, limit);
    return overdue.map((userId) => ({ id: userId, command: { userId, decision: 'lapsed' } }));
  },
  execute: (decided, origin, { commands, database }) => decideApproval(commands, database, decided, origin),
};
