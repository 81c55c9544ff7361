import type {
  CommunityPosition,
  CommunityVisibility,
  ModerationAct,
  ModerationEntryWire,
} from '@parlour/contracts/communities';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Page, Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { cutPage, rowsRead } from '@parlour/kernel/database/pages';
import { nameOf } from '@parlour/kernel/database/row-expressions';
import { communityUnknown } from '../community/community-page.view.ts';
import { joinViewer, leading, positionOf } from '../community/visibility.ts';
import type { Place } from '../membership/membership-status.ts';
import { parsePositionCursor } from '../position-cursor.ts';
import { undoOf } from './undo.ts';

const allowed = statement(
  'moderation.allowed',
  `select ${leading} as allowed, ${positionOf('me')} as position, c.visibility,
          coalesce((select e.number from moderation_entries e where e.community_id = c.id order by e.position desc limit 1), 0) as total
     from communities c ${joinViewer('$2')} where c.id = $1`,
);

interface AllowedColumns {
  allowed: boolean;
  position: CommunityPosition;
  visibility: CommunityVisibility;
  total: number;
}

interface EntryColumns {
  id: string;
  position: number;
  act: ModerationAct;
  by: string | null;
  to: string | null;
  at: Date;
  standing: Exclude<Place, 'none'> | null;
  to_deleted: boolean | null;
}

/**
 * One page of a community's moderation log, newest first. One statement for rights and total, one
 * for the rows.
 * @throws {DomainError} `community.unknown`; `community.position` unless the viewer leads it
 */
export async function readModerationLog(
  tx: Tx,
  request: Rpc['communities.getModerationLog']['request'],
  viewer: string,
): Promise<Page<ModerationEntryWire>> {
  const [community] = await tx.query<AllowedColumns>(allowed, [request.communityId, viewer]);
  if (!community) throw communityUnknown();
  if (!community.allowed) throw new DomainError('community.position', messages.communityPosition);
  const size = rowsRead(request.limit);
  const entries = statement(
    `moderation.list.${size}`,
    `select e.id, e.position, e.act, case when e.by_id is not null then ${nameOf('actor')} end as by,
            case when e.to_id is not null then ${nameOf('target')} end as to, e.at, m.standing, target.deleted as to_deleted
       from (select * from moderation_entries l where l.community_id = $1 and l.position < $2
              order by l.position desc limit ${size}) e
       left join people actor on actor.id = e.by_id
       left join people target on target.id = e.to_id
       left join community_members m on m.community_id = e.community_id and m.user_id = e.to_id
      order by e.position desc`,
  );
  const before = parsePositionCursor(request.cursor) ?? Number.MAX_SAFE_INTEGER;
  const { page, last } = cutPage(await tx.query<EntryColumns>(entries, [request.communityId, before]), request.limit);
  return {
    rows: page.map((row) => entryOf(row, community)),
    total: community.total,
    next: last ? String(last.position) : null,
  };
}

function entryOf(row: EntryColumns, { position: viewer, visibility }: AllowedColumns): ModerationEntryWire {
  const target = row.to_deleted === true ? undefined : (row.standing ?? 'none');
  const undo = undoOf(row.act, { viewer, visibility, target });
  return {
    _id: row.id,
    act: row.act,
    ...(row.by === null ? {} : { by: row.by }),
    ...(row.to === null ? {} : { to: row.to }),
    at: row.at.toISOString(),
    ...(undo ? { undo } : {}),
  };
}
