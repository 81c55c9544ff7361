import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { CommentWire } from '@parlour/contracts/qa';
import type { Answered } from '../http/answer.ts';
import { Caller, From } from '../http/caller.ts';
import { Calls } from '../http/calls.ts';
import { Change } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';
import { CommentDto } from './answer.dto.ts';
import { AddCommentDto } from './comment.dto.ts';

@ApiTags('comment')
@Controller(['comment', 'api/comment'])
export class CommentController {
  constructor(private readonly calls: Calls) {}

  @Limited('comment')
  @Change('addComment', { summary: 'Comment on a question or an answer', answers: CommentDto })
  addComment(
    @Body() { id, type, comment: { text, commentBy } }: AddCommentDto,
    @From() caller: Caller,
  ): Promise<Answered<CommentWire>> {
    return this.calls.command('qa.addComment', { id: id.toLowerCase(), type, text }, caller.acting(commentBy));
  }
}
