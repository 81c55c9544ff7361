import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { QuestionWire } from '@parlour/contracts/qa';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { Json } from '@parlour/kernel/rpc/json';
import { answerJson } from '../answer/answer.queries.ts';
import { commentsWhere } from '../comment/comment.queries.ts';
import { type Access, accessOf, inClosedCommunity } from '../community/community-audience.queries.ts';
import { namesOf } from './question-people.queries.ts';
import { askerValues, manyAskers, oneAsker, type QuestionAsker } from './question-askers.ts';
import { rowFields, rowJoins } from './question-row.queries.ts';
import { firstParameters, visibleTo } from './visibility.ts';

/** A question as one person sees it. */
export interface QuestionPage {
  readonly question: Json<QuestionWire>;
  /** Whether this person's view is already counted. */
  readonly viewed: boolean;
}

/**
 * A reply ends after this many bytes of answers and their comments. Most questions are smaller and
 * returned whole; the longest reply fits into a frame between processes.
 */
export const answersBytes = 2 * 1024 * 1024;

/** Approximate overhead of a text in JSON: its id, author and time. */
export const bytesAroundText = 200;

// Long texts are stored outside the row; this gets the size without reading them.
const sizeOf = (text: string): string => `octet_length(${text}) + ${bytesAroundText}`;

/**
 * SQL: the answers of the question `q` after the answer `f` that fit into one reply, and the
 * position of the last one. They are added one by one: computing all sizes would read up to 100,000
 * comments per reply.
 */
const partOfAnswers = `(with recursive taken(id, position, bytes) as (
     select null::text, coalesce(f.position, 0), 0::bigint
     union all
     select n.id, n.position, taken.bytes + n.bytes
       from taken
       cross join lateral (
         select a.id, a.position,
                ${sizeOf('a.text')} + (select coalesce(sum(${sizeOf('c.text')}), 0) from comments c where c.answer_id = a.id) as bytes
           from answers a where a.question_id = q.id and a.position > taken.position order by a.position limit 1) n
      where taken.bytes < ${answersBytes})
   select coalesce(json_agg(${answerJson(commentsWhere('c.answer_id = a.id'))} order by a.position), '[]') as answers,
          max(a.position) as last
     from taken join answers a on a.id = taken.id left join people p on p.id = a.answered_by)`;

const questionJson = `(select to_json(fields) from (
     select ${rowFields}, q.text, part.answers,
            ${commentsWhere('c.question_id = q.id and c.answer_id is null')} as comments,
            ${namesOf('question_votes', 'q.id', 'w.viewer', 'x.up')} as "upVotes",
            ${namesOf('question_votes', 'q.id', 'w.viewer', 'not x.up')} as "downVotes",
            ${namesOf('question_views', 'q.id', 'w.viewer')} as views,
            ${namesOf('question_follows', 'q.id', 'w.viewer')} as following) fields)`;

const pagesFor = (askers: string, after: string): string => `select ${questionJson}::text as json,
          exists (select from question_views v where v.question_id = q.id and v.user_id = w.viewer) as viewed,
          (select l.id from answers l where l.question_id = q.id and l.position = part.last
              and exists (select from answers a where a.question_id = q.id and a.position > part.last)) as "moreAnswersAfter",
          ${after} is not null and f.id is null as lost
     from ${askers}
     join questions q on q.id = w.id
     ${rowJoins}
     left join answers f on f.id = ${after} and f.question_id = q.id
     cross join lateral ${partOfAnswers} part
    where ${visibleTo({ viewer: 'w.viewer', fresh: 'w.fresh' })}
    order by w.n`;

const pages = statement('questions.pages', pagesFor(manyAskers, 'null::text'));
const page = statement('questions.page', pagesFor(oneAsker, '$4::text'));

const visible = statement(
  'questions.visible',
  `select ${inClosedCommunity} as closed from questions q where q.id = $3 and ${visibleTo(firstParameters)}`,
);

interface PageColumns {
  readonly json: string;
  readonly viewed: boolean;
  /** The last answer of this part, if others follow. */
  readonly moreAnswersAfter: string | null;
  /** Whether the requested start is not an answer of this question. */
  readonly lost: boolean;
}

function pageOf({ json, viewed, moreAnswersAfter }: PageColumns): QuestionPage {
  const question = new Json<QuestionWire>(json);
  return {
    viewed,
    question: moreAnswersAfter === null ? question : question.with('moreAnswersAfter', moreAnswersAfter),
  };
}

/**
 * Reads a question as its viewer sees it, in one statement, with its first answers or those after
 * the answer `after`.
 * @throws {DomainError} `question.unknown` when it does not exist or is hidden from its viewer,
 * `answer.unknown` when it has no answer `after`
 */
export async function readQuestionPage(tx: Tx, asked: QuestionAsker, after?: string): Promise<QuestionPage> {
  const [row] = await tx.query<PageColumns>(page, [...askerValues([asked]), after ?? null]);
  if (!row) throw new DomainError('question.unknown', messages.questionUnknown);
  if (row.lost) throw new DomainError('answer.unknown', messages.answerUnknown);
  return pageOf(row);
}

/**
 * Reads questions with their first answers in one statement, for the replies of a batch of
 * commands.
 * @throws {DomainError} `question.unknown` when one of them does not exist or is hidden from its
 * viewer
 */
export async function readQuestions(tx: Tx, asked: readonly QuestionAsker[]): Promise<Json<QuestionWire>[]> {
  const [first] = asked;
  if (first && asked.length === 1) return [(await readQuestionPage(tx, first)).question];
  const rows = await tx.query<PageColumns>(pages, askerValues(asked));
  if (rows.length !== asked.length) throw new DomainError('question.unknown', messages.questionUnknown);
  return rows.map((row) => pageOf(row).question);
}

/** This person's access to a question; `none` also when it does not exist. */
export async function readQuestionAccess(tx: Tx, { id, viewer, fresh }: QuestionAsker): Promise<Access> {
  const [row] = await tx.query<{ closed: boolean }>(visible, [viewer, fresh, id]);
  return accessOf(row);
}
