import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An active session: changed in place, not derived from a log, because secrets are in no event.
 * Whether it has ended is in `ended_sessions`, from the log. Rows are deleted once they are of no
 * use.
 */
@Entity('sessions')
@Index('sessions_family_hash', ['familyHash'], { unique: true })
@Index('sessions_created_at', ['createdAt'])
@Index('sessions_user_id', ['userId'])
@Index('sessions_ending_at', ['endingAt'], { where: 'ending_at is not null' })
export class SessionRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'sessions_pkey' })
  id!: string;

  @Column('text', { name: 'user_id' })
  userId!: string;

  @Column('text', { name: 'family_hash' })
  familyHash!: string;

  @Column('text', { name: 'refresh_hash' })
  refreshHash!: string;

  @Column('text', { name: 'previous_hash', nullable: true })
  previousHash!: string | null;

  @Column('text', { name: 'rotation_key', nullable: true })
  rotationKey!: string | null;

  @Column('timestamptz', { name: 'rotated_at', nullable: true })
  rotatedAt!: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_used_at', default: () => 'now()' })
  lastUsedAt!: Date;

  @Column('timestamptz', { name: 'authenticated_at', default: () => 'now()' })
  authenticatedAt!: Date;

  @Column('text')
  address!: string;

  @Column('text', { name: 'user_agent' })
  userAgent!: string;

  /** Why it ended, for a marked session whose event is not appended yet. */
  @Column('text', { nullable: true })
  ending!: string | null;

  @Column('timestamptz', { name: 'ending_at', nullable: true })
  endingAt!: Date | null;
}

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
