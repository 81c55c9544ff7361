import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The last message of a chat that a person has read, by its position. Kept in place, in no event:
 * the view of chats has a copy of it, beside the counts of unread messages.
 */
@Entity('chat_reads')
export class ChatReadRow {
  @PrimaryColumn('text') userId!: string;
  @PrimaryColumn('text') chatId!: string;
  @Column('bigint') position!: number;
}
