import { Controller, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, From } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { Read } from '../http/route.ts';

@ApiTags('user')
@Controller(['user', 'api/user'])
export class ContributionController {
  constructor(private readonly calls: ServiceCalls) {}

  @Read('getUser/:username/contributions', {
    summary: 'How many questions and answers a person has posted',
    answers: 'qa.contributions',
  })
  contributions(@Param('username') username: string, @From() caller: Caller) {
    return this.calls.read('qa.contributions', { username }, caller);
  }
}
