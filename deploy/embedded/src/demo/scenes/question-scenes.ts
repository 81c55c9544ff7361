import { newTagDescription } from '@parlour/contracts/limits';
import type { TagWire } from '@parlour/contracts/qa/qa';

import { acceptedAnswer, readersOf, votesOnAnswer } from '../audience.ts';
import type { Cast } from '../commands.ts';
import { communities } from '../communities.ts';
import type { Subject } from '../content.ts';
import { people } from '../people.ts';
import type { PlacedQuestion } from '../questions/questions.ts';
import { editedAgo, type Said } from '../timetable.ts';

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

/** Questions with their posts and readers. */
export class Discussion {
  /** By the key of a question, or of an answer. */
  private readonly ids = new Map<string, string>();
  private readonly readings: Promise<void>[] = [];

  /** `founded` has the ids of communities by key. */
  constructor(
    private readonly cast: Cast,
    private readonly founded: ReadonlyMap<string, string>,
  ) {}

  /** Posts it. Reads of a question start then, in the background. */
  async say(said: Said): Promise<void> {
    if (said.reply) return this.reply(said.placed, said.reply, said.ago);
    const id = await this.ask(said);
    this.ids.set(said.placed.key, id);
    const reading = this.read(said, id);
    // Awaited below, where a failure is reported.
    reading.catch(() => undefined);
    this.readings.push(reading);
  }

  /** Resolves when all questions are read: followers are notified of answers. */
  async allRead(): Promise<void> {
    await Promise.all(this.readings);
  }

  /** The id of a question that was asked. */
  idOf(key: string): string {
    const id = this.ids.get(key);
    if (id === undefined) throw new Error(`The question ${key} was not asked.`);
    return id;
  }

  private async ask({ placed, ago }: Said): Promise<string> {
    const { key, subject, question } = placed;
    const { by, title, draft, tags, onlyFollowers = false, community } = question;
    const communityId = community === undefined ? null : this.founded.get(community);
    if (communityId === undefined) throw new Error(`No community has the key ${community}.`);
    const text = await this.cast.withFiles(by, question.text);
    const named = tags.map((name) => ({ name, description: newTagDescription }));
    const content = { title, text, tags: [...subjectTags(subject), ...named] };
    const request = { ...content, text: draft ?? text, onlyFollowers, communityId };
    const { _id: qid } = await this.cast.give(by, 'qa.addQuestion', request, { key: `ask ${key}`, ago });
    if (draft !== undefined) {
      const occasion = { key: `edit ${key}`, ago: editedAgo(ago) };
      await this.cast.give(by, 'qa.editQuestion', { qid, ...content, version: 1 }, occasion);
    }
    return qid;
  }

  private async reply(
    placed: PlacedQuestion,
    { said, answer, comment }: NonNullable<Said['reply']>,
    ago: number,
  ): Promise<void> {
    const { cast, ids } = this;
    const { key, question } = placed;
    const { by, draft } = said;
    const text = await cast.withFiles(by, said.text);
    const qid = ids.get(key)!; // asked before it was answered
    const answerKey = answer === undefined ? undefined : `answer ${key} ${answer}`;
    if (comment === undefined) {
      const occasion = { key: answerKey!, ago }; // an entry that is not a comment is an answer
      const { _id: aid } = await cast.give(by, 'qa.addAnswer', { qid, text: draft ?? text }, occasion);
      ids.set(answerKey!, aid); // an answer, as above
      if (draft !== undefined) {
        const edited = { key: `edit ${answerKey}`, ago: editedAgo(ago) };
        await cast.give(by, 'qa.editAnswer', { aid, text, version: 1 }, edited);
      }
    } else {
      const id = answerKey === undefined ? qid : ids.get(answerKey)!; // posted before
      const type = answerKey === undefined ? 'question' : 'answer';
      await cast.give(by, 'qa.addComment', { id, type, text }, { key: `comment ${answerKey ?? key} ${comment}`, ago });
    }
    const hearer = comment === undefined || answer === undefined ? question.by : question.answers?.[answer]?.by;
    if (hearer !== by) await cast.heardOf(qid, by, ago);
    if (comment === undefined) await this.judge(placed, answer!, answerKey!, ago); // an answer, as above
  }

  /** Readers vote on an answer, and the asker may accept it. */
  private async judge(placed: PlacedQuestion, number: number, key: string, ago: number): Promise<void> {
    const { cast, ids } = this;
    const { by, answers = [] } = placed.question;
    const aid = ids.get(key)!; // just posted
    const voters = votesOnAnswer(key, answers[number]!.by, readersOf(placed, people, communities));
    for (const { name, vote } of voters) {
      await cast.give(name, 'qa.voteOnAnswer', { aid, vote }, { key: `vote ${key} ${name}`, ago });
    }
    if (number !== acceptedAnswer(placed)) return;
    const qid = ids.get(placed.key)!; // asked before it was answered
    await cast.give(by, 'qa.acceptAnswer', { qid, aid }, { key: `accept ${key}`, ago });
    await cast.heardOf(qid, by, ago);
  }

  private async read({ placed, ago }: Said, qid: string): Promise<void> {
    for (const { name, vote, follows } of readersOf(placed, people, communities)) {
      const key = `${placed.key} ${name}`;
      await this.cast.give(name, 'qa.getQuestionById', { id: qid }, { key: `read ${key}`, ago });
      if (vote !== null) await this.cast.give(name, 'qa.vote', { qid, vote }, { key: `vote ${key}`, ago });
      if (follows) await this.cast.give(name, 'qa.followQuestion', { qid }, { key: `follow ${key}`, ago });
    }
  }
}

/** The tag that all questions of a subject share; everyday ones have none. */
function subjectTags(name: Subject): readonly TagWire[] {
  const description = descriptions[name];
  return description === undefined ? [] : [{ name, description }];
}
