import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import type { Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { afterAll } from '@parlour/kernel/database/pages';
import { Json } from '@parlour/kernel/rpc/json';
import { latestMessages, readMessages } from '../message.queries.ts';

type GetMessages = Rpc['messaging.getMessages'];

const before = `c.position < coalesce((select b.position from room_messages b where b.id = $1), ${afterAll})`;

const page = statement(
  'room_messages.page',
  `select json_build_object('messages', ${latestMessages('room_messages', before, '$2')})::text as json,
          $1::text is null or exists (select from room_messages b where b.id = $1) as known`,
);

/**
 * Reads the latest messages of the room, or the latest before one of them, oldest first. Source:
 * decisions M-1.
 * @throws {DomainError} `request.invalid` if `before` is not a message of the room
 */
export async function readRoom(tx: Tx, request: GetMessages['request']): Promise<Json<GetMessages['reply']>> {
  const [row] = await tx.query<{ json: string; known: boolean }>(page, [request.before ?? null, request.limit]);
  if (!row?.known) throw new DomainError('request.invalid', messages.requestInvalid);
  return new Json(row.json);
}

/** Reads messages of the room in the order of the ids. */
export function readRoomMessages(tx: Tx, ids: readonly string[]): Promise<MessageWire[]> {
  return readMessages(tx, 'room_messages', ids);
}
