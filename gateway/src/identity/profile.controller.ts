import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  Block,
  Follow,
  GetPictures,
  OfSession,
  Oneself,
  ResetPassword,
  SetEmail,
  SetPicture,
  ShowOnline,
  Unfollow,
  UnfollowQuery,
  UpdateBiography,
} from '@parlour/contracts/identity/identity.requests';
import { PageRequest } from '@parlour/contracts/page.requests';
import { FileReading } from '../files/file-reading.ts';
import { Caller, From } from '../http/requests/caller.ts';
import { PrivateCalls } from '../http/requests/private-calls.ts';
import { Change, Read } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';
import { Sessions } from '../session/sessions.ts';
import { People } from './people.ts';
import { unfollowOf } from './user-requests.ts';

/** Following people, and changes to one's own account. */
@ApiTags('user')
@Controller(['user', 'api/user'])
export class ProfileController {
  constructor(
    private readonly sessions: Sessions,
    private readonly people: People,
    private readonly calls: PrivateCalls,
    private readonly files: FileReading,
  ) {}

  @Read('getFollowers/:username', {
    summary: 'The usernames of a person’s followers',
    answers: ['identity.getFollowers', 'usernames'],
  })
  getFollowers(@Param('username') username: string, @From() caller: Caller) {
    return this.people.follows('identity.getFollowers', username, caller);
  }

  @Read('getFollowing/:username', {
    summary: 'The usernames of the people that a person follows',
    answers: ['identity.getFollowing', 'usernames'],
  })
  getFollowing(@Param('username') username: string, @From() caller: Caller) {
    return this.people.follows('identity.getFollowing', username, caller);
  }

  @Limited('follow')
  @Change('follow', { summary: 'Follow a person; answers the caller', answers: 'identity.follow' })
  follow(@Body() { currentUser, userToFollow }: Follow, @From() caller: Caller) {
    return this.calls.command('identity.follow', { username: userToFollow }, caller.acting(currentUser));
  }

  @Limited('follow')
  @Change('unfollow', {
    method: 'DELETE',
    summary: 'Stop following a person; answers the caller',
    answers: 'identity.unfollow',
  })
  unfollow(@Body() body: Unfollow, @Query() query: UnfollowQuery, @From() caller: Caller) {
    return this.calls.command(
      'identity.unfollow',
      unfollowOf(body, query),
      caller.acting(body.currentUser, query.currentUser),
    );
  }

  @Limited('follow')
  @Change('block', {
    summary: 'Block a person, who is not told; follows between the two end; answers the caller',
    answers: 'identity.block',
    extension: true,
  })
  block(@Body() { username }: Block, @From() caller: Caller) {
    return this.calls.command('identity.block', { username }, caller);
  }

  @Limited('follow')
  @Change('unblock', {
    summary: 'Lift one’s block of a person; answers the caller',
    answers: 'identity.unblock',
    extension: true,
  })
  unblock(@Body() { username }: Block, @From() caller: Caller) {
    return this.calls.command('identity.unblock', { username }, caller);
  }

  @Read('blocked', {
    summary: 'The people whom one has blocked, the latest first',
    answers: 'identity.getBlocked',
    extension: true,
  })
  listBlocked(@Query() query: PageRequest, @From() caller: Caller) {
    return this.calls.list('identity.getBlocked', query, caller);
  }

  @Limited('account')
  @Change('resetPassword', {
    method: 'PATCH',
    summary: 'Choose another password; the other sessions end',
    answers: ['identity.resetPassword', 'user'],
  })
  resetPassword(@Body() body: ResetPassword, @From() caller: Caller) {
    return this.sessions.resetPassword(body.password, caller.acting(body.username));
  }

  @Limited('mail')
  @Change('email', {
    summary: 'Have an e-mail address, which counts once it is confirmed by the link that is sent there',
    answers: 'identity.setEmail',
    extension: true,
  })
  setEmail(@Body() { email }: SetEmail, @From() caller: Caller) {
    return this.calls.command('identity.setEmail', { email }, caller, {});
  }

  @Limited('account')
  @Change('email', {
    method: 'DELETE',
    summary: 'Remove one’s e-mail address',
    answers: 'identity.removeEmail',
    extension: true,
  })
  removeEmail(@From() caller: Caller) {
    return this.calls.command('identity.removeEmail', {}, caller);
  }

  @Limited('account')
  @Change('updateBiography', {
    method: 'PATCH',
    summary: 'Change one’s biography',
    answers: 'identity.updateBiography',
  })
  updateBiography(@Body() { username, biography }: UpdateBiography, @From() caller: Caller) {
    return this.calls.command('identity.updateBiography', { biography }, caller.acting(username));
  }

  @Limited('account')
  @Change('setPicture', {
    summary: 'Choose a picture of one’s own files, or none',
    answers: 'identity.setPicture',
    extension: true,
  })
  setPicture(@Body() body: SetPicture, @From() caller: Caller) {
    return this.files.choose('identity.setPicture', body, caller);
  }

  @Read('pictures', {
    summary: 'The pictures of people, of those who have one, by name',
    answers: ['identity.getPictures', 'pictures'],
    extension: true,
  })
  async getPictures(@Query() query: GetPictures, @From() caller: Caller) {
    return (await this.calls.read('identity.getPictures', query, caller)).map(({ pictures }) => pictures);
  }

  @Limited('account')
  @Change('toggleFollowVisibility', {
    method: 'PATCH',
    summary: 'Show others whom one follows and who follows one, or no longer',
    answers: 'identity.toggleFollowVisibility',
  })
  toggleFollowVisibility(@Body() { username }: Oneself, @From() caller: Caller) {
    return this.calls.command('identity.toggleFollowVisibility', {}, caller.acting(username));
  }

  @Read('onlineShown', {
    summary: 'Whether others may see that one is online',
    answers: 'identity.getOnlineShown',
    extension: true,
  })
  onlineShown(@From() caller: Caller) {
    return this.calls.read('identity.getOnlineShown', {}, caller);
  }

  @Limited('account')
  @Change('showOnline', {
    method: 'PATCH',
    summary: 'Show others when one is online, or no longer',
    answers: 'identity.showOnline',
    extension: true,
  })
  showOnline(@Body() { username, shown }: ShowOnline, @From() caller: Caller) {
    return this.calls.read('identity.showOnline', { shown }, caller.acting(username));
  }

  @Limited('account')
  @Change('deleteUser/:username', {
    method: 'DELETE',
    summary: 'Delete one’s own account',
    answers: 'identity.deleteUser',
  })
  deleteUser(@Param('username') username: string, @From() caller: Caller) {
    return this.sessions.deleteUser(caller.acting(username));
  }

  @Read('sessions', { summary: 'One’s own sessions', answers: ['identity.getSessions', 'sessions'], extension: true })
  listSessions(@From() caller: Caller) {
    return this.sessions.list(caller);
  }

  @Limited('account')
  @Change('endSession', {
    summary: 'End one of one’s sessions; one that has ended is no error',
    answers: 'identity.logout',
    extension: true,
  })
  endSession(@Body() { sessionId }: OfSession, @From() caller: Caller) {
    return this.sessions.endOne(sessionId, caller);
  }

  @Limited('account')
  @Change('logoutEverywhere', {
    summary: 'End all of one’s sessions, this one too',
    answers: 'identity.logoutEverywhere',
    extension: true,
  })
  logoutEverywhere(@From() caller: Caller) {
    return this.sessions.endAll(caller);
  }
}
