import { roomId, type RoomWire } from '@parlour/contracts/messaging/messaging';
import { statement, type Tx } from '@parlour/kernel/database/database';

/**
 * SQL: whether a person has muted a chat or the room. Not `exists`, for which PostgreSQL may read
 * what everybody has muted.
 */
export function isMuted(userId: string, chatId: string): string {
  return `coalesce((select true from muted_chats quiet where quiet.user_id = ${userId} and quiet.chat_id = ${chatId}), false)`;
}

const ofRoom = statement(
  'mutedChats.room',
  `select ${isMuted('w.id', `'${roomId}'`)} as muted from unnest($1::text[]) with ordinality as w(id, n) order by w.n`,
);

/** Reads the global room as each of these people sees it. */
export async function readRoomOf(tx: Tx, viewers: readonly string[]): Promise<RoomWire[]> {
  const rows = await tx.query<{ muted: boolean }>(ofRoom, [viewers]);
  return rows.map(({ muted }) => ({ _id: roomId, muted }));
}
