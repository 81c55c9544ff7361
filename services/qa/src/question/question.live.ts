import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { Room, LiveMessage } from '@parlour/contracts/live';
import { messages } from '@parlour/contracts/messages';
import type { AnswerWire, CommentWire, QaEvent } from '@parlour/contracts/qa';
import type { VoteUpdate } from '@parlour/contracts/socket';
import type { CommunityAudience } from '../community/community-audience.queries.ts';
import type { RestrictableRow } from './question-row.queries.ts';

/**
 * What the live messages of one batch of events show, and whom they may be shown, read at the time
 * of telling.
 */
export interface LiveRows {
  readonly questions: ReadonlyMap<string, RestrictableRow>;
  readonly answers: ReadonlyMap<string, AnswerWire>;
  readonly votes: ReadonlyMap<string, VoteUpdate>;
  readonly comments: ReadonlyMap<string, CommentWire>;
  /** Whom may be told what is in a community; a community that is not here has nobody. */
  readonly communities: ReadonlyMap<string, CommunityAudience>;
  /** Who follows the askers of restricted questions; nobody while that cannot be believed. */
  readonly followers: ReadonlyMap<string, readonly string[]>;
}

/** A message before it is known who gets it. */
type Message = LiveMessage extends infer Each
  ? Each extends LiveMessage
    ? Omit<Each, 'to' | 'except'>
    : never
  : never;

/** A message with what it is about: of the same thing only the last one is told. */
interface Draft {
  readonly about: string;
  readonly questionId: string;
  readonly message: Message;
}

/** How many rooms one message is sent to at once. */
const roomsPerMessage = 500;

/**
 * Who is told what of a batch of events. All messages show what is so at the time of telling, so of
 * several about the same thing only the last is sent: a question that many vote on at once is told
 * of once.
 */
export function live(events: readonly EnvelopeOf<QaEvent>[], rows: LiveRows): readonly LiveMessage[] {
  const last = new Map<string, Draft>();
  for (const draft of events.flatMap((event) => draftsOf(event, rows))) {
    // At the place of the last one.
    last.delete(draft.about);
    last.set(draft.about, draft);
  }
  return [...last.values()].flatMap(({ questionId, message }) =>
    audiencesOf(rows.questions.get(questionId), rows).map((audience): LiveMessage => ({ ...message, ...audience })),
  );
}

/** Whom a message is for: some rooms, and who of them is not to get it. */
type Audience = Pick<LiveMessage, 'to' | 'except'>;

/**
 * Whom a question may be shown: everybody, or of one for followers only its asker and his
 * followers; in a community those of them that it opens to.
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
      // With its text, which no row has: an open page must not go on to show the old one. So no
      // other update may take its place.
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
