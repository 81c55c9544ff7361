import { canonicalName } from '@parlour/contracts/text/checks';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { v7 as uuidv7 } from 'uuid';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import { type BoundStatement, statement, together, type Tx } from '../database/database.ts';
import { applyViews, type View } from '../view/view.ts';
import type { EventTypes } from '@parlour/contracts/event-types';
import { versionOf } from './event-catalogue.ts';
import type { Append, AppendOutcome } from './append.ts';
import { answersOf } from './reply.ts';
import { storingReplies } from './stored-replies.ts';

/** The log that a batch is written to. */
export interface BatchTarget {
  readonly source: Source;
  readonly types: EventTypes;
  readonly views: readonly View[];
  /** Ids of actors whose names are already stored. */
  readonly knownActorIds: ReadonlySet<string>;
}

/** The result of a batch, once its transaction is committed. */
export interface WrittenBatch {
  readonly envelopes: readonly Envelope[];
  /** In the order of the commands; a refusal if an account is deleted. */
  readonly outcomes: readonly (AppendOutcome | DomainError)[];
  /** The statement that stores the replies, the last of the transaction. */
  readonly keepReplies: BoundStatement | undefined;
}

/** The name was taken between check and write: a second look finds it taken. */
export class ReservationRace extends Error {
  override readonly name = 'ReservationRace';
}

/**
 * SQL, after an insert of reservations: a name may be taken again by its owner, and by others once
 * it has expired.
 */
export const ifFree = `on conflict (scope, key) do update set owner = excluded.owner, expires_at = null
      where reservations.owner = excluded.owner or reservations.expires_at <= now()`;

// Every writer takes this lock before it reads: appends to a log are serial.
const lockHead = statement('log.lockHead', 'select from head for update');

// A separate statement, so that its snapshot is taken after the lock was granted and includes what
// the previous holder committed. It is sent before the lock's answer, so it checks that it runs in
// the lock's transaction: only there is a transaction id assigned before it writes.
//
// The lock on people makes the deletion of an account wait for the commands by its owner and about
// them, or these for it: so what cleans up after a deletion finds all that they wrote. `deleted` is
// an aggregate, because a condition could leave people out before they are locked.
const insertBatch = statement(
  'log.append',
  `with locked as materialized (
     select log_id, position from head where pg_current_xact_id_if_assigned() is not null
   ), expected as (
     select * from unnest($1::int[], $2::text[], $3::int[]) as e(command, stream_id, version)
   ), wanted as (
     select * from unnest($4::int[], $5::text[], $6::text[], $7::text[]) as w(command, scope, key, owner)
   ), keyed as (
     select * from unnest($8::int[], $9::text[], $10::text[], $11::text[]) as k(command, actor, route, key)
   ), involved as (
     select * from unnest($25::int[], $26::text[], $27::text[]) as i(command, person, part)
   ), deleted as materialized (
     select coalesce(array_agg(id) filter (where deleted), '{}') as ids
       from (select id, deleted from people where id = any($26::text[]) order by id for share) locked_people
   ), dropped as (
     select command, 'done' as reason, null as scope, null as key from keyed join commands using (actor, route, key)
     union all
     select command, part, null, null from involved, deleted where person = any(ids)
     union all
     select command, 'moved', null, null from expected e
      where e.version <> coalesce((select max(s.version) from events s where s.stream_id = e.stream_id), 0)
     union all
     select command, 'taken', scope, key from wanted w join reservations r using (scope, key)
      where r.owner <> w.owner and (r.expires_at is null or r.expires_at > now())
   ), fresh as (
     select locked.position + row_number() over (order by n) as position, e.*
       from locked, unnest($12::int[], $13::uuid[], $14::text[], $15::int[], $16::text[], $17::text[], $18::smallint[], $19::text[],
                   $20::text[], $21::timestamptz[])
            with ordinality as e(command, event_id, stream_id, version, ordering_key, type, schema_version, data, meta, occurred_at, n)
      where e.command not in (select command from dropped)
   ), inserted as (
     insert into events (position, event_id, stream_id, version, ordering_key, type, schema_version, data, meta, occurred_at)
     select position, event_id, stream_id, version, ordering_key, type, schema_version, data::jsonb, meta::jsonb, occurred_at
       from fresh
   ), reserved as (
     insert into reservations (scope, key, owner)
     select scope, key, owner from wanted
      where command not in (select command from dropped) and exists (select from locked)
     ${ifFree}
     returning 1
   ), raised as (
     update head set position = position + (select count(*) from fresh) where exists (select from fresh)
   ), actors as (
     insert into people (id, name, canonical_name)
     select distinct on (id) id, name, canonical_name
       from unnest($22::text[], $23::text[], $24::text[]) as p(id, name, canonical_name)
      where exists (select from locked) order by id
     on conflict (id) do nothing
   )
   select locked.log_id, locked.position, (select coalesce(json_agg(json_build_array(command, reason, scope, key)), '[]') from dropped) as dropped,
          (select count(*) from wanted where command not in (select command from dropped)) = (select count(*) from reserved) as reserved
     from locked`,
);

