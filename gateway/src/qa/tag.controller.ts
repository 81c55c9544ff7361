import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CompleteTags } from '@parlour/contracts/completion.requests';
import { DescribeTag, GetTags } from '@parlour/contracts/qa/qa.requests';
import { Caller, From } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { Change, Read } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';

@ApiTags('tag')
@Controller(['tag', 'api/tag'])
export class TagController {
  constructor(private readonly calls: ServiceCalls) {}

  @Read('getTagByName/:name', { summary: 'One tag, case-insensitive', answers: 'qa.getTag' })
  getTagByName(@Param('name') name: string, @From() caller: Caller) {
    return this.calls.read('qa.getTag', { name }, caller);
  }

  @Limited('complete')
  @Read('complete', {
    summary: 'Tags whose names begin so, those with the most questions first',
    answers: 'qa.completeTags',
    extension: true,
  })
  complete(@Query() query: CompleteTags, @From() caller: Caller) {
    return this.calls.read('qa.completeTags', query, caller);
  }

  @Limited('search')
  @Read('getTagsWithQuestionNumber', { summary: 'Tags, or those with a part of their names', answers: 'qa.getTags' })
  getTagsWithQuestionNumber(@Query() query: GetTags, @From() caller: Caller) {
    return this.calls.list('qa.getTags', query, caller);
  }

  @Limited('question')
  @Change('describe', {
    method: 'PATCH',
    summary: 'Change a tag’s description; 409 with `current` if its version is not the latest',
    answers: 'qa.describeTag',
    extension: true,
  })
  describe(@Body() { tag, text, version, username }: DescribeTag, @From() caller: Caller) {
    return this.calls.command('qa.describeTag', { tag, text, version }, caller.acting(username));
  }

  @Limited('history')
  @Read('history/:tag', {
    summary: 'The versions of a tag’s description, the newest first, and whether one may change it',
    answers: 'qa.tagHistory',
    extension: true,
  })
  history(@Param('tag') tag: string, @From() caller: Caller) {
    return this.calls.read('qa.tagHistory', { name: tag }, caller);
  }
}
