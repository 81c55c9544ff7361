import { Entity, PrimaryColumn } from 'typeorm';

/** A person takes part in a chat. */
@Entity('chat_participants')
export class ChatParticipantRow {
  @PrimaryColumn('text', { name: 'chat_id', primaryKeyConstraintName: 'chat_participants_pkey' })
  chatId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'chat_participants_pkey' })
  userId!: string;
}

/** A deleted message: nobody is told of a mention in it. */
@Entity('deleted_messages')
export class DeletedMessageRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'deleted_messages_pkey' })
  id!: string;
}
