import type { ChatUpdateType } from '@parlour/contracts/messaging/messaging';
import type { QuestionRowWire } from '@parlour/contracts/qa/qa';
import type { LiveEvents } from '@parlour/contracts/socket';
import type { SourcedLiveMessage } from '../socket/fanout.ts';
import type { Kind } from './contract.ts';
import { withPlaceholders } from './placeholders.ts';
import type { Thing } from './wholes.ts';

// What clients of the contract get of each live event: only what the specification names, with
// whole entities. Source: decisions T-16.

type EventName = keyof LiveEvents;

/** An event that is sent as it is. */
interface Ready {
  readonly event: EventName;
  readonly payload: unknown;
}

/** An event that carries an entity, which each viewer's own reading completes. */
export interface Incomplete {
  readonly event: EventName;
  readonly kind: Kind;
  readonly id: string;
  /** Of several with the same mark, the newest stands for all. */
  readonly mark: string;
  /** @returns undefined if nothing is to be sent */
  readonly payload: (whole: Thing | undefined) => unknown;
}

type Form = Ready | Incomplete;

type Forms = {
  readonly [Name in EventName]?: (payload: LiveEvents[Name], isChange: boolean) => readonly Form[];
};

const wholeQuestion = (event: EventName, id: string, row?: QuestionRowWire): Incomplete => ({
  ...{ event, kind: 'question', id, mark: event },
  payload: (whole) => whole ?? (row?.deleted ? withPlaceholders({ ...blankQuestion, ...row }) : undefined),
});

/** Clients replace it in lists by the first, and on its own screen by the second. */
const changedQuestion = (id: string, row?: QuestionRowWire): readonly Incomplete[] => [
  wholeQuestion('questionUpdate', id, row),
  wholeQuestion('viewsUpdate', id, row),
];

const chatTypes: Readonly<Record<ChatUpdateType, ChatUpdateType>> = {
  created: 'created',
  newMessage: 'newMessage',
  newParticipant: 'newParticipant',
  // The chat is whole, so whoever replaces it has everything.
  left: 'newParticipant',
  renamed: 'newMessage',
  changedMessage: 'newMessage',
};

const notificationTypes = new Set<string>(['comment', 'answer', 'follower', 'gameInvite']);

/** Some deleted questions can't be read any more. */
const blankQuestion = { text: '', answers: [], comments: [], upVotes: [], downVotes: [], views: [], following: [] };

/** A deleted person can't be read any more. */
const blankPerson = { biography: '', followers: [], following: [], isGoogleUser: false };

/** An event that is not here is an extension. */
const forms: Forms = {
  questionUpdate: (row) =>
    row.text === undefined ? [wholeQuestion('questionUpdate', row._id)] : changedQuestion(row._id, row),
  viewsUpdate: ({ _id }) => [wholeQuestion('viewsUpdate', _id)],
  // Clients append a new one. Who had read it already shows it twice until the question comes.
  answerUpdate: ({ qid, answer }, isChange) =>
    isChange
      ? changedQuestion(qid)
      : [{ event: 'answerUpdate', payload: { qid, answer } }, wholeQuestion('viewsUpdate', qid)],
  voteUpdate: (payload) => [{ event: 'voteUpdate', payload }],
  commentUpdate: ({ qid, type, result: { _id } }) => [
    {
      ...{ event: 'commentUpdate', kind: 'question', id: qid, mark: `commentUpdate ${_id}` },
      payload: (whole) => {
        const result = type === 'question' ? whole : answerIn(whole, _id);
        return result && { qid, type, result };
      },
    },
  ],
  messageUpdate: (payload, isChange) => (isChange ? [] : [{ event: 'messageUpdate', payload }]),
  chatUpdate: ({ chat, type, total }) => [
    {
      ...{ event: 'chatUpdate', kind: 'chat', id: chat._id, mark: chatTypes[type] },
      payload: (whole) => whole && { chat: whole, type: chatTypes[type], total },
    },
  ],
  userUpdate: ({ user, type, ...more }) => [
    {
      ...{ event: 'userUpdate', kind: 'user', id: user._id, mark: type },
      payload: (whole) => ({ user: { ...blankPerson, ...user, ...whole }, type, ...more }),
    },
  ],
  gameUpdate: ({ gameInstance: { gameID } }) => [
    {
      ...{ event: 'gameUpdate', kind: 'game', id: gameID, mark: 'gameUpdate' },
      payload: (whole) => whole && { gameInstance: whole },
    },
  ],
  gameError: (payload) => [{ event: 'gameError', payload }],
  // Clients know no changes of a poll; they read the list again after this.
  pollUpdate: ({ pollId, options, poll }) =>
    poll
      ? [{ event: 'pollStatusChange', payload: { pollId, communityId: poll.communityId } }]
      : [{ event: 'pollUpdate', payload: { pollId, options } }],
  pollCreation: (payload) => [{ event: 'pollCreation', payload }],
  pollStatusChange: (payload) => [{ event: 'pollStatusChange', payload }],
  notification: (payload) => (notificationTypes.has(payload.type) ? [{ event: 'notification', payload }] : []),
};

/** What clients of the contract get of a live message. */
export function formsOf({ event, payload, latestOf }: SourcedLiveMessage): readonly Form[] {
  const form = forms[event] as ((payload: unknown, isChange: boolean) => readonly Form[]) | undefined; // of the same event
  // A change says so, or names what a later message replaces. An answer that is restored does only
  // the second.
  return form?.(payload, latestOf !== undefined || Object.hasOwn(payload, 'isChange')) ?? [];
}

function answerIn(whole: Thing | undefined, id: string): Thing | undefined {
  const answers = (whole?.['answers'] ?? []) as readonly Thing[]; // of a question
  return answers.find(({ _id }) => _id === id);
}
