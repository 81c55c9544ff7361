import { deletedUserName } from '@parlour/contracts/limits';
import type { PageRequest } from '@parlour/contracts/rpc';
import type { SiteLogEntryWire } from '@parlour/contracts/site';
import { type Statement, statement, type Tx } from '@parlour/kernel/database/database';
import { type PageRow, positionOfCursor, readPage, rowsRead } from '@parlour/kernel/database/pages';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { refuseUnlessOperator } from './operators.ts';

/** SQL about an event `e`: how a service's log says what operators did with what others made. */
export interface OperatorActs {
  /** Whether it is one of them; an index on the position of `events` must have this condition. */
  readonly condition: string;
  /** What the entry tells: a `SiteAct`. */
  readonly act: string;
  /** The id of the person concerned: the author, or the owner. */
  readonly to: string;
  /** The post that was acted on, as a JSON object, or null. */
  readonly post: string;
  /** The name of the community that was, or null; without it, the service has none. */
  readonly community?: string;
}

/**
 * Reads one page of what operators did in a service, the latest first, from its own log.
 * @throws {DomainError} `route.unknown` unless the caller is an operator
 */
export function operatorActsOf({ condition, act, to, post, community = 'null' }: OperatorActs) {
  const rowsOf = (size: number): Statement =>
    statement(
      `operatorActs.list.${size}`,
      `select json_strip_nulls(json_build_object('_id', e.event_id,
              'act', ${act},
              'by', coalesce(${nameOf('actor')}, '${deletedUserName}'), 'to', coalesce(${nameOf('person')}, '${deletedUserName}'),
              'at', ${isoTime('e.occurred_at')}, 'post', ${post}, 'community', ${community}, 'reason', e.data -> 'reason', 'position', e.position))::text as json,
            e.position, (select count(*) from events e where ${condition}) as total
       from (select * from events e where ${condition} and e.position < $1 order by e.position desc limit ${size}) e
       left join people actor on actor.id = e.meta ->> 'actor' left join people person on person.id = ${to}
      order by e.position desc`,
    );
  return async (tx: Tx, request: PageRequest, viewer: string): Promise<JsonPage<SiteLogEntryWire>> => {
    await refuseUnlessOperator(tx, viewer);
    const rows = rowsOf(rowsRead(request.limit));
    return readPage<SiteLogEntryWire, PageRow & { readonly position: number }>(tx, request, {
      rows: { statement: rows, values: [positionOfCursor(request.cursor)] },
      total: () => ({ statement: rows, values: [positionOfCursor(undefined)] }),
      cursorOf: ({ position }) => String(position),
    });
  };
}
