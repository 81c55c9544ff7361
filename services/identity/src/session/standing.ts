import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { RpcName } from '@parlour/contracts/rpc';
import type { Tx } from '@parlour/kernel/database/database';
import { actorOf, type Call } from '@parlour/kernel/rpc/calls';
import type { Standing } from '../user/user.decider.ts';
import { readStanding } from './session.queries.ts';

/**
 * The caller's session, which must be active: what its owner may do depends on it.
 * @throws {DomainError} `session.missing`, `session.ended`
 */
export async function standingOf(tx: Tx, call: Call<RpcName>): Promise<Standing> {
  const standing = await readStanding(tx, sessionOf(call), actorOf(call).id);
  if (!standing) throw new DomainError('session.ended', messages.notSignedIn);
  return standing;
}

/** @throws {DomainError} `session.missing` */
export function sessionOf({ context: { sessionId } }: Call<RpcName>): string {
  if (sessionId === null) throw new DomainError('session.missing', messages.notSignedIn);
  return sessionId;
}
