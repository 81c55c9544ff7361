import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { testPatienceMs } from './patience.ts';

/** Notes what a condition compares, for the error message, and returns it. */
export type Saw = <Value>(value: Value) => Value;

/**
 * Polls until `condition` holds and returns its answer: a bounded wait in place of a sleep.
 * @throws Error naming `what` was waited for and what was seen last, after `limitMs`
 */
export async function until<Answer>(
  what: string,
  condition: (saw: Saw) => Answer | Promise<Answer>,
  limitMs = testPatienceMs,
): Promise<Answer> {
  const deadline = performance.now() + limitMs;
  // The condition usually holds at once.
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs + 1, 5)) {
    const seen: unknown[] = [];
    const answer = await condition((value) => {
      seen.push(value);
      return value;
    });
    if (answer) return answer;
    if (performance.now() > deadline) {
      const last = (seen.length > 0 ? seen : [answer]).map(shown).join(', ');
      throw new Error(`waited ${limitMs} ms in vain: ${what}; seen last: ${last}`);
    }
    await delay(pauseMs);
  }
}

const mostShown = 4_000;

function shown(value: unknown): string {
  const text = inspect(value, { depth: 6, sorted: true });
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}
