import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { Room, LiveMessage } from '@parlour/contracts/live';
import { messages } from '@parlour/contracts/messages';
import type { AnswerWire, CommentWire, QaEvent } from '@parlour/contracts/qa';
import type { VoteUpdate } from '@parlour/contracts/socket';
import type { CommunityAudience } from '../community/community-audience.queries.ts';
import type { RestrictableRow } from './question-row.queries.ts';

/** Content and audiences for the live messages of a batch, read when they are published. */
export interface LiveRows {
  readonly questions: ReadonlyMap<string, RestrictableRow>;
  readonly answers: ReadonlyMap<string, AnswerWire>;
  readonly votes: ReadonlyMap<string, VoteUpdate>;
  readonly comments: ReadonlyMap<string, CommentWire>;
  /** The audiences of communities; a community without an entry has none. */
  readonly communities: ReadonlyMap<string, CommunityAudience>;
  /** The followers of the askers of restricted questions; empty while our data may be stale. */
  readonly followers: ReadonlyMap<string, readonly string[]>;
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
}

/** The maximum number of rooms per message. */
const roomsPerMessage = 500;

/**
 * The live messages of a batch of events. They all show the state at the time of publishing, so
 * only the last one per subject is sent: many votes on a question at once make one message.
 */
export function live(events: readonly EnvelopeOf<QaEvent>[], rows: LiveRows): readonly LiveMessage[] {
  const last = new Map<string, Draft>();
  for (const draft of events.flatMap((event) => draftsOf(event, rows))) {
    // Moves the entry to the end: the last message decides its place.
    last.delete(draft.about);
    last.set(draft.about, draft);
  }
  return [...last.values()].flatMap(({ questionId, message }) =>
    audiencesOf(rows.questions.get(questionId), rows).map((audience): LiveMessage => ({ ...message, ...audience })),
  );
}

/** The audience of a message: some rooms, and exceptions. */
type Audience = Pick<LiveMessage, 'to' | 'except'>;

/**
 * The audience of a question: everybody, or for a question for followers only, its asker and their
 * followers; in a community, only those of them who may see it.
 * Source: decisions, C-6.
 */
function audiencesOf(question: RestrictableRow | undefined, { followers, communities }: LiveRows): readonly Audience[] {
  if (!question) return [];
  const { row, askerId } = question;
  const circle = row.onlyFollowers ? [askerId, ...(followers.get(askerId) ?? [])] : undefined;
  if (row.communityId === null) return circle ? inChunks(circle) : [{ to: ['public'] }];
  const community = communities.get(row.communityId);
  if (!community) return [];
  if (community.visibility === 'private') {
    const people = new Set(community.people);
    return inChunks(circle ? circle.filter((id) => people.has(id)) : community.people);
  }
  const banned = new Set(community.banned);
  if (circle) return inChunks(circle.filter((id) => !banned.has(id)));
  return [banned.size > 0 ? { to: ['public'], except: roomsOf(community.banned) } : { to: ['public'] }];
}

function roomsOf(userIds: readonly string[]): Room[] {
  return userIds.map((id): Room => `user:${id}`);
}

function inChunks(userIds: readonly string[]): Audience[] {
  return Array.from({ length: Math.ceil(userIds.length / roomsPerMessage) }, (_, index) => ({
    to: roomsOf(userIds.slice(index * roomsPerMessage, (index + 1) * roomsPerMessage)),
  }));
}

function draftsOf(event: EnvelopeOf<QaEvent>, rows: LiveRows): readonly Draft[] {
  const { position } = event;
  const { questionId } = event.data;
  const row = rows.questions.get(questionId)?.row;
  if (!row) return [];
  const draft = (about: string, message: Message): Draft => ({ about: `${about} ${questionId}`, questionId, message });
  const questionUpdate = draft('questionUpdate', { event: 'questionUpdate', payload: row, position });
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
      const payload = rows.votes.get(questionId);
      const latestOf = `votes ${questionId}`;
      return payload ? [draft('voteUpdate', { event: 'voteUpdate', payload, position, latestOf })] : [];
    }
    case 'CommentPosted':
    case 'CommentBlanked': {
      const { answerId, commentId } = event.data;
      const comment = rows.comments.get(commentId);
      if (!comment) return [];
      const result = { _id: answerId ?? questionId, comments: [comment] };
      const payload = { qid: questionId, type: answerId === null ? 'question' : 'answer', result } as const;
      return [draft(`commentUpdate ${commentId}`, { event: 'commentUpdate', payload, position })];
    }
    case 'QuestionBlanked': {
      // Carries the text, so that open pages stop showing the old one. Rows have no text, so no
      // other update may replace this one.
      const payload = { ...row, text: messages.removedByOperator };
      return [draft('blanked', { event: 'questionUpdate', payload, position })];
    }
    case 'AnswerBlanked': {
      const answer = rows.answers.get(event.data.answerId);
      if (!answer) return [];
      const payload = { qid: questionId, answer };
      return [draft(`answerUpdate ${answer._id}`, { event: 'answerUpdate', payload, position })];
    }
    case 'QuestionFollowed':
    case 'QuestionUnfollowed':
      return [];
    default:
      event satisfies never;
      return [];
  }
}
