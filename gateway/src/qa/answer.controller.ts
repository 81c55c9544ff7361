import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddAnswer, DeleteAnswer, EditAnswer, OnAnswer, RestoreAnswer } from '@parlour/contracts/qa/qa.requests';
import { Caller, From } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { Change, Read } from '../http/route.ts';
import { IdPipe } from '../http/answers/validation.ts';
import { Limited } from '../limits/limits-guard.ts';
import { givenId, reasonOf } from '../http/requests/given-id.ts';

@ApiTags('answer')
@Controller(['answer', 'api/answer'])
export class AnswerController {
  constructor(private readonly calls: ServiceCalls) {}

  @Limited('answer')
  @Change('addAnswer', { summary: 'Answer a question', answers: 'qa.addAnswer' })
  addAnswer(@Body() { qid, ans }: AddAnswer, @From() caller: Caller) {
    return this.calls.command('qa.addAnswer', { qid, text: ans.text }, caller.acting(ans.ansBy));
  }

  @Limited('vote')
  @Change('upvoteAnswer', { summary: 'Toggle an upvote on an answer', answers: 'qa.voteOnAnswer', extension: true })
  upvoteAnswer(@Body() { aid, username }: OnAnswer, @From() caller: Caller) {
    return this.calls.command('qa.voteOnAnswer', { aid, vote: 'up' }, caller.acting(username));
  }

  @Limited('vote')
  @Change('downvoteAnswer', { summary: 'Toggle a downvote on an answer', answers: 'qa.voteOnAnswer', extension: true })
  downvoteAnswer(@Body() { aid, username }: OnAnswer, @From() caller: Caller) {
    return this.calls.command('qa.voteOnAnswer', { aid, vote: 'down' }, caller.acting(username));
  }

  @Limited('answer')
  @Change('editAnswer', {
    method: 'PATCH',
    summary: 'Edit one’s own answer; 409 with `current` if its version is not the latest',
    answers: 'qa.editAnswer',
    extension: true,
  })
  editAnswer(@Body() { aid, text, version, username }: EditAnswer, @From() caller: Caller) {
    return this.calls.command('qa.editAnswer', { aid, text, version }, caller.acting(username));
  }

  @Limited('history')
  @Read('history/:aid', {
    summary: 'The versions of an answer, the newest first',
    answers: 'qa.answerHistory',
    extension: true,
  })
  history(@Param('aid', IdPipe) aid: string, @From() caller: Caller) {
    return this.calls.read('qa.answerHistory', { aid }, caller);
  }

  @Limited('answer')
  @Change('deleteAnswer', {
    method: 'DELETE',
    summary: 'Delete one’s own answer, or as a moderator one of others; it can be restored for 30 days',
    answers: 'qa.deleteAnswer',
    extension: true,
  })
  deleteAnswer(@Body() body: DeleteAnswer, @Query() query: DeleteAnswer, @From() caller: Caller) {
    return this.calls.command(
      'qa.deleteAnswer',
      { aid: givenId(body.aid ?? query.aid), ...reasonOf(body, query) },
      caller.acting(body.username, query.username),
    );
  }

  @Limited('answer')
  @Change('restoreAnswer', {
    summary: 'Restore an answer that one could delete so',
    answers: 'qa.restoreAnswer',
    extension: true,
  })
  restoreAnswer(@Body() { aid, username }: RestoreAnswer, @From() caller: Caller) {
    return this.calls.command('qa.restoreAnswer', { aid }, caller.acting(username));
  }
}
