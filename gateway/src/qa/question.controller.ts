import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { QuestionRowWire, QuestionWire, VoteWire } from '@parlour/contracts/qa';
import type { Answered } from '../http/answer.ts';
import { Caller, From } from '../http/caller.ts';
import { Calls } from '../http/calls.ts';
import { Change, Read } from '../http/route.ts';
import { IdPipe } from '../http/validation.ts';
import { Limited } from '../limits/limits-guard.ts';
import { OnQuestionDto, VoteDto } from './on-question.dto.ts';
import { AddQuestionDto, GetQuestionByIdQuery, GetQuestionQuery, QuestionDto, QuestionRowDto } from './question.dto.ts';
import { addQuestionOf, questionOf, questionsOf } from './question-requests.ts';

@ApiTags('question')
@Controller(['question', 'api/question'])
export class QuestionController {
  constructor(private readonly calls: Calls) {}

  @Limited('question')
  @Change('addQuestion', { summary: 'Ask a question', answers: QuestionDto })
  addQuestion(@Body() body: AddQuestionDto, @From() caller: Caller): Promise<Answered<QuestionWire>> {
    return this.calls.command('qa.addQuestion', addQuestionOf(body), caller.acting(body.askedBy));
  }

  @Limited('search')
  @Read('getQuestion', { summary: 'Questions', answers: [QuestionRowDto] })
  getQuestion(@Query() query: GetQuestionQuery, @From() caller: Caller): Promise<Answered<readonly QuestionRowWire[]>> {
    return this.calls.list('qa.getQuestions', questionsOf(query), caller.acting(query.username));
  }

  @Read('getQuestionById/:id', {
    summary: 'One question; the first reading counts as a view, that of further answers does not',
    answers: QuestionDto,
  })
  getQuestionById(
    @Param('id', IdPipe) id: string,
    @Query() query: GetQuestionByIdQuery,
    @From() caller: Caller,
  ): Promise<Answered<QuestionWire>> {
    return this.calls.read('qa.getQuestionById', questionOf(id, query), caller.acting(query.username));
  }

  @Limited('vote')
  @Change('upvoteQuestion', { summary: 'Toggle an upvote on a question', answers: VoteDto })
  upvoteQuestion(@Body() { qid, username }: OnQuestionDto, @From() caller: Caller): Promise<Answered<VoteWire>> {
    return this.calls.command('qa.vote', { qid: qid.toLowerCase(), vote: 'up' }, caller.acting(username));
  }

  @Limited('vote')
  @Change('downvoteQuestion', { summary: 'Toggle a downvote on a question', answers: VoteDto })
  downvoteQuestion(@Body() { qid, username }: OnQuestionDto, @From() caller: Caller): Promise<Answered<VoteWire>> {
    return this.calls.command('qa.vote', { qid: qid.toLowerCase(), vote: 'down' }, caller.acting(username));
  }

  @Limited('vote')
  @Change('followQuestion', { summary: 'Follow or unfollow a question', answers: QuestionDto })
  followQuestion(@Body() { qid, username }: OnQuestionDto, @From() caller: Caller): Promise<Answered<QuestionWire>> {
    return this.calls.command('qa.followQuestion', { qid: qid.toLowerCase() }, caller.acting(username));
  }
}
