import { Controller, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Answered } from '../http/answer.ts';
import { Caller, From } from '../http/caller.ts';
import { Calls } from '../http/calls.ts';
import { Read } from '../http/route.ts';
import { ContributionsDto } from './contribution.dto.ts';

@ApiTags('user')
@Controller(['user', 'api/user'])
export class ContributionController {
  constructor(private readonly calls: Calls) {}

  @Read('getUser/:username/contributions', {
    summary: 'How many questions and answers a person has posted',
    answers: ContributionsDto,
  })
  contributions(@Param('username') username: string, @From() caller: Caller): Promise<Answered<ContributionsDto>> {
    return this.calls.read('qa.contributions', { username }, caller);
  }
}
