import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Password credentials: changed in place, not derived from a log, because hashes are in no event.
 */
@Entity('credentials')
@Index('credentials_delay_ended_at', ['delayEndedAt'], { where: 'delay_ended_at is not null' })
export class CredentialRow {
  @PrimaryColumn('text') userId!: string;
  @Column('text') passwordHash!: string;
  @Column('timestamptz', { default: () => 'now()' }) changedAt!: Date;

  /**
   * As in the read model; repeated here because a sign-in locks this row and sees a concurrent
   * suspension.
   */
  @Column('boolean', { default: false }) suspended!: boolean;

  /** Until when a temporary password, given by the operator, can be replaced. */
  @Column('timestamptz', { nullable: true }) temporaryUntil!: Date | null;

  /** When the operator ended the login delay; gateways poll for the latest. */
  @Column('timestamptz', { nullable: true }) delayEndedAt!: Date | null;
}

/**
 * A Google account: changed in place, not derived from a log, because e-mail addresses are in no
 * event.
 */
@Entity('google_accounts')
export class GoogleAccountRow {
  @PrimaryColumn('text') userId!: string;

  /** From the last sign-in with Google; shown to its owner only. */
  @Column('text') email!: string;

  /** As in credentials. */
  @Column('boolean', { default: false }) suspended!: boolean;
}
