import type { PollOptionWire, PollWire } from '@parlour/contracts/communities';
import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { communityUnknown } from '../community/community-page.view.ts';
import { contentsVisible, joinViewer } from '../community/visibility.ts';

/**
 * SQL: the names of those who voted for the option `o`, at most a thousand: the viewer's own first, then in the order of voting. Who deleted his account
 * has no name any more; the counts keep him. Neither half reads more of its index than it shows.
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

/** SQL: the poll `p` as it goes to a browser; needs `creator`, the `people` row of whoever made it. */
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
 * @throws {DomainError} `poll.unknown` also where it is hidden from him
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
 * A poll as nobody in particular sees it, whoever may: for those who have been let in already.
 * @throws {DomainError} `poll.unknown`
 */
export async function readResult(tx: Tx, pollId: string): Promise<PollWire> {
  const [row] = await tx.query<{ poll: PollWire }>(result, [pollId, '']);
  if (!row) throw pollUnknown();
  return row.poll;
}

const ofCommunity = (status: 'active' | 'all'): string => `select ${contentsVisible} as allowed,
    case when ${contentsVisible} then (
      select coalesce(json_agg(${pollObject} order by p.position desc), '[]')
        from (select * from polls l where l.community_id = c.id ${status === 'active' ? `and l.status = 'active'` : ''}
               order by l.position desc limit ${limits.page.greatest}) p ${creatorJoin}) end as polls
   from communities c ${joinViewer('$2')} where c.id = $1`;

const lists = {
  active: statement('polls.active', ofCommunity('active')),
  all: statement('polls.all', ofCommunity('all')),
} as const;

/**
 * The polls of a community, the newest first, as many as the greatest page of any list has. Source: decisions P-1.
 * @throws {DomainError} `community.unknown` also where what it holds is hidden from this viewer
 */
export async function readPolls(
  tx: Tx,
  communityId: string,
  status: 'active' | 'all',
  viewer: string,
): Promise<readonly PollWire[]> {
  const [row] = await tx.query<{ allowed: boolean; polls: PollWire[] | null }>(lists[status], [communityId, viewer]);
  if (!row?.allowed) throw communityUnknown();
  return row.polls ?? [];
}

const community = statement('polls.community', 'select community_id from polls where id = $1');

/**
 * Which community a poll is of, whoever may see it: its rights are decided on with it.
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

/** The options of polls as everybody who may is told of them, by the polls' ids. */
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
