import { Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CompleteTags } from '@parlour/contracts/completion.requests';
import { GetTags } from '@parlour/contracts/qa.requests';
import type { AnswerTo } from '../http/answer.ts';
import { Caller, From } from '../http/caller.ts';
import { Calls } from '../http/calls.ts';
import { Read } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';

@ApiTags('tag')
@Controller(['tag', 'api/tag'])
export class TagController {
  constructor(private readonly calls: Calls) {}

  @Read('getTagByName/:name', { summary: 'One tag, case-insensitive', answers: 'qa.getTag' })
  getTagByName(@Param('name') name: string, @From() caller: Caller): AnswerTo<'qa.getTag'> {
    return this.calls.read('qa.getTag', { name }, caller);
  }

  @Limited('search')
  @Read('complete', {
    summary: 'Tags whose names begin so, those with the most questions first',
    answers: 'qa.completeTags',
    extension: true,
  })
  complete(@Query() query: CompleteTags, @From() caller: Caller): AnswerTo<'qa.completeTags'> {
    return this.calls.read('qa.completeTags', query, caller);
  }

  @Limited('search')
  @Read('getTagsWithQuestionNumber', { summary: 'Tags, or those with a part of their names', answers: 'qa.getTags' })
  getTagsWithQuestionNumber(@Query() query: GetTags, @From() caller: Caller): AnswerTo<'qa.getTags'> {
    return this.calls.list('qa.getTags', query, caller);
  }
}
