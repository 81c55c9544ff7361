import type { Rpc } from '@parlour/contracts/rpc';
import { type Database, statement } from '@parlour/kernel/database/database';
import { readQuestionList } from '@parlour/qa/question/lists/question-list.queries';
import { readSimilar } from '@parlour/qa/question/lists/similar.queries';
import { readQuestionPage } from '@parlour/qa/question/page/question-page.queries';
import { readFoundPosts } from '@parlour/qa/search/found.queries';
import { readTags } from '@parlour/qa/tag/tag.queries';
import { idOf, wordOf } from '../fill/history.ts';
import { cpuOf } from './processes.ts';

// Each of these words is in 8 % of all texts.
const [frequent, another] = [wordOf(100), wordOf(101)];
const viewer = { viewer: idOf('person', 17), fresh: true };
type Listing = Rpc['qa.getQuestions']['request'];

const stateOf = statement(
  '',
  'select pg_backend_pid() as pid, h.position as head, (select sum(questions)::int from question_totals) as questions from head h',
);
const yardstick = statement('yardstick', 'select count(*) from generate_series(1, 5000)');

/** Reads of questions on one connection. */
export interface QuestionReads {
  /** The process of PostgreSQL that answers them. */
  readonly pid: number;
  readonly questions: number;
  readonly reads: Readonly<Record<string, () => Promise<unknown>>>;
}

/**
 * The reads of questions to measure, on a filled site.
 * @param database of `qa`, with a pool of one connection
 */
export async function questionReadsOf(database: Database): Promise<QuestionReads> {
  const [state] = await database.query<{ pid: number; head: number; questions: number }>(stateOf);
  const { pid, head, questions } = state!; // one row
  const list = (order: Listing['order'], more: Partial<Listing> = {}) => {
    const request = { order, limit: 30, ...more };
    return () => readQuestionList(database, request, viewer);
  };
  const close = (q: string) => () =>
    readFoundPosts(database, { q, type: 'questions', order: 'best', match: 'close', limit: 30 }, viewer);
  const middle = `${Math.floor(head / 2)}.${Math.floor(head / 2)}`;
  const question = (number: number) => () => readQuestionPage(database, { id: idOf('question', number), ...viewer });
  const half = Math.floor(questions / 20) * 10;
  const reads = {
    'a yardstick: counting to 5,000': () => database.query(yardstick),
    newest: list('newest'),
    'page from the middle': list('newest', { cursor: middle }),
    active: list('active'),
    unanswered: list('unanswered'),
    'most viewed': list('mostViewed'),
    following: list('following'),
    'a tag': list('newest', { search: '[chess]' }),
    'a tag, from the middle': list('newest', { search: '[chess]', cursor: middle }),
    'two tags': list('newest', { search: '[chess] [owls]' }),
    'a tag, most viewed': list('mostViewed', { search: '[chess]' }),
    'a question alone': question(half + 1),
    'a question with an answer': question(half),
    'a popular question': question(0),
    'a frequent word': list('newest', { search: frequent }),
    'a frequent word, from the middle': list('newest', { search: frequent, cursor: middle }),
    'two frequent words': list('newest', { search: `${frequent} ${another}` }),
    'three frequent words': list('newest', { search: `${frequent} ${another} ${wordOf(102)}` }),
    'a word of every text': list('newest', { search: wordOf(0) }),
    'a letter': list('newest', { search: 'k' }),
    'a rare word': list('newest', { search: String(half) }),
    'no such word': list('newest', { search: 'xylophone' }),
    'a frequent word, most viewed': list('mostViewed', { search: frequent }),
    'two frequent words, active': list('active', { search: `${frequent} ${another}` }),
    'a frequent word in a tag': list('newest', { search: `[chess] ${frequent}` }),
    'a frequent word, unanswered': list('unanswered', { search: frequent }),
    'close to a misspelt word': close(`${frequent}x`),
    'close to a frequent word and one of no text': close(`${frequent} xylophone`),
    'close to four words, one of no text': close(`how ${frequent} ${another} ${wordOf(102)} xylophone`),
    'close to six misspelt words': close(Array.from({ length: 6 }, (_, n) => `${wordOf(100 + n)}x`).join(' ')),
    'similar to a title of five words': () =>
      readSimilar(database, { title: `${frequent} ${another} ${wordOf(102)} ${half} xylophone` }, viewer),
    'similar to a title of twelve frequent words': () =>
      readSimilar(database, { title: Array.from({ length: 12 }, (_, n) => wordOf(100 + n)).join(' ') }, viewer),
    tags: () => readTags(database, { limit: 30 }, viewer),
  };
  return { pid, questions, reads };
}

/**
 * PostgreSQL's CPU microseconds per call of a read, in one slice of time.
 * @param least how often to call it at least
 */
export async function costOf(
  pid: number,
  read: () => Promise<unknown>,
  sliceMs: number,
  least: number,
): Promise<number> {
  const began = performance.now();
  const before = cpuOf(pid);
  let calls = 0;
  for (; calls < least || performance.now() - began < sliceMs; calls++) await read();
  return (cpuOf(pid) - before) / calls;
}
