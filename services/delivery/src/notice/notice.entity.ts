import type { NoticeChannel } from '@parlour/contracts/notifications/notices';
import type { NoticeKind } from '@parlour/contracts/notifications/notifications';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A notice that leaves the page, and waits to be sent, or was sent in the last days: ids only. Not
 * derived from a log, because what was sent stays sent.
 */
@Entity('notices')
@Index('notices_thread', ['channel', 'userId', 'thread'])
@Index('notices_folding', ['channel', 'userId', 'thread'], { unique: true, where: 'tries = 0 and done_at is null' })
@Index('notices_waiting', ['channel', 'number'], { where: 'done_at is null' })
@Index('notices_done', ['doneAt'], { where: 'done_at is not null' })
@Index('notices_failed', ['failedAt'], { where: 'failed_at is not null' })
export class NoticeRow {
  @PrimaryColumn('text') id!: string;
  @Column('bigint', { generated: 'identity' }) number!: string;
  @Column('text') channel!: NoticeChannel;
  @Column('text') userId!: string;
  @Column('text') kind!: NoticeKind;

  /** Notices with the same one fold while they wait. */
  @Column('text') thread!: string;

  /** Of notifications, messages or games; the latest last, at most a hundred. */
  @Column('text', { array: true }) ids!: string[];
  @Column('timestamptz', { default: () => 'now()' }) at!: Date;
  @Column('timestamptz') nextAt!: Date;
  @Column('int', { default: 0 }) tries!: number;
  @Column('timestamptz', { nullable: true }) doneAt!: Date | null;
  @Column('timestamptz', { nullable: true }) failedAt!: Date | null;
  @Column('text', { nullable: true }) failure!: string | null;

  /** The sessions whose browsers have got it by push. */
  @Column('text', { array: true, default: () => "'{}'" }) sentTo!: string[];
}