/** `actor` and `other` say whose account is deleted. */
type Reason = 'moved' | 'taken' | 'done' | 'actor' | 'other';

type Dropped = [command: number, reason: Reason, scope: string | null, key: string | null];

interface Appended {
  readonly log_id: string;
  readonly position: number;
  readonly dropped: readonly Dropped[];
  readonly reserved: boolean;
}

/** A batch with its event ids assigned, written in one transaction. */
export interface PreparedBatch {
  /**
   * Locks the head, drops each command whose streams have moved, whose names are taken, whose
   * people have deleted their accounts or which is done, and appends the events of the others.
   */
  readonly opening: readonly BoundStatement[];
  /** Projects the appended events and reads the replies; the caller commits. */
  finish(tx: Tx, opened: readonly object[][]): Promise<WrittenBatch>;
}

/** Prepares a batch: statements to send at once, and statements that need their answers. */
export function prepareBatch(target: BatchTarget, commands: readonly Append[]): PreparedBatch {
  const events = commands.flatMap((command, index) => numbered(target, command, index));
  return {
    opening: [
      { statement: lockHead, values: [] },
      { statement: insertBatch, values: valuesOf(commands, events, target.knownActorIds) },
    ],
    async finish(tx, [, rows]) {
      const [appended] = rows as Appended[]; // the answer of the second statement above
      if (!appended) throw new Error('the log has no head, or no transaction was begun');
      if (!appended.reserved) throw new ReservationRace('a name was taken meanwhile');
      const dropped = reasonsOf(appended.dropped, commands);
      let { position } = appended;
      const envelopes: Envelope[] = [];
      const last = new Map<number, number>();
      for (const { command, envelope } of events) {
        if (dropped.has(command)) continue;
        envelopes.push({ ...envelope, logId: appended.log_id, position: ++position });
        last.set(command, position);
      }
      // In one turn, so that they share a round trip.
      const projecting = applyViews(envelopes.length > 0 ? target.views : [], envelopes, tx);
      const reading = answersOf(
        tx,
        commands.flatMap(({ reply }, index) => (dropped.has(index) ? [] : [reply])),
      );
      await together<unknown>([projecting, reading]);
      const answers = (await reading).values();
      const outcomes = commands.map((_, index): AppendOutcome | DomainError => {
        return dropped.get(index) ?? storedAt(last.get(index) ?? appended.position, answers.next().value);
      });
      return { envelopes, outcomes, keepReplies: keepReplies(commands, outcomes) };
    },
  };
}

/** @throws Error without an answer: the command would be stored, and nobody could be told */
export function storedAt(position: number, reply: object | undefined): AppendOutcome {
  if (!reply) throw new Error('a command has no reply');
  return { status: 'stored', reply, position };
}

/** An event that is going to be stored, and the place of its command in the batch. */
export interface Numbered {
  readonly command: number;
  readonly envelope: Omit<Envelope, 'logId' | 'position'>;
}

