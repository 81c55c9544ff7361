import type {
  CommunityPosition,
  CommunityVisibility,
  ModeratedPost,
  ModerationAct,
  ModerationEntryWire,
} from '@parlour/contracts/communities/communities';
import type { Page, Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { cutPage, positionOfCursor, rowsRead } from '@parlour/kernel/database/pages';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { joinViewer, known, leading, positionOf, refuseUnlessAllowed } from '../community/community-access.queries.ts';
import type { Place } from '../membership/membership-status.ts';
import { undoOf } from './undo.ts';
import { textsShownTo } from '../poll/poll.queries.ts';

/**
 * SQL: whether the entry says to the viewer $2 that somebody reported them. Source: decisions M-21.
 */
const tells = (row: string): string => `(${row}.to_id = $2 and ${row}.act in ('reportDismissed', 'reportResolved'))`;

/** An entry, with the state that its undo depends on; without an id if the page has no rows. */
interface EntryColumns {
  readonly allowed: boolean;
  readonly total: number;
  readonly viewer: CommunityPosition;
  readonly visibility: CommunityVisibility;
  readonly closed: boolean;
  readonly id: string | null;
  readonly position: number;
  readonly act: ModerationAct;
  readonly by: string | null;
  readonly to: string | null;
  readonly poll: string | null;
  readonly post: ModeratedPost | null;
  readonly reason: string | null;
  readonly at: string;
  /** Null if the account is deleted. */
  readonly target: Place | null;
}

/**
 * One page of a community's moderation log, newest first.
 * @throws {DomainError} `community.unknown`; `community.position` unless the viewer leads it
 */
export async function readModerationLog(
  tx: Tx,
  { communityId, limit, cursor }: Rpc['communities.getModerationLog']['request'],
  viewer: string,
): Promise<Page<ModerationEntryWire>> {
  const size = rowsRead(limit);
  const entries = statement(
    `moderation.list.${size}`,
    `select ${leading} as allowed, ${positionOf('me')} as viewer, c.visibility,
            coalesce((select e.number from moderation_entries e where e.community_id = $1 order by e.position desc limit 1), 0)
              - (select count(*) from moderation_entries e where e.community_id = $1 and ${tells('e')}) as total,
            e.id, e.position, e.act, case when e.by_id is not null then ${nameOf('actor')} end as by,
            case when e.to_id is not null then ${nameOf('target')} end as to, case when ${textsShownTo('$2', 'poll')} then nullif(poll.question_text, '') end as poll, e.post, e.reason, ${isoTime('e.at')} as at,
            c.closed_position is not null as closed,
            case when target.deleted then null else coalesce(m.standing, 'none') end as target
       from communities c ${joinViewer('$2')}
       left join (select * from moderation_entries l where l.community_id = $1 and l.position < $3 and not coalesce(${tells('l')}, false)
                   order by l.position desc limit ${size}) e on true
       left join people actor on actor.id = e.by_id
       left join people target on target.id = e.to_id
       left join community_members m on m.community_id = e.community_id and m.user_id = e.to_id
       left join polls poll on poll.id = e.poll_id
      where c.id = $1 and ${known} order by e.position desc`,
  );
  const read = await tx.query<EntryColumns>(entries, [communityId, viewer, positionOfCursor(cursor)]);
  const { total } = refuseUnlessAllowed(read[0]);
  const { page, last } = cutPage(
    read.flatMap((row) => (row.id === null ? [] : [{ ...row, id: row.id }])),
    limit,
  );
  return { rows: page.map(entryOf), total, next: last ? String(last.position) : null };
}

function entryOf({
  id,
  act,
  by,
  to,
  poll,
  post,
  reason,
  at,
  closed,
  viewer,
  visibility,
  target,
}: EntryColumns & { id: string }): ModerationEntryWire {
  const undo = closed ? undefined : undoOf(act, { viewer, visibility, target: target ?? undefined });
  return {
    _id: id,
    act,
    ...(by === null ? {} : { by }),
    ...(to === null ? {} : { to }),
    ...(poll === null ? {} : { poll }),
    ...(post === null ? {} : { post }),
    ...(reason === null ? {} : { reason }),
    at,
    ...(undo ? { undo } : {}),
  };
}
