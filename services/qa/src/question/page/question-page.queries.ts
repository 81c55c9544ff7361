import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { AnswerOrder, QuestionWire } from '@parlour/contracts/qa/qa';
import type { Rpc } from '@parlour/contracts/rpc';
import { type Statement, statement, type Tx } from '@parlour/kernel/database/database';
import { pageOfWholes, type WholeRow, wholesBytes, wholesOf } from '@parlour/kernel/database/wholes';
import { allNames, namesListed } from '@parlour/kernel/database/row-expressions';
import { Json, type JsonPage } from '@parlour/kernel/rpc/json';
import type { Viewer } from '@parlour/people/audience-sql';
import { answerJson, voteOnAnswer } from '../../answer/answer.queries.ts';
import { commentsWhere } from '../../comment/comment.queries.ts';
import { type Access, accessOf, inClosedCommunity } from '../../community/community-audience.queries.ts';
import { answerShownTo, textOf } from '../../editing/shown.queries.ts';
import {
  valuesForViewers,
  manyForViewers,
  oneForViewer,
  type QuestionForViewer,
} from './question-for-viewer.queries.ts';
import { headFields, headJoins } from '../question-row.queries.ts';
import { type Reading, readingOf } from './reading.queries.ts';
import { firstParameters, readableTo, visibleTo } from '../visibility.ts';

/** A question as one person sees it. */
export interface QuestionPage {
  readonly question: Json<QuestionWire>;
  /** Whether this person's view is already counted. */
  readonly viewed: boolean;
  /** Whether there are answers that this person has not read. */
  readonly behind: boolean;
}

/**
 * A reply ends after this many bytes of answers and their comments. Most questions are smaller and
 * returned whole; the longest reply fits into a frame between processes.
 */
export const answersBytes = 2 * 1024 * 1024;

/** Approximate overhead of a text in JSON: its id, author and time. */
export const bytesAroundText = 200;

/** At most so much has a question that is read at once; that fits into one reply. */
export const few = { answers: 10, comments: 10 } as const;

const bytesOf = (text: string): string => `octet_length(${text}) + ${bytesAroundText}`;

/** What a reader requests of a question's answers; without an order, all that fit, oldest first. */
type Order = AnswerOrder | undefined;

/** SQL: the order of the answers `a`. */
const sortedBy = {
  best: '(a.accepted and a.deleted_by is null) desc, a.up_vote_count - a.down_vote_count desc, a.position',
  oldest: 'a.position',
  newest: 'a.position desc',
} as const satisfies Record<AnswerOrder, string>;

const sortOf = (order: Order): string => sortedBy[order ?? 'oldest'];

/** SQL: answers `a` as JSON, in an order, and their authors `p`. */
const answersJson = (sort: string): string =>
  `coalesce(json_agg(${answerJson(commentsWhere('c.answer_id = a.id', 'w.viewer'), voteOnAnswer('w.viewer'))} order by ${sort}), '[]')`;
const authors = 'left join people p on p.id = a.answered_by';

/**
 * SQL: the answers of the question `q` after the answer `after` that fit into one reply, and the
 * last one of them if others follow. They are added one by one: computing all sizes would read up
 * to 100,000 comments per reply. Long texts are stored outside the row, and not read for their
 * size.
 */
const partOfAnswers = (order: Order, after: string): string => `(with recursive ordered as (
     select array(select a.id from answers a where a.question_id = q.id
                       and (a.id = ${after} or ${answerShownTo('w.viewer')}) order by ${sortOf(order)}) as ids
   ), start as (
     select ids, case when ${after} is null then 0 else array_position(ids, ${after}) end as place from ordered
   ), taken(place, id, bytes) as (
     select start.place, null::text, 0::bigint from start
     union all
     select taken.place + 1, n.id, taken.bytes + n.bytes
       from taken cross join start
       cross join lateral (
         select a.id,
                ${bytesOf('a.text')} + (select coalesce(sum(${bytesOf('c.text')}), 0) from comments c where c.answer_id = a.id) as bytes
           from answers a where a.id = start.ids[taken.place + 1]) n
      where taken.bytes < ${answersBytes}${order === undefined ? '' : ` and taken.place < start.place + ${limits.answersPart}`})
   select ${answersJson('taken.place')} as answers,
          (select start.ids[last.place] from start, (select max(place) as place from taken) last
            where last.place < cardinality(start.ids)) as more,
          (select place is null from start) as lost
     from taken join answers a on a.id = taken.id ${authors})`;

