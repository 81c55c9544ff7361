import type { CompletePeople } from '@parlour/contracts/completion.requests';
import { createContext } from 'react';

/**
 * Whom names are completed from: who may read a question, or one that is being asked, the people in
 * a chat, or everybody.
 */
export type Among = Omit<CompletePeople, 'prefix'>;

/** Where a field is that completes names. */
export const CompletedAmong = createContext<Among>({});
