import { canonicalName } from '@parlour/contracts/checks';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { TagCountWire, TagWire } from '@parlour/contracts/qa';
import type { PageRequest } from '@parlour/contracts/rpc';
import { type BoundStatement, statement, type Tx } from '@parlour/kernel/database/database';
import { type PageRow, readPage, rowsRead } from '@parlour/kernel/database/pages';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { StatementValues } from '../question/statement-values.ts';
import { audiencesOf, firstParameters, type Viewer } from '../question/visibility.ts';

const audiences = audiencesOf(firstParameters);

const countTags = `select coalesce((select n.tags from tag_totals n), 0)
    + (select count(*) from (select distinct c.key from tag_counts c where c.audience = any(${audiences})) mine
         join tags t on t.key = mine.key where t.questions = 0) as total`;
const total = statement('tags.total', countTags);

const byName = statement(
  'tags.byName',
  `select t.name, t.description from tags t
    where t.key = $3 and (t.questions > 0
      or exists (select from tag_counts c where c.key = t.key and c.audience = any(${audiences})))`,
);

interface TagRead extends PageRow {
  readonly key: string;
  readonly questions: number;
}

/**
 * Reads one page of the tags with questions for this viewer, those with the most first, then by
 * name.
 */
export function readTags(tx: Tx, request: PageRequest, viewer: Viewer): Promise<JsonPage<TagCountWire>> {
  return readPage<TagCountWire, TagRead>(tx, request, {
    rows: askTags(request, viewer),
    total: () => ({ statement: total, values: [viewer.viewer, viewer.fresh] }),
    cursorOf: ({ questions, key }) => `${questions}.${key}`,
  });
}

/**
 * The statement for the rows of a page and at least one more. Tags with the same count for
 * everybody are read in index order; the few with restricted questions for this viewer are merged
 * by their own counts.
 */
export function askTags({ limit, cursor }: PageRequest, viewer: Viewer): BoundStatement {
  const values = new StatementValues(viewer);
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  const place = after && `(${values.put(-after.questions, 'bigint')}, ${values.put(after.key, 'text')})`;
  const beyond = (questions: string): string => (place ? `and (-${questions}, t.key) > ${place}` : '');
  const most = rowsRead(limit);
  const text = `with mine as (
      select c.key, sum(c.questions)::bigint as questions from tag_counts c
       where c.audience = any(${audiencesOf(values.viewer)}) group by c.key
    ), listed as (
      (select t.key, t.name, t.description, t.questions from tags t
        where t.questions > 0 and not exists (select from mine m where m.key = t.key) ${beyond('t.questions')}
        order by -t.questions, t.key limit ${most})
      union all
      select t.key, t.name, t.description, t.questions + m.questions from mine m join tags t on t.key = m.key
       where true ${beyond('(t.questions + m.questions)')}
    )
    select (select to_json(fields) from (select name, description, questions as qcnt) fields)::text as json, key, questions,
           (${countTags}) as total
      from listed order by -questions, key limit ${most}`;
  return { statement: statement(`tags.list.${most}${after ? '.after' : ''}`, text), values: values.list };
}

/**
 * Reads a tag by its name in any case.
 * @throws {DomainError} `tag.unknown` also when all its questions are hidden from this viewer
 */
export async function readTag(tx: Tx, name: string, { viewer, fresh }: Viewer): Promise<TagWire> {
  const [tag] = await tx.query<TagWire>(byName, [viewer, fresh, canonicalName(name)]);
  if (!tag) throw new DomainError('tag.unknown', messages.tagUnknown);
  return tag;
}

/** @throws {DomainError} `request.invalid` for a cursor that no list returned */
function parseCursor(text: string): { questions: number; key: string } {
  const [, questions, key] = /^(\d{1,15})\.(.+)$/su.exec(text) ?? [];
  if (questions === undefined || key === undefined) throw new DomainError('request.invalid', messages.requestInvalid);
  return { questions: Number(questions), key };
}
