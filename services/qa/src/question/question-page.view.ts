import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { AnswerWire, CommentWire, QuestionWire } from '@parlour/contracts/qa';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { commentsWhere } from '../comment/comment.view.ts';
import { namesOf } from './question-people.view.ts';
import { askerValues, manyAskers, oneAsker, type QuestionAsker } from './question-askers.ts';
import { type RowColumns, rowColumns, rowJoins, rowOf } from './question-row.view.ts';
import { firstParameters, visibleTo } from './visibility.ts';

/** A question as one person sees it. */
export interface QuestionPage {
  readonly question: QuestionWire;
  /** Whether this person's reading has been counted. */
  readonly viewed: boolean;
}

const pagesFor = (askers: string): string => `select ${rowColumns}, q.text,
          exists (select from question_views v where v.question_id = q.id and v.user_id = w.viewer) as viewed,
          (select coalesce(json_agg(json_build_object('_id', a.id, 'text', a.text, 'ansBy', ${nameOf('p')},
                    'ansDateTime', ${isoTime('a.answered_at')}, 'comments', ${commentsWhere('c.answer_id = a.id')})
                    order by a.position), '[]')
             from answers a left join people p on p.id = a.answered_by where a.question_id = q.id) as answers,
          ${commentsWhere('c.question_id = q.id and c.answer_id is null')} as comments,
          ${namesOf('question_votes', 'q.id', 'w.viewer', 'x.up')} as up_votes,
          ${namesOf('question_votes', 'q.id', 'w.viewer', 'not x.up')} as down_votes,
          ${namesOf('question_views', 'q.id', 'w.viewer')} as views,
          ${namesOf('question_follows', 'q.id', 'w.viewer')} as following
     from ${askers}
     join questions q on q.id = w.id
     ${rowJoins}
    where ${visibleTo({ viewer: 'w.viewer', fresh: 'w.fresh' })}
    order by w.n`;

const pages = statement('questions.pages', pagesFor(manyAskers));
const page = statement('questions.page', pagesFor(oneAsker));

const visible = statement(
  'questions.visible',
  `select 1 as one from questions q where q.id = $3 and ${visibleTo(firstParameters)}`,
);

interface PageColumns extends RowColumns {
  text: string;
  viewed: boolean;
  answers: AnswerWire[];
  comments: CommentWire[];
  up_votes: string[];
  down_votes: string[];
  views: string[];
  following: string[];
}

/**
 * Questions with all that belongs to them, each as its viewer sees it, in one statement.
 * @throws {DomainError} `question.unknown` when one of them does not exist or is hidden from its viewer
 */
export async function readQuestionPages(tx: Tx, asked: readonly QuestionAsker[]): Promise<QuestionPage[]> {
  const rows = await tx.query<PageColumns>(asked.length === 1 ? page : pages, askerValues(asked));
  if (rows.length !== asked.length) throw new DomainError('question.unknown', messages.questionUnknown);
  return rows.map((row) => ({
    viewed: row.viewed,
    question: {
      ...rowOf(row),
      text: row.text,
      answers: row.answers,
      comments: row.comments,
      upVotes: row.up_votes,
      downVotes: row.down_votes,
      views: row.views,
      following: row.following,
    },
  }));
}

/** The questions alone, as replies of the commands that made or read them. */
export async function readQuestions(tx: Tx, asked: readonly QuestionAsker[]): Promise<QuestionWire[]> {
  return (await readQuestionPages(tx, asked)).map((page) => page.question);
}

/** Whether a question exists and this person may see it. */
export async function isVisible(tx: Tx, { id, viewer, fresh }: QuestionAsker): Promise<boolean> {
  return (await tx.query(visible, [viewer, fresh, id])).length === 1;
}
