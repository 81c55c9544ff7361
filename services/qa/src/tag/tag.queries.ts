import { canonicalName, checkWellFormed } from '@parlour/contracts/text/checks';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import type { Rpc } from '@parlour/contracts/rpc';
import { messages } from '@parlour/contracts/messages';
import type { DescribedTagWire, TagCountWire } from '@parlour/contracts/qa/qa';
import type { GetTags } from '@parlour/contracts/qa/qa.requests';
import type { Viewer, ViewerColumns } from '@parlour/people/audience-sql';
import { type BoundStatement, statement, type Tx } from '@parlour/kernel/database/database';
import { type PageRow, readPage, rowsRead } from '@parlour/kernel/database/pages';
import { isoTime } from '@parlour/kernel/database/row-expressions';
import { Json, type JsonPage } from '@parlour/kernel/rpc/json';
import { ViewerValues } from '../question/page/viewer-values.ts';
import { audiencesOf, firstParameters } from '../question/visibility.ts';

const audiences = audiencesOf(firstParameters);

/** SQL: the number of tags `t` for this viewer that meet a condition. */
const countOf = (known: string, condition: string, viewer: ViewerColumns): string => `${known}
    + (select count(*) from (select distinct c.key from tag_counts c where c.questions > 0 and c.audience = any(${audiencesOf(viewer)})) mine
         join tags t on t.key = mine.key where t.questions = 0 and ${condition})`;

/** SQL: whether the tag `t` has a part of the name. */
const isNamed = (part: string): string => `strpos(t.key, ${part}) > 0`;

/** SQL: the number of tags in a list; adds its parameters to `values`. */
function totalOf({ search }: GetTags, values: ViewerValues): string {
  if (search === undefined) return countOf('coalesce((select n.tags from tag_totals n), 0)', 'true', values.viewer);
  const condition = isNamed(values.put(canonicalName(search), 'text'));
  return countOf(`(select count(*) from tags t where t.questions > 0 and ${condition})`, condition, values.viewer);
}

function askTotal(request: GetTags, viewer: Viewer): BoundStatement {
  const values = new ViewerValues(viewer);
  const text = `select ${totalOf(request, values)} as total`;
  return { statement: statement(nameFor('tags.total', request), text), values: values.list };
}

function nameFor(name: string, { search, order }: GetTags, ...ways: readonly (string | undefined)[]): string {
  const parts = [name, search === undefined ? undefined : 'search', order === 'name' ? 'byName' : undefined, ...ways];
  return parts.filter((part) => part !== undefined).join('.');
}

const byName = statement(
  'tags.byName',
  `select t.name, t.description, t.version, ${isoTime('t.edited_at')} as "editedAt" from tags t
    where t.key = $3 and (t.questions > 0
      or exists (select from tag_counts c where c.key = t.key and c.questions > 0 and c.audience = any(${audiences})))`,
);

/** SQL: whether the key of a row begins with $3, for an index; canonical, and may be blank. */
const beginsSo = (row: string): string =>
  `${row}.key >= $3::text and ${row}.key < $3::text || chr(1114111) and starts_with(${row}.key, $3::text)`;

// Most short beginnings are found among the tags with the most questions, in the order of their
// index. Others have few tags, which are read by name. As in a list, the few with restricted
// questions for this viewer are merged by their own counts.
const mostAsked = 1_000;

const beginning = statement(
  'tags.beginning',
  `with mine as materialized (
     select c.key, sum(c.questions)::bigint as questions from tag_counts c
      where c.questions > 0 and c.audience = any(${audiences}) and ${beginsSo('c')} group by c.key
   ), common as materialized (
     select t.key, t.name, t.description, t.questions from (
         select * from tags o where o.questions > 0 order by -o.questions, o.key limit ${mostAsked}) t
      where starts_with(t.key, $3::text) and not exists (select from mine m where m.key = t.key)
      order by -t.questions, t.key limit ${limits.completions}
   ), found as (
     select * from common where (select count(*) from common) = ${limits.completions}
     union all
     (select t.key, t.name, t.description, t.questions from tags t
       where (select count(*) from common) < ${limits.completions} and t.questions > 0 and ${beginsSo('t')}
         and not exists (select from mine m where m.key = t.key)
       order by -t.questions, t.key limit ${limits.completions})
     union all
     select t.key, t.name, t.description, t.questions + m.questions from mine m join tags t on t.key = m.key
   ), listed as (select * from found order by -questions, key limit ${limits.completions})
   select coalesce(json_agg(json_build_object('name', name, 'description', description, 'qcnt', questions)
            order by -questions, key), '[]')::text as json from listed`,
);

