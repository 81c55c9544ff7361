import { newTagDescription } from '@parlour/contracts/limits';
import type { TagWire } from '@parlour/contracts/qa';

import { readersOf } from './audience.ts';
import { type Cast, inParallel } from './commands.ts';
import { communities } from './communities.ts';
import type { DemoText, Subject } from './content.ts';
import { people } from './people.ts';
import type { PlacedQuestion } from './questions.ts';

const descriptions: Readonly<Partial<Record<Subject, string>>> = {
  programming: 'Code, its tools, and the bugs between them',
  mathematics: 'Proofs, numbers and chances, from school to university',
  kitchen: 'Cooking, baking and keeping what the summer brings',
  garden: 'Beds, balconies, trees and bees',
  sailing: 'Boats, knots, wind and tide',
  music: 'Playing, singing, hearing',
  history: 'What happened here, and how we know',
  bookkeeping: 'Debit is left',
};

/** Asks questions, answers and comments in order; then all read them, vote, and follow some. `founded` has the ids of communities by key. */
export async function discuss(
  cast: Cast,
  asked: readonly PlacedQuestion[],
  founded: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const ids = new Map<string, string>();
  for (const placed of asked) ids.set(placed.key, await ask(cast, placed, founded));
  // Followers come first: they hear of the answers.
  await inParallel(asked, async (placed) => read(cast, placed, ids.get(placed.key)!)); // set above
  for (const placed of asked) await answer(cast, placed, ids.get(placed.key)!); // set above
}

async function ask(
  { commands, as }: Cast,
  { key, subject, question: { by, title, text, tags, onlyFollowers = false, community } }: PlacedQuestion,
  founded: ReadonlyMap<string, string>,
): Promise<string> {
  const communityId = community === undefined ? null : founded.get(community);
  if (communityId === undefined) throw new Error(`No community has the key ${community}.`);
  const request = {
    title,
    text,
    tags: [...subjectTags(subject), ...tags.map((name) => ({ name, description: newTagDescription }))],
    onlyFollowers,
    communityId,
  };
  return (await commands.give(as(by), 'qa.addQuestion', request, `ask ${key}`))._id;
}

/** What all questions of a subject have in common; of everyday things there is no such tag. */
function subjectTags(name: Subject): readonly TagWire[] {
  const description = descriptions[name];
  return description === undefined ? [] : [{ name, description }];
}

async function answer({ commands, as }: Cast, { key, question }: PlacedQuestion, qid: string): Promise<void> {
  const comment = async (id: string, said: readonly DemoText[] = [], answerKey?: string): Promise<void> => {
    const type = answerKey === undefined ? 'question' : 'answer';
    for (const [index, { by, text }] of said.entries()) {
      await commands.give(as(by), 'qa.addComment', { id, type, text }, `comment ${answerKey ?? key} ${index}`);
    }
  };
  await comment(qid, question.comments);
  for (const [index, { by, text, comments }] of (question.answers ?? []).entries()) {
    const answerKey = `answer ${key} ${index}`;
    const { _id } = await commands.give(as(by), 'qa.addAnswer', { qid, text }, answerKey);
    await comment(_id, comments, answerKey);
  }
}

async function read({ commands, as }: Cast, placed: PlacedQuestion, qid: string): Promise<void> {
  for (const { name, vote, follows } of readersOf(placed, people, communities)) {
    const key = `${placed.key} ${name}`;
    await commands.give(as(name), 'qa.getQuestionById', { id: qid }, `read ${key}`);
    if (vote !== null) await commands.give(as(name), 'qa.vote', { qid, vote }, `vote ${key}`);
    if (follows) await commands.give(as(name), 'qa.followQuestion', { qid }, `follow ${key}`);
  }
}
