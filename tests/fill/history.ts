import type { AnyEvent } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import type { MessagingEvent } from '@parlour/contracts/messaging/messaging';
import type { Vote } from '@parlour/contracts/qa/qa';
import type { QaEvent } from '@parlour/contracts/qa/qa.events';

/** The size of a site to generate. */
export interface Size {
  readonly people: number;
  readonly questions: number;
  /**
   * Answers to the one popular question; it has four times as many votes, if there are enough
   * people.
   */
  readonly busyAnswers: number;
  /** Messages of one long chat. */
  readonly chatMessages: number;
  /** A person who can sign in, to view the chat. */
  readonly viewerId?: string;
}

/** An event without its position in a log. */
export interface HistoricEvent<E extends AnyEvent = AnyEvent> {
  readonly streamId: string;
  readonly orderingKey: string;
  readonly event: E;
}

const subjects = [
  'bread',
  'tomatoes',
  'violins',
  'bicycles',
  'TypeScript',
  'chess',
  'weaving',
  'owls',
  'tides',
  'kites',
];
const troubles = ['does not rise', 'turns brown', 'sounds dull', 'will not stop', 'comes apart', 'is late again'];

const syllables = 'ka lo mi ru te na po di ve gu be fa ho ja ku la mo ni pe ro'.split(' ');

/**
 * The `rank`th most frequent of 2,000 words; frequent ones are short. Each ends with the only `s`
 * in it, so none begins another: a search for it finds it alone.
 */
export function wordOf(rank: number): string {
  const count = syllables.length;
  const [long, offset] = rank < count ? [1, 0] : rank < count + count ** 2 ? [2, count] : [3, count + count ** 2];
  const digits = Array.from({ length: long }, (_, index) => Math.floor((rank - offset) / count ** index) % count);
  return `${digits.map((digit) => syllables[digit]).join('')}s`;
}

/** Numbers below `count`, of which the `n`th comes with a frequency of 1 / (n + 1): Zipf's law. */
function zipf(count: number): (dice: Dice) => number {
  const steps = 1 << 16;
  const sums = Array.from({ length: count }, () => 0);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) sums[rank] = sum += 1 / (rank + 1);
  const ranks = new Uint16Array(steps);
  for (let step = 0, rank = 0; step < steps; step++) {
    while (sums[rank]! < ((step + 0.5) / steps) * sum) rank += 1;
    ranks[step] = rank;
  }
  return (dice) => ranks[dice(steps)]!;
}

const words = Array.from({ length: 2_000 }, (_, rank) => wordOf(rank));
const wordRank = zipf(words.length);
const tags = [...subjects, ...words.slice(1_000, 1_090)];
const tagRank = zipf(tags.length);

const kinds = { person: '1', question: '2', answer: '3', message: '4', chat: '5', comment: '6' };

