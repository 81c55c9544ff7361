import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AddPoll,
  ClosePoll,
  DeletePoll,
  DeletePollQuery,
  EditPoll,
  GetPolls,
  RestorePoll,
  VoteOnPoll,
} from '@parlour/contracts/communities/communities.requests';
import { Caller, From } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { Change, Read } from '../http/route.ts';
import { IdPipe } from '../http/answers/validation.ts';
import { Limited } from '../limits/limits-guard.ts';
import { deletionOf, pollEditOf } from './community-requests.ts';

@ApiTags('poll')
@Controller(['poll', 'api/poll'])
export class PollController {
  constructor(private readonly calls: ServiceCalls) {}

  @Limited('vote')
  @Change('voteOnPoll', { summary: 'Vote, once', answers: 'communities.vote' })
  vote(@Body() { pollId, optionId, username }: VoteOnPoll, @From() caller: Caller) {
    return this.calls.command('communities.vote', { pollId, optionId }, caller.acting(username));
  }

  @Limited('poll')
  @Change('addPoll', { summary: 'Create a poll in a community', answers: 'communities.addPoll' })
  addPoll(@Body() { communityId, questionText, options, expiresAt, createdBy }: AddPoll, @From() caller: Caller) {
    return this.calls.command(
      'communities.addPoll',
      { communityId, questionText, options, expiresAt },
      caller.acting(createdBy),
    );
  }

  @Limited('moderation')
  @Change('closePoll', {
    summary: 'Close a poll before its time: its creator, owner and moderators',
    answers: 'communities.closePoll',
    extension: true,
  })
  closePoll(@Body() { pollId, username }: ClosePoll, @From() caller: Caller) {
    return this.calls.command('communities.closePoll', { pollId }, caller.acting(username));
  }

  @Limited('moderation')
  @Change('deletePoll', {
    method: 'DELETE',
    summary: 'Remove a poll: its creator, owner and moderators, operators',
    answers: 'communities.deletePoll',
    extension: true,
  })
  deletePoll(@Body() body: DeletePoll, @Query() query: DeletePollQuery, @From() caller: Caller) {
    return this.calls.command(
      'communities.deletePoll',
      deletionOf(body, query),
      caller.acting(body.username, query.username),
    );
  }

  @Limited('moderation')
  @Change('restorePoll', {
    summary: 'Restore a poll that was removed in the last 30 days: whoever could remove it so',
    answers: 'communities.restorePoll',
    extension: true,
  })
  restorePoll(@Body() { pollId, username }: RestorePoll, @From() caller: Caller) {
    return this.calls.command('communities.restorePoll', { pollId }, caller.acting(username));
  }

  @Limited('moderation')
  @Change('editPoll', {
    method: 'PATCH',
    summary: 'Change question and options of a poll until somebody votes: its creator, owner and moderators',
    answers: 'communities.editPoll',
    extension: true,
  })
  editPoll(@Body() body: EditPoll, @From() caller: Caller) {
    return this.calls.command('communities.editPoll', pollEditOf(body), caller.acting(body.username));
  }

  @Read('getPollsByCommunityId/:communityId', {
    summary:
      'The active polls of a community, newest first; on request also the closed ones, latest end first, or removed ones',
    answers: 'communities.getPolls',
  })
  getPolls(@Param('communityId', IdPipe) communityId: string, @Query() query: GetPolls, @From() caller: Caller) {
    return this.calls.list('communities.getPolls', { communityId, ...query }, caller);
  }
}