function valuesOf(
  commands: readonly Append[],
  events: readonly Numbered[],
  knownActorIds: ReadonlySet<string>,
): unknown[] {
  const expected = commands.flatMap((command, index) =>
    [command, ...command.guards].map(({ streamId, version }) => ({ index, streamId, version })),
  );
  const wanted = commands.flatMap((command, index) => command.reservations.map((name) => ({ index, ...name })));
  const keyed = commands.flatMap((command, index) => (command.key ? [{ index, ...command.key }] : []));
  const involved = commands.flatMap((command, index) => peopleOf(command).map((person) => ({ index, ...person })));
  const actors = commands.flatMap(({ actor }) => (actor && !knownActorIds.has(actor.id) ? [actor] : []));
  return [
    expected.map((row) => row.index),
    expected.map((row) => row.streamId),
    expected.map((row) => row.version),
    wanted.map((row) => row.index),
    wanted.map((row) => row.scope),
    wanted.map((row) => row.key),
    wanted.map((row) => row.owner),
    keyed.map((row) => row.index),
    keyed.map((row) => row.actor),
    keyed.map((row) => row.route),
    keyed.map((row) => row.key),
    events.map((row) => row.command),
    events.map((row) => row.envelope.eventId),
    events.map((row) => row.envelope.streamId),
    events.map((row) => row.envelope.version),
    events.map((row) => row.envelope.orderingKey),
    events.map((row) => row.envelope.type),
    events.map((row) => row.envelope.schemaVersion),
    events.map((row) => JSON.stringify(row.envelope.data)),
    events.map((row) => JSON.stringify(row.envelope.meta)),
    events.map((row) => row.envelope.occurredAt),
    actors.map((actor) => actor.id),
    actors.map((actor) => actor.name),
    actors.map((actor) => canonicalName(actor.name)),
    involved.map((row) => row.index),
    involved.map((row) => row.id),
    involved.map((row) => row.part),
  ];
}

/** Whose accounts must not be deleted. */
function peopleOf({ actor, people = [] }: Append): { readonly id: string; readonly part: 'actor' | 'other' }[] {
  const others = people.map((id) => ({ id, part: 'other' }) as const);
  return actor ? [{ id: actor.id, part: 'actor' }, ...others] : others;
}

/**
 * Why each of the dropped commands is: `done` outranks deleted accounts, which outrank `moved`,
 * which outranks `taken`. Of several names that are taken, the command's first one counts.
 */
function reasonsOf(rows: readonly Dropped[], commands: readonly Append[]): Map<number, AppendOutcome | DomainError> {
  const outcomeOf = (command: number): AppendOutcome | DomainError => {
    const own = rows.filter(([other]) => other === command);
    const reasons = new Set(own.map(([, reason]) => reason));
    if (reasons.has('done')) return { status: 'done' };
    if (reasons.has('actor')) return new DomainError('session.ended', messages.notSignedIn);
    if (reasons.has('other')) return new DomainError('user.unknown', messages.userUnknown);
    if (reasons.has('moved')) return { status: 'moved' };
    const first = commands[command]?.reservations.find(({ scope, key }) =>
      own.some(([, , takenScope, takenKey]) => takenScope === scope && takenKey === key),
    );
    return { status: 'taken', scope: first?.scope ?? '', key: first?.key ?? '' };
  };
  return new Map(rows.map(([command]) => [command, outcomeOf(command)]));
}

/** The events of a command, with ids, as they are stored. */
export function numbered({ source, types }: BatchTarget, command: Append, index: number): Numbered[] {
  return command.events.map((event, offset) => ({
    command: index,
    envelope: {
      source,
      eventId: uuidv7(),
      streamId: command.streamId,
      version: command.version + 1 + offset,
      orderingKey: command.orderingKey,
      type: event.type,
      schemaVersion: versionOf(types, event),
      data: event.data,
      meta: command.meta,
      occurredAt: command.occurredAt,
    },
  }));
}

/** The statement that stores the replies of commands with a key. */
export function keepReplies(
  commands: readonly Append[],
  outcomes: WrittenBatch['outcomes'],
): BoundStatement | undefined {
  const kept = commands.flatMap((command, index) => {
    const outcome = outcomes[index];
    if (!command.key || !outcome || outcome instanceof DomainError || outcome.status !== 'stored') return [];
    return [{ ...command.key, ...outcome }];
  });
  return kept.length === 0 ? undefined : storingReplies(kept);
}
