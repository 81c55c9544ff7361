import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { DeleteMessage } from '@parlour/contracts/messaging.requests';

/**
 * The message to delete, from the body or from the query (decisions T-8).
 * @throws {DomainError} `request.invalid` if neither names one
 */
export function deletionOf(
  body: DeleteMessage,
  query: DeleteMessage,
): { readonly mid: string; readonly reason: string } {
  const mid = body.mid ?? query.mid;
  if (mid === undefined) throw new DomainError('request.invalid', messages.requestInvalid);
  return { mid, reason: body.reason ?? query.reason ?? '' };
}
