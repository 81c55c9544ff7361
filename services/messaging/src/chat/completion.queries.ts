import { canonicalName, checkWellFormed } from '@parlour/contracts/text/checks';
import { DomainError, refuse } from '@parlour/contracts/errors';
import type { NamedPersonWire } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { Json } from '@parlour/kernel/rpc/json';
import { firstByName, isNamedLike, namedPeople } from '@parlour/people/completion-sql';

const participants = statement(
  'completion.participants',
  `select exists (select from chat_participants me where me.chat_id = $1 and me.user_id = $2) as known, ${namedPeople(
    `select n.* from chat_participants o join people n on n.id = o.user_id
      where o.chat_id = $1 and ${isNamedLike('$3::text')} ${firstByName}`,
  )}::text as json`,
);

/**
 * The first participants of a chat whose names begin so, by name. Source: decisions M-31.
 * @throws {DomainError} `chat.unknown` if the viewer is none of them
 */
export async function completePeople(
  tx: Tx,
  { prefix = '', chatId }: { readonly prefix?: string; readonly chatId: string },
  viewer: string,
): Promise<Json<readonly NamedPersonWire[]>> {
  refuse(checkWellFormed(prefix));
  const [row] = await tx.query<{ known: boolean; json: string }>(participants, [chatId, viewer, canonicalName(prefix)]);
  if (!row?.known) throw new DomainError('chat.unknown', messages.chatUnknown);
  return new Json(row.json);
}
