import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A person who has a chat open through the gateway `place`, which renews this before it expires.
 */
@Entity('chat_presence')
export class ChatPresenceRow {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'chat_presence_pkey' })
  userId!: string;

  @PrimaryColumn('text', { name: 'chat_id', primaryKeyConstraintName: 'chat_presence_pkey' })
  chatId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'chat_presence_pkey' })
  place!: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
