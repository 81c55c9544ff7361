import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams, Type } from 'class-transformer';
import { IsArray, IsBoolean, IsIn, IsObject, IsOptional, IsString, Matches, ValidateNested } from 'class-validator';
import { limits } from '@parlour/contracts/limits';
import {
  type CommentWire,
  questionOrders,
  type QuestionOrder,
  type QuestionRowWire,
  type QuestionWire,
} from '@parlour/contracts/qa';
import { Omissible } from '../http/optional.ts';
import { aText, faults, idForm, IsId } from '../http/validation.ts';
import { nullAsBlank, PageQuery, replaced } from '../identity/user.dto.ts';
import { AnswerDto, CommentDto } from './answer.dto.ts';

const idOrBlank = `^(?:${idForm.source.slice(1, -1)})?$`;
const blankAsNull = (given: TransformFnParams): unknown => replaced(given, '', null);
const nullAsNone = (given: TransformFnParams): unknown => replaced(given, null, []);

/** Browser to gateway: a tag of a new question. */
export class TagDto {
  @ApiProperty(aText(limits.tagLength))
  @IsString()
  name!: string;

  @ApiPropertyOptional()
  @Omissible()
  @IsString()
  description?: string;
}

/**
 * Browser to gateway: addQuestion. Fields owned by the server are accepted and dropped (decisions
 * T-4).
 */
export class AddQuestionDto {
  @ApiProperty(aText(limits.titleLength))
  @Transform(nullAsBlank)
  @IsString()
  title: string = '';

  @ApiProperty(aText(limits.postLength))
  @Transform(nullAsBlank)
  @IsString()
  text: string = '';

  @ApiProperty({ type: [TagDto], minItems: 1, description: `At most ${limits.tagsPerQuestion} different ones` })
  @Transform(nullAsNone)
  @IsArray()
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => TagDto)
  tags: TagDto[] = [];

  @ApiPropertyOptional({ description: 'The caller; filled in if omitted' })
  @Omissible()
  @IsString()
  askedBy?: string;

  @ApiPropertyOptional({ default: false })
  @Omissible()
  @IsBoolean()
  onlyFollowers?: boolean;

  @ApiPropertyOptional({ type: String, nullable: true, pattern: idOrBlank })
  @Transform(blankAsNull)
  @IsOptional()
  @Matches(idForm, { context: { fault: faults.id } })
  communityId?: string | null;
}

/** Browser to gateway: a list of questions. */
export class GetQuestionQuery extends PageQuery {
  @ApiPropertyOptional({ enum: questionOrders, default: 'newest' })
  @IsIn(questionOrders, { context: { fault: faults.order } })
  order: QuestionOrder = 'newest';

  @ApiPropertyOptional({ description: 'Words, and [tags] in brackets' })
  @IsOptional()
  @IsString()
  search?: string;

  @ApiPropertyOptional({ description: 'A tag by its name, with any characters' })
  @IsOptional()
  @IsString()
  tag?: string;

  @ApiPropertyOptional({ description: 'Oneself' })
  @IsOptional()
  @IsString()
  username?: string;

  @ApiPropertyOptional({ type: String, pattern: idOrBlank })
  @Transform(blankAsNull)
  @IsOptional()
  @Matches(idForm, { context: { fault: faults.id } })
  communityId?: string | null;
}

/** Browser to gateway: one question. */
export class GetQuestionByIdQuery {
  @ApiPropertyOptional({ description: 'The id of an answer, from moreAnswersAfter, for the answers after it' })
  @IsOptional()
  @IsId()
  after?: string;

  @ApiPropertyOptional({ description: 'Oneself' })
  @IsOptional()
  @IsString()
  username?: string;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class QuestionRowDto implements QuestionRowWire {
  @ApiProperty()
  _id!: string;

  @ApiProperty()
  title!: string;

  @ApiProperty({ type: [TagDto] })
  tags!: { name: string; description: string }[];

  @ApiProperty()
  askedBy!: string;

  @ApiProperty({ format: 'date-time' })
  askDateTime!: string;

  @ApiProperty()
  onlyFollowers!: boolean;

  @ApiProperty({ type: String, nullable: true })
  communityId!: string | null;

  @ApiProperty()
  answerCount!: number;

  @ApiProperty()
  viewCount!: number;

  @ApiProperty()
  upVoteCount!: number;

  @ApiProperty()
  downVoteCount!: number;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class QuestionDto extends QuestionRowDto implements QuestionWire {
  @ApiProperty()
  text!: string;

  @ApiProperty({ type: [AnswerDto] })
  answers!: AnswerDto[];

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'The last of these answers, if there are more, which `after` requests. Absent otherwise',
  })
  moreAnswersAfter?: string;

  @ApiProperty({ type: [CommentDto] })
  comments!: CommentWire[];

  @ApiProperty({ type: [String] })
  upVotes!: string[];

  @ApiProperty({ type: [String] })
  downVotes!: string[];

  @ApiProperty({ type: [String] })
  views!: string[];

  @ApiProperty({ type: [String] })
  following!: string[];
}
