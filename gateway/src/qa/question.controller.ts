import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AcceptAnswer,
  AddQuestion,
  DeleteQuestion,
  EditQuestion,
  GetQuestionById,
  GetQuestions,
  type GivenTag,
  OnQuestion,
  RestoreQuestion,
  SimilarQuestions,
} from '@parlour/contracts/qa/qa.requests';
import { Caller, From } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { Change, Read } from '../http/route.ts';
import { givenId, reasonOf } from '../http/requests/given-id.ts';
import { IdPipe } from '../http/answers/validation.ts';
import { Limited } from '../limits/limits-guard.ts';

@ApiTags('question')
@Controller(['question', 'api/question'])
export class QuestionController {
  constructor(private readonly calls: ServiceCalls) {}

  @Limited('question')
  @Change('addQuestion', { summary: 'Ask a question', answers: 'qa.addQuestion' })
  addQuestion(@Body() { title, text, tags, onlyFollowers, communityId, askedBy }: AddQuestion, @From() caller: Caller) {
    return this.calls.command(
      'qa.addQuestion',
      { title, text, tags: tags.map(tagOf), onlyFollowers, communityId },
      caller.acting(askedBy),
    );
  }

  @Limited('question')
  @Change('editQuestion', {
    method: 'PATCH',
    summary: 'Edit one’s own question; 409 with `current` if its version is not the latest',
    answers: 'qa.editQuestion',
    extension: true,
  })
  editQuestion(@Body() { qid, title, text, tags, version, username }: EditQuestion, @From() caller: Caller) {
    return this.calls.command(
      'qa.editQuestion',
      { qid, title, text, tags: tags.map(tagOf), version },
      caller.acting(username),
    );
  }

  @Limited('history')
  @Read('history/:qid', {
    summary: 'The versions of a question, the newest first',
    answers: 'qa.questionHistory',
    extension: true,
  })
  history(@Param('qid', IdPipe) qid: string, @From() caller: Caller) {
    return this.calls.read('qa.questionHistory', { qid }, caller);
  }

  @Limited('question')
  @Change('deleteQuestion', {
    method: 'DELETE',
    summary: 'Delete one’s own question, or as a moderator one of others; it can be restored for 30 days',
    answers: 'qa.deleteQuestion',
    extension: true,
  })
  deleteQuestion(@Body() body: DeleteQuestion, @Query() query: DeleteQuestion, @From() caller: Caller) {
    return this.calls.command(
      'qa.deleteQuestion',
      { qid: givenId(body.qid ?? query.qid), ...reasonOf(body, query) },
      caller.acting(body.username, query.username),
    );
  }

  @Limited('question')
  @Change('restoreQuestion', {
    summary: 'Restore a question that one could delete so',
    answers: 'qa.restoreQuestion',
    extension: true,
  })
  restoreQuestion(@Body() { qid, username }: RestoreQuestion, @From() caller: Caller) {
    return this.calls.command('qa.restoreQuestion', { qid }, caller.acting(username));
  }

  @Limited('search')
  @Read('getQuestion', { summary: 'Questions', answers: 'qa.getQuestions' })
  getQuestion(@Query() { username, ...list }: GetQuestions, @From() caller: Caller) {
    return this.calls.list('qa.getQuestions', list, caller.acting(username));
  }

  @Limited('search')
  @Read('similar', {
    summary: 'At most 5 questions like a title',
    answers: 'qa.similar',
    extension: true,
  })
  similar(@Query() query: SimilarQuestions, @From() caller: Caller) {
    return this.calls.read('qa.similar', query, caller);
  }

  @Limited('reading')
  @Read('getQuestionById/:id', {
    summary: 'One question; the first reading counts as a view, that of further answers does not',
    answers: 'qa.getQuestionById',
  })
  getQuestionById(
    @Param('id', IdPipe) id: string,
    @Query() { username, ...part }: GetQuestionById,
    @From() caller: Caller,
  ) {
    return this.calls.read('qa.getQuestionById', { id, ...part }, caller.acting(username));
  }

  @Limited('vote')
  @Change('upvoteQuestion', { summary: 'Toggle an upvote on a question', answers: 'qa.vote' })
  upvoteQuestion(@Body() { qid, username }: OnQuestion, @From() caller: Caller) {
    return this.calls.command('qa.vote', { qid, vote: 'up' }, caller.acting(username));
  }

  @Limited('vote')
  @Change('downvoteQuestion', { summary: 'Toggle a downvote on a question', answers: 'qa.vote' })
  downvoteQuestion(@Body() { qid, username }: OnQuestion, @From() caller: Caller) {
    return this.calls.command('qa.vote', { qid, vote: 'down' }, caller.acting(username));
  }

  @Limited('vote')
  @Change('acceptAnswer', {
    summary: 'Accept an answer to a question of one’s own, or withdraw that',
    answers: 'qa.acceptAnswer',
    extension: true,
  })
  acceptAnswer(@Body() { qid, aid, username }: AcceptAnswer, @From() caller: Caller) {
    return this.calls.command('qa.acceptAnswer', { qid, aid }, caller.acting(username));
  }

  @Limited('vote')
  @Change('followQuestion', { summary: 'Follow or unfollow a question', answers: 'qa.followQuestion' })
  followQuestion(@Body() { qid, username }: OnQuestion, @From() caller: Caller) {
    return this.calls.command('qa.followQuestion', { qid }, caller.acting(username));
  }

  @Change('markRead', {
    summary: 'Mark a question as read up to its last answer',
    answers: 'qa.markRead',
    extension: true,
  })
  markRead(@Body() { qid, username }: OnQuestion, @From() caller: Caller) {
    return this.calls.read('qa.markRead', { qid }, caller.acting(username));
  }
}

function tagOf({ name, description }: GivenTag): GivenTag {
  return { name, ...(description !== undefined && { description }) };
}
