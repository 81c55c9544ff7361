import { deletedUserName } from '@parlour/contracts/limits';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { PageRequest } from '@parlour/contracts/rpc';
import type { SiteLogEntryWire } from '@parlour/contracts/site';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { type PageRow, positionOfCursor, readPage, rowsRead } from '@parlour/kernel/database/pages';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { isOperator } from './operators.ts';

/** SQL about an event `e`: how a service's log says what operators did with others' texts. */
export interface OperatorActs {
  /** Whether it is one of them; an index on the position of `events` must have this condition. */
  readonly condition: string;
  /** Whether it is a removal; the others are restorations. */
  readonly isRemoval: string;
  /** The id of the author. */
  readonly author: string;
  /** The post or message, as a JSON object. */
  readonly post: string;
}

/**
 * One page of what operators did in a service, the latest first, from its own log.
 * @throws {DomainError} `route.unknown` unless the caller is an operator
 */
export async function readOperatorActs(
  tx: Tx,
  request: PageRequest,
  viewer: string,
  { condition, isRemoval, author, post }: OperatorActs,
): Promise<JsonPage<SiteLogEntryWire>> {
  if (!(await isOperator(tx, viewer))) throw new DomainError('route.unknown', messages.notFound);
  const size = rowsRead(request.limit);
  const rows = statement(
    `operatorActs.list.${size}`,
    `select json_strip_nulls(json_build_object('_id', e.event_id,
              'act', case when ${isRemoval} then 'postRemoved' else 'postRestored' end,
              'by', coalesce(${nameOf('actor')}, '${deletedUserName}'), 'to', coalesce(${nameOf('author')}, '${deletedUserName}'),
              'at', ${isoTime('e.occurred_at')}, 'post', ${post}, 'reason', e.data -> 'reason', 'position', e.position))::text as json,
            e.position, (select count(*) from events e where ${condition}) as total
       from (select * from events e where ${condition} and e.position < $1 order by e.position desc limit ${size}) e
       left join people actor on actor.id = e.meta ->> 'actor' left join people author on author.id = ${author}
      order by e.position desc`,
  );
  return readPage<SiteLogEntryWire, PageRow & { readonly position: number }>(tx, request, {
    rows: { statement: rows, values: [positionOfCursor(request.cursor)] },
    total: () => ({ statement: rows, values: [positionOfCursor(undefined)] }),
    cursorOf: ({ position }) => String(position),
  });
}
