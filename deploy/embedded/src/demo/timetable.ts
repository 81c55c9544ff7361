import { chanceOf } from './chance.ts';
import type { DemoAnswer, DemoPerson, DemoText } from './content.ts';
import type { PlacedQuestion } from './questions/questions.ts';

// The times of all actions, in minutes before the demonstration began. Always the same, and all
// different.

const hour = 60;
const day = 24 * hour;

/** How long ago the first and the last question were asked. */
const firstAsked = 30 * day;
const lastAsked = 18;
/** The longest distance of a game, a message or a reply from the start. */
const justNow = 3;

/**
 * The age below which actions notify people: a little less than a day, after which nobody is
 * notified.
 */
export const notifiedWithin = 23 * hour;

/** How long ago the first community was created, and the step to each further one. */
export function foundedAgo(index: number): number {
  return 10.4 * day - index * 65;
}

/** How long ago a person joined: all before the first question, except the spammer. */
export function joinedAgo({ interests }: DemoPerson, index: number): number {
  return interests.length === 0 ? 6 * day : 46 * day - index * 0.7 * day + chanceOf('joined', index) * 9 * hour;
}

/** How long ago the nth of so many questions was asked: few at first, more and more lately. */
export function askedAgo(index: number, count: number): number {
  const age = (count - 1 - index) / (count - 1);
  return lastAsked + (firstAsked - lastAsked) * age ** 1.7;
}

/**
 * How long ago a person followed another; some of them today. Followers of people who write for
 * followers only came long ago.
 */
export function followedAgo(name: string, other: string, writesForFollowers: boolean): number {
  const lately = chanceOf('followed lately', name, other) < 0.25 && !writesForFollowers;
  return lately
    ? 40 + chanceOf('followed', name, other) * 20 * hour
    : (12 + chanceOf('followed', name, other) * 19) * day;
}

/** How long ago each step of a community's history happened: most people join soon. */
export function gatheredAgo(founded: number, step: number): number {
  return founded - 25 - step * 34;
}

/** How long ago a person was banned, or asked to join. */
export const bannedAgo = (index: number): number => 5.5 * day - index * 190;
export const requestedAgo = (index: number): number => 9 * hour - index * 150;

/** How long ago a poll was created. */
export function polledAgo(key: string, index: number): number {
  return (8 - index * 2.6) * day - chanceOf(key, 'polled') * day;
}

/** How long ago each message of a talk was written, given its end: some minutes apart. */
export function talkedAgo(key: string, count: number, ended: number): readonly number[] {
  let ago = ended;
  const backwards = Array.from({ length: count }, (_, index) => {
    const written = ago;
    ago += 0.7 + chanceOf(key, index, 'thinks') * 5;
    return written;
  });
  return backwards.toReversed();
}

/** The same for several talks, with hours between them. */
export function roomTalkedAgo(counts: readonly number[]): readonly number[] {
  let ended = 9;
  const backwards = counts.toReversed().map((count, index) => {
    const times = talkedAgo(`room ${index}`, count, ended);
    ended = times[0]! + (0.6 + chanceOf('room', index, 'rests') * 4.5) * hour; // no talk is empty
    return times;
  });
  return backwards.toReversed().flat();
}

/** How long ago the nth of so many games between two began. */
export function playedAgo(key: string, index: number, count: number): number {
  return ((count - index - chanceOf(key, index, 'played') * 0.8) * 28 * day) / count + hour;
}

/** A post about a question, with how long ago. */
export interface Said {
  readonly ago: number;
  readonly placed: PlacedQuestion;
  /** Absent for the question itself; for an answer, or a comment on one, its index. */
  readonly reply?: {
    readonly said: DemoText;
    readonly answer?: number;
    /** For a comment, its index. */
    readonly comment?: number;
  };
}

/** All posts, in the order of time. `asked` are the questions in order. */
export function saidInOrder(asked: readonly PlacedQuestion[]): readonly Said[] {
  return asked
    .flatMap((placed, index) => {
      const ago = askedAgo(index, asked.length);
      const replies = repliesTo(placed);
      const times = repliedAgo(placed.key, ago, replies.length);
      return [{ ago, placed }, ...replies.map((reply, number) => ({ ago: times[number]!, placed, reply }))]; // as many
    })
    .toSorted((one, other) => other.ago - one.ago);
}

/** How long ago an author edited what they had posted: soon after it. */
export function editedAgo(posted: number): number {
  return posted - Math.min(17, posted / 2);
}

function repliesTo({ question }: PlacedQuestion): readonly NonNullable<Said['reply']>[] {
  const commentsOf = ({ comments = [] }: DemoAnswer, answer?: number): NonNullable<Said['reply']>[] =>
    comments.map((said, comment) => ({ said, comment, ...(answer !== undefined && { answer }) }));
  const answers = question.answers ?? [];
  return [
    ...commentsOf(question),
    ...answers.flatMap((said, answer) => [{ said, answer }, ...commentsOf(said, answer)]),
  ];
}

/** Soon at first, then more slowly; some questions got their last post today. */
function repliedAgo(key: string, asked: number, count: number): readonly number[] {
  let ago = asked;
  const today = chanceOf(key, 'today') < 0.4;
  return Array.from({ length: count }, (_, index) => {
    const wait = 4 + (5 * hour + index * 9 * hour) * chanceOf(key, index, 'waits') ** 2;
    ago =
      justNow +
      (ago - justNow) * Math.max(1 - wait / Math.max(ago - justNow, 1), 0.25 + 0.5 * chanceOf(key, index, 'hurries'));
    if (today && count > 1 && index === count - 1)
      ago = Math.min(ago, justNow + chanceOf(key, 'latest') ** 1.5 * 21 * hour);
    return ago;
  });
}