/** Reads the tags whose names begin so, those with the most questions for this viewer first. */
export async function completeTags(
  tx: Tx,
  { prefix = '' }: Rpc['qa.completeTags']['request'],
  { viewer, fresh }: Viewer,
): Promise<Json<readonly TagCountWire[]>> {
  refuse(checkWellFormed(prefix));
  const [row] = await tx.query<{ json: string }>(beginning, [viewer, fresh, canonicalName(prefix)]);
  return new Json(row?.json ?? '[]');
}

interface TagRead extends PageRow {
  readonly key: string;
  readonly questions: number;
}

/**
 * Reads one page of the tags with questions for this viewer: those with the most first, then by
 * name, or all by name.
 */
export function readTags(tx: Tx, request: GetTags, viewer: Viewer): Promise<JsonPage<TagCountWire>> {
  return readPage<TagCountWire, TagRead>(tx, request, {
    rows: askTags(request, viewer),
    total: () => askTotal(request, viewer),
    cursorOf: ({ questions, key }) => `${questions}.${key}`,
  });
}

/**
 * The statement for the rows of a page and at least one more. Tags with the same count for
 * everybody are read in index order; the few with restricted questions for this viewer are merged
 * by their own counts.
 */
export function askTags(request: GetTags, viewer: Viewer): BoundStatement {
  const { limit, cursor, search, order } = request;
  const values = new ViewerValues(viewer);
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  const isByName = order === 'name';
  const [count, key] = [
    after && !isByName && values.put(-after.questions, 'bigint'),
    after && values.put(after.key, 'text'),
  ];
  const beyond = (questions: string): string => {
    if (key === undefined) return '';
    return count === undefined || count === false
      ? `and t.key > ${key}`
      : `and (-${questions}, t.key) > (${count}, ${key})`;
  };
  const named = search === undefined ? '' : `and ${isNamed(values.put(canonicalName(search), 'text'))}`;
  const most = rowsRead(limit);
  const text = `with mine as (
      select c.key, sum(c.questions)::bigint as questions from tag_counts c
       where c.questions > 0 and c.audience = any(${audiencesOf(values.viewer)}) group by c.key
    ), listed as (
      (select t.key, t.name, t.description, t.questions from tags t
        where t.questions > 0 and not exists (select from mine m where m.key = t.key) ${named} ${beyond('t.questions')}
        order by ${isByName ? '' : '-t.questions,'} t.key limit ${most})
      union all
      select t.key, t.name, t.description, t.questions + m.questions from mine m join tags t on t.key = m.key
       where true ${named} ${beyond('(t.questions + m.questions)')}
    )
    select (select to_json(fields) from (select name, description, questions as qcnt) fields)::text as json, key, questions,
           (${totalOf(request, values)}) as total
      from listed order by ${isByName ? '' : '-questions,'} key limit ${most}`;
  return { statement: statement(nameFor(`tags.list.${most}`, request, after && 'after'), text), values: values.list };
}

/**
 * Reads a tag by its name in any case.
 * @throws {DomainError} `tag.unknown` also when all its questions are hidden from this viewer
 */
export async function readTag(tx: Tx, name: string, { viewer, fresh }: Viewer): Promise<DescribedTagWire> {
  refuse(checkWellFormed(name));
  const [tag] = await tx.query<DescribedTagWire>(byName, [viewer, fresh, canonicalName(name)]);
  if (!tag) throw new DomainError('tag.unknown', messages.tagUnknown);
  return tag;
}

/** @throws {DomainError} `request.invalid` for a cursor that no list returned */
function parseCursor(text: string): { questions: number; key: string } {
  const [, questions, key] = /^(\d{1,15})\.(.+)$/su.exec(text) ?? [];
  if (questions === undefined || key === undefined) throw new DomainError('request.invalid', messages.requestInvalid);
  return { questions: Number(questions), key };
}
