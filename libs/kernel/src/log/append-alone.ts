import type { Envelope } from '@parlour/contracts/envelope';
import { canonicalName } from '@parlour/contracts/text/checks';
import { type BoundStatement, statement, together, type Tx } from '../database/database.ts';
import { type BatchTarget, ifFree, keepReplies, numbered, storedAt, type WrittenBatch } from './append-batch.ts';
import type { Append, LogHead } from './append.ts';
import { answersOf } from './reply.ts';
import { codeOf } from '../process/error-code.ts';

// Raising the head locks it, so appends are serial here too. If the log or the stream has moved
// since the command was loaded, or the actor's account is deleted, this divides by zero, so that
// nothing after it is executed. A stream that moves while it waits for the lock has an event of
// this version. The lock on the actor is explained in `append-batch.ts`; it needs the raised
// head's row, and so comes after that lock, as in the deletion of an account.
const append = statement(
  'log.appendAlone',
  `with raised as (
     update head set position = position + $3
      where log_id = $1 and position = $2
        and $5 = coalesce((select max(version) from events where stream_id = $4), 0)
     returning 1 as one
   ), inserted as (
     insert into events (position, event_id, stream_id, version, ordering_key, type, schema_version, data, meta, occurred_at)
     select $2::bigint + n, event_id, $4, $5::int + n, $6, type, schema_version, data::jsonb, $7::jsonb, $8::timestamptz
       from raised, unnest($9::uuid[], $10::text[], $11::smallint[], $12::text[])
            with ordinality as e(event_id, type, schema_version, data, n)
      where (select deleted from people where id = $13 and raised.one = 1 for share) is not true
     returning 1
   )
   select 1 / count(*) as one from inserted`,
);

// A name that somebody else has makes it divide by zero too.
const reserve = statement(
  'log.reserveAlone',
  `with reserved as (
     insert into reservations (scope, key, owner) values ($1, $2, $3)
     ${ifFree}
     returning 1
   )
   select 1 / count(*) as one from reserved`,
);

const introduce = statement(
  'log.introduce',
  'insert into people (id, name, canonical_name) values ($1, $2, $3) on conflict (id) do nothing',
);

/**
 * The failures of a command that can't be written alone: mostly, somebody else has written
 * meanwhile.
 */
export function isOutrun(failure: unknown): boolean {
  return ['22012', '23505'].includes(codeOf(failure) ?? '');
}

/**
 * Prepares the transaction of a command that comes alone: its position is known before it is
 * appended, so events, read models and the reading of the reply travel with BEGIN, and stored reply
 * and COMMIT follow. Undefined if more has to be checked, as for guards that may have moved since
 * they were loaded, or for the accounts of others.
 */
export function prepareAlone(
  target: BatchTarget,
  command: Append,
  last: LogHead | undefined,
): ((tx: Tx) => Promise<WrittenBatch>) | undefined {
  const { actor, events, guards, loadedAt: loaded, people = [], reservations } = command;
  if (!loaded || events.length === 0 || people.length > 0) return undefined;
  // This process may have written since it loaded.
  const head = last?.logId === loaded.logId && last.position > loaded.position ? last : loaded;
  if (head !== loaded && guards.length > 0) return undefined;
  const { logId, position } = head;
  const envelopes = numbered(target, command, 0).map(({ envelope }, index): Envelope => {
    return { ...envelope, logId, position: position + 1 + index };
  });
  const writes: BoundStatement[] = [{ statement: append, values: valuesOf(command, envelopes, head) }];
  for (const { scope, key, owner } of reservations) writes.push({ statement: reserve, values: [scope, key, owner] });
  if (actor && !target.knownActorIds.has(actor.id)) {
    writes.push({ statement: introduce, values: [actor.id, actor.name, canonicalName(actor.name)] });
  }
  for (const view of target.views) writes.push(...view.writes(envelopes));
  return async (tx) => {
    // Called in one turn, so all of them leave in one write, in this order.
    const writing = writes.map((each) => tx.query(each.statement, each.values));
    const reading = answersOf(tx, [command.reply]);
    await together<unknown>([...writing, reading]);
    const [answer] = await reading;
    const outcomes = [storedAt(position + envelopes.length, answer)];
    return { envelopes, outcomes, keepReplies: keepReplies([command], outcomes) };
  };
}

function valuesOf(command: Append, envelopes: readonly Envelope[], { logId, position }: LogHead): unknown[] {
  return [
    ...[logId, position, envelopes.length, command.streamId, command.version, command.orderingKey],
    ...[JSON.stringify(command.meta), command.occurredAt],
    envelopes.map((envelope) => envelope.eventId),
    envelopes.map((envelope) => envelope.type),
    envelopes.map((envelope) => envelope.schemaVersion),
    envelopes.map((envelope) => JSON.stringify(envelope.data)),
    command.actor?.id ?? null,
  ];
}
