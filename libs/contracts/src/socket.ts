import type { AnswerWire, QuestionRowWire } from './qa.ts';
import type { UserRowWire } from './identity.ts';

/** Gateway to browser: every live event with its payload. Source: specification 1, section 4; decisions E-1. */
export interface ServerToClientEvents {
  /** A question as a list row; added to lists that it matches, or put in place of the row with the same `_id`. */
  questionUpdate: (question: QuestionRowWire) => void;
  answerUpdate: (update: { readonly qid: string; readonly answer: AnswerWire }) => void;
  /** The list row with its new counts. */
  viewsUpdate: (question: QuestionRowWire) => void;
  userUpdate: (update: { readonly user: UserRowWire; readonly type: UserUpdateType }) => void;
}

/** What happened to the user of a `userUpdate`. */
export type UserUpdateType = 'created' | 'updated' | 'deleted' | 'follow' | 'unfollow';

/** Browser to gateway: nothing yet; rooms are joined by the server. */
export type ClientToServerEvents = Record<never, never>;
