import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsString } from 'class-validator';
import {
  type PollList,
  pollLists,
  type PollOptionWire,
  type PollStatus,
  type PollWire,
} from '@parlour/contracts/communities';
import { limits } from '@parlour/contracts/limits';
import { Omissible } from '../http/optional.ts';
import { aText, IsId } from '../http/validation.ts';
import { nullAsBlank, PageQuery, replaced } from '../identity/user.dto.ts';
import { OfCommunityDto } from './community.dto.ts';

const nullAsNone = (given: TransformFnParams): unknown => replaced(given, null, []);

/** Browser to gateway: addPoll. */
export class AddPollDto extends OfCommunityDto {
  @ApiProperty(aText(limits.pollQuestionLength))
  @Transform(nullAsBlank)
  @IsString()
  questionText: string = '';

  @ApiProperty({
    type: 'array',
    items: { type: 'string', ...aText() },
    minItems: limits.pollOptionsLeast,
    maxItems: limits.pollOptions,
  })
  @Transform(nullAsNone)
  @IsArray()
  // More than a poll may have, so that the service's own error reports it.
  @ArrayMaxSize(limits.page.greatest)
  @IsString({ each: true })
  options: string[] = [];

  @ApiProperty({ format: 'date-time', description: 'In the future, at most a year ahead' })
  @Transform(nullAsBlank)
  @IsString()
  expiresAt: string = '';

  @ApiPropertyOptional({ description: 'The caller; filled in if omitted' })
  @Omissible()
  @IsString()
  createdBy?: string;
}

/** Browser to gateway: voteOnPoll. */
export class VoteOnPollDto {
  @ApiProperty()
  @IsId()
  pollId!: string;

  @ApiProperty()
  @IsId()
  optionId!: string;

  @ApiPropertyOptional({ description: 'The caller; filled in if omitted' })
  @Omissible()
  @IsString()
  username?: string;
}

/** Browser to gateway: a list of a community's polls. */
export class GetPollsQuery extends PageQuery {
  @ApiPropertyOptional({ enum: pollLists, default: 'active' })
  @IsIn(pollLists)
  status: PollList = 'active';
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class PollOptionDto implements PollOptionWire {
  @ApiProperty()
  _id!: string;

  @ApiProperty()
  text!: string;

  @ApiProperty({ type: [String], description: `Usernames, at most ${limits.namesListed}, including one’s own` })
  votes!: string[];

  @ApiProperty()
  voteCount!: number;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class PollDto implements PollWire {
  @ApiProperty()
  _id!: string;

  @ApiProperty()
  questionText!: string;

  @ApiProperty({ type: [PollOptionDto] })
  options!: PollOptionDto[];

  @ApiProperty({ format: 'date-time' })
  expiresAt!: string;

  @ApiProperty({ enum: ['active', 'closed'] })
  status!: PollStatus;

  @ApiProperty()
  createdBy!: string;

  @ApiProperty()
  communityId!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}
