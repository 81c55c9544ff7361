import { Entity, PrimaryColumn } from 'typeorm';

/** A chat that a person has muted, or the global room. */
@Entity('muted_chats')
export class MutedChatRow {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'muted_chats_pkey' })
  userId!: string;

  @PrimaryColumn('text', { name: 'chat_id', primaryKeyConstraintName: 'muted_chats_pkey' })
  chatId!: string;
}
