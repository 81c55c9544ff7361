import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Password credentials: changed in place, not derived from a log, because hashes are in no event.
 */
@Entity('credentials')
@Index('credentials_delay_ended_at', ['delayEndedAt'], { where: 'delay_ended_at is not null' })
export class CredentialRow {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'credentials_pkey' })
  userId!: string;

  @Column('text', { name: 'password_hash' })
  passwordHash!: string;

  @Column('timestamptz', { name: 'changed_at', default: () => 'now()' })
  changedAt!: Date;

  /**
   * As in the read model; repeated here because a sign-in locks this row and sees a concurrent
   * suspension.
   */
  @Column('boolean', { default: false })
  suspended!: boolean;

  /** Until when a temporary password, given by the operator, can be replaced. */
  @Column('timestamptz', { name: 'temporary_until', nullable: true })
  temporaryUntil!: Date | null;

  /** When the operator ended the login delay; gateways poll for the latest. */
  @Column('timestamptz', { name: 'delay_ended_at', nullable: true })
  delayEndedAt!: Date | null;
}

/**
 * A Google account: changed in place, not derived from a log, because e-mail addresses are in no
 * event.
 */
@Entity('google_accounts')
export class GoogleAccountRow {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'google_accounts_pkey' })
  userId!: string;

  /** From the last sign-in with Google; shown to its owner only. */
  @Column('text')
  email!: string;

  /** As in credentials. */
  @Column('boolean', { default: false })
  suspended!: boolean;
}
