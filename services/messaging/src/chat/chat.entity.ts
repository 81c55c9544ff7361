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
  @PrimaryColumn('text') id!: string;
  @Column('text') chatId!: string;
  @Column('bigint') position!: number;
  @Column('text') fromId!: string;
  @Column('text') text!: string;
  @Column('timestamptz') postedAt!: Date;

  /** For a line about what somebody did: `added`, `left` or `named`. */
  @Column('text', { nullable: true }) notice!: string | null;

  /** To whom they did it: their name follows the text, as it is when that is read. */
  @Column('text', { nullable: true }) aboutId!: string | null;
}

/** A chat. */
@Entity('chats')
export class ChatRow {
  @PrimaryColumn('text') id!: string;
  @Column('text', { nullable: true }) name!: string | null;
  @Column('boolean') isGroup!: boolean;
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

  @PrimaryColumn('text') chatId!: string;
  @PrimaryColumn('text') userId!: string;
  @Column('bigint') joinedPosition!: number;
  @Column('int') place!: number;
  @Column('bigint') lastPosition?: number;
  @Column('bigint') readPosition!: number;
  @Column('int') unread!: number;
}
