import { answerOrders } from '@parlour/contracts/qa/qa';
import { browserChoice } from '../../../shared/state/browser-choice.ts';

// Without React, because app/early.ts reads it too.

/** The order of answers that this browser's reader chose. */
export const answerOrder = browserChoice('parlour.answers', answerOrders);
