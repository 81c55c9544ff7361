import type { PollList, PollWire } from '@parlour/contracts/communities/communities';
import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { Rpc } from '@parlour/contracts/rpc';
import { type Statement, statement, type Tx } from '@parlour/kernel/database/database';
import { rowsRead } from '@parlour/kernel/database/pages';
import { isPastRestoring } from '@parlour/posts/erasing-sql';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { communityUnknown, contentsVisible, joinViewer } from '../community/community-access.queries.ts';
import { type ListRow, pageOf } from '../list.queries.ts';
import type { PollRow } from './poll.entity.ts';
import { creatorJoin, pollJson } from './poll.queries.ts';

/** A status of rows. */
type Listed = PollRow['status'];

/** The statuses of each list, in the order shown. */
const statusesOf: Record<PollList, readonly Listed[]> = {
  active: ['active'],
  closed: ['closed'],
  all: ['active', 'closed'],
  removed: ['deleted'],
};

/** A cursor refers to an index here. */
const ranks: readonly Listed[] = ['active', 'closed', 'deleted'];

/** The poll after which a page begins. */
interface Place {
  readonly rank: number;
  /** When it ended or was removed, ISO-8601; not used for an active one. */
  readonly ended: string;
  readonly position: number;
}

/**
 * Active polls are sorted newest first, closed ones by latest end, removed ones by latest removal.
 * Each order has its index.
 */
const orders: Record<Listed, { readonly ended: string; readonly order: string; readonly after: string }> = {
  active: { ended: 'null::timestamptz', order: 'l.position desc', after: 'l.position < $3::bigint' },
  closed: {
    ended: 'l.expires_at',
    order: 'l.expires_at desc, l.position desc',
    after: '(l.expires_at, l.position) < ($3::timestamptz, $4::bigint)',
  },
  deleted: {
    ended: 'l.deleted_at',
    order: 'l.deleted_at desc, l.position desc',
    after: '(l.deleted_at, l.position) < ($3::timestamptz, $4::bigint)',
  },
};

/** SQL: the polls `l` of community $1 in a list of the viewer $2. */
function rowsOf(status: Listed): string {
  const still = `and not (${isPastRestoring('l.deleted_at')})
      and (l.deleted_by <> 'author' or l.created_by = $2)`;
  return `polls l where l.community_id = $1 and l.status = '${status}' ${status === 'deleted' ? still : ''}`;
}

interface Read extends ListRow {
  readonly rank: number;
  readonly ended: Date;
  readonly position: number;
}

/**
 * A page of a community's polls: active ones, newest first, then closed ones, latest end first; or
 * removed ones, latest first. The total is counted up to a thousand per status. Source: decisions
 * P-1, P-13, T-5.
 * @throws {DomainError} `community.unknown`, also if its content is hidden from this viewer;
 * `request.invalid` for an invalid cursor
 */
export async function readPolls(
  tx: Tx,
  { communityId, status: list, limit, cursor }: Rpc['communities.getPolls']['request'],
  viewer: string,
): Promise<JsonPage<PollWire>> {
  const after = cursor === undefined ? undefined : parseCursor(cursor, list);
  const place = after ? (ranks[after.rank] === 'active' ? [after.position] : [after.ended, after.position]) : [];
  const read = await tx.query<Read>(pollsOf(list, after, rowsRead(limit)), [communityId, viewer, ...place]);
  if (read.length === 0) throw communityUnknown();
  return pageOf(read, limit, (last) => `${last.rank}.${last.ended.getTime()}.${last.position}`);
}

function pollsOf(list: PollList, after: Place | undefined, size: number): Statement {
  const branches = statusesOf[list].flatMap((status) => {
    const rank = ranks.indexOf(status);
    if (after && rank < after.rank) return [];
    const { ended, order, after: beyond } = orders[status];
    const rest = after?.rank === rank ? `and ${beyond}` : '';
    return `(select ${rank} as rank, ${ended} as ended, l.* from ${rowsOf(status)} ${rest} order by ${order} limit ${size})`;
  });
  const order = 'order by p.rank, p.ended desc, p.position desc';
  // Limited before anything else is read for a poll.
  return statement(
    `polls.list.${list}.${size}${after ? `.after${after.rank}` : ''}`,
    `select ${statusesOf[list].map(countOf).join(' + ')} as total, p.rank, coalesce(p.ended, p.expires_at) as ended, p.position,
            case when p.id is not null then (${pollJson})::text end as json
       from communities c ${joinViewer('$2')}
       left join (select p.* from (${branches.join(' union all ')}) p ${order} limit ${size}) p on true
       ${creatorJoin} where c.id = $1 and ${contentsVisible} ${order}`,
  );
}

function countOf(status: Listed): string {
  return `(select count(*) from (select from ${rowsOf(status)} limit ${limits.countedExactly + 1}) counted)`;
}

/** @throws {DomainError} `request.invalid` for a cursor of another list */
function parseCursor(text: string, list: PollList): Place {
  const [, rank, ended, position] = /^([012])\.(\d{1,14})\.(\d{1,15})$/.exec(text) ?? [];
  const status = ranks[Number(rank)];
  if (status === undefined || !statusesOf[list].includes(status)) {
    throw new DomainError('request.invalid', messages.requestInvalid);
  }
  return { rank: Number(rank), ended: new Date(Number(ended)).toISOString(), position: Number(position) };
}
