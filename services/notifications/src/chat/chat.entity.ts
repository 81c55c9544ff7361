import { Entity, PrimaryColumn } from 'typeorm';

/** A person takes part in a chat. */
@Entity('chat_participants')
export class ChatParticipantRow {
  @PrimaryColumn('text') chatId!: string;
  @PrimaryColumn('text') userId!: string;
}

/** A deleted message: nobody is told of a mention in it. */
@Entity('deleted_messages')
export class DeletedMessageRow {
  @PrimaryColumn('text') id!: string;
}
