import { canonicalName } from '@parlour/contracts/checks';
import { deletedUserName, limits } from '@parlour/contracts/limits';
import { postsToDescribe } from '@parlour/contracts/tag-descriptions';
import type { DescribedTagWire, TagVersionWire } from '@parlour/contracts/qa';
import type { Viewer } from '@parlour/people/audience-sql';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { isOperatorOf } from '../community/moderating.queries.ts';
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

// The first one is in no event of the tag's own.
const versions = statement(
  'tags.versions',
  `(select (e.data ->> 'version')::int as version, e.data ->> 'text' as text,
           coalesce(${nameOf('p')}, '${deletedUserName}') as by, ${isoTime('e.occurred_at')} as at
      from events e left join people p on p.id = e.data ->> 'describedBy'
     where e.stream_id = $1 order by e.version desc limit ${limits.versionsListed})
   union all
   select 1, coalesce(t.first_description, t.description), null, null from tags t where t.key = $2
   order by version desc`,
);

/** Whether somebody may describe a tag that they see. */
export async function mayDescribe(tx: Tx, name: string, { viewer }: Viewer): Promise<boolean> {
  const [row] = await tx.query<{ mayEdit: boolean }>(right, [viewer, canonicalName(name)]);
  return row?.mayEdit === true;
}

/** Reads the versions of a tag's description, the newest first. */
export function readTagVersions(tx: Tx, name: string): Promise<TagVersionWire[]> {
  const key = canonicalName(name);
  return tx.query<TagVersionWire>(versions, [tagStream(key), key]);
}

/** A tag that somebody sees, by its name. */
export interface SeenTag extends Viewer {
  readonly name: string;
}

/** The same as `readTag`, as the reply of a command. */
export function readDescribed(tx: Tx, tags: readonly SeenTag[]): Promise<DescribedTagWire[]> {
  return Promise.all(tags.map(({ name, ...viewer }) => readTag(tx, name, viewer)));
}
