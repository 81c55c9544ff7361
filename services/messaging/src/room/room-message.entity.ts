import type { Deleter } from '@parlour/contracts/editable';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A message of the global room, in the order of posting. */
@Entity('room_messages')
@Index('room_messages_posted_at', ['postedAt'])
@Index('room_messages_latest', { synchronize: false })
@Index('room_messages_found', { synchronize: false })
@Index('room_messages_deleted', { synchronize: false })
@Index('room_messages_of_sender', ['fromId', 'position'])
export class RoomMessageRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'room_messages_pkey' })
  id!: string;

  @Column('bigint')
  position!: number;

  @Column('text', { name: 'from_id' })
  fromId!: string;

  @Column('text')
  text!: string;

  @Column('timestamptz', { name: 'posted_at' })
  postedAt!: Date;

  @Column('int', { default: 1 })
  version!: number;

  @Column('timestamptz', { name: 'edited_at', nullable: true })
  editedAt!: Date | null;

  @Column('text', { name: 'deleted_by', nullable: true })
  deletedBy!: Deleter | null;

  @Column('text', { name: 'delete_reason', nullable: true })
  deleteReason!: string | null;

  /** Null also once the text is erased. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;
}
