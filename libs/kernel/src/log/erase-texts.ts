import type { Source } from '@parlour/contracts/envelope';
import { erasedTexts } from '@parlour/contracts/posts/erased-texts';
import { statement, type Tx } from '../database/database.ts';

/** Something whose texts are erased from the log. */
export interface Erasure {
  /**
   * The stream whose events say that they are erased. Without one, nothing is: the reply of a
   * command also runs if it gave no event, as when the post was restored meanwhile.
   */
  readonly blanking: string;
  /** The streams with its texts. */
  readonly streams?: readonly string[];
  /** Single events with its texts, of streams that have others too. */
  readonly positions?: readonly number[];
}

const find = statement(
  'erase.find',
  `select position, type, data from events
    where (stream_id = any($2::text[]) or position = any($3::bigint[])) and type = any($4::text[])
      and exists (select from events b where b.stream_id = $1)`,
);

const write = statement(
  'erase.write',
  `update events e set data = n.data::jsonb from unnest($1::bigint[], $2::text[]) n(position, data) where e.position = n.position`,
);

/**
 * Erases texts from a log: the events stay, with their shape, so that every reader understands
 * them. Nothing else has a copy that a later read could bring back: read models drop theirs with
 * the event that says so, and what is parked or rebuilt is read from here.
 */
export async function eraseTexts(
  tx: Tx,
  source: Source,
  { blanking, streams = [], positions = [] }: Erasure,
): Promise<void> {
  const types = erasedTexts[source] ?? {};
  const values = [blanking, streams, positions, Object.keys(types)];
  const events = await tx.query<{ position: number; type: string; data: object }>(find, values);
  if (events.length > 0) {
    await tx.query(write, [
      events.map(({ position }) => position),
      events.map(({ type, data }) => JSON.stringify(types[type]?.(data) ?? data)),
    ]);
  }
}
