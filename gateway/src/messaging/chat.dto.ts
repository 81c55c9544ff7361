import { ApiProperty } from '@nestjs/swagger';
import { Transform, type TransformFnParams, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, IsString, ValidateNested } from 'class-validator';
import { limits } from '@parlour/contracts/limits';
import type { ChatWire } from '@parlour/contracts/messaging';
import { nullAsBlank, replaced } from '../identity/user.dto.ts';
import { GivenMessageDto, MessageDto } from './message.dto.ts';

const nullAsNone = (given: TransformFnParams): unknown => replaced(given, null, []);

/** Browser to gateway: createChat. */
export class CreateChatDto {
  @ApiProperty({ type: [String], maxItems: limits.chatParticipants, description: 'Usernames, including one’s own' })
  @Transform(nullAsNone)
  @IsArray()
  // More than a chat may have, so that the service's own error reports it; yet few enough to look
  // up cheaply.
  @ArrayMaxSize(limits.namesListed)
  @IsString({ each: true })
  participants: string[] = [];

  @ApiProperty({ type: [GivenMessageDto], maxItems: limits.firstMessages, description: 'One’s own' })
  @Transform(nullAsNone)
  @IsArray()
  @ArrayMaxSize(limits.firstMessages)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => GivenMessageDto)
  messages: GivenMessageDto[] = [];
}

/** Browser to gateway: addParticipant. */
export class AddParticipantDto {
  @ApiProperty()
  @Transform(nullAsBlank)
  @IsString()
  username: string = '';
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class ChatDto implements ChatWire {
  @ApiProperty()
  _id!: string;

  @ApiProperty({ type: [String] })
  participants!: string[];

  @ApiProperty({ type: [MessageDto] })
  messages!: MessageDto[];

  @ApiProperty({ description: 'The viewer’s unread messages' })
  unread!: number;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class UnreadDto {
  @ApiProperty({ description: 'In all chats together' })
  unread!: number;
}
