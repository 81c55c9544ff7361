import { type Database, statement } from '@parlour/kernel/database/database';
import { isoTime } from '@parlour/kernel/database/row-expressions';
import { isErased, isPastRestoring } from '@parlour/posts/erasing-sql';

// What the operator had blanked before it was deleted is not due again. Its text does not tell:
// anybody may write the same.
const dueIn = (table: string, chatId: string): string =>
  `(select ${chatId} as "chatId", m.id, m.position, ${isoTime('m.deleted_at')} as "deletedAt" from ${table} m
     where ${isPastRestoring('m.deleted_at')}
       and m.deleted_by is not null and not ${isErased('m.id')}
     order by m.deleted_at limit $1)`;

const due = statement(
  'erasing.due',
  `${dueIn('room_messages', 'null')} union all ${dueIn('chat_messages', 'm.chat_id')}
   order by "deletedAt" limit $1`,
);

/** A message, and where it was posted. */
export interface Posted {
  readonly id: string;
  /** Null for a message of the global room. */
  readonly chatId: string | null;
  readonly position: number;
}

/** A deleted message whose text is to be erased. */
export interface DueMessage extends Posted {
  /** ISO-8601. */
  readonly deletedAt: string;
}

/** Messages that were deleted too long ago to be restored, the first deleted first. */
export function readDue(database: Database, limit: number): Promise<DueMessage[]> {
  return database.query<DueMessage>(due, [limit]);
}
