import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddComment, DeleteComment, EditComment, RestoreComment } from '@parlour/contracts/qa/qa.requests';
import { Caller, From } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { Change } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';
import { givenId, reasonOf } from '../http/requests/given-id.ts';

@ApiTags('comment')
@Controller(['comment', 'api/comment'])
export class CommentController {
  constructor(private readonly calls: ServiceCalls) {}

  @Limited('comment')
  @Change('addComment', { summary: 'Comment on a question or an answer', answers: 'qa.addComment' })
  addComment(@Body() { id, type, comment: { text, commentBy } }: AddComment, @From() caller: Caller) {
    return this.calls.command('qa.addComment', { id, type, text }, caller.acting(commentBy));
  }

  @Limited('comment')
  @Change('editComment', {
    method: 'PATCH',
    summary: 'Edit one’s own comment; 409 with `current` if its version is not the latest',
    answers: 'qa.editComment',
    extension: true,
  })
  editComment(@Body() { cid, text, version, username }: EditComment, @From() caller: Caller) {
    return this.calls.command('qa.editComment', { cid, text, version }, caller.acting(username));
  }

  @Limited('comment')
  @Change('deleteComment', {
    method: 'DELETE',
    summary: 'Delete one’s own comment, or as a moderator one of others; it can be restored for 30 days',
    answers: 'qa.deleteComment',
    extension: true,
  })
  deleteComment(@Body() body: DeleteComment, @Query() query: DeleteComment, @From() caller: Caller) {
    return this.calls.command(
      'qa.deleteComment',
      { cid: givenId(body.cid ?? query.cid), ...reasonOf(body, query) },
      caller.acting(body.username, query.username),
    );
  }

  @Limited('comment')
  @Change('restoreComment', {
    summary: 'Restore a comment that one could delete so',
    answers: 'qa.restoreComment',
    extension: true,
  })
  restoreComment(@Body() { cid, username }: RestoreComment, @From() caller: Caller) {
    return this.calls.command('qa.restoreComment', { cid }, caller.acting(username));
  }
}
