import { limits } from '@parlour/contracts/limits';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { AnswerWire, QuestionWire } from '@parlour/contracts/qa';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { type RowColumns, rowColumns, rowJoins, rowOf } from './question-list.view.ts';
import { nameOf, visibleTo } from './question.view.ts';

/** A question as one person sees it. */
export interface QuestionPage {
  readonly question: QuestionWire;
  /** Whether this person's reading has been counted. */
  readonly viewed: boolean;
}

/** Which question, for whom. */
export interface QuestionAsker {
  readonly id: string;
  readonly viewer: string;
}

const isoTime = (column: string): string => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const pages = statement(
  'questions.pages',
  `select ${rowColumns}, q.text,
          exists (select from question_views v where v.question_id = q.id and v.user_id = w.viewer) as viewed,
          (select coalesce(json_agg(json_build_object('_id', a.id, 'text', a.text, 'ansBy', ${nameOf('p')},
                    'ansDateTime', ${isoTime('a.answered_at')}, 'comments', '[]'::json) order by a.position), '[]')
             from answers a left join people p on p.id = a.answered_by where a.question_id = q.id) as answers,
          (select coalesce(json_agg(seen.name), '[]')
             from (select ${nameOf('p')} as name from question_views v join people p on p.id = v.user_id
                    where v.question_id = q.id
                    order by (v.user_id = w.viewer) desc, v.position limit ${limits.namesListed}) seen) as views
     from unnest($1::text[], $2::text[]) with ordinality as w(id, viewer, n)
     join questions q on q.id = w.id
     ${rowJoins}
    where ${visibleTo('w.viewer')}
    order by w.n`,
);

const visible = statement(
  'questions.visible',
  `select 1 as one from questions q where q.id = $1 and ${visibleTo('$2')}`,
);

interface PageColumns extends RowColumns {
  text: string;
  viewed: boolean;
  answers: AnswerWire[];
  views: string[];
}

/**
 * Questions with all that belongs to them, each as its viewer sees it, in one statement.
 * @throws {DomainError} `question.unknown` when one of them does not exist or is hidden from its viewer
 */
export async function readQuestionPages(tx: Tx, asked: readonly QuestionAsker[]): Promise<QuestionPage[]> {
  const rows = await tx.query<PageColumns>(pages, [asked.map((one) => one.id), asked.map((one) => one.viewer)]);
  if (rows.length !== asked.length) throw new DomainError('question.unknown', messages.questionUnknown);
  return rows.map((row) => ({
    viewed: row.viewed,
    question: {
      ...rowOf(row),
      text: row.text,
      answers: row.answers,
      comments: [],
      upVotes: [],
      downVotes: [],
      views: row.views,
      following: [],
    },
  }));
}

/** The questions alone, as replies of the commands that made or read them. */
export async function readQuestions(tx: Tx, asked: readonly QuestionAsker[]): Promise<QuestionWire[]> {
  return (await readQuestionPages(tx, asked)).map((page) => page.question);
}

/** Whether a question exists and this person may see it. */
export async function isVisible(tx: Tx, asked: QuestionAsker): Promise<boolean> {
  return (await tx.query(visible, [asked.id, asked.viewer])).length === 1;
}
