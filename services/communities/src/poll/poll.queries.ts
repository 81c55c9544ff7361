import type { PollOptionWire, PollWire } from '@parlour/contracts/communities/communities';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { type Statement, statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf, namesListed } from '@parlour/kernel/database/row-expressions';
import { isOperatorOf } from '@parlour/people/operators';
import { editableJson } from '@parlour/posts/post-row';
import { contentsVisible, joinViewer } from '../community/community-access.queries.ts';

/** SQL: the options of a poll with their votes, as JSON. */
function optionsOf(pollId: string, viewer: string): string {
  const voters = namesListed('poll_votes', 'x.poll_id = o.poll_id and x.option_id = o.option_id', viewer);
  return `(select coalesce(json_agg(json_build_object('_id', o.option_id, 'text', o.text, 'votes', ${voters},
      'voteCount', o.vote_count) order by o.place), '[]') from poll_options o where o.poll_id = ${pollId})`;
}

/** SQL: whether the viewer leads the community of a poll. */
const leadsCommunity = (viewer: string, poll: string): string =>
  `exists (select from community_members l
    where l.community_id = ${poll}.community_id and l.user_id = ${viewer} and l.standing in ('owner', 'moderator'))`;

/**
 * SQL: whether the viewer gets the texts of a poll: of a removed one its creator, and those who
 * can restore it. Source: decisions P-13.
 */
export const textsShownTo = (viewer: string, poll = 'p'): string => `(case ${poll}.deleted_by
    when 'author' then ${poll}.created_by = ${viewer}
    when 'moderator' then ${poll}.created_by = ${viewer} or ${leadsCommunity(viewer, poll)} or ${isOperatorOf(viewer)}
    when 'operator' then ${poll}.created_by = ${viewer} or ${isOperatorOf(viewer)} else true end)`;

/** SQL: poll `p` as JSON (`PollWire`) for viewer `$2`; needs `creatorJoin`. */
export const pollJson = `json_build_object('_id', p.id,
  'questionText', case when ${textsShownTo('$2')} then p.question_text else '' end,
  'options', case when ${textsShownTo('$2')} then ${optionsOf('p.id', '$2')} else '[]' end,
  'expiresAt', ${isoTime('p.expires_at')}, 'status', case p.status when 'active' then 'active' else 'closed' end, 'createdBy', ${nameOf('creator')},
  'communityId', p.community_id, 'createdAt', ${isoTime('p.created_at')}, ${editableJson('p')})`;

/** SQL: the join that `pollJson` needs. */
export const creatorJoin = 'left join people creator on creator.id = p.created_by';

const pollWhere = (name: string, condition: string): Statement =>
  statement(
    name,
    `select ${pollJson} as poll from polls p join communities c on c.id = p.community_id ${joinViewer('$2')} ${creatorJoin}
      where p.id = $1 and ${condition}`,
  );
const page = pollWhere('polls.page', contentsVisible);
const result = pollWhere('polls.result', 'true');

/**
 * A poll as this viewer sees it.
 * @throws {DomainError} `poll.unknown`, also if it is hidden from them
 */
export function readPoll(tx: Tx, pollId: string, viewer: string): Promise<PollWire> {
  return read(tx, page, pollId, viewer);
}

/**
 * A poll without a viewer's perspective, for people whose access was already checked.
 * @throws {DomainError} `poll.unknown`
 */
export function readResult(tx: Tx, pollId: string): Promise<PollWire> {
  return read(tx, result, pollId, '');
}

async function read(tx: Tx, asked: Statement, pollId: string, viewer: string): Promise<PollWire> {
  const [row] = await tx.query<{ poll: PollWire }>(asked, [pollId, viewer]);
  if (!row) throw pollUnknown();
  return row.poll;
}

const voted = statement('polls.voted', 'select 1 as one from poll_votes v where v.poll_id = $1 limit 1');

/**
 * Votes are written to the log and to their table together, one transaction after the other: one
 * that was first refuses an edit here, and one that comes later is decided again, on the edited
 * poll.
 * @throws {DomainError} `poll.begun`
 */
export async function refuseVoted(tx: Tx, pollId: string): Promise<void> {
  if ((await tx.query(voted, [pollId])).length > 0) throw new DomainError('poll.begun', messages.pollBegun);
}

const whole = statement(
  'polls.whole',
  `select p.id, ${pollJson} as poll from polls p ${creatorJoin} where p.id = any($1::text[])`,
);

/** Polls for live messages, by id: without a viewer's perspective. */
export async function readWholePolls(tx: Tx, pollIds: readonly string[]): Promise<Map<string, PollWire>> {
  const rows = await tx.query<{ id: string; poll: PollWire }>(whole, [pollIds, '']);
  return new Map(rows.map(({ id, poll }) => [id, poll]));
}

const community = statement(
  'polls.community',
  `select p.community_id from polls p join communities c on c.id = p.community_id ${joinViewer('$2')}
    where p.id = $1 and ${contentsVisible}`,
);

/**
 * The community of a poll that this viewer may read. Other rights are decided with it; but a retry
 * decides nothing, and its answer shows the poll as it is by then.
 * @throws {DomainError} `poll.unknown`
 */
export async function communityOfPoll(tx: Tx, pollId: string, viewer: string): Promise<string> {
  const [row] = await tx.query<{ community_id: string }>(community, [pollId, viewer]);
  if (!row) throw pollUnknown();
  return row.community_id;
}

const removal = statement(
  'polls.removal',
  `select p.community_id as "communityId", ${isOperatorOf('$2::text')} as "isOperator", ${contentsVisible} as "isReadable"
     from polls p join communities c on c.id = p.community_id ${joinViewer('$2::text')} where p.id = $1`,
);

/** What removing and restoring a poll needs besides its stream. */
export interface PollRemovalFacts {
  readonly communityId: string;
  readonly isOperator: boolean;
  /** Whether this person sees the polls of its community. */
  readonly isReadable: boolean;
}

/** @throws {DomainError} `poll.unknown` */
export async function readRemovalFacts(tx: Tx, pollId: string, viewer: string): Promise<PollRemovalFacts> {
  const [row] = await tx.query<PollRemovalFacts>(removal, [pollId, viewer]);
  if (!row) throw pollUnknown();
  return row;
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
