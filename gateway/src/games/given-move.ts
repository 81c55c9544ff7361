import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { canonicalName } from '@parlour/contracts/checks';
import { idempotencyKeyOf } from '../http/caller.ts';
import { checkBody } from '../http/shape.ts';
import type { Session } from '../session/session.ts';
import { idIn } from '../socket/socket-calls.ts';

/** A move as the service is asked for it; the rules of its game check what is in it. */
interface GivenMove {
  readonly request: { readonly gameId: string; readonly move: object };
  readonly key: string | null;
}

/**
 * The move that a socket sent, whatever it sent.
 * @throws {DomainError} `move.invalid`, `id.malformed`, `move.wrongPlayer` where it names somebody else, `request.invalid` for an unusable commandId
 */
export function givenMove(given: unknown, session: Session): GivenMove {
  const { gameID, move: made, commandId } = recordIn(given);
  const { playerID, gameID: sameID, move } = recordIn(made);
  const gameId = idIn(gameID, messages.idMalformed);
  if (typeof sameID !== 'string' || sameID.toLowerCase() !== gameId) {
    throw new DomainError('move.invalid', messages.moveIdsDiffer);
  }
  if (typeof playerID !== 'string' || canonicalName(playerID) !== canonicalName(session.user.name)) {
    throw new DomainError('move.wrongPlayer', messages.moveWrongPlayer);
  }
  return { request: { gameId, move: recordIn(move) }, key: idempotencyKeyOf(commandId) };
}

/** What JSON calls an object, with nothing in it that a body may not hold either. */
function recordIn(given: unknown): Readonly<Record<string, unknown>> {
  try {
    checkBody(given);
  } catch {
    throw new DomainError('move.invalid', messages.moveMalformed);
  }
  return given as Readonly<Record<string, unknown>>; // checked to be an object
}
