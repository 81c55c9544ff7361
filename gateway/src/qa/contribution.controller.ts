import { Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CompleteUser } from '@parlour/contracts/qa.requests';
import type { AnswerTo } from '../http/answer.ts';
import { Caller, From } from '../http/caller.ts';
import { Calls } from '../http/calls.ts';
import { Read } from '../http/route.ts';

@ApiTags('user')
@Controller(['user', 'api/user'])
export class ContributionController {
  constructor(private readonly calls: Calls) {}

  @Read('complete', {
    summary: 'At most 8 people whose names begin like this; with `qid`, those who may see that question',
    answers: 'qa.completeUser',
    extension: true,
  })
  complete(@Query() query: CompleteUser, @From() caller: Caller): AnswerTo<'qa.completeUser'> {
    return this.calls.read('qa.completeUser', query, caller);
  }

  @Read('getUser/:username/contributions', {
    summary: 'How many questions and answers a person has posted',
    answers: 'qa.contributions',
  })
  contributions(@Param('username') username: string, @From() caller: Caller): AnswerTo<'qa.contributions'> {
    return this.calls.read('qa.contributions', { username }, caller);
  }
}
