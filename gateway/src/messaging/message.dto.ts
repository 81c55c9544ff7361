import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsInt, IsObject, IsOptional, IsString, Min, ValidateNested } from 'class-validator';
import { limits } from '@parlour/contracts/limits';
import type { MessageWire } from '@parlour/contracts/messaging';
import { Omissible } from '../http/optional.ts';
import { aText, IsId } from '../http/validation.ts';
import { nullAsBlank } from '../identity/user.dto.ts';

/**
 * Browser to gateway: a message; its time is set by the server and dropped here (decisions T-4).
 */
export class GivenMessageDto {
  @ApiProperty(aText(limits.messageLength))
  @Transform(nullAsBlank)
  @IsString()
  msg: string = '';

  @ApiPropertyOptional({ description: 'The caller; filled in if omitted' })
  @Omissible()
  @IsString()
  msgFrom?: string;
}

/** Browser to gateway: addMessage of the global room. */
export class AddMessageDto {
  @ApiProperty({ type: GivenMessageDto })
  @IsObject()
  @ValidateNested()
  @Type(() => GivenMessageDto)
  messageToAdd: GivenMessageDto = new GivenMessageDto();
}

/** Browser to gateway: a list of messages. */
export class MessagesQuery {
  @ApiPropertyOptional({
    type: 'integer',
    default: limits.messagesPage,
    minimum: 1,
    description: `At most ${limits.messagesPage}`,
  })
  @Type(() => Number)
  @IsInt()
  @Min(1)
  limit: number = limits.messagesPage;

  @ApiPropertyOptional({ description: 'A message id, for the messages before it' })
  @IsOptional()
  @IsId()
  before?: string;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class MessageDto implements MessageWire {
  @ApiProperty()
  _id!: string;

  @ApiProperty()
  msg!: string;

  @ApiProperty()
  msgFrom!: string;

  @ApiProperty({ format: 'date-time' })
  msgDateTime!: string;
}
