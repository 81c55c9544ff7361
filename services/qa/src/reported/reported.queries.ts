import { limits } from '@parlour/contracts/limits';
import type { GetReported, Reported } from '@parlour/contracts/communities/reports';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime } from '@parlour/kernel/database/row-expressions';
import type { Viewer } from '@parlour/people/audience-sql';
import { filesNamed } from '@parlour/people/file-address-sql';
import { isOperatorOf } from '@parlour/people/operators';
import { reportedTexts, versionsOfThings } from '@parlour/people/reported-texts';
import { leadsCommunityOf } from '../community/moderating.queries.ts';
import { versionsOf } from '../editing/history.queries.ts';
import { textOf, titleOrPlaceholder } from '../editing/shown.queries.ts';
import { firstParameters, visibleTo } from '../question/visibility.ts';

const { viewer: me, fresh } = firstParameters;

/** SQL: whether the viewer may see the post `p` in its place. */
const visible = `${visibleTo(firstParameters)} and p.deleted_by is null
  and not exists (select from answers a where a.id = p.answer_id and a.deleted_by is not null)`;

/** SQL: whether the viewer gets reports of posts here: also of a closed community. */
const getsReports = `(${isOperatorOf(me)} or ${leadsCommunityOf(me, fresh)})`;

const reportedOfPost = reportedTexts({
  versions: `(select x.version, coalesce(x.data ->> 'title', '') as title, x.data ->> 'text' as text
                from ${versionsOf(`w.type || '/' || w.id`)} x)`,
  current: 'p.version',
  deletedBy: 'p.deleted_by',
  isMarkdown: true,
});

// $3: whether these posts were reported to them; $4 to $6: kinds, ids, and reported versions.
const reported = statement(
  'reports.posts',
  `select case when q.id is not null and ($3::boolean and ${getsReports} or ${visible}) then json_build_object(
         'title', ${titleOrPlaceholder}, 'excerpt', left(search_plain(${textOf('p')}), ${limits.reportedLength}),
         'files', ${filesNamed(textOf('p'))}, 'at', ${isoTime('p.at')}, 'deleted', p.deleted_by,
         'url', case when ${visible} then '/question/' || q.id || p.fragment end, 'before', null,
         'reportedTexts', case when $3 and ${getsReports} then ${reportedOfPost} else '[]' end, 'version', p.version,
         'personId', p.author, 'communityId', q.community_id, 'placeId', q.id,
         'removable', ${getsReports}) end as thing
     from unnest($4::text[], $5::text[], $6::text[]) with ordinality as w(type, id, versions, n)
     left join lateral (
       select n.id as question_id, null as answer_id, n.asked_by as author, n.text, n.version, n.asked_at as at, n.deleted_by, '' as fragment
         from questions n where w.type = 'question' and n.id = w.id
       union all
       select n.question_id, null, n.answered_by, n.text, n.version, n.answered_at, n.deleted_by, '#answer-' || n.id
         from answers n where w.type = 'answer' and n.id = w.id
       union all
       select n.question_id, n.answer_id, n.commented_by, n.text, n.version, n.commented_at, n.deleted_by, '#comment-' || n.id
         from comments n where w.type = 'comment' and n.id = w.id) p on true
     left join questions q on q.id = p.question_id
    order by w.n`,
);

/** Describes questions, answers and comments, in order; null for what the viewer may not see. */
export async function readReported(
  tx: Tx,
  { things, granted }: GetReported,
  { viewer, fresh: isFresh }: Viewer,
): Promise<{ things: readonly (Reported | null)[] }> {
  const rows = await tx.query<{ thing: Reported | null }>(reported, [
    viewer,
    isFresh,
    granted,
    things.map(({ type }) => type),
    things.map(({ id }) => id),
    versionsOfThings(things),
  ]);
  return { things: rows.map(({ thing }) => thing) };
}
