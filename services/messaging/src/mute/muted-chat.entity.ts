import { Entity, PrimaryColumn } from 'typeorm';

/** A chat that a person has muted, or the global room. */
@Entity('muted_chats')
export class MutedChatRow {
  @PrimaryColumn('text') userId!: string;
  @PrimaryColumn('text') chatId!: string;
}
