import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { LiveMessage, Room } from '@parlour/contracts/live';
import { messages } from '@parlour/contracts/messages';
import type { AnswerWire, CommentWire, QuestionRowWire } from '@parlour/contracts/qa/qa';
import type { QuestionEvent, VoteCancelled, VoteCast } from '@parlour/contracts/qa/qa.events';
import type { VoteUpdate } from '@parlour/contracts/socket';
import type { Rooms } from '@parlour/people/audience-rooms';

/** Content and rooms for the live messages of a batch, read when they are published. */
export interface LiveRows {
  readonly questions: ReadonlyMap<string, QuestionRowWire>;
  readonly answers: ReadonlyMap<string, AnswerWire>;
  readonly votes: ReadonlyMap<string, VoteUpdate>;
  readonly comments: ReadonlyMap<string, CommentWire>;
  /** The texts of questions that were edited, deleted or restored; empty for a deleted one. */
  readonly texts: ReadonlyMap<string, string>;
  /** The rooms of those who may see each question. */
  readonly rooms: ReadonlyMap<string, readonly Rooms[]>;
}

/** A message without its audience. */
type Message = LiveMessage extends infer Each
  ? Each extends LiveMessage
    ? Omit<Each, 'to' | 'except'>
    : never
  : never;

/** A message with its subject: only the last message per subject is published. */
interface Draft {
  readonly about: string;
  readonly questionId: string;
  readonly message: Message;
  /** The only person it is for, if they may see the question; absent for all who may. */
  readonly person?: string;
}

/**
 * The live messages of a batch of events. They all show the state at the time of publishing, so
 * only the last one per subject is sent: many votes on a question at once make one message.
 */
export function live(events: readonly EnvelopeOf<QuestionEvent>[], rows: LiveRows): readonly LiveMessage[] {
  const restored = new Set(events.flatMap(({ type, data }) => (type === 'PostRestored' ? [data.id] : [])));
  const last = new Map<string, Draft>();
  for (const draft of events.flatMap((event) => draftsOf(event, rows))) {
    // Moves the entry to the end: the last message decides its place.
    last.delete(draft.about);
    last.set(draft.about, draft);
  }
  return [...last.values()].flatMap(({ questionId, message, person }) => {
    const ofQuestion = rows.rooms.get(questionId) ?? [];
    const rooms = person === undefined ? ofQuestion : roomOf(person, ofQuestion);
    return rooms.map((each): LiveMessage => ({ ...withPlace(message, restored), ...each }));
  });
}

/** Pages that did not show the place of a restored answer get it as a new one. */
function withPlace(message: Message, restored: ReadonlySet<string>): Message {
  if (message.event !== 'answerUpdate' || !restored.has(message.payload.answer._id)) return message;
  const { qid, answer } = message.payload;
  return { ...message, payload: { qid, answer } };
}

/** The room of a person, if they are in one of these. */
function roomOf(person: string, rooms: readonly Rooms[]): readonly Rooms[] {
  const own: Room = `user:${person}`;
  const isReached = rooms.some(
    ({ to, except = [] }) => to.includes(own) || (to.includes('public') && !except.includes(own)),
  );
  return isReached ? [{ to: [own] }] : [];
}

