import type { SocketAnswer } from '@parlour/contracts/socket';
import { isPassing } from './call-failure.ts';

const againMs = 5_000;

/** Calls back later if a call over the socket was refused temporarily; returns the timer then. */
export function askAgain(answer: SocketAnswer, again: () => void): ReturnType<typeof setTimeout> | undefined {
  return 'error' in answer && isPassing(answer.code) ? setTimeout(again, againMs) : undefined;
}
