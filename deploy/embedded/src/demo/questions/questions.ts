import { bookkeepingQuestions } from './bookkeeping-questions.ts';
import type { DemoQuestion, Subject } from '../content.ts';
import { everydayQuestions } from './everyday-questions.ts';
import { gardenQuestions } from './garden-questions.ts';
import { historyQuestions } from './history-questions.ts';
import { kitchenQuestions } from './kitchen-questions.ts';
import { mathematicsQuestions } from './mathematics-questions.ts';
import { musicQuestions } from './music-questions.ts';
import { programmingQuestions } from './programming-questions.ts';
import { sailingQuestions } from './sailing-questions.ts';

/** A question with its subject and the key of its commands: its place in its file. */
export interface PlacedQuestion {
  readonly key: string;
  readonly subject: Subject;
  readonly question: DemoQuestion;
}

const bySubject: Readonly<Record<Subject, readonly DemoQuestion[]>> = {
  programming: programmingQuestions,
  mathematics: mathematicsQuestions,
  kitchen: kitchenQuestions,
  garden: gardenQuestions,
  sailing: sailingQuestions,
  music: musicQuestions,
  history: historyQuestions,
  bookkeeping: bookkeepingQuestions,
  everyday: everydayQuestions,
};

/** All questions: one of each subject in turn, so that lists are mixed. */
export const questions: readonly PlacedQuestion[] = inTurn(
  Object.entries(bySubject).map(
    ([subject, all]) =>
      all.map((question, index) => ({ key: `${subject} ${index}`, subject: subject as Subject, question })), // its own key
  ),
);

/**
 * How many questions without a community come first: creators of communities have contributed
 * before.
 */
const askedBeforeFounding = 30;

/** All questions in the order of asking. */
export const questionsInOrder: readonly PlacedQuestion[] = inOrder(questions);

function inOrder(all: readonly PlacedQuestion[]): readonly PlacedQuestion[] {
  const general = all.filter(({ question }) => question.community === undefined);
  const first = new Set(general.slice(0, askedBeforeFounding));
  return [...first, ...all.filter((each) => !first.has(each))];
}

function inTurn<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, round) => lists.flatMap((list) => list.slice(round, round + 1))).flat();
}
