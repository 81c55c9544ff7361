import { createContext } from 'react';

/**
 * Whom names are completed from: who may read a question, or one that is being asked, the people in
 * a chat, or everybody.
 */
export interface Among {
  readonly qid?: string;
  readonly chatId?: string;
  readonly communityId?: string;
  readonly onlyFollowers?: 'true';
}

/** Where a field is that completes names. */
export const CompletedAmong = createContext<Among>({});
