import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { SessionWire, UserWire } from '@parlour/contracts/identity';
import type { Answered } from '../http/answer.ts';
import { Caller, From } from '../http/caller.ts';
import { Change, Read } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';
import { Sessions } from '../session/sessions.ts';
import { People } from './people.ts';
import {
  EndedSessionsDto,
  FollowDto,
  OneselfDto,
  ResetPasswordDto,
  SessionDto,
  UnfollowDto,
  UnfollowQuery,
  UpdateBiographyDto,
  UserDto,
} from './user.dto.ts';
import { unfollowOf } from './user-requests.ts';

/** Following people, and changes to one's own account. */
@ApiTags('user')
@Controller(['user', 'api/user'])
export class ProfileController {
  constructor(
    private readonly sessions: Sessions,
    private readonly people: People,
  ) {}

  @Read('getFollowers/:username', { summary: 'The usernames of a person’s followers', answers: [String] })
  getFollowers(@Param('username') username: string, @From() caller: Caller): Promise<Answered<readonly string[]>> {
    return this.people.follows('identity.getFollowers', username, caller);
  }

  @Read('getFollowing/:username', { summary: 'The usernames of the people that a person follows', answers: [String] })
  getFollowing(@Param('username') username: string, @From() caller: Caller): Promise<Answered<readonly string[]>> {
    return this.people.follows('identity.getFollowing', username, caller);
  }

  @Limited('follow')
  @Change('follow', { summary: 'Follow a person; answers the caller', answers: UserDto })
  follow(@Body() { currentUser, userToFollow }: FollowDto, @From() caller: Caller): Promise<Answered<UserWire>> {
    return this.people.change('identity.follow', { username: userToFollow }, caller.acting(currentUser));
  }

  @Limited('follow')
  @Change('unfollow', { method: 'DELETE', summary: 'Stop following a person; answers the caller', answers: UserDto })
  unfollow(
    @Body() body: UnfollowDto,
    @Query() query: UnfollowQuery,
    @From() caller: Caller,
  ): Promise<Answered<UserWire>> {
    return this.people.change(
      'identity.unfollow',
      unfollowOf(body, query),
      caller.acting(body.currentUser).acting(query.currentUser),
    );
  }

  @Limited('account')
  @Change('resetPassword', {
    method: 'PATCH',
    summary: 'Choose another password; the other sessions end',
    answers: UserDto,
  })
  resetPassword(@Body() body: ResetPasswordDto, @From() caller: Caller): Promise<Answered<UserWire>> {
    return this.sessions.resetPassword(body.password, caller.acting(body.username));
  }

  @Limited('account')
  @Change('updateBiography', { method: 'PATCH', summary: 'Change one’s biography', answers: UserDto })
  updateBiography(
    @Body() { username, biography }: UpdateBiographyDto,
    @From() caller: Caller,
  ): Promise<Answered<UserWire>> {
    return this.people.change('identity.updateBiography', { biography }, caller.acting(username));
  }

  @Limited('account')
  @Change('toggleFollowVisibility', {
    method: 'PATCH',
    summary: 'Show others whom one follows and who follows one, or no longer',
    answers: UserDto,
  })
  toggleFollowVisibility(@Body() { username }: OneselfDto, @From() caller: Caller): Promise<Answered<UserWire>> {
    return this.people.change('identity.toggleFollowVisibility', {}, caller.acting(username));
  }

  @Limited('account')
  @Change('deleteUser/:username', { method: 'DELETE', summary: 'Delete one’s own account', answers: UserDto })
  deleteUser(@Param('username') username: string, @From() caller: Caller): Promise<Answered<UserWire>> {
    return this.sessions.deleteUser(caller.acting(username));
  }

  @Read('sessions', { summary: 'One’s own sessions', answers: [SessionDto], extension: true })
  listSessions(@From() caller: Caller): Promise<Answered<readonly SessionWire[]>> {
    return this.sessions.list(caller);
  }

  @Limited('account')
  @Change('logoutEverywhere', {
    summary: 'End all of one’s sessions, this one too',
    answers: EndedSessionsDto,
    extension: true,
  })
  logoutEverywhere(@From() caller: Caller): Promise<Answered<EndedSessionsDto>> {
    return this.sessions.endAll(caller);
  }
}
