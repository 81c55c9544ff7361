import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, IsString, ValidateNested } from 'class-validator';
import { limits } from '@parlour/contracts/limits';
import type { AnswerWire, CommentWire } from '@parlour/contracts/qa';
import { Omissible } from '../http/optional.ts';
import { aText, IsId } from '../http/validation.ts';
import { GivenTextDto } from './given-text.dto.ts';

/** Browser to gateway: the answer itself. */
export class GivenAnswerDto extends GivenTextDto {
  @ApiProperty(aText(limits.postLength))
  override text: string = '';

  @ApiPropertyOptional({ description: 'The caller; filled in if omitted' })
  @Omissible()
  @IsString()
  ansBy?: string;
}

/**
 * Browser to gateway: addAnswer. Fields owned by the server are accepted and dropped (decisions
 * T-4).
 */
export class AddAnswerDto {
  @ApiProperty()
  @IsId()
  qid!: string;

  @ApiProperty({ type: GivenAnswerDto })
  @IsObject()
  @ValidateNested()
  @Type(() => GivenAnswerDto)
  ans: GivenAnswerDto = new GivenAnswerDto();
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class CommentDto implements CommentWire {
  @ApiProperty()
  _id!: string;

  @ApiProperty()
  text!: string;

  @ApiProperty()
  commentBy!: string;

  @ApiProperty({ format: 'date-time' })
  commentDateTime!: string;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class AnswerDto implements AnswerWire {
  @ApiProperty()
  _id!: string;

  @ApiProperty()
  text!: string;

  @ApiProperty()
  ansBy!: string;

  @ApiProperty({ format: 'date-time' })
  ansDateTime!: string;

  @ApiProperty({ type: [CommentDto] })
  comments!: CommentDto[];
}
