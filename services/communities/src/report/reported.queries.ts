import { limits } from '@parlour/contracts/limits';
import type { GetReported, Reported } from '@parlour/contracts/communities/reports';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime } from '@parlour/kernel/database/row-expressions';
import { filesNamed } from '@parlour/people/file-address-sql';
import { isOperatorOf } from '@parlour/people/operators';
import { reportedTexts, versionsOfThings } from '@parlour/people/reported-texts';
import { contentsVisible, joinViewer, known, leading } from '../community/community-access.queries.ts';
import { shown } from './report.queries.ts';

/** SQL: whether the viewer $1 is an operator. */
const operates = isOperatorOf('$1::text');

/** SQL: whether the viewer gets reports of polls here, and may remove them. */
const moderates = `(${leading} or ${operates})`;

// The log has every version.
const reportedOfThing = reportedTexts({
  versions: `(select row_number() over (order by e.version) as version, coalesce(e.data ->> 'name', '') as title,
                     coalesce(e.data ->> 'questionText', e.data ->> 'description') as text
                from events e where e.stream_id = w.type || '/' || w.id
                 and e.type in ('PollCreated', 'PostEdited', 'CommunityCreated', 'CommunityEdited'))`,
  current: 'coalesce(p.version, c.version)',
  deletedBy: 'p.deleted_by',
  isMarkdown: false,
});

/** SQL: as the field of a thing; $2 as below. */
const reportedTextsTo = (receiver: string): string =>
  `'reportedTexts', case when $2 and ${receiver} then ${reportedOfThing} else '[]' end`;

// $1: the viewer; $2: whether these things were reported to them; $3 to $5: kinds, ids, and
// reported versions.
const reported = statement(
  'reports.things',
  `select case
       when p.id is not null and ($2::boolean and ${moderates} or ${contentsVisible} and p.deleted_by is null) then json_build_object(
         'title', c.name, 'excerpt', case when p.deleted_by is null then p.question_text else '' end,
         'files', '[]'::json, 'at', ${isoTime('p.created_at')}, 'deleted', p.deleted_by,
         'url', case when ${contentsVisible} then '/community/' || c.id end, 'before', null,
         ${reportedTextsTo(moderates)}, 'version', p.version,
         'personId', p.created_by, 'communityId', c.id, 'placeId', c.id,
         'removable', ${moderates})
       when w.type = 'community' and c.id is not null and ($2::boolean and ${operates} or ${known}) then json_build_object(
         'title', c.name, 'excerpt', left(c.description, ${limits.reportedLength}),
         'files', '[]'::json, 'at', ${isoTime('c.created_at')}, 'deleted', null, 'url', case when ${known} then '/community/' || c.id end,
         'before', null, ${reportedTextsTo(operates)}, 'version', c.version, 'personId', c.owner_id, 'communityId', null, 'placeId', c.id, 'removable', false)
       when o.id is not null and (o.reporter_id = $1 or ${shown('r')}) then json_build_object(
         'title', '', 'excerpt', left(search_plain(o.text), ${limits.reportedLength}), 'files', ${filesNamed('o.text')},
         'at', ${isoTime('o.at')}, 'deleted', null, 'url', null, 'before', null, 'reportedTexts', '[]'::json, 'version', 1,
         'personId', o.reporter_id, 'communityId', r.community_id, 'placeId', r.id, 'removable', false)
     end as thing
     from unnest($3::text[], $4::text[], $5::text[]) with ordinality as w(type, id, versions, n)
     left join reports o on w.type = 'report' and o.id = w.id
     left join report_cases r on r.id = o.case_id
     left join polls p on w.type = 'poll' and p.id = w.id
     left join communities c on c.id = case w.type when 'community' then w.id else p.community_id end
     ${joinViewer('$1')}
    order by w.n`,
);

/** Describes polls, communities and reports, in order; null for what the viewer may not see. */
export async function readReported(
  tx: Tx,
  { things, granted }: GetReported,
  viewer: string,
): Promise<{ things: readonly (Reported | null)[] }> {
  const rows = await tx.query<{ thing: Reported | null }>(reported, [
    viewer,
    granted,
    things.map(({ type }) => type),
    things.map(({ id }) => id),
    versionsOfThings(things),
  ]);
  return { things: rows.map(({ thing }) => thing) };
}
