import { setTimeout as delay } from 'node:timers/promises';
import { statement, type Database } from '../database/database.ts';
import { testPatienceMs } from './patience.ts';

/**
 * Looks again and again until `condition` holds and answers what it answered: a wait with a bound in place of a sleep.
 * @throws Error naming `what` was waited for when it does not come within `limitMs`
 */
export async function until<Answer>(
  what: string,
  condition: () => Answer | Promise<Answer>,
  limitMs = testPatienceMs,
): Promise<Answer> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const answer = await condition();
    if (answer) return answer;
    if (performance.now() > deadline) throw new Error(`waited ${limitMs} ms in vain: ${what}`);
    await delay(5);
  }
}

const head = statement('testing.head', 'select log_id, position from head');
const checkpoint = statement(
  'testing.checkpoint',
  'select position from checkpoints where consumer = $1 and log_id = $2',
);

/** Waits until a consumer has handled or parked every event that stands in its owner's log now. */
export async function waitForProjections(
  owner: Database,
  reader: Database,
  consumer: string,
  limitMs = testPatienceMs,
): Promise<void> {
  const [target] = await owner.query<{ log_id: string; position: number }>(head);
  if (!target) throw new Error('the log has no head');
  await until(
    `${consumer} reaches ${target.position}`,
    async () => {
      const [row] = await reader.query<{ position: number }>(checkpoint, [consumer, target.log_id]);
      return (row?.position ?? 0) >= target.position;
    },
    limitMs,
  );
}
