import type { AnyEvent } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity';
import type { MessagingEvent } from '@parlour/contracts/messaging';
import type { QaEvent } from '@parlour/contracts/qa';

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
const words =
  'light water winter engine paper garden window market river letter stone summer bridge island copper candle'.split(
    ' ',
  );

/** The id of the `number`th thing of a kind: the same in every run, in the order of the numbers. */
export function idOf(kind: 'person' | 'question' | 'answer' | 'message' | 'chat', number: number): string {
  const kinds = { person: '1', question: '2', answer: '3', message: '4', chat: '5' };
  return `01900000-000${kinds[kind]}-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

/**
 * A pseudo-random number below `limit`: the same for the same arguments (a step of Knuth's
 * multiplicative hash).
 */
function pick(limit: number, ...seeds: readonly number[]): number {
  const hash = seeds.reduce((sum, seed) => Math.imul(sum ^ seed, 2_654_435_761) >>> 0, 0x9e37_79b9);
  return (Math.imul(hash ^ (hash >>> 15), 2_246_822_519) >>> 0) % limit;
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
 * Questions with an answer and a view each, every hundredth for followers only, and a popular one.
 */
export function* qaHistory({ people, questions, busyAnswers }: Size): Generator<HistoricEvent<QaEvent>> {
  for (let number = 0; number < questions; number++) {
    const questionId = idOf('question', number);
    const subject = subjects[number % subjects.length]!;
    const trouble = troubles[number % troubles.length]!;
    const text = Array.from({ length: 20 }, (_, index) => words[pick(words.length, number, index)]).join(' ');
    yield {
      streamId: `question/${questionId}`,
      orderingKey: questionId,
      event: {
        type: 'QuestionAsked',
        data: {
          questionId,
          askedBy: idOf('person', pick(people, number)),
          title: `Why is it that ${subject} ${trouble}, number ${number}?`,
          text,
          tags: [subject, words[number % words.length]!].map((name) => ({ name, description: 'user added tag' })),
          onlyFollowers: number % 100 === 99,
          communityId: null,
        },
      },
    };
    if (number % 3 !== 0) yield* answer(questionId, number, pick(people, number, 1), text);
    const viewedBy = idOf('person', pick(people, number, 2));
    yield {
      streamId: `view/${questionId}/${viewedBy}`,
      orderingKey: questionId,
      event: { type: 'QuestionViewed', data: { questionId, viewedBy } },
    };
  }
  const busy = idOf('question', 0);
  for (let number = 0; number < busyAnswers; number++) {
    yield* answer(busy, questions + number, pick(people, number, 3), `Answer ${number} of many.`);
  }
  for (let number = 0; number < Math.min(people, 4 * busyAnswers); number++) {
    const votedBy = idOf('person', number);
    yield {
      streamId: `vote/${busy}/${votedBy}`,
      orderingKey: busy,
      event: {
        type: 'VoteCast',
        data: { questionId: busy, votedBy, vote: number % 5 === 0 ? 'down' : 'up', before: null },
      },
    };
  }
}

function* answer(questionId: string, number: number, by: number, text: string): Generator<HistoricEvent<QaEvent>> {
  const answerId = idOf('answer', number);
  yield {
    streamId: `answer/${answerId}`,
    orderingKey: questionId,
    event: { type: 'AnswerPosted', data: { answerId, questionId, answeredBy: idOf('person', by), text } },
  };
}

/** A long talk in the global room, and one long chat. */
export function* messagingHistory({ people, chatMessages, viewerId }: Size): Generator<HistoricEvent<MessagingEvent>> {
  for (let number = 0; number < Math.ceil(chatMessages / 10); number++) {
    const messageId = idOf('message', number);
    const data = { messageId, from: idOf('person', pick(people, number, 4)), text: `Good morning, number ${number}.` };
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
