import { statement, type Database } from '../database/database.ts';
import { testPatienceMs } from './patience.ts';
import { until } from './until.ts';

const head = statement('testing.head', 'select log_id, position from head');
const checkpoint = statement(
  'testing.checkpoint',
  'select position from checkpoints where consumer = $1 and log_id = $2',
);

/** Waits until a consumer has handled or parked every event now in its owner's log. */
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
    async (saw) => {
      const [row] = await reader.query<{ position: number }>(checkpoint, [consumer, target.log_id]);
      return saw(row?.position ?? 0) >= target.position;
    },
    limitMs,
  );
}
