import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { limits } from '@parlour/contracts/limits';
import {
  ChangePreferences,
  DeletedRows,
  GetNotifications,
  MarkRead,
  ViewNotification,
} from '@parlour/contracts/notifications/notifications.requests';
import { Caller, From } from '../http/requests/caller.ts';
import { PrivateCalls } from '../http/requests/private-calls.ts';
import { Change, Read } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';
import { text } from '@parlour/contracts/fields';
import { NotificationTargetPipe } from './notification-target.ts';

@ApiTags('notifications')
@Controller(['', 'api'])
export class NotificationController {
  constructor(private readonly calls: PrivateCalls) {}

  @Read('getNotifications/:username', {
    summary: 'One’s own notifications, newest first',
    answers: 'notifications.getNotifications',
  })
  getNotifications(@Param('username') username: string, @Query() query: GetNotifications, @From() caller: Caller) {
    return this.calls.list('notifications.getNotifications', query, caller.acting(username));
  }

  @ApiParam({ name: 'notificationId', schema: { type: 'string', ...text(limits.usernameLength) } })
  @Change('deleteNotification/:username/:notificationId', {
    method: 'DELETE',
    summary: 'Delete one by its _id, or all of one’s own about a target; answers what was deleted',
    answers: ['notifications.delete', 'deleted'],
  })
  async deleteNotification(
    @Param('username') username: string,
    @Param('notificationId', NotificationTargetPipe) id: string,
    @Query() { rows }: DeletedRows,
    @From() caller: Caller,
  ) {
    return (
      await this.calls.command('notifications.delete', { id, ...(rows && { rows }) }, caller.acting(username))
    ).map(({ deleted }) => deleted);
  }

  @Read('notifications/unread', {
    summary: 'How many of one’s own one has not seen',
    answers: 'notifications.unread',
    extension: true,
  })
  unread(@From() caller: Caller) {
    return this.calls.read('notifications.unread', {}, caller);
  }

  @Change('notifications/markRead', {
    summary: 'Note that one has seen all up to one of them',
    answers: 'notifications.markRead',
    extension: true,
  })
  markRead(@Body() body: MarkRead, @From() caller: Caller) {
    return this.calls.command('notifications.markRead', body, caller);
  }

  @Change('notifications/readAll', {
    summary: 'Mark all of one’s own as read',
    answers: 'notifications.readAll',
    extension: true,
  })
  readAll(@From() caller: Caller) {
    return this.calls.command('notifications.readAll', {}, caller);
  }

  @Change('notifications/view', {
    summary: 'Note that one views what one of them is about, which marks it as read',
    answers: 'notifications.view',
    extension: true,
  })
  view(@Body() body: ViewNotification, @From() caller: Caller) {
    return this.calls.command('notifications.view', body, caller);
  }

  @Limited('vote')
  @Change('notifications/all', {
    method: 'DELETE',
    summary: 'Delete all of one’s own; they can be restored for some minutes',
    answers: 'notifications.deleteAll',
    extension: true,
  })
  deleteAll(@From() caller: Caller) {
    return this.calls.command('notifications.deleteAll', {}, caller);
  }

  @Limited('vote')
  @Change('notifications/restore', {
    summary: 'Restore what the last deletion of all has deleted',
    answers: 'notifications.restore',
    extension: true,
  })
  restore(@From() caller: Caller) {
    return this.calls.command('notifications.restore', {}, caller);
  }

  @Read('notifications/preferences', {
    summary: 'The notification types that one wants; all by default',
    answers: 'notifications.getPreferences',
    extension: true,
  })
  preferences(@From() caller: Caller) {
    return this.calls.read('notifications.getPreferences', {}, caller);
  }

  @Limited('vote')
  @Change('notifications/preferences', {
    summary: 'Choose notification types from now on; existing notifications stay',
    answers: 'notifications.changePreferences',
    extension: true,
  })
  changePreferences(@Body() body: ChangePreferences, @From() caller: Caller) {
    return this.calls.command('notifications.changePreferences', body, caller);
  }
}
