import type { PollList, PollOptionWire, PollStatus, PollWire } from '@parlour/contracts/communities';
import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { Page, Rpc } from '@parlour/contracts/rpc';
import { type Statement, statement, type Tx } from '@parlour/kernel/database/database';
import { cutPage, rowsRead } from '@parlour/kernel/database/pages';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { communityUnknown } from '../community/community-page.view.ts';
import { contentsVisible, joinViewer } from '../community/visibility.ts';

/**
 * SQL: the names of voters for option `o`, at most a thousand: the viewer first, then in the order
 * of voting. Deleted accounts are left out, but still counted. Neither half reads more of its index
 * than it shows.
 */
function votersFor(viewer: string): string {
  const people = 'poll_votes x join people p on p.id = x.user_id and not p.deleted';
  const of = 'x.poll_id = o.poll_id and x.option_id = o.option_id';
  return `(select coalesce(json_agg(n.name order by n.own desc, n.position), '[]') from (
    (select p.name, true as own, x.position from ${people} where ${of} and x.user_id = ${viewer})
    union all
    (select p.name, false, x.position from ${people} where ${of} and x.user_id <> ${viewer}
      order by x.position limit ${limits.namesListed})
    limit ${limits.namesListed}) n)`;
}

/** SQL: the options of the poll `pollId` with their votes, as JSON. */
function optionsOf(pollId: string, viewer: string): string {
  return `(select coalesce(json_agg(json_build_object('_id', o.option_id, 'text', o.text, 'votes', ${votersFor(viewer)},
      'voteCount', o.vote_count) order by o.place), '[]') from poll_options o where o.poll_id = ${pollId})`;
}

/** SQL: poll `p` as browsers get it; needs `creator`, its creator's `people` row. */
const pollObject = `json_build_object('_id', p.id, 'questionText', p.question_text, 'options', ${optionsOf('p.id', '$2')},
  'expiresAt', ${isoTime('p.expires_at')}, 'status', p.status, 'createdBy', ${nameOf('creator')},
  'communityId', p.community_id, 'createdAt', ${isoTime('p.created_at')})`;

const creatorJoin = 'left join people creator on creator.id = p.created_by';

const page = statement(
  'polls.page',
  `select ${pollObject} as poll
     from polls p join communities c on c.id = p.community_id ${joinViewer('$2')} ${creatorJoin}
    where p.id = $1 and ${contentsVisible}`,
);

/**
 * A poll as this viewer sees it.
 * @throws {DomainError} `poll.unknown`, also if it is hidden from them
 */
export async function readPoll(tx: Tx, pollId: string, viewer: string): Promise<PollWire> {
  const [row] = await tx.query<{ poll: PollWire }>(page, [pollId, viewer]);
  if (!row) throw pollUnknown();
  return row.poll;
}

const result = statement(
  'polls.result',
  `select ${pollObject} as poll from polls p join communities c on c.id = p.community_id ${creatorJoin} where p.id = $1 and $2 = ''`,
);

/**
 * A poll without a viewer's perspective, for people whose access was already checked.
 * @throws {DomainError} `poll.unknown`
 */
export async function readResult(tx: Tx, pollId: string): Promise<PollWire> {
  const [row] = await tx.query<{ poll: PollWire }>(result, [pollId, '']);
  if (!row) throw pollUnknown();
  return row.poll;
}

/** The statuses of each list, in the order shown: a cursor refers to an index here. */
const statusesOf: Record<PollList, readonly PollStatus[]> = {
  active: ['active'],
  closed: ['closed'],
  all: ['active', 'closed'],
};
const ranks = statusesOf.all;

/** The poll after which a page begins. */
interface Place {
  readonly rank: number;
  /** When it ended, ISO-8601; not used for an active one. */
  readonly ended: string;
  readonly position: number;
}

/** Active polls are sorted newest first, closed ones by latest end. Each order has its index. */
const orders: Record<PollStatus, { readonly ended: string; readonly order: string; readonly after: string }> = {
  active: { ended: 'null::timestamptz', order: 'l.position desc', after: 'l.position < $3::bigint' },
  closed: {
    ended: 'l.expires_at',
    order: 'l.expires_at desc, l.position desc',
    after: '(l.expires_at, l.position) < ($3::timestamptz, $4::bigint)',
  },
};

