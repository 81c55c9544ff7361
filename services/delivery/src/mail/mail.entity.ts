import type { MailKind } from '@parlour/contracts/delivery/delivery';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A mail that waits to be sent, or was sent within a week; so an event that comes again makes no
 * second one. It holds no address and no text: both are asked for at the time of sending.
 */
@Entity('mails')
@Index('mails_user_id', ['userId', 'number'])
@Index('mails_waiting', ['number'], { where: 'done_at is null' })
@Index('mails_done', ['doneAt'], { where: 'done_at is not null' })
@Index('mails_failed', ['failedAt'], { where: 'failed_at is not null' })
export class MailRow {
  /** The id of the event that causes it; also in its Message-ID. */
  @PrimaryColumn('text') id!: string;
  @Column('bigint', { generated: 'identity' }) number!: string;
  @Column('text') userId!: string;
  @Column('text') kind!: MailKind;
  @Column('text', { nullable: true }) emailId!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) at!: Date;
  @Column('int', { default: 0 }) tries!: number;
  @Column('timestamptz', { default: () => 'now()' }) nextAt!: Date;
  /** Sent, given up, or found to be of no use any more. */
  @Column('timestamptz', { nullable: true }) doneAt!: Date | null;
  @Column('timestamptz', { nullable: true }) failedAt!: Date | null;
  @Column('text', { nullable: true }) failure!: string | null;
}
