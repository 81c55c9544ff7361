import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { PostRow } from '@parlour/posts/post-row';

/** A message of the global room, in the order of posting. */
@Entity('room_messages')
@Index('room_messages_posted_at', ['postedAt'])
@Index('room_messages_latest', { synchronize: false })
@Index('room_messages_found', { synchronize: false })
@Index('room_messages_deleted', { synchronize: false })
@Index('room_messages_of_sender', ['fromId', 'position'])
export class RoomMessageRow extends PostRow {
  @PrimaryColumn('text') id!: string;
  @Column('bigint') position!: number;
  @Column('text') fromId!: string;
  @Column('text') text!: string;
  @Column('timestamptz') postedAt!: Date;
}
