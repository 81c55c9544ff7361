import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { PostRow } from '@parlour/posts/post-row';

/** A message of a chat, in the order of posting. */
@Entity('chat_messages')
@Index('chat_messages_posted_at', ['postedAt'], { where: 'notice is null' })
@Index('chat_messages_latest', { synchronize: false })
@Index('chat_messages_found', { synchronize: false })
@Index('chat_messages_deleted', { synchronize: false })
@Index('chat_messages_of_sender', ['fromId', 'position'])
export class ChatMessageRow extends PostRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'chat_messages_pkey' })
  id!: string;

  @Column('text', { name: 'chat_id' })
  chatId!: string;

  @Column('bigint')
  position!: number;

  @Column('text', { name: 'from_id' })
  fromId!: string;

  @Column('text')
  text!: string;

  @Column('timestamptz', { name: 'posted_at' })
  postedAt!: Date;

  /** For a line about what somebody did: `added`, `left` or `named`. */
  @Column('text', { nullable: true })
  notice!: string | null;

  /** To whom they did it: their name follows the text, as it is when that is read. */
  @Column('text', { name: 'about_id', nullable: true })
  aboutId!: string | null;
}

/** A chat. */
@Entity('chats')
export class ChatRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'chats_pkey' })
  id!: string;

  @Column('text', { nullable: true })
  name!: string | null;

  @Column('boolean', { name: 'is_group' })
  isGroup!: boolean;
}

/**
 * A participant of a chat, and what they have read. `lastPosition` is the chat's last message,
 * repeated per participant so that an index serves their list; `place` orders those who joined by
 * one event.
 */
@Entity('chat_participants')
@Index('chat_participants_latest', { synchronize: false })
@Index('chat_participants_unread', { synchronize: false })
export class ChatParticipantRow {
  static readonly derived = {
    lastPosition: `coalesce((select max(m.position) from chat_messages m where m.chat_id = n.chat_id), n.joined_position)`,
  };

  @PrimaryColumn('text', { name: 'chat_id', primaryKeyConstraintName: 'chat_participants_pkey' })
  chatId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'chat_participants_pkey' })
  userId!: string;

  @Column('bigint', { name: 'joined_position' })
  joinedPosition!: number;

  @Column('int')
  place!: number;

  @Column('bigint', { name: 'last_position' })
  lastPosition?: number;

  @Column('bigint', { name: 'read_position' })
  readPosition!: number;

  @Column('int')
  unread!: number;
}
