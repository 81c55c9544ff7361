import type { AnswerOrder } from '@parlour/contracts/qa/qa';
import { useSyncExternalStore } from 'react';
import { answerOrder } from './answer-order.ts';

/** The order of answers that this browser's reader chose. */
export function useAnswerOrder(): AnswerOrder {
  return useSyncExternalStore(answerOrder.subscribe, answerOrder.read);
}
