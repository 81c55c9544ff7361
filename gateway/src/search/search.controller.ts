import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { searchCalls } from '@parlour/contracts/found';
import { Search } from '@parlour/contracts/search.requests';
import type { AnswerTo } from '../http/answer.ts';
import { Caller, From } from '../http/caller.ts';
import { Calls } from '../http/calls.ts';
import { Read } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';

@ApiTags('search')
@Controller(['search', 'api/search'])
export class SearchController {
  constructor(private readonly calls: Calls) {}

  // A screen asks once for each type.
  @Limited('found')
  @Read('', {
    summary: 'What a search finds of one type, as far as the caller may see it',
    answers: 'qa.search',
    extension: true,
  })
  search(@Query() query: Search, @From() caller: Caller): AnswerTo<'qa.search'> {
    return this.calls.list(searchCalls[query.type], query, caller);
  }
}