/** SQL: the question `q` for the viewer `w`, its lists of people by `names`. */
const questionJson = (answers: string, names: typeof allNames): string => `(select to_json(fields) from (
     select ${headFields}, ${textOf('q')} as text, ${answers} as answers,
            ${commentsWhere('c.question_id = q.id and c.answer_id is null', 'w.viewer')} as comments,
            ${names('question_votes', 'x.question_id = q.id and x.up', 'w.viewer')} as "upVotes",
            ${names('question_votes', 'x.question_id = q.id and not x.up', 'w.viewer')} as "downVotes",
            ${names('question_views', 'x.question_id = q.id', 'w.viewer')} as views,
            ${names('question_follows', 'x.question_id = q.id', 'w.viewer')} as following) fields)::text`;

const reading = `${readingOf('w.viewer')} as reading`;

const visibleQuestion = (askers: string): string => `${askers} join questions q on q.id = w.id ${headJoins}`;
const isVisible = readableTo({ viewer: 'w.viewer', fresh: 'w.fresh' });

/** SQL: whether the question `q` has few answers, comments and people. */
const isShort = `not exists (select from answers a where a.question_id = q.id offset ${few.answers})
     and greatest(q.up_vote_count, q.down_vote_count, q.view_count) <= ${limits.namesListed}
     and not exists (select from question_follows k where k.question_id = q.id offset ${limits.namesListed})
     and not exists (select from answers a where a.question_id = q.id
       and exists (select from comments c where c.answer_id = a.id offset ${few.comments}))`;

/**
 * Most questions are short. PostgreSQL's work for one is mostly to set up the plan, so what only
 * long questions need has a statement of its own.
 */
const shortPages = (askers: string, order: Order, more = ''): string => `select ${more}case when ${isShort}
            then ${questionJson(`(select ${answersJson(sortOf(order))} from answers a ${authors} where a.question_id = q.id and ${answerShownTo('w.viewer')})`, allNames)}
          end as json,
          ${reading}, null as "moreAnswersAfter", false as lost
     from ${visibleQuestion(askers)}
    where ${isVisible}
    order by w.n`;

const longPages = (
  askers: string,
  order: Order,
  after: string,
): string => `select ${questionJson('part.answers', namesListed)} as json,
          ${reading}, part.more as "moreAnswersAfter", part.lost
     from ${visibleQuestion(askers)}
     cross join lateral ${partOfAnswers(order, after)} part
    where ${isVisible}
    order by w.n`;

/** The statements that read a question with its answers in one order. */
interface Pages {
  readonly one: Statement;
  readonly many: Statement;
  readonly long: Statement;
}

function pagesIn(order?: Order): Pages {
  const named = (name: string): string => (order === undefined ? name : `${name}.${order}`);
  return {
    one: statement(named('questions.page'), shortPages(oneForViewer, order)),
    many: statement(named('questions.pages'), shortPages(manyForViewers, order)),
    long: statement(named('questions.longPage'), longPages(oneForViewer, order, '$4::text')),
  };
}

const inNoOrder = pagesIn();
const inOrder = {
  best: pagesIn('best'),
  oldest: pagesIn('oldest'),
  newest: pagesIn('newest'),
} as const satisfies Record<AnswerOrder, Pages>;
const pagesOf = (order: Order): Pages => (order === undefined ? inNoOrder : inOrder[order]);

const wholes = wholesOf('questions.wholes', shortPages(manyForViewers, undefined, 'w.id, w.n, '));

const visible = statement(
  'questions.visible',
  `select ${inClosedCommunity} as closed from questions q where q.id = $3 and ${visibleTo(firstParameters)}`,
);

interface PageColumns {
  /** Null if the question is too long for the statement. */
  readonly json: string | null;
  readonly reading: Reading | null;
  /** The last answer of this part, if others follow. */
  readonly moreAnswersAfter: string | null;
  /** Whether the requested start is not an answer of this question. */
  readonly lost: boolean;
}

/** What is requested of a question: an order of its answers, and the answer before the first. */
export type Part = Pick<Rpc['qa.getQuestionById']['request'], 'answers' | 'after'>;

/**
 * Reads a question as its viewer sees it, with its first answers or those after the answer `after`:
 * in one statement if it is short.
 * @throws {DomainError} `question.unknown` when it does not exist or is hidden from its viewer,
 * `answer.unknown` when it has no answer `after`
 */
