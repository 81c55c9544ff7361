import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsObject, IsString, ValidateNested } from 'class-validator';
import { limits } from '@parlour/contracts/limits';
import { Omissible } from '../http/optional.ts';
import { aText, IsId } from '../http/validation.ts';
import { GivenTextDto } from './given-text.dto.ts';

/** The targets of comments. */
const commentable = ['question', 'answer'] as const;

/** Browser to gateway: the comment itself. */
export class GivenCommentDto extends GivenTextDto {
  @ApiProperty(aText(limits.commentLength))
  override text: string = '';

  @ApiPropertyOptional({ description: 'The caller; filled in if omitted' })
  @Omissible()
  @IsString()
  commentBy?: string;
}

/**
 * Browser to gateway: addComment. Fields owned by the server are accepted and dropped (decisions
 * T-4).
 */
export class AddCommentDto {
  @ApiProperty({ description: 'The question, or the answer' })
  @IsId()
  id!: string;

  @ApiProperty({ enum: commentable })
  @IsIn(commentable)
  type!: (typeof commentable)[number];

  @ApiProperty({ type: GivenCommentDto })
  @IsObject()
  @ValidateNested()
  @Type(() => GivenCommentDto)
  comment: GivenCommentDto = new GivenCommentDto();
}
