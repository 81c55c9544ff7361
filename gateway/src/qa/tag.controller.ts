import { Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { TagCountWire, TagWire } from '@parlour/contracts/qa';
import type { Answered } from '../http/answer.ts';
import { Caller, From } from '../http/caller.ts';
import { Calls } from '../http/calls.ts';
import { pageOf } from '../http/page-request.ts';
import { Read } from '../http/route.ts';
import { PageQuery } from '../identity/user.dto.ts';
import { KnownTagDto, TagCountDto } from './tag.dto.ts';

@ApiTags('tag')
@Controller(['tag', 'api/tag'])
export class TagController {
  constructor(private readonly calls: Calls) {}

  @Read('getTagByName/:name', { summary: 'One tag, case-insensitive', answers: KnownTagDto })
  getTagByName(@Param('name') name: string, @From() caller: Caller): Promise<Answered<TagWire>> {
    return this.calls.read('qa.getTag', { name }, caller);
  }

  @Read('getTagsWithQuestionNumber', { summary: 'Tags, most used first', answers: [TagCountDto] })
  getTagsWithQuestionNumber(
    @Query() query: PageQuery,
    @From() caller: Caller,
  ): Promise<Answered<readonly TagCountWire[]>> {
    return this.calls.list('qa.getTags', pageOf(query), caller);
  }
}
