import type { Fault } from '@parlour/contracts/errors';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { type BlockBetween, blockFault, blockIsBetween } from '@parlour/people/block-view';

const inChat = statement(
  'chats.blocked',
  `select b.blocker_id = $2 as own
     from chat_participants p join blocks b on ${blockIsBetween('p.user_id', '$2')}
    where p.chat_id = $1`,
);

/** Why a person cannot reach another participant of this chat, if it is one of two. */
export async function findChatFault(tx: Tx, chatId: string, userId: string): Promise<Fault | undefined> {
  return blockFault(await tx.query<BlockBetween>(inChat, [chatId, userId]));
}
