import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import type { VoteWire } from '@parlour/contracts/qa';
import { Omissible } from '../http/optional.ts';
import { IsId } from '../http/validation.ts';

/** Browser to gateway: upvoteQuestion, downvoteQuestion, followQuestion. */
export class OnQuestionDto {
  @ApiProperty()
  @IsId()
  qid!: string;

  @ApiPropertyOptional({ description: 'The caller; filled in if omitted' })
  @Omissible()
  @IsString()
  username?: string;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class VoteDto implements VoteWire {
  @ApiProperty()
  msg!: string;

  @ApiProperty({ type: [String] })
  upVotes!: string[];

  @ApiProperty({ type: [String] })
  downVotes!: string[];

  @ApiProperty()
  upVoteCount!: number;

  @ApiProperty()
  downVoteCount!: number;
}
