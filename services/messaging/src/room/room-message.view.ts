import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { MessageWire, MessagingEvent } from '@parlour/contracts/messaging';
import type { Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';
import { afterAll, authorJoin, messageObject } from '../message-columns.ts';

/** A message of the global room, in the order of posting. */
@Entity('room_messages')
@Index('room_messages_latest', { synchronize: false })
export class RoomMessageRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'room_messages_pkey' })
  id!: string;

  @Column('bigint')
  position!: number;

  @Column('text', { name: 'from_id' })
  fromId!: string;

  @Column('text')
  text!: string;

  @Column('timestamptz', { name: 'posted_at' })
  postedAt!: Date;
}

const post = statement(
  'roomMessages.post',
  `insert into room_messages (id, position, from_id, text, posted_at)
   select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[])
   on conflict (id) do nothing`,
);

const blank = statement('roomMessages.blank', 'update room_messages set text = $2 where id = any($1::text[])');

/** Messages of the global room, posted and blanked. */
export const roomMessageView: View = {
  name: 'messaging.room',
  source: 'messaging',
  tables: ['room_messages'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const own = eventsOf<MessagingEvent>(events);
    const posted = own.filter((event) => event.type === 'MessagePosted');
    const blanked = own.filter((event) => event.type === 'MessageBlanked');
    if (posted.length > 0) {
      await tx.query(post, [
        posted.map((event) => event.data.messageId),
        posted.map((event) => event.position),
        posted.map((event) => event.data.from),
        posted.map((event) => event.data.text),
        posted.map((event) => event.occurredAt),
      ]);
    }
    if (blanked.length > 0) {
      await tx.query(blank, [blanked.map((event) => event.data.messageId), messages.removedByOperator]);
    }
  },
};

const page = statement(
  'roomMessages.page',
  `select $1::text is null or exists (select from room_messages where id = $1) as known,
          (select coalesce(json_agg(${messageObject} order by m.position), '[]')
             from (select * from room_messages
                    where position < coalesce((select b.position from room_messages b where b.id = $1), ${afterAll})
                    order by position desc limit $2) m ${authorJoin}) as messages`,
);

/**
 * The latest messages of the room, or the latest before one of them, oldest first. Source:
 * decisions M-1.
 * @throws {DomainError} `request.invalid` if `before` is not a message of the room
 */
export async function readRoom(
  tx: Tx,
  { before, limit }: Rpc['messaging.getMessages']['request'],
): Promise<readonly MessageWire[]> {
  const [row] = await tx.query<{ known: boolean; messages: MessageWire[] }>(page, [before ?? null, limit]);
  if (!row?.known) throw new DomainError('request.invalid', messages.requestInvalid);
  return row.messages;
}

const byIds = statement(
  'roomMessages.byIds',
  `select ${messageObject} as message from unnest($1::text[]) with ordinality as w(id, n)
     join room_messages m on m.id = w.id ${authorJoin} order by w.n`,
);

/** Messages of the room by id, in that order. */
export async function readRoomMessages(tx: Tx, ids: readonly string[]): Promise<MessageWire[]> {
  const rows = await tx.query<{ message: MessageWire }>(byIds, [ids]);
  return rows.map((row) => row.message);
}
