import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { PollWire } from '@parlour/contracts/communities';
import type { Answered } from '../http/answer.ts';
import { Caller, From } from '../http/caller.ts';
import { Calls } from '../http/calls.ts';
import { Change, Read } from '../http/route.ts';
import { IdPipe } from '../http/validation.ts';
import { Limited } from '../limits/limits-guard.ts';
import { AddPollDto, GetPollsQuery, PollDto, VoteOnPollDto } from './poll.dto.ts';
import { pollOf, pollsOf, voteOf } from './polls.ts';

@ApiTags('poll')
@Controller(['poll', 'api/poll'])
export class PollController {
  constructor(private readonly calls: Calls) {}

  @Limited('vote')
  @Change('voteOnPoll', { summary: 'Vote, once', answers: PollDto })
  vote(@Body() body: VoteOnPollDto, @From() caller: Caller): Promise<Answered<PollWire>> {
    return this.calls.command('communities.vote', voteOf(body), caller.acting(body.username));
  }

  @Limited('poll')
  @Change('addPoll', { summary: 'Create a poll in a community', answers: PollDto })
  addPoll(@Body() body: AddPollDto, @From() caller: Caller): Promise<Answered<PollWire>> {
    return this.calls.command('communities.addPoll', pollOf(body), caller.acting(body.createdBy));
  }

  @Read('getPollsByCommunityId/:communityId', {
    summary: 'The active polls of a community, newest first; on request also the closed ones, latest end first',
    answers: [PollDto],
  })
  getPolls(
    @Param('communityId', IdPipe) communityId: string,
    @Query() query: GetPollsQuery,
    @From() caller: Caller,
  ): Promise<Answered<readonly PollWire[]>> {
    return this.calls.list('communities.getPolls', pollsOf(communityId, query), caller);
  }
}
