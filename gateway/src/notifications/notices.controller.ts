import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { limits } from '@parlour/contracts/limits';
import { ChangeNotices, Unsubscribe, UnsubscribeQuery } from '@parlour/contracts/notifications/notices.requests';
import { text } from '@parlour/contracts/fields';
import { Caller, From } from '../http/requests/caller.ts';
import { PrivateCalls } from '../http/requests/private-calls.ts';
import { Change, Read } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';
import { Public } from '../session/session-guard.ts';

/** What reaches one away from the page, and the end of that. */
@ApiTags('notifications')
@Controller(['', 'api'])
export class NoticesController {
  constructor(private readonly calls: PrivateCalls) {}

  @Read('user/notices', {
    summary: 'One’s own table of notices: on the page, by push, by mail',
    answers: 'notifications.getNoticeTable',
    extension: true,
  })
  table(@From() caller: Caller) {
    return this.calls.read('notifications.getNoticeTable', {}, caller);
  }

  @Limited('vote')
  @Change('user/notices', {
    method: 'PUT',
    summary: 'Choose what reaches one on the page, by push and by mail, and when not',
    answers: 'notifications.changeNotices',
    extension: true,
  })
  change(@Body() body: ChangeNotices, @From() caller: Caller) {
    return this.calls.command('notifications.changeNotices', body, caller);
  }

  @Public()
  @Limited('link')
  @Change('user/unsubscribe', {
    summary: 'Get no more mails of a kind, by the link in one; also as a form of mail programs (RFC 8058)',
    answers: 'notifications.unsubscribe',
    extension: true,
  })
  unsubscribe(@Body() body: Unsubscribe, @Query() query: UnsubscribeQuery, @From() caller: Caller) {
    return this.end(body.token ?? query.token ?? '', caller);
  }

  @Public()
  @Limited('link')
  @ApiParam({ name: 'token', schema: { type: 'string', ...text(limits.linkTokenLength) } })
  @Change('unsubscribe/:token', {
    summary: 'The same at the address of the page that the link opens, as mails name it to mail programs',
    answers: 'notifications.unsubscribe',
    extension: true,
  })
  unsubscribeByLink(@Param('token') token: string, @From() caller: Caller) {
    return this.end(token, caller);
  }

  private async end(token: string, caller: Caller) {
    const link = await this.calls.read('identity.readUnsubscribe', { token }, caller);
    return this.calls.command('notifications.unsubscribe', link.body, caller);
  }
}
