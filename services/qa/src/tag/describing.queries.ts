import { canonicalName } from '@parlour/contracts/text/checks';
import { deletedUserName, limits } from '@parlour/contracts/limits';
import type { Rpc } from '@parlour/contracts/rpc';
import { messages } from '@parlour/contracts/messages';
import { postsToDescribe } from '@parlour/contracts/qa/tag-descriptions';
import type { DescribedTagWire, TagHistoryWire, TagVersionWire } from '@parlour/contracts/qa/qa';
import type { Viewer } from '@parlour/people/audience-sql';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { isOperatorOf } from '@parlour/people/operators';
import { firstParameters, visibleTo } from '../question/visibility.ts';
import { readTag } from './tag.queries.ts';
import { tagStream } from './describing.decider.ts';

// Both parts stop at the number that is enough. Most people have few answers.
const right = statement(
  'tags.right',
  `select ${isOperatorOf('$1::text')} or (
       (select count(*) from (
          select from question_tags t join questions q on q.id = t.question_id
           where t.key = $2 and q.asked_by = $1 and q.deleted_by is null limit ${postsToDescribe}) asked)
     + (select count(*) from (
          select from answers a join question_tags t on t.question_id = a.question_id and t.key = $2
            join questions q on q.id = a.question_id
           where a.answered_by = $1 and a.deleted_by is null and q.deleted_by is null
           limit ${postsToDescribe}) answered)) >= ${postsToDescribe} as "mayEdit"`,
);

// What stands for a description that the operator has blanked.
const removed = messages.removedByOperator.replaceAll("'", "''");

// This many of the tag's questions that the viewer sees are looked at: more could only show more.
const firstSeen = 100;

// Since when a question has the tag $4: since it was asked, or since the last edit that added it.
// One whose name is not recognised here counts as added, which shows less.
const tagged = `coalesce((
  select max(e.position) from events e
   where e.stream_id = 'question/' || q.id and e.type = 'PostEdited'
     and not exists (select from jsonb_array_elements_text(e.data -> 'tagsBefore') as b(name)
                      where lower(normalize(btrim(b.name), nfkc)) = $4)), t.position)`;

// Whatever was written before the viewer could have known the tag may tell of what is hidden from
// them: of that, only the text that was there when they could, without its author. The first one is
// in no event of the tag's own. Source: decisions M-33.
const versions = statement(
  'tags.versions',
  `with seen as materialized (
     select min(s.position) as position from (
       select ${tagged} as position from question_tags t join questions q on q.id = t.question_id
        where t.key = $4 and ${visibleTo(firstParameters)} order by t.position limit ${firstSeen}) s
   ), described as materialized (
     select (e.data ->> 'version')::int as version, coalesce(nullif(e.data ->> 'text', ''), '${removed}') as text,
            coalesce(${nameOf('p')}, '${deletedUserName}') as by, ${isoTime('e.occurred_at')} as at,
            coalesce(e.position > seen.position, false) as named
       from events e cross join seen left join people p on p.id = e.data ->> 'describedBy'
      where e.stream_id = $3
   )
   (select version, text, by, at from described where named order by version desc limit ${limits.versionsListed})
   union all
   (select version, text, null, null from described where not named order by version desc limit 1)
   union all
   select 1, coalesce(t.first_description, t.description), null, null from tags t
    where t.key = $4 and not exists (select from described where not named)
   order by version desc`,
);

/** Whether somebody may describe a tag that they see. */
export async function mayDescribe(tx: Tx, name: string, { viewer }: Viewer): Promise<boolean> {
  const [row] = await tx.query<{ mayEdit: boolean }>(right, [viewer, canonicalName(name)]);
  return row?.mayEdit === true;
}

/** Reads the versions of a tag's description, the newest first, as far as this viewer gets them. */
function readTagVersions(tx: Tx, name: string, { viewer, fresh }: Viewer): Promise<TagVersionWire[]> {
  const key = canonicalName(name);
  return tx.query<TagVersionWire>(versions, [viewer, fresh, tagStream(key), key]);
}

/** The same, and whether this viewer may change the description. */
export async function readTagHistory(
  tx: Tx,
  request: Rpc['qa.tagHistory']['request'],
  viewer: Viewer,
): Promise<TagHistoryWire> {
  const { name } = await readTag(tx, request.name, viewer);
  const mayEdit = await mayDescribe(tx, name, viewer);
  return { mayEdit, versions: await readTagVersions(tx, name, viewer) };
}

/** A tag that somebody sees, by its name. */
export interface SeenTag extends Viewer {
  readonly name: string;
}

/** The same as `readTag`, as the reply of a command. */
export function readDescribed(tx: Tx, tags: readonly SeenTag[]): Promise<DescribedTagWire[]> {
  return Promise.all(tags.map(({ name, ...viewer }) => readTag(tx, name, viewer)));
}
