import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import { DomainError } from '@parlour/contracts/errors';
import type { IdentityEvent } from '@parlour/contracts/identity';
import type { EndedSession } from '@parlour/contracts/live';
import { messages } from '@parlour/contracts/messages';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

/**
 * An ended session. It is not a column of `sessions`: this table is derived from the log, in the
 * append, and can be rebuilt, while the secrets of `sessions` are in no event.
 */
@Entity('ended_sessions')
@Index('ended_sessions_ended_at', ['endedAt'])
export class EndedSessionRow {
  @PrimaryColumn('text', { name: 'session_id', primaryKeyConstraintName: 'ended_sessions_pkey' })
  sessionId!: string;

  @Column('text', { name: 'user_id' })
  userId!: string;

  @Column('text')
  reason!: string;

  @Column('timestamptz', { name: 'ended_at' })
  endedAt!: Date;
}

const end = statement(
  'endedSessions.end',
  `insert into ended_sessions (session_id, user_id, reason, ended_at)
   select session_id, user_id, reason, ended_at
     from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) as e(session_id, user_id, reason, ended_at)
   on conflict (session_id) do nothing`,
);

/** Ended sessions. */
export const endedSessionView: View = {
  name: 'identity.endedSessions',
  source: 'identity',
  tables: ['ended_sessions'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const ended = eventsOf<IdentityEvent>(events).filter((event) => event.type === 'SessionEnded');
    if (ended.length === 0) return;
    await tx.query(end, [
      ended.map((event) => event.data.sessionId),
      ended.map((event) => event.data.userId),
      ended.map((event) => event.data.reason),
      ended.map((event) => event.occurredAt),
    ]);
  },
};

/** SQL: whether session `s` has ended. */
export const hasEnded = 'exists (select from ended_sessions e where e.session_id = s.id)';

const since = statement(
  'endedSessions.since',
  `select session_id, ended_at from ended_sessions where ended_at > $1::timestamptz
   union all
   select id, ending_at from sessions where ending_at > $1::timestamptz
   order by ended_at`,
);

/**
 * The sessions that ended after a time, including those whose events are not appended yet; a
 * session may be listed twice in between.
 * @throws {DomainError} `request.invalid` for an invalid time
 */
export async function readEndedSessions(tx: Tx, after: string): Promise<{ sessions: EndedSession[] }> {
  if (Number.isNaN(Date.parse(after))) throw new DomainError('request.invalid', messages.requestInvalid);
  const rows = await tx.query<{ session_id: string; ended_at: Date }>(since, [new Date(after).toISOString()]);
  return { sessions: rows.map((row) => ({ sessionId: row.session_id, endedAt: row.ended_at.toISOString() })) };
}
