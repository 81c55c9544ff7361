import type { Vote } from '@parlour/contracts/qa/qa';

import { chanceOf } from './chance.ts';
import type { DemoCommunity, DemoPerson } from './content.ts';
import type { PlacedQuestion } from './questions/questions.ts';

/** A person's actions on a question besides writing. */
export interface Reader {
  readonly name: string;
  readonly vote: Vote | null;
  readonly follows: boolean;
}

/**
 * The readers of a question, and their votes: its participants, most people interested in its
 * subject, some of the others.
 */
export function readersOf(
  { key, subject, question }: PlacedQuestion,
  people: readonly DemoPerson[],
  communities: readonly DemoCommunity[],
): readonly Reader[] {
  const voices = new Set(
    [question, ...(question.answers ?? [])].flatMap(({ by, comments = [] }) => [
      by,
      ...comments.map((each) => each.by),
    ]),
  );
  const community = communities.find((each) => each.key === question.community);
  const popularity = 0.65 + 0.35 * chanceOf(key, 'popularity');
  return people
    .filter((person) => person.name === question.by || maySee(person, question, community))
    .flatMap(({ name, interests }) => {
      const cares = interests.includes(subject);
      if (!voices.has(name) && chanceOf(key, name, 'reads') > popularity * (cares ? 0.95 : 0.4)) return [];
      if (name === question.by) return [{ name, vote: null, follows: false }];
      const likes = chanceOf(key, name, 'votes') < popularity * (cares || voices.has(name) ? 0.95 : 0.4);
      const dislikes = !cares && chanceOf(key, name, 'dislikes') < 0.03;
      const vote = dislikes ? 'down' : likes ? 'up' : null;
      return [{ name, vote, follows: chanceOf(key, name, 'follows') < (cares ? 0.2 : 0.05) }];
    });
}

/** Who votes on an answer of whoever wrote it: most of those who voted on the question. */
export function votesOnAnswer(
  answerKey: string,
  by: string,
  readers: readonly Reader[],
): readonly { readonly name: string; readonly vote: Vote }[] {
  const worth = 0.25 + 0.6 * chanceOf(answerKey, 'worth');
  return readers.flatMap(({ name, vote }) => {
    if (name === by || vote === null || chanceOf(answerKey, name, 'votes') > worth) return [];
    return [{ name, vote: chanceOf(answerKey, name, 'dislikes') < 0.06 ? 'down' : 'up' }];
  });
}

/** The answer that the asker accepts, by its number, if they accept one: not their own. */
export function acceptedAnswer({ key, question: { by, answers = [] } }: PlacedQuestion): number | undefined {
  if (chanceOf(key, 'accepts') > 0.65) return undefined;
  const others = answers.flatMap((answer, index) => (answer.by === by ? [] : [index]));
  return others[Math.floor(chanceOf(key, 'accepted') * others.length)];
}

/**
 * Whether the server will show it to this person, judged from the demo's content: when readers are
 * chosen, there are no rows yet. Where this is more generous than the server, a call is refused.
 */
function maySee(
  { name, follows }: DemoPerson,
  { by, onlyFollowers = false }: PlacedQuestion['question'],
  community: DemoCommunity | undefined,
): boolean {
  if (onlyFollowers && !follows.includes(by)) return false;
  if (!community) return true;
  const { visibility, owner, moderators, members, banned } = community;
  return visibility === 'public' ? !banned.includes(name) : [owner, ...moderators, ...members].includes(name);
}
