import { limits } from '@parlour/contracts/limits';
import type { GetReported, Reported } from '@parlour/contracts/reports';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime } from '@parlour/kernel/database/row-expressions';
import { isOperatorOf } from '@parlour/people/operators';
import { contentsVisible, joinViewer, known, leading } from '../community/community-access.queries.ts';

/** SQL: whether the viewer $1 is an operator. */
const operates = isOperatorOf('$1::text');

// $1: the viewer; $2: whether these things were reported to them; $3, $4: kinds and ids.
const reported = statement(
  'reports.things',
  `select case
       when p.id is not null and ($2::boolean and (${leading} or ${operates}) or ${contentsVisible} and p.deleted_by is null) then json_build_object(
         'title', c.name, 'excerpt', case when p.deleted_by is null then p.question_text else '' end,
         'at', ${isoTime('p.created_at')}, 'deleted', p.deleted_by,
         'url', case when ${contentsVisible} then '/community/' || c.id end, 'before', null,
         'personId', p.created_by, 'communityId', c.id, 'placeId', c.id,
         'removable', ${leading} and c.closed_position is null or ${operates})
       when w.type = 'community' and c.id is not null and ($2::boolean and ${operates} or ${known}) then json_build_object(
         'title', c.name, 'excerpt', left(c.description, ${limits.reportedLength}),
         'at', ${isoTime('c.created_at')}, 'deleted', null, 'url', case when ${known} then '/community/' || c.id end,
         'before', null, 'personId', c.owner_id, 'communityId', null, 'placeId', c.id, 'removable', false)
     end as thing
     from unnest($3::text[], $4::text[]) with ordinality as w(type, id, n)
     left join polls p on w.type = 'poll' and p.id = w.id
     left join communities c on c.id = case w.type when 'community' then w.id else p.community_id end
     ${joinViewer('$1')}
    order by w.n`,
);

/** Describes polls and communities, in order; null for what the viewer may not see. */
export async function readReported(
  tx: Tx,
  { things, granted }: GetReported,
  viewer: string,
): Promise<(Reported | null)[]> {
  const rows = await tx.query<{ thing: Reported | null }>(reported, [
    viewer,
    granted,
    things.map(({ type }) => type),
    things.map(({ id }) => id),
  ]);
  return rows.map(({ thing }) => thing);
}