function draftsOf(event: EnvelopeOf<QuestionEvent>, rows: LiveRows): readonly Draft[] {
  const { position } = event;
  const { questionId } = event.data;
  const row = rows.questions.get(questionId);
  if (!row) return [];
  const draft = (about: string, message: Message): Draft => ({ about: `${about} ${questionId}`, questionId, message });
  const questionUpdate = draft('questionUpdate', { event: 'questionUpdate', payload: row, position });
  const commentUpdate = (id: string, answerId: string | null): readonly Draft[] => {
    const comment = rows.comments.get(id);
    if (!comment) return [];
    const result = { _id: answerId ?? questionId, comments: [comment] };
    const payload = { qid: questionId, type: answerId === null ? 'question' : 'answer', result } as const;
    return [draft(`commentUpdate ${id}`, { event: 'commentUpdate', payload, position })];
  };
  switch (event.type) {
    case 'QuestionAsked':
      return [questionUpdate];
    case 'AnswerPosted': {
      const answer = rows.answers.get(event.data.answerId);
      if (!answer) return [];
      const payload = { qid: questionId, answer };
      return [draft(`answerUpdate ${answer._id}`, { event: 'answerUpdate', payload, position }), questionUpdate];
    }
    case 'QuestionViewed':
      return [draft('viewsUpdate', { event: 'viewsUpdate', payload: row, position, latestOf: `views ${questionId}` })];
    case 'VoteCast':
    case 'VoteCancelled': {
      if (event.data.answerId !== undefined) return draftsOfAnswerVote(event, event.data.answerId, rows);
      const payload = rows.votes.get(questionId);
      const latestOf = `votes ${questionId}`;
      return payload ? [draft('voteUpdate', { event: 'voteUpdate', payload, position, latestOf })] : [];
    }
    case 'CommentPosted': {
      const { commentId, answerId } = event.data;
      return commentUpdate(commentId, answerId);
    }
    case 'PostEdited':
    case 'PostDeleted':
    case 'PostRestored':
    case 'PostErased': {
      const { kind, id, answerId } = event.data;
      const answer = rows.answers.get(id);
      const post = kind === 'question' ? row : (answer ?? rows.comments.get(id));
      // Nothing changes on a page: a deleted one shows no text. Who does not see its place must not
      // learn of it.
      if (!post || (event.type === 'PostErased' && post.deleted)) return [];
      if (kind === 'comment') return commentUpdate(id, answerId);
      if (answer) {
        const change = draft(`answerChange ${id}`, changeOf(questionId, answer, position));
        return event.type === 'PostDeleted' || event.type === 'PostRestored' ? [change, questionUpdate] : [change];
      }
      // Carries the text, so that open pages stop showing the old one. Rows have no text, so no
      // other update may replace this one.
      const payload = { ...row, text: rows.texts.get(id) ?? messages.removedByOperator };
      return [draft('text', { event: 'questionUpdate', payload, position })];
    }
    case 'AnswerAccepted':
    case 'AcceptanceWithdrawn': {
      const answers = acceptedIn(event.data).flatMap((id) => rows.answers.get(id) ?? []);
      const changes = answers.map((answer) =>
        draft(`answerChange ${answer._id}`, changeOf(questionId, answer, position)),
      );
      return [...changes, questionUpdate];
    }
    case 'QuestionFollowed':
    case 'QuestionUnfollowed':
      return [];
    default:
      event satisfies never;
      return [];
  }
}

/** The answers that an acceptance or its withdrawal changes. */
export function acceptedIn({
  answerId,
  before,
}: {
  readonly answerId?: string;
  readonly before: string | null;
}): readonly string[] {
  return [before, answerId].filter((id) => typeof id === 'string');
}

/** A change of an answer. The text and the score of every one are current. */
function changeOf(qid: string, answer: AnswerWire, position: number): Message {
  const payload = { qid, answer, isChange: true } as const;
  return { event: 'answerUpdate', payload, position, latestOf: `answer ${answer._id}` };
}

/** The new score for everybody, and for the voter's other pages their own vote. */
function draftsOfAnswerVote(
  event: EnvelopeOf<VoteCast | VoteCancelled>,
  answerId: string,
  rows: LiveRows,
): readonly Draft[] {
  const { position } = event;
  const { questionId, votedBy } = event.data;
  const answer = rows.answers.get(answerId);
  if (!answer) return [];
  const about = `answerChange ${answerId} ${questionId}`;
  const voted = { ...answer, myVote: event.type === 'VoteCast' ? event.data.vote : null };
  const message = changeOf(questionId, answer, position);
  // Without the mark: with it, this message would replace the public one that the gateway holds.
  const own: Message = { event: 'answerUpdate', payload: { qid: questionId, answer: voted, isChange: true }, position };
  return [
    { about, questionId, message },
    { about: `${about} ${votedBy}`, questionId, message: own, person: votedBy },
  ];
}
