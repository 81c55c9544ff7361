import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { Room, Tell } from '@parlour/contracts/live';
import type { AnswerWire, CommentWire, QaEvent } from '@parlour/contracts/qa';
import type { VoteUpdate } from '@parlour/contracts/socket';
import type { RestrictableRow } from './question-row.view.ts';

/** What the live messages of one batch of events show, and whom they may be shown, read at the time of telling. */
export interface LiveRows {
  readonly questions: ReadonlyMap<string, RestrictableRow>;
  readonly answers: ReadonlyMap<string, AnswerWire>;
  readonly votes: ReadonlyMap<string, VoteUpdate>;
  /** By the question or answer that they stand on. */
  readonly comments: ReadonlyMap<string, readonly CommentWire[]>;
  /** Who follows the askers of restricted questions; nobody while that cannot be believed. */
  readonly followers: ReadonlyMap<string, readonly string[]>;
}

/** A message before it is known who gets it. */
type Message = Tell extends infer Each ? (Each extends Tell ? Omit<Each, 'to'> : never) : never;

/** A message with what it is about: of the same thing only the last one is told. */
interface Draft {
  readonly about: string;
  readonly questionId: string;
  readonly message: Message;
}

/** How many rooms one message is sent to at once. */
const roomsPerTell = 500;

/**
 * Who is told what of a batch of events. All messages show what is so at the time of telling, so of several about the same thing only the last is
 * sent: a question that many vote on at once is told of once.
 */
export function live(events: readonly EnvelopeOf<QaEvent>[], rows: LiveRows): readonly Tell[] {
  const last = new Map<string, Draft>();
  for (const draft of events.flatMap((event) => draftsOf(event, rows))) {
    // At the place of the last one.
    last.delete(draft.about);
    last.set(draft.about, draft);
  }
  return [...last.values()].flatMap(({ questionId, message }) =>
    audiencesOf(rows.questions.get(questionId), rows).map((to): Tell => ({ ...message, to })),
  );
}

/** Whom a question may be shown: everybody, or of one for followers only its asker and his followers. Source: decisions Q-6. */
function audiencesOf(question: RestrictableRow | undefined, { followers }: LiveRows): readonly (readonly Room[])[] {
  if (!question) return [];
  if (!question.row.onlyFollowers) return [['public']];
  const rooms = [question.askerId, ...(followers.get(question.askerId) ?? [])].map((id): Room => `user:${id}`);
  return Array.from({ length: Math.ceil(rooms.length / roomsPerTell) }, (_, index) =>
    rooms.slice(index * roomsPerTell, (index + 1) * roomsPerTell),
  );
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
    case 'CommentPosted': {
      const { answerId } = event.data;
      const id = answerId ?? questionId;
      const result = { _id: id, comments: rows.comments.get(id) ?? [] };
      const payload = { qid: questionId, type: answerId === null ? 'question' : 'answer', result } as const;
      return [draft(`commentUpdate ${id}`, { event: 'commentUpdate', payload, position })];
    }
    case 'QuestionFollowed':
    case 'QuestionUnfollowed':
      return [];
    default:
      event satisfies never;
      return [];
  }
}
