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
  @PrimaryColumn('text') id!: string;
  @Column('text') userId!: string;
  @Column('text') familyHash!: string;
  @Column('text') refreshHash!: string;
  @Column('text', { nullable: true }) previousHash!: string | null;
  @Column('text', { nullable: true }) rotationKey!: string | null;
  @Column('timestamptz', { nullable: true }) rotatedAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) lastUsedAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) authenticatedAt!: Date;
  @Column('text') address!: string;
  @Column('text') userAgent!: string;

  /** Why it ended, for a marked session whose event is not appended yet. */
  @Column('text', { nullable: true }) ending!: string | null;
  @Column('timestamptz', { nullable: true }) endingAt!: Date | null;
}

/**
 * An ended session. It is not a column of `sessions`: this table is derived from the log, in the
 * append, and can be rebuilt, while the secrets of `sessions` are in no event.
 */
@Entity('ended_sessions')
@Index('ended_sessions_ended_at', ['endedAt'])
export class EndedSessionRow {
  @PrimaryColumn('text') sessionId!: string;
  @Column('text') userId!: string;
  @Column('text') reason!: string;
  @Column('timestamptz') endedAt!: Date;
}
