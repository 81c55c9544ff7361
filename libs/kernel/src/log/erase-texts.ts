import { type Source, sources } from '@parlour/contracts/envelope';
import { erasedTexts } from '@parlour/contracts/posts/erased-texts';
import { statement, type Tx } from '../database/database.ts';
import type { Replying, ReplyReader } from './append.ts';

/** Something whose texts are erased from the log. */
export interface Erasure {
  /** The stream whose events say that they are erased: without one, nothing is. */
  readonly blanking: string;
  /** The streams with its texts. */
  readonly streams?: readonly string[];
  /** Single events with its texts, of streams that have others too. */
  readonly positions?: readonly number[];
}

const find = statement(
  'erase.find',
  `select e.position, e.type, e.data
     from (select e.position from unnest($1::text[], $2::text[]) s(blanking, stream_id) join events e on e.stream_id = s.stream_id
            where exists (select from events b where b.stream_id = s.blanking)
           union
           select p.position from unnest($3::text[], $4::bigint[]) p(blanking, position)
            where exists (select from events b where b.stream_id = p.blanking)) found
     join events e on e.position = found.position
    where e.type = any($5::text[])`,
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
export async function eraseTexts(tx: Tx, source: Source, erasures: readonly Erasure[]): Promise<object[]> {
  const types = erasedTexts[source] ?? {};
  const streams = erasures.flatMap(({ blanking, streams: of = [] }) => of.map((stream) => [blanking, stream] as const));
  const single = erasures.flatMap(({ blanking, positions = [] }) => positions.map((at) => [blanking, at] as const));
  const events = await tx.query<{ position: number; type: string; data: object }>(find, [
    ...[streams.map(([blanking]) => blanking), streams.map(([, stream]) => stream)],
    ...[single.map(([blanking]) => blanking), single.map(([, position]) => position)],
    Object.keys(types),
  ]);
  if (events.length > 0) {
    await tx.query(write, [
      events.map(({ position }) => position),
      events.map(({ type, data }) => JSON.stringify(types[type]?.(data) ?? data)),
    ]);
  }
  return erasures.map(() => ({}));
}

// One function per log, so that those of one batch are read together.
const readers = new Map<Source, ReplyReader<Erasure, object>>(
  sources.map((source) => [source, (tx, erasures) => eraseTexts(tx, source, erasures)]),
);

/** The reply of a command that blanks something: within its append, the texts are erased. */
export function erasing(source: Source, argument: Erasure): Replying<Erasure, object> {
  return { read: readers.get(source)!, argument }; // there is one of each
}
