import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { limits } from '@parlour/contracts/limits';
import type { NotificationWire } from '@parlour/contracts/notifications';
import type { Answered } from '../http/answer.ts';
import { Caller, From } from '../http/caller.ts';
import { pageOf } from '../http/page-request.ts';
import { PrivateCalls } from '../http/private-calls.ts';
import { Change, Read } from '../http/route.ts';
import { aText } from '../http/validation.ts';
import { PageQuery } from '../identity/user.dto.ts';
import {
  ChangePreferencesDto,
  MarkReadDto,
  NotificationDto,
  PreferencesDto,
  UnreadNotificationsDto,
} from './notification.dto.ts';
import { NotificationTargetPipe } from './notification-target.ts';

@ApiTags('notifications')
@Controller(['', 'api'])
export class NotificationController {
  constructor(private readonly calls: PrivateCalls) {}

  @Read('getNotifications/:username', { summary: 'One’s own notifications, newest first', answers: [NotificationDto] })
  getNotifications(
    @Param('username') username: string,
    @Query() query: PageQuery,
    @From() caller: Caller,
  ): Promise<Answered<readonly NotificationWire[]>> {
    return this.calls.list('notifications.getNotifications', pageOf(query), caller.acting(username));
  }

  @ApiParam({ name: 'notificationId', schema: { type: 'string', ...aText(limits.usernameLength) } })
  @Change('deleteNotification/:username/:notificationId', {
    method: 'DELETE',
    summary: 'Delete one by its _id, or all of one’s own about a target; answers what was deleted',
    answers: [NotificationDto],
  })
  async deleteNotification(
    @Param('username') username: string,
    @Param('notificationId', NotificationTargetPipe) id: string,
    @From() caller: Caller,
  ): Promise<Answered<readonly NotificationWire[]>> {
    return (await this.calls.command('notifications.delete', { id }, caller.acting(username))).map(
      ({ deleted }) => deleted,
    );
  }

  @Read('notifications/unread', {
    summary: 'How many of one’s own one has not seen',
    answers: UnreadNotificationsDto,
    extension: true,
  })
  unread(@From() caller: Caller): Promise<Answered<UnreadNotificationsDto>> {
    return this.calls.read('notifications.unread', {}, caller);
  }

  @Change('notifications/markRead', {
    summary: 'Note that one has seen all up to one of them',
    answers: UnreadNotificationsDto,
    extension: true,
  })
  markRead(@Body() { upTo }: MarkReadDto, @From() caller: Caller): Promise<Answered<UnreadNotificationsDto>> {
    return this.calls.command('notifications.markRead', { upTo: upTo.toLowerCase() }, caller);
  }

  @Read('notifications/preferences', {
    summary: 'The notification types that one wants; all by default',
    answers: PreferencesDto,
    extension: true,
  })
  preferences(@From() caller: Caller): Promise<Answered<PreferencesDto>> {
    return this.calls.read('notifications.getPreferences', {}, caller);
  }

  @Change('notifications/preferences', {
    summary: 'Choose notification types from now on; existing notifications stay',
    answers: PreferencesDto,
    extension: true,
  })
  changePreferences(
    @Body() { wanted }: ChangePreferencesDto,
    @From() caller: Caller,
  ): Promise<Answered<PreferencesDto>> {
    return this.calls.command('notifications.changePreferences', { wanted }, caller);
  }
}
