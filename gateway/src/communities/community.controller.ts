import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { communityLists } from '@parlour/contracts/communities/communities';
import {
  AcceptOwnership,
  ChangeCommunity,
  ChangeMembership,
  CreateCommunity,
  EditCommunity,
  GetCommunities,
  GetOwnCommunities,
  GetPeople,
  OfferOwnership,
  SetCommunityPicture,
  ToggleVisibility,
} from '@parlour/contracts/communities/communities.requests';
import { PageRequest } from '@parlour/contracts/page.requests';
import { FileReading } from '../files/file-reading.ts';
import { Caller, From } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { Change, Read } from '../http/route.ts';
import { IdPipe } from '../http/answers/validation.ts';
import { Limited } from '../limits/limits-guard.ts';
import { communityEditOf, membershipActions, membershipOf, resignationOf } from './community-requests.ts';

@ApiTags('community')
@Controller(['community', 'api/community'])
export class CommunityController {
  constructor(
    private readonly calls: ServiceCalls,
    private readonly files: FileReading,
  ) {}

  @Limited('search')
  @Read('allCommunities', { summary: 'Communities, by name', answers: 'communities.getCommunities' })
  allCommunities(@Query() query: GetCommunities, @From() caller: Caller) {
    return this.calls.list('communities.getCommunities', query, caller);
  }

  @Read('userCommunities/:username', {
    summary: 'The communities that one owns or is a member of, by name; closed ones, the latest first',
    answers: 'communities.getOwn',
  })
  userCommunities(@Param('username') username: string, @Query() query: GetOwnCommunities, @From() caller: Caller) {
    return this.calls.list('communities.getOwn', query, caller.acting(username));
  }

  @Limited('community')
  @Change('create', { summary: 'Create a community', answers: 'communities.create' })
  create(@Body() { name, description, visibility, owner }: CreateCommunity, @From() caller: Caller) {
    return this.calls.command('communities.create', { name, description, visibility }, caller.acting(owner));
  }

  @Limited('moderation')
  @Change('toggleCommunityVisibility', {
    method: 'PATCH',
    summary: 'Make a community public or private',
    answers: 'communities.changeVisibility',
  })
  toggleVisibility(@Body() { communityId, visibility }: ToggleVisibility, @From() caller: Caller) {
    return this.calls.command(
      'communities.changeVisibility',
      { communityId, ...(visibility !== undefined && { visibility }) },
      caller,
    );
  }

  @Limited('moderation')
  @Change('edit', {
    method: 'PATCH',
    summary: 'Change name and description of a community: its owner',
    answers: 'communities.edit',
    extension: true,
  })
  edit(@Body() body: EditCommunity, @From() caller: Caller) {
    return this.calls.command('communities.edit', communityEditOf(body), caller);
  }

  @Limited('moderation')
  @Change('offerOwnership', {
    summary: 'Offer a community to a member, or withdraw the offer: its owner',
    answers: 'communities.offerOwnership',
    extension: true,
  })
  offerOwnership(@Body() { communityId, username }: OfferOwnership, @From() caller: Caller) {
    return this.calls.command('communities.offerOwnership', { communityId, username }, caller);
  }

  @Limited('moderation')
  @Change('acceptOwnership', {
    summary: 'Accept a community that one is offered, or decline',
    answers: 'communities.acceptOwnership',
    extension: true,
  })
  acceptOwnership(@Body() { communityId, accept = true, username }: AcceptOwnership, @From() caller: Caller) {
    return this.calls.command('communities.acceptOwnership', { communityId, accept }, caller.acting(username));
  }

  @Limited('moderation')
  @Change('close', {
    summary: 'Close a community for good: its owner',
    answers: 'communities.close',
    extension: true,
  })
  close(@Body() { communityId, username }: ChangeCommunity, @From() caller: Caller) {
    return this.calls.command('communities.close', { communityId }, caller.acting(username));
  }

  @Limited('moderation')
  @Change('setPicture', {
    summary: 'Choose a picture or a banner for a community, or none: its owner and moderators',
    answers: 'communities.setPicture',
    extension: true,
  })
  setPicture(@Body() body: SetCommunityPicture, @From() caller: Caller) {
    return this.files.choose('communities.setPicture', body, caller);
  }

  @Limited('moderation')
  @Change('moderators/resign', {
    summary: 'Stop being a moderator',
    answers: 'communities.changeMembership',
    extension: true,
  })
  resign(@Body() { communityId, username }: ChangeCommunity, @From() caller: Caller) {
    return this.calls.command(
      'communities.changeMembership',
      resignationOf(communityId, caller),
      caller.acting(username),
    );
  }

  @Read(':communityId', { summary: 'A community as the viewer may see it', answers: 'communities.getCommunity' })
  getCommunity(@Param('communityId', IdPipe) communityId: string, @From() caller: Caller) {
    return this.calls.read('communities.getCommunity', { communityId }, caller);
  }

  @Limited('search')
  @Read(':communityId/people', {
    summary: 'A list of a community’s people, by name',
    answers: 'communities.getPeople',
    extension: true,
  })
  getPeople(@Param('communityId', IdPipe) communityId: string, @Query() query: GetPeople, @From() caller: Caller) {
    return this.calls.list('communities.getPeople', { communityId, ...query }, caller);
  }

  @Read(':communityId/moderationLog', {
    summary: 'Who did what to whom, the newest first',
    answers: 'communities.getModerationLog',
    extension: true,
  })
  getModerationLog(
    @Param('communityId', IdPipe) communityId: string,
    @Query() query: PageRequest,
    @From() caller: Caller,
  ) {
    return this.calls.list('communities.getModerationLog', { communityId, ...query }, caller);
  }

  @Limited('moderation')
  @ApiParam({ name: 'list', enum: communityLists })
  @ApiParam({ name: 'action', enum: membershipActions })
  @Change(':list/:action', {
    summary:
      'Add to or remove from moderators, pendingMembers, members, bannedMembers; approve or deny of pendingMembers',
    answers: 'communities.changeMembership',
  })
  changeMembership(
    @Param('list') list: string,
    @Param('action') action: string,
    @Body() body: ChangeMembership,
    @From() caller: Caller,
  ) {
    return this.calls.command('communities.changeMembership', membershipOf(list, action, body), caller);
  }
}