/** The id of the `number`th thing of a kind: the same in every run, in the order of the numbers. */
export function idOf(kind: keyof typeof kinds, number: number): string {
  return `01900000-000${kinds[kind]}-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Pseudo-random numbers below a limit: the same series for the same seeds. */
type Dice = (limit: number) => number;

/** The generator mulberry32; the seeds are mixed by a step of Knuth's multiplicative hash. */
function diceOf(...seeds: readonly number[]): Dice {
  let state = seeds.reduce((sum, seed) => Math.imul(sum ^ seed, 2_654_435_761) >>> 0, 0x9e37_79b9);
  return (limit) => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** A text of about `length` characters in sentences of words by their natural frequencies. */
function textOf(dice: Dice, length: number): string {
  let text = '';
  let inSentence = 0;
  while (text.length < length) {
    const word = words[wordRank(dice)]!;
    if (inSentence === 0) text += word[0]!.toUpperCase() + word.slice(1);
    else text += ` ${word}`;
    inSentence += 1;
    if (inSentence < 8 + dice(8)) continue;
    text += '. ';
    inSentence = 0;
  }
  return `${text.trim()}.`;
}

/** People who follow a few others. */
export function* identityHistory({ people }: Size): Generator<HistoricEvent<IdentityEvent>> {
  for (let number = 0; number < people; number++) {
    const userId = idOf('person', number);
    yield {
      streamId: `user/${userId}`,
      orderingKey: userId,
      event: { type: 'UserRegistered', data: { userId, name: `person ${number}` } },
    };
  }
  for (let number = 1; number < people; number++) {
    const [followerId, followedId] = [idOf('person', number), idOf('person', Math.floor(number / 2))];
    yield {
      streamId: `follow/${followerId}/${followedId}`,
      orderingKey: followedId,
      event: { type: 'UserFollowed', data: { followerId, followedId } },
    };
  }
}

/**
 * Questions with one to three tags, every hundredth for followers only. Every tenth has an answer,
 * comments on both, a vote and a few views. Question 0 is popular.
 */
export function* qaHistory({ people, questions, busyAnswers }: Size): Generator<HistoricEvent<QaEvent>> {
  for (let number = 0; number < questions; number++) {
    const dice = diceOf(number);
    const questionId = idOf('question', number);
    const chosen = new Set(Array.from({ length: 1 + dice(3) }, () => tagRank(dice)));
    const subject = subjects[number % subjects.length]!;
    const trouble = troubles[number % troubles.length]!;
    yield {
      streamId: `question/${questionId}`,
      orderingKey: questionId,
      event: {
        type: 'QuestionAsked',
        data: {
          questionId,
          askedBy: idOf('person', dice(people)),
          title: `Why is it that ${subject} ${trouble}, number ${number}?`,
          text: textOf(dice, 300 + dice(200)),
          tags: [...chosen].map((rank) => ({ name: tags[rank]!, description: 'user added tag' })),
          onlyFollowers: number % 100 === 99,
          communityId: null,
        },
      },
    };
    if (number % 10 === 0) yield* activity(questionId, number, dice, people);
  }
  const busy = idOf('question', 0);
  for (let number = 0; number < busyAnswers; number++) {
    yield answer(busy, questions + number, diceOf(number, 3)(people), `Answer ${number} of many.`);
  }
  for (let number = 0; number < Math.min(people, 4 * busyAnswers); number++) {
    yield vote(busy, number, number % 5 === 0 ? 'down' : 'up');
  }
}

function* activity(questionId: string, number: number, dice: Dice, people: number): Generator<HistoricEvent<QaEvent>> {
  // A person counts as one viewer.
  const viewers = new Set(Array.from({ length: 1 + dice(5) }, () => dice(people)));
  for (const viewer of viewers) yield view(questionId, viewer);
  yield answer(questionId, number, dice(people), textOf(dice, 300));
  for (const answerId of [null, idOf('answer', number)]) {
    const commentId = idOf('comment', 2 * number + (answerId === null ? 0 : 1));
    const commentedBy = idOf('person', dice(people));
    yield {
      streamId: `comment/${commentId}`,
      orderingKey: questionId,
      event: {
        type: 'CommentPosted',
        data: { commentId, questionId, answerId, commentedBy, text: textOf(dice, 100) },
      },
    };
  }
  // The popular question gets its votes at the end.
  if (number > 0) yield vote(questionId, dice(people), dice(5) === 0 ? 'down' : 'up');
}

function answer(questionId: string, number: number, by: number, text: string): HistoricEvent<QaEvent> {
  const answerId = idOf('answer', number);
  return {
    streamId: `answer/${answerId}`,
    orderingKey: questionId,
    event: { type: 'AnswerPosted', data: { answerId, questionId, answeredBy: idOf('person', by), text } },
  };
}

function view(questionId: string, by: number): HistoricEvent<QaEvent> {
  const viewedBy = idOf('person', by);
  return {
    streamId: `view/${questionId}/${viewedBy}`,
    orderingKey: questionId,
    event: { type: 'QuestionViewed', data: { questionId, viewedBy } },
  };
}

function vote(questionId: string, by: number, cast: Vote): HistoricEvent<QaEvent> {
  const votedBy = idOf('person', by);
  return {
    streamId: `vote/${questionId}/${votedBy}`,
    orderingKey: questionId,
    event: { type: 'VoteCast', data: { questionId, votedBy, vote: cast, before: null } },
  };
}

/** A long talk in the global room, and one long chat. */
export function* messagingHistory({ people, chatMessages, viewerId }: Size): Generator<HistoricEvent<MessagingEvent>> {
  for (let number = 0; number < Math.ceil(chatMessages / 10); number++) {
    const messageId = idOf('message', number);
    const data = {
      messageId,
      from: idOf('person', diceOf(number, 4)(people)),
      text: `Good morning, number ${number}.`,
    };
    yield { streamId: `message/${messageId}`, orderingKey: 'global', event: { type: 'MessagePosted', data } };
  }
  if (chatMessages === 0) return;
  const chatId = idOf('chat', 0);
  const participants = [viewerId ?? idOf('person', 0), idOf('person', 1)];
  yield {
    streamId: `chat/${chatId}`,
    orderingKey: chatId,
    event: { type: 'ChatCreated', data: { chatId, createdBy: participants[1]!, participants } },
  };
  for (let number = 0; number < chatMessages; number++) {
    const messageId = idOf('message', 1_000_000 + number);
    const data = { chatId, messageId, from: participants[number % 2]!, text: `Line ${number} of our long talk.` };
    yield { streamId: `chatmessage/${messageId}`, orderingKey: chatId, event: { type: 'ChatMessagePosted', data } };
  }
}
