import { DomainError } from '@parlour/contracts/errors';
import { faults, idForm } from '@parlour/contracts/fields';
import { messages } from '@parlour/contracts/messages';
import { canonicalName } from '@parlour/contracts/text/checks';
import { idempotencyKeyOf } from '../http/requests/caller.ts';
import { checkBody } from '../http/answers/shape.ts';
import type { Session } from '../session/session.ts';

/** A move as the service gets it; the rules of its game check the content. */
interface GivenMove {
  readonly request: { readonly gameId: string; readonly move: object; readonly moveCount?: number };
  readonly key: string | null;
}

/**
 * Parses a move from a socket, whatever was sent.
 * @throws {DomainError} `move.invalid`, `id.malformed`, `move.wrongPlayer` if it names another
 * player, `request.invalid` for an unusable commandId
 */
export function givenMove(given: unknown, session: Session): GivenMove {
  const { gameID, move: made, moveCount, commandId } = recordIn(given);
  const { playerID, gameID: sameID, move } = recordIn(made);
  if (typeof gameID !== 'string' || !idForm.test(gameID)) throw new DomainError(faults.id.code, faults.id.text);
  const gameId = gameID.toLowerCase();
  if (typeof sameID !== 'string' || sameID.toLowerCase() !== gameId) {
    throw new DomainError('move.invalid', messages.moveIdsDiffer);
  }
  if (typeof playerID !== 'string' || canonicalName(playerID) !== canonicalName(session.user.name)) {
    throw new DomainError('move.wrongPlayer', messages.moveWrongPlayer);
  }
  const request = { gameId, move: recordIn(move), ...(moveCount !== undefined && { moveCount: countIn(moveCount) }) };
  return { request, key: idempotencyKeyOf(commandId) };
}

function countIn(given: unknown): number {
  if (typeof given === 'number' && Number.isSafeInteger(given) && given >= 0) return given;
  throw new DomainError('move.invalid', messages.moveMalformed);
}

/** A JSON object, without anything that request bodies may not contain either. */
function recordIn(given: unknown): Readonly<Record<string, unknown>> {
  try {
    checkBody(given);
  } catch {
    throw new DomainError('move.invalid', messages.moveMalformed);
  }
  return given as Readonly<Record<string, unknown>>; // checked to be an object
}
