import { ArrayMaxSize, IsBoolean, IsOptional, IsString } from 'class-validator';
import {
  documented,
  Given,
  Id,
  IdOrRoom,
  Inner,
  InnerList,
  Limit,
  Names,
  Optional,
  OwnName,
  Text,
  Version,
} from '../fields.ts';
import { limits } from '../limits.ts';

/**
 * Browser to gateway: a message; its time is set by the server and dropped here (decisions T-4).
 */
export class GivenMessage {
  @Text(limits.messageLength)
  readonly msg: string = '';

  @OwnName()
  readonly msgFrom?: string;
}

/** Browser to gateway: addMessage of the global room. */
export class AddMessage {
  @Inner(GivenMessage)
  readonly messageToAdd: GivenMessage = new GivenMessage();
}

/** Browser to gateway: a list of messages. */
export class GetMessages {
  @Limit(limits.messagesPage)
  readonly limit: number = limits.messagesPage;

  @IsOptional()
  @Id('A message id, for the messages before it')
  readonly before?: string;
}

/** Browser to gateway: createChat. */
export class CreateChat {
  @Names({ maxItems: limits.chatParticipants }, 'Usernames, including one’s own')
  readonly participants: readonly string[] = [];

  @InnerList(GivenMessage, {}, 'One’s own')
  @ArrayMaxSize(limits.firstMessages)
  readonly messages: readonly GivenMessage[] = [];
}

/** Browser to gateway: addParticipant. */
export class AddParticipant {
  @Given({})
  readonly username: string = '';
}

/** Browser to gateway: another text for a message. */
export class EditMessage {
  @Id()
  readonly mid: string = '';

  @Text(limits.messageLength)
  readonly msg: string = '';

  @Version()
  readonly version!: number;

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: a message to restore. */
export class RestoreMessage {
  @Id()
  readonly mid: string = '';

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: a message to delete, in the body or in the query (decisions T-8). */
export class DeleteMessage {
  @IsOptional()
  @Id()
  readonly mid?: string;

  @Optional(IsString(), documented({ maxLength: limits.deleteReasonLength }, 'Of an operator; authors need none'))
  readonly reason?: string;

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: the same as a query. */
export class DeleteMessageQuery extends DeleteMessage {}

/** Browser to gateway: leave a chat. */
export class LeaveChat {
  @Id()
  readonly chatId: string = '';

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: name a chat. */
export class RenameChat {
  @Id()
  readonly chatId: string = '';

  @Given({ maxLength: limits.chatNameLength }, 'Empty to take the name away')
  readonly name: string = '';

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: mute a chat or the global room, or no longer. */
export class MuteChat {
  @IdOrRoom()
  readonly chatId: string = '';

  @IsBoolean()
  readonly muted: boolean = true;

  @OwnName()
  readonly username?: string;
}
