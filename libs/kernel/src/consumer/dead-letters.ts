import { isNativeError } from 'node:util/types';
import type { Envelope } from '@parlour/contracts/envelope';
import { erasingEvents } from '@parlour/contracts/posts/erased-texts';
import { statement, type Database, type Tx } from '../database/database.ts';
import { isoTime } from '../database/row-expressions.ts';
import type { EventTypes } from '@parlour/contracts/event-types';
import { readingOf, upcast } from '../log/event-catalogue.ts';
import type { ReadFeed } from '../log/feed.ts';
import type { ConsumerDefinition, ConsumerPart } from './consumer-part.ts';

/** An event that a consumer could not handle, or that waits behind one of the same ordering key. */
export interface DeadLetter {
  readonly id: number;
  readonly consumer: string;
  readonly position: number;
  readonly orderingKey: string;
  readonly type: string;
  readonly failure: string;
  readonly parkedAt: string;
}

/** The ordering keys of which one of these consumers' parts has parked events. */
export const selectHeldKeys = statement(
  'dead.keys',
  'select distinct ordering_key from dead_letters where consumer = any($1::text[])',
  'kept',
);
const positions = statement('dead.positions', 'select position from dead_letters where consumer = $1 and log_id = $2');
const insert = statement(
  'dead.park',
  `insert into dead_letters (consumer, log_id, position, ordering_key, type, failure)
   values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
);
const all = statement(
  'dead.list',
  `select id, consumer, position, ordering_key as "orderingKey", type, failure,
          ${isoTime('parked_at')} as "parkedAt"
     from dead_letters order by consumer, ordering_key, position`,
);
const ofKey = statement(
  'dead.ofKey',
  `select id, position from dead_letters
    where (consumer, ordering_key) = (select consumer, ordering_key from dead_letters where id = $1)
    order by position for update`,
);
const consumerOf = statement('dead.consumer', 'select consumer, ordering_key as key from dead_letters where id = $1');
const remove = statement('dead.remove', 'delete from dead_letters where id = any($1::bigint[])');
const discard = statement(
  'dead.discard',
  'delete from dead_letters where id = $1 and type <> all($2::text[]) returning id',
);

const lockCheckpoints = statement(
  'dead.lock',
  'select position from checkpoints where consumer = $1 order by log_id for update',
);

/** What `selectHeldKeys` answers. */
export async function heldKeys(from: Tx, consumers: readonly string[]): Promise<Set<string>> {
  return keysOf(await from.query(selectHeldKeys, [consumers]));
}

/** The rows of `selectHeldKeys` as a set. */
export function keysOf(rows: readonly object[] | undefined): Set<string> {
  return new Set((rows as readonly { ordering_key: string }[]).map((row) => row.ordering_key)); // its column
}

/** The positions of a log that a consumer has parked. */
export async function heldPositions(from: Tx, consumer: string, logId: string): Promise<Set<number>> {
  const rows = await from.query<{ position: number }>(positions, [consumer, logId]);
  return new Set(rows.map((row) => row.position));
}

/**
 * Parks an event with its error; once, however often it is delivered. Of the event it keeps only
 * where it is: a retry reads it again, so nothing is left here of what its owner has erased.
 */
export async function park(tx: Tx, consumer: string, envelope: Envelope, failure: unknown): Promise<void> {
  // PostgreSQL rejects NUL in text, and an error that cannot be stored would block the log.
  const text = textOf(failure).replaceAll('\u0000', '');
  const { logId, position, orderingKey, type } = envelope;
  await tx.query(insert, [consumer, logId, position, orderingKey, type, text.slice(0, 2_000)]);
}

function textOf(failure: unknown): string {
  if (isNativeError(failure)) return `${failure.name}: ${failure.message}`;
  return typeof failure === 'string' ? failure : 'a thrown value that is not an Error';
}

/** All parked events of a service, by consumer and key, oldest first. */
export function listDeadLetters(database: Database): Promise<DeadLetter[]> {
  return database.query<DeadLetter>(all);
}

/** A consumer whose parked events are retried. */
export interface RetriedConsumer {
  readonly definition: ConsumerDefinition;
  readonly types: EventTypes;
  /** Reads the consumer's log. */
  readonly feed: ReadFeed;
}

/**
 * Handles a parked event and all behind it, in order, in one transaction under the consumer's
 * checkpoint lock, so that no later event of the key can overtake them. Returns how many were
 * handled; 0 if there is no such letter.
 * @throws what the handler throws; everything stays parked then
 */
export async function retryDeadLetter(
  database: Database,
  id: number,
  consumers: readonly RetriedConsumer[],
): Promise<number> {
  return database.transaction(async (tx) => {
    const [letter] = await tx.query<{ consumer: string; key: string }>(consumerOf, [id]);
    if (!letter) return 0;
    const found = partNamed(letter.consumer, consumers);
    if (!found) throw new Error(`there is no consumer ${letter.consumer}`);
    const { part, earlier, types, feed } = found;
    await tx.query(lockCheckpoints, [letter.consumer]);
    if ((await heldKeys(tx, earlier)).has(letter.key))
      throw new Error(`retry the events of ${letter.key} that ${earlier.join(', ')} parked first`);
    const parked = await tx.query<{ id: number; position: number }>(ofKey, [id]);
    const events: Envelope[] = [];
    for (const { position } of parked) {
      const [envelope] = (await feed(position - 1, 1)).envelopes;
      if (envelope?.position !== position) throw new Error(`the log has no event at ${position}`);
      const reading = readingOf(types, envelope);
      if (reading === 'newerVersion') throw new Error('this program is older than the event');
      if (reading === 'known') events.push(upcast(types, envelope));
    }
    if (events.length > 0) {
      await part.before?.(events);
      await part.handle(events, tx);
    }
    await tx.query(remove, [parked.map((row) => row.id)]);
    return parked.length;
  });
}

/** A part by its name, and the names of the parts before it. */
function partNamed(
  name: string,
  consumers: readonly RetriedConsumer[],
): ({ part: ConsumerPart; earlier: readonly string[] } & Pick<RetriedConsumer, 'types' | 'feed'>) | undefined {
  for (const { definition, types, feed } of consumers) {
    const names = definition.parts.map((part) => part.name);
    const part = definition.parts[names.indexOf(name)];
    if (part) return { part, earlier: names.slice(0, names.indexOf(name)), types, feed };
  }
  return undefined;
}

/** The result of retrying everything: how many events were handled, and why others stay parked. */
export interface RetriedLetters {
  readonly handled: number;
  readonly failures: readonly { readonly letter: DeadLetter; readonly failure: unknown }[];
}

/** Retries all parked events of a service, key by key, in the order of the consumers' parts. */
export async function retryAllDeadLetters(
  database: Database,
  consumers: readonly RetriedConsumer[],
): Promise<RetriedLetters> {
  const rank = ({ consumer }: DeadLetter): number => partNamed(consumer, consumers)?.earlier.length ?? 0;
  const firsts = new Map<string, DeadLetter>();
  for (const letter of await listDeadLetters(database)) {
    const key = `${letter.consumer} ${letter.orderingKey}`;
    if (!firsts.has(key)) firsts.set(key, letter);
  }
  let handled = 0;
  const failures: { letter: DeadLetter; failure: unknown }[] = [];
  for (const letter of [...firsts.values()].sort((a, b) => rank(a) - rank(b))) {
    try {
      handled += await retryDeadLetter(database, letter.id, consumers);
    } catch (failure) {
      failures.push({ letter, failure });
    }
  }
  return { handled, failures };
}

/**
 * Deletes one parked event for good; the next retry handles those behind it. Keeps one that erases
 * texts: without it, they would stay in the read model for good.
 */
export async function discardDeadLetter(database: Database, id: number): Promise<'discarded' | 'kept' | 'unknown'> {
  if ((await database.query(discard, [id, erasingEvents])).length === 1) return 'discarded';
  return (await database.query(consumerOf, [id])).length === 1 ? 'kept' : 'unknown';
}
