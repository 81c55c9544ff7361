import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A person who has a chat open through the gateway `place`, which renews this before it expires.
 */
@Entity('chat_presence')
export class ChatPresenceRow {
  @PrimaryColumn('text') userId!: string;
  @PrimaryColumn('text') chatId!: string;
  @PrimaryColumn('text') place!: string;
  @Column('timestamptz') expiresAt!: Date;
}
