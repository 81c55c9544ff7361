// What reads of questions cost PostgreSQL alone: its CPU time per call, on one connection, for a
// site of `QUESTIONS`, or the filled and stopped one in `DATA_DIR`, whose schema it updates. The
// least of several slices counts: other load makes the same work cost more.
// docs/design/performance.md
import { readFileSync } from 'node:fs';
import { withServices } from '@parlour/embedded/opened-services';
import { serviceDefinitions } from '@parlour/embedded/service-definitions';
import { withSiteDatabase } from '@parlour/embedded/site-database';
import { type Database, statement } from '@parlour/kernel/database/database';
import { migrate } from '@parlour/kernel/database/migrate';
import { readQuestionList } from '@parlour/qa/question/question-list.queries';
import { readQuestionPage } from '@parlour/qa/question/question-page.queries';
import { readTags } from '@parlour/qa/tag/tag.queries';
import type { Rpc } from '@parlour/contracts/rpc';
import { makeDataFolder, removeDataFolder } from '../e2e/product.ts';
import { fillSite } from '../fill/fill-site.ts';
import { idOf, wordOf } from '../fill/history.ts';
import { median, printTable } from './slices.ts';

const rounds = Number(process.env['ROUNDS'] ?? 15);
const sliceMs = Number(process.env['SLICE_MS'] ?? 50);
const questions = Number(process.env['QUESTIONS'] ?? 20_000);
const filled = process.env['DATA_DIR'];
const only = process.env['ONLY'];

// Each of these words is in 8 % of all texts.
const [frequent, another] = [wordOf(100), wordOf(101)];
const viewer = { viewer: idOf('person', 17), fresh: true };
type Listing = Rpc['qa.getQuestions']['request'];

const dataDir = filled ?? (await makeDataFolder());
const settings = { host: '127.0.0.1', port: 0, dataDir };
try {
  await withSiteDatabase(settings, (connections) =>
    withServices(serviceDefinitions(), connections, async (services, feedOf) => {
      if (filled === undefined) {
        await fillSite(services, feedOf, { people: 1_000, questions, busyAnswers: 100, chatMessages: 100 });
      }
      const { database } = services.find(({ definition }) => definition.source === 'qa')!;
      // The folder may be of an earlier version.
      await migrate(database);
      await measure(database);
    }),
  );
} finally {
  if (filled === undefined) await removeDataFolder(dataDir);
}

async function measure(database: Database): Promise<void> {
  const [totals] = await database.query<{ pid: number; head: number; questions: number }>(
    statement(
      '',
      'select pg_backend_pid() as pid, h.position as head, (select sum(questions)::int as questions from question_totals) from head h',
    ),
  );
  const { pid, head, questions: all } = totals!; // one row
  const list = (order: Listing['order'], more: Partial<Listing> = {}) => {
    const request = { order, limit: 30, ...more };
    return () => readQuestionList(database, request, viewer);
  };
  const middle = `${Math.floor(head / 2)}.${Math.floor(head / 2)}`;
  const question = (number: number) => () => readQuestionPage(database, { id: idOf('question', number), ...viewer });
  const half = Math.floor(all / 20) * 10;
  const yardstick = statement('yardstick', 'select count(*) from generate_series(1, 5000)');
  const reads: Record<string, () => Promise<unknown>> = {
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
    tags: () => readTags(database, { limit: 30 }, viewer),
  };
  const results: Record<string, Record<string, number>> = {};
  for (const [name, read] of Object.entries(reads)) {
    if (only !== undefined && !name.includes(only)) continue;
    const slices: number[] = [];
    for (let round = -1; round < rounds; round++) {
      const began = performance.now();
      const before = nanoseconds(pid);
      let calls = 0;
      // The first calls are planned each, later ones share a plan.
      for (; calls < (round < 0 ? 12 : 3) || performance.now() - began < sliceMs; calls++) await read();
      if (round >= 0) slices.push((nanoseconds(pid) - before) / calls / 1_000);
    }
    results[name] = { 'PostgreSQL µs, least': Math.min(...slices), median: median(slices) };
  }
  printTable(`${all} questions, one connection, ${rounds} rounds of ${sliceMs} ms`, results);
}

/** The CPU time of a process so far. */
function nanoseconds(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
}