/** The polls of a page, and one more if there are. */
function askPolls(list: PollList, after: Place | undefined, limit: number): Statement {
  const read = rowsRead(limit);
  const branches = statusesOf[list].flatMap((status) => {
    const rank = ranks.indexOf(status);
    if (after && rank < after.rank) return [];
    const { ended, order, after: beyond } = orders[status];
    const rest = after?.rank === rank ? `and ${beyond}` : '';
    return `(select ${rank} as rank, ${ended} as ended, l.* from polls l
      where l.community_id = $1 and l.status = '${status}' ${rest} order by ${order} limit ${read})`;
  });
  const order = 'order by p.rank, p.ended desc, p.position desc';
  // Limited before anything else is read for a poll.
  return statement(
    `polls.list.${list}.${read}${after ? `.after${after.rank}` : ''}`,
    `select ${pollObject} as poll, p.rank, p.expires_at, p.position
       from communities c ${joinViewer('$2')}
      cross join lateral (select p.* from (${branches.join(' union all ')}) p ${order} limit ${read}) p
       ${creatorJoin} where c.id = $1 and ${contentsVisible} ${order}`,
  );
}

/** The number of polls, counted up to a thousand per status. Source: decisions T-5. */
function total(list: PollList): Statement {
  const counts = statusesOf[list].map(
    (status) => `(select count(*) from (select from polls l
      where l.community_id = $1 and l.status = '${status}' limit ${limits.countedExactly + 1}) counted)`,
  );
  return statement(
    `polls.total.${list}`,
    `select ${counts.join(' + ')} as total
       from communities c ${joinViewer('$2')} where c.id = $1 and ${contentsVisible}`,
  );
}

const totals = { active: total('active'), closed: total('closed'), all: total('all') } as const;

/**
 * A page of a community's polls: active ones, newest first, then closed ones, latest end first.
 * Source: decisions P-1.
 * @throws {DomainError} `community.unknown`, also if its content is hidden from this viewer;
 * `request.invalid` for an invalid cursor
 */
export async function readPolls(
  tx: Tx,
  { communityId, status: list, limit, cursor }: Rpc['communities.getPolls']['request'],
  viewer: string,
): Promise<Page<PollWire>> {
  const after = cursor === undefined ? undefined : parseCursor(cursor, list);
  const values = [communityId, viewer];
  const place = after ? (ranks[after.rank] === 'active' ? [after.position] : [after.ended, after.position]) : [];
  const [found, [counted]] = await Promise.all([
    tx.query<{ poll: PollWire; rank: number; expires_at: Date; position: number }>(askPolls(list, after, limit), [
      ...values,
      ...place,
    ]),
    tx.query<{ total: number }>(totals[list], values),
  ]);
  if (!counted) throw communityUnknown();
  const { page: rows, last } = cutPage(found, limit);
  const next = last ? `${last.rank}.${last.expires_at.getTime()}.${last.position}` : null;
  return { rows: rows.map(({ poll }) => poll), total: counted.total, next };
}

/** @throws {DomainError} `request.invalid` for a cursor of another list */
function parseCursor(text: string, list: PollList): Place {
  const [, rank, ended, position] = /^([01])\.(\d{1,14})\.(\d{1,15})$/.exec(text) ?? [];
  const status = ranks[Number(rank)];
  if (status === undefined || !statusesOf[list].includes(status)) {
    throw new DomainError('request.invalid', messages.requestInvalid);
  }
  return { rank: Number(rank), ended: new Date(Number(ended)).toISOString(), position: Number(position) };
}

const community = statement('polls.community', 'select community_id from polls where id = $1');

/**
 * The community of a poll, without checking rights: they are decided with it.
 * @throws {DomainError} `poll.unknown`
 */
export async function communityOfPoll(tx: Tx, pollId: string): Promise<string> {
  const [row] = await tx.query<{ community_id: string }>(community, [pollId]);
  if (!row) throw pollUnknown();
  return row.community_id;
}

const updates = statement(
  'polls.updates',
  `select w.id, ${optionsOf('w.id', `''`)} as options from unnest($1::text[]) as w(id)`,
);

/** The options of polls for live messages, by poll id. */
export async function readPollOptions(
  tx: Tx,
  pollIds: readonly string[],
): Promise<Map<string, readonly PollOptionWire[]>> {
  const rows = await tx.query<{ id: string; options: PollOptionWire[] }>(updates, [pollIds]);
  return new Map(rows.map(({ id, options }) => [id, options]));
}

function pollUnknown(): DomainError {
  return new DomainError('poll.unknown', messages.pollUnknown);
}