export async function readQuestionPage(
  tx: Tx,
  asked: QuestionForViewer,
  { answers, after }: Part = {},
): Promise<QuestionPage> {
  if (after !== undefined) return readLongPage(tx, asked, answers, after);
  const [row] = await tx.query<PageColumns>(pagesOf(answers).one, valuesForViewers([asked]));
  return pageOf(tx, asked, answers, row);
}

/** Reads questions with their first answers for lists of whole ones, as many as fit in a reply. */
export async function readWholeQuestions(
  tx: Tx,
  ids: readonly string[],
  { viewer, fresh }: Viewer,
): Promise<JsonPage<QuestionWire>> {
  const values = [ids, ids.map(() => viewer), ids.map(() => fresh)];
  const rows: WholeRow[] = [];
  let bytes = 0;
  for (const row of await tx.query<WholeRow>(wholes, values)) {
    if (bytes >= wholesBytes) break;
    const asked = { id: row.id, viewer, fresh };
    const json = row.json ?? (await readLongPage(tx, asked, undefined, null)).question.text;
    rows.push({ ...row, json });
    bytes += json.length;
  }
  return pageOfWholes(ids, rows);
}

type Reader = (tx: Tx, asked: readonly QuestionForViewer[]) => Promise<Json<QuestionWire>[]>;

/**
 * Reads questions with their first answers, for the replies of a batch of commands.
 * @throws {DomainError} `question.unknown` when one of them does not exist or is hidden from its
 * viewer
 */
export const readQuestions = readerIn();

const readers = {
  best: readerIn('best'),
  oldest: readerIn('oldest'),
  newest: readerIn('newest'),
} as const satisfies Record<AnswerOrder, Reader>;

/** `readQuestions` with the answers in an order. */
export function readQuestionsIn(order: Order): Reader {
  return order === undefined ? readQuestions : readers[order];
}

function readerIn(order?: Order): Reader {
  return async (tx, asked) => {
    const { one, many } = pagesOf(order);
    const rows = await tx.query<PageColumns>(asked.length === 1 ? one : many, valuesForViewers(asked));
    if (rows.length !== asked.length) throw new DomainError('question.unknown', messages.questionUnknown);
    const read = await Promise.all(asked.map((each, index) => pageOf(tx, each, order, rows[index])));
    return read.map(({ question }) => question);
  };
}

async function readLongPage(
  tx: Tx,
  asked: QuestionForViewer,
  order: Order,
  after: string | null,
): Promise<QuestionPage> {
  const [row] = await tx.query<PageColumns>(pagesOf(order).long, [...valuesForViewers([asked]), after]);
  if (row?.lost) throw new DomainError('answer.unknown', messages.answerUnknown);
  return pageOf(tx, asked, order, row);
}

async function pageOf(
  tx: Tx,
  asked: QuestionForViewer,
  order: Order,
  row: PageColumns | undefined,
): Promise<QuestionPage> {
  if (!row) throw new DomainError('question.unknown', messages.questionUnknown);
  const { json, reading: state, moreAnswersAfter } = row;
  if (json === null) return readLongPage(tx, asked, order, null);
  const question = new Json<QuestionWire>(json);
  return {
    viewed: state !== null,
    behind: state === 'behind',
    question: moreAnswersAfter === null ? question : question.with('moreAnswersAfter', moreAnswersAfter),
  };
}

const readable = statement(
  'questions.readable',
  `select ${inClosedCommunity} as closed from questions q where q.id = $3 and ${readableTo(firstParameters)}`,
);

/** This person's access to a question, also to one of which only a page is left. */
export async function readPageAccess(tx: Tx, { id, viewer, fresh }: QuestionForViewer): Promise<Access> {
  const [row] = await tx.query<{ closed: boolean }>(readable, [viewer, fresh, id]);
  return accessOf(row);
}

/** This person's access to a question; `none` also when it does not exist. */
export async function readQuestionAccess(tx: Tx, { id, viewer, fresh }: QuestionForViewer): Promise<Access> {
  const [row] = await tx.query<{ closed: boolean }>(visible, [viewer, fresh, id]);
  return accessOf(row);
}

/**
 * Refuses a command about a question that has been hidden since the command was decided.
 * @throws {DomainError} `question.unknown`
 */
export async function refuseHidden(tx: Tx, asked: QuestionForViewer): Promise<void> {
  if ((await readQuestionAccess(tx, asked)) === 'none') {
    throw new DomainError('question.unknown', messages.questionUnknown);
  }
}
