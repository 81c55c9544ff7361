import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import {
  communityLists,
  type CommunityPersonWire,
  type CommunityRowWire,
  type CommunityWire,
  type ModerationEntryWire,
} from '@parlour/contracts/communities';
import type { Answered } from '../http/answer.ts';
import { Caller, From } from '../http/caller.ts';
import { Calls } from '../http/calls.ts';
import { pageOf, searched } from '../http/page-request.ts';
import { Change, Read } from '../http/route.ts';
import { IdPipe } from '../http/validation.ts';
import { PageQuery } from '../identity/user.dto.ts';
import { Limited } from '../limits/limits-guard.ts';
import {
  CommunityDto,
  CommunityPersonDto,
  CommunityRowDto,
  CommunityVisibilityDto,
  CreateCommunityDto,
  GetCommunitiesQuery,
  GetPeopleQuery,
  MembershipDto,
  ModerationEntryDto,
  ToggleVisibilityDto,
} from './community.dto.ts';
import { membershipActions, membershipOf, visibilityOf } from './community-requests.ts';

@ApiTags('community')
@Controller(['community', 'api/community'])
export class CommunityController {
  constructor(private readonly calls: Calls) {}

  @Limited('search')
  @Read('allCommunities', { summary: 'Communities, by name', answers: [CommunityRowDto] })
  allCommunities(
    @Query() query: GetCommunitiesQuery,
    @From() caller: Caller,
  ): Promise<Answered<readonly CommunityRowWire[]>> {
    return this.calls.list('communities.getCommunities', { ...pageOf(query), ...searched(query.search) }, caller);
  }

  @Read('userCommunities/:username', {
    summary: 'The communities that one owns or is a member of, by name',
    answers: [CommunityRowDto],
  })
  userCommunities(
    @Param('username') username: string,
    @Query() query: PageQuery,
    @From() caller: Caller,
  ): Promise<Answered<readonly CommunityRowWire[]>> {
    return this.calls.list('communities.getOwn', pageOf(query), caller.acting(username));
  }

  @Limited('community')
  @Change('create', { summary: 'Create a community', answers: CommunityDto })
  create(
    @Body() { name, description, visibility, owner }: CreateCommunityDto,
    @From() caller: Caller,
  ): Promise<Answered<CommunityWire>> {
    return this.calls.command('communities.create', { name, description, visibility }, caller.acting(owner));
  }

  @Limited('moderation')
  @Change('toggleCommunityVisibility', {
    method: 'PATCH',
    summary: 'Make a community public or private',
    answers: CommunityVisibilityDto,
  })
  toggleVisibility(
    @Body() body: ToggleVisibilityDto,
    @From() caller: Caller,
  ): Promise<Answered<CommunityVisibilityDto>> {
    return this.calls.command('communities.changeVisibility', visibilityOf(body), caller);
  }

  @Read(':communityId', { summary: 'A community as the viewer may see it', answers: CommunityDto })
  getCommunity(
    @Param('communityId', IdPipe) communityId: string,
    @From() caller: Caller,
  ): Promise<Answered<CommunityWire>> {
    return this.calls.read('communities.getCommunity', { communityId }, caller);
  }

  @Limited('search')
  @Read(':communityId/people', {
    summary: 'A list of a community’s people, by name',
    answers: [CommunityPersonDto],
    extension: true,
  })
  getPeople(
    @Param('communityId', IdPipe) communityId: string,
    @Query() query: GetPeopleQuery,
    @From() caller: Caller,
  ): Promise<Answered<readonly CommunityPersonWire[]>> {
    return this.calls.list(
      'communities.getPeople',
      { communityId, list: query.list, ...pageOf(query), ...searched(query.search) },
      caller,
    );
  }

  @Read(':communityId/moderationLog', {
    summary: 'Who did what to whom, the newest first',
    answers: [ModerationEntryDto],
    extension: true,
  })
  getModerationLog(
    @Param('communityId', IdPipe) communityId: string,
    @Query() query: PageQuery,
    @From() caller: Caller,
  ): Promise<Answered<readonly ModerationEntryWire[]>> {
    return this.calls.list('communities.getModerationLog', { communityId, ...pageOf(query) }, caller);
  }

  @Limited('moderation')
  @ApiParam({ name: 'list', enum: communityLists })
  @ApiParam({ name: 'action', enum: membershipActions })
  @Change(':list/:action', {
    summary:
      'Add to or remove from moderators, pendingMembers, members, bannedMembers; approve or deny of pendingMembers',
    answers: CommunityDto,
  })
  changeMembership(
    @Param('list') list: string,
    @Param('action') action: string,
    @Body() body: MembershipDto,
    @From() caller: Caller,
  ): Promise<Answered<CommunityWire>> {
    return this.calls.command('communities.changeMembership', membershipOf(list, action, body), caller);
  }
}
