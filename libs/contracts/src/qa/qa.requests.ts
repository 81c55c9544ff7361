import { IsBoolean, IsOptional, IsString, ValidateIf } from 'class-validator';
import {
  Default,
  faults,
  Filter,
  FilterBy,
  FilterById,
  Id,
  IdOrNull,
  Inner,
  InnerList,
  OneOf,
  Optional,
  OwnName,
  OwnNameInQuery,
  Text,
  documented,
  text,
  Version,
} from '../fields.ts';
import { limits } from '../limits.ts';
import { PageRequest } from '../page.requests.ts';
import { type AnswerOrder, answerOrders, type QuestionOrder, questionOrders, type TagOrder, tagOrders } from './qa.ts';

function DeleteReason(): PropertyDecorator {
  return Optional(
    IsString(),
    documented({ maxLength: limits.deleteReasonLength }, 'Of a moderator or operator; authors need none'),
  );
}

// Fields that the server owns are accepted and dropped (decisions T-4).

/** Browser to gateway: a tag of a new question. */
export class GivenTag {
  @IsString()
  @documented(text(limits.tagLength))
  readonly name!: string;

  @Optional(IsString(), documented({ maxLength: limits.descriptionLength }))
  readonly description?: string;
}

/** Browser to gateway: a new question. */
export class AddQuestion {
  @Text(limits.titleLength)
  readonly title: string = '';

  @Text(limits.postLength)
  readonly text: string = '';

  @InnerList(GivenTag, { minItems: 1 }, `At most ${limits.tagsPerQuestion} different ones`)
  readonly tags: readonly GivenTag[] = [];

  @OwnName()
  readonly askedBy?: string;

  @Default(false, IsBoolean(), IsOptional())
  readonly onlyFollowers: boolean = false;

  @IdOrNull()
  readonly communityId: string | null = null;
}

/** Browser to gateway: a list of tags. */
export class GetTags extends PageRequest {
  @Filter('A part of the name, case-insensitive')
  readonly search?: string;

  @FilterBy(tagOrders, faults.order, 'By the number of questions, the most first, if blank')
  readonly order?: TagOrder;
}

/** Browser to gateway: another description for a tag. */
export class DescribeTag {
  @Text(limits.tagLength, 'Its name, case-insensitive')
  readonly tag: string = '';

  @Text(limits.descriptionLength)
  readonly text: string = '';

  @Version()
  readonly version!: number;

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: a title that is being typed. */
export class SimilarQuestions {
  @Filter('As it is typed')
  readonly title?: string;
}

/** Browser to gateway: a list of questions. */
export class GetQuestions extends PageRequest {
  @OneOf(questionOrders, faults.order)
  readonly order: QuestionOrder = 'newest';

  @Filter('Words, and [tags] in brackets')
  readonly search?: string;

  @Filter('A tag by its name, with any characters')
  readonly tag?: string;

  @Filter('Who asked, by their name')
  readonly author?: string;

  @OwnNameInQuery()
  readonly username?: string;

  @FilterById()
  readonly communityId?: string;
}

/** Browser to gateway: one question. */
export class GetQuestionById {
  @IsOptional()
  @Id('The id of an answer, from moreAnswersAfter, for the answers after it')
  readonly after?: string;

  @FilterBy(
    answerOrders,
    faults.order,
    `The order of the answers, at most ${limits.answersPart} in a reply. If blank, oldest first, as many as fit`,
  )
  readonly answers?: AnswerOrder;

  @OwnNameInQuery()
  readonly username?: string;
}

/** Browser to gateway: upvoteQuestion, downvoteQuestion, followQuestion. */
export class OnQuestion {
  @Id()
  readonly qid!: string;

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: acceptAnswer. */
export class AcceptAnswer extends OnQuestion {
  @ValidateIf(({ aid }: AcceptAnswer) => aid !== null)
  @Id('One of its answers; null withdraws the acceptance')
  @documented({ nullable: true })
  readonly aid!: string | null;
}

/** Browser to gateway: the answer itself. */
export class GivenAnswer {
  @Text(limits.postLength)
  readonly text: string = '';

  @OwnName()
  readonly ansBy?: string;
}

/** Browser to gateway: a new answer. */
export class AddAnswer {
  @Id()
  readonly qid!: string;

  @Inner(GivenAnswer)
  readonly ans: GivenAnswer = new GivenAnswer();
}

/** Browser to gateway: upvoteAnswer, downvoteAnswer. */
export class OnAnswer {
  @Id()
  readonly aid!: string;

  @OwnName()
  readonly username?: string;
}

/** The targets of comments. */
export const commentable = ['question', 'answer'] as const;

/** Browser to gateway: the comment itself. */
export class GivenComment {
  @Text(limits.commentLength)
  readonly text: string = '';

  @OwnName()
  readonly commentBy?: string;
}

/** Browser to gateway: a new comment. */
export class AddComment {
  @Id('The question, or the answer')
  readonly id!: string;

  @OneOf(commentable)
  readonly type!: (typeof commentable)[number];

  @Inner(GivenComment)
  readonly comment: GivenComment = new GivenComment();
}

/** Browser to gateway: another title, text and tags for a question. */
export class EditQuestion {
  @Id()
  readonly qid!: string;

  @Text(limits.titleLength)
  readonly title: string = '';

  @Text(limits.postLength)
  readonly text: string = '';

  @InnerList(GivenTag, { minItems: 1 }, `At most ${limits.tagsPerQuestion} different ones`)
  readonly tags: readonly GivenTag[] = [];

  @Version()
  readonly version!: number;

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: another text for an answer. */
export class EditAnswer {
  @Id()
  readonly aid!: string;

  @Text(limits.postLength)
  readonly text: string = '';

  @Version()
  readonly version!: number;

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: another text for a comment. */
export class EditComment {
  @Id()
  readonly cid!: string;

  @Text(limits.commentLength)
  readonly text: string = '';

  @Version()
  readonly version!: number;

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: a question to delete, in the body or in the query (decisions T-8). */
export class DeleteQuestion {
  @IsOptional()
  @Id()
  readonly qid?: string;

  @DeleteReason()
  readonly reason?: string;

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: a deleted question to restore. */
export class RestoreQuestion {
  @Id()
  readonly qid!: string;

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: an answer to delete, in the body or in the query (decisions T-8). */
export class DeleteAnswer {
  @IsOptional()
  @Id()
  readonly aid?: string;

  @DeleteReason()
  readonly reason?: string;

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: an deleted answer to restore. */
export class RestoreAnswer {
  @Id()
  readonly aid!: string;

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: a comment to delete, in the body or in the query (decisions T-8). */
export class DeleteComment {
  @IsOptional()
  @Id()
  readonly cid?: string;

  @DeleteReason()
  readonly reason?: string;

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: a deleted comment to restore. */
export class RestoreComment {
  @Id()
  readonly cid!: string;

  @OwnName()
  readonly username?: string;
}
