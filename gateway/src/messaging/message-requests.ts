import type { DeleteMessage } from '@parlour/contracts/messaging/messaging.requests';
import { givenId } from '../http/requests/given-id.ts';

/**
 * The message to delete, from the body or from the query (decisions T-8).
 * @throws {DomainError} `id.malformed` if neither names one
 */
export function deletionOf(
  body: DeleteMessage,
  query: DeleteMessage,
): { readonly mid: string; readonly reason: string } {
  return { mid: givenId(body.mid ?? query.mid), reason: body.reason ?? query.reason ?? '' };
}
