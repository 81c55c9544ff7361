import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GetAllCommunities, OfCommunity } from '@parlour/contracts/communities/communities.requests';
import { AddMembers } from '@parlour/contracts/identity/members.requests';
import { PageRequest } from '@parlour/contracts/page.requests';
import {
  ChangeSite,
  EndSessions,
  GetAccounts,
  OfAccount,
  OfWaiting,
  RenameAccount,
  SetSitePicture,
} from '@parlour/contracts/site.requests';
import { Caller, From } from '../http/requests/caller.ts';
import { PrivateCalls } from '../http/requests/private-calls.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { Change, Read } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';
import { Hidden } from '../session/session-guard.ts';
import { Administration } from './administration.ts';
import { Members } from './members.ts';
import { Overview } from './overview.ts';
import { SiteLog } from './site-log.ts';

/** Administration of the site, for its operators; unknown to everybody else. */
@ApiTags('admin')
@Hidden()
@Controller(['admin', 'api/admin'])
export class AdminController {
  constructor(
    private readonly calls: ServiceCalls,
    private readonly privately: PrivateCalls,
    private readonly administration: Administration,
    private readonly members: Members,
    private readonly collected: Overview,
    private readonly log: SiteLog,
  ) {}

  @Limited('found')
  @Read('overview', { summary: 'How the site is, and what was made on it each day', answers: 'gateway.overview' })
  getOverview(@From() caller: Caller) {
    return this.collected.read(caller);
  }

  @Read('site', { summary: 'The site’s settings', answers: 'identity.getSite' })
  getSite(@From() caller: Caller) {
    return this.privately.read('identity.getSite', {}, caller);
  }

  @Limited('moderation')
  @Change('site', { method: 'PATCH', summary: 'Change settings of the site', answers: 'identity.changeSite' })
  changeSite(@Body() body: ChangeSite, @From() caller: Caller) {
    return this.administration.change(body, caller);
  }

  @Limited('moderation')
  @Change('site/picture', {
    summary: 'Choose a logo or an icon for the site, of one’s own files, or none',
    answers: 'identity.setSitePicture',
  })
  setSitePicture(@Body() body: SetSitePicture, @From() caller: Caller) {
    return this.administration.setPicture(body, caller);
  }

  @Read('log', { summary: 'What operators did, newest first', answers: 'identity.getSiteLog' })
  getLog(@Query() query: PageRequest, @From() caller: Caller) {
    return this.log.page(query, caller);
  }

  @Limited('search')
  @Read('people', { summary: 'Accounts, by name', answers: 'identity.getAccounts' })
  getPeople(@Query() query: GetAccounts, @From() caller: Caller) {
    return this.calls.list('identity.getAccounts', query, caller);
  }

  @Read('waiting', { summary: 'People who wait for approval, the longest first', answers: 'identity.getWaiting' })
  getWaiting(@Query() query: PageRequest, @From() caller: Caller) {
    return this.privately.list('identity.getWaiting', query, caller);
  }

  @Limited('moderation')
  @Change('approve', { summary: 'Open the account of somebody who waits', answers: 'identity.approve' })
  approve(@Body() { userId }: OfWaiting, @From() caller: Caller) {
    return this.calls.command('identity.approve', { userId }, caller);
  }

  @Limited('moderation')
  @Change('decline', { summary: 'Erase the account of somebody who waits', answers: 'identity.decline' })
  decline(@Body() { userId }: OfWaiting, @From() caller: Caller) {
    return this.calls.command('identity.decline', { userId }, caller);
  }

  @Read('sessions/:username', { summary: 'A person’s sessions', answers: ['identity.getSessionsOf', 'sessions'] })
  async getSessions(@Param('username') username: string, @From() caller: Caller) {
    return (await this.privately.read('identity.getSessionsOf', { username }, caller)).map(({ sessions }) => sessions);
  }

  @Limited('moderation')
  @Change('suspend', { summary: 'Suspend an account; its sessions end', answers: 'identity.suspend' })
  suspend(@Body() { username }: OfAccount, @From() caller: Caller) {
    return this.calls.command('identity.suspend', { username }, caller);
  }

  @Limited('moderation')
  @Change('restore', { summary: 'Lift a suspension', answers: 'identity.restore' })
  restore(@Body() { username }: OfAccount, @From() caller: Caller) {
    return this.calls.command('identity.restore', { username }, caller);
  }

  @Limited('moderation')
  @Change('makeOperator', { summary: 'Make a person an operator', answers: 'identity.makeOperator' })
  makeOperator(@Body() { username }: OfAccount, @From() caller: Caller) {
    return this.calls.command('identity.makeOperator', { username }, caller);
  }

  @Limited('moderation')
  @Change('removeOperator', {
    summary: 'Take an operator’s rights away, but not the last one’s',
    answers: 'identity.removeOperator',
  })
  removeOperator(@Body() { username }: OfAccount, @From() caller: Caller) {
    return this.calls.command('identity.removeOperator', { username }, caller);
  }

  @Limited('moderation')
  @Change('rename', {
    method: 'PATCH',
    summary: 'Give a person another username; the former one stays reserved and leads to them',
    answers: 'identity.rename',
  })
  rename(@Body() body: RenameAccount, @From() caller: Caller) {
    return this.administration.rename(body, caller);
  }

  @Limited('moderation')
  @Change('endSessions', { summary: 'End a person’s sessions, or one of them', answers: 'identity.endSessionsOf' })
  endSessions(@Body() body: EndSessions, @From() caller: Caller) {
    return this.administration.endSessions(body, caller);
  }

  @Limited('moderation')
  @Change('resetPassword', {
    summary: 'Replace a forgotten password by a temporary one, which is answered once',
    answers: 'identity.replacePassword',
  })
  resetPassword(@Body() { username }: OfAccount, @From() caller: Caller) {
    return this.privately.command('identity.replacePassword', { username }, caller);
  }

  @Limited('members')
  @Change('members', {
    summary: 'Open accounts for people on a list, with temporary passwords, which are answered once; or try it',
    answers: 'gateway.members',
  })
  addMembers(@Body() body: AddMembers, @From() caller: Caller) {
    return this.members.add(body, caller);
  }

  @Limited('search')
  @Read('communities', {
    summary: 'All communities, also private and closed ones, the latest first',
    answers: 'communities.getAll',
  })
  getCommunities(@Query() query: GetAllCommunities, @From() caller: Caller) {
    return this.calls.list('communities.getAll', query, caller);
  }

  @Limited('moderation')
  @Change('closeCommunity', { summary: 'Close any community for good', answers: 'communities.closeAny' })
  closeCommunity(@Body() { communityId }: OfCommunity, @From() caller: Caller) {
    return this.calls.command('communities.closeAny', { communityId }, caller);
  }

  @Read('mail', { summary: 'Whether mail is sent, what waits, and the last failure', answers: 'delivery.getMailState' })
  getMail(@From() caller: Caller) {
    return this.privately.read('delivery.getMailState', {}, caller);
  }

  @Limited('mail')
  @Change('mail/test', { summary: 'Send a mail to one’s own address', answers: 'delivery.sendTestMail' })
  sendTestMail(@From() caller: Caller) {
    return this.privately.command('delivery.sendTestMail', {}, caller);
  }

  @Read('files', { summary: 'All files of the site, the largest first', answers: 'files.getLargest' })
  getFiles(@Query() query: PageRequest, @From() caller: Caller) {
    return this.privately.list('files.getLargest', query, caller);
  }
}
