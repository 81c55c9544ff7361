import type { BlockedPersonWire } from '@parlour/contracts/identity/identity';
import type { PageRequest } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { type PageRow, positionOfCursor, readPage, rowsRead } from '@parlour/kernel/database/pages';
import { isoTime } from '@parlour/kernel/database/row-expressions';
import type { JsonPage } from '@parlour/kernel/rpc/json';

/** One page of the people whom this person has blocked, the latest first. */
export function readBlocked(tx: Tx, request: PageRequest, blockerId: string): Promise<JsonPage<BlockedPersonWire>> {
  const size = rowsRead(request.limit);
  const fields = `u.id as "_id", u.name as username, ${isoTime('b.at')} as "blockedAt"`;
  const rows = statement(
    `blocks.list.${size}`,
    `select (select to_json(fields) from (select ${fields}) fields)::text as json, b.position,
            (select count(*) from blocks where blocker_id = $1) as total
       from blocks b join users u on u.id = b.blocked_id
      where b.blocker_id = $1 and b.position < $2
      order by b.position desc limit ${size}`,
  );
  return readPage<BlockedPersonWire, PageRow & { readonly position: number }>(tx, request, {
    rows: { statement: rows, values: [blockerId, positionOfCursor(request.cursor)] },
    total: () => ({ statement: rows, values: [blockerId, positionOfCursor(undefined)] }),
    cursorOf: ({ position }) => String(position),
  });
}
