import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import { Rights } from '@parlour/kernel/consumer/rights';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, type Outcome } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import {
  readNotificationList,
  readShown,
  readUnread,
  readUnreadReplies,
  type Viewer,
} from './notification-list.view.ts';
import { Notifications } from './notifications.ts';
import { areRightsFresh } from './visibility.ts';
import { type MarkRead, readingDecider, readingStream } from './reading.decider.ts';

/** Calls about one's own notifications. */
@Controller()
export class NotificationController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(Rights) private readonly rights: Rights,
    @Inject(Notifications) private readonly notifications: Notifications,
  ) {}

  @Handles('notifications.getNotifications')
  getNotifications(
    @Payload() call: Call<'notifications.getNotifications'>,
  ): Promise<Rpc['notifications.getNotifications']['reply']> {
    return readNotificationList(this.database, call.request, this.viewerOf(call));
  }

  @Handles('notifications.unread')
  async unread(@Payload() call: Call<'notifications.unread'>): Promise<Rpc['notifications.unread']['reply']> {
    const { viewer, fresh } = this.viewerOf(call);
    return { unread: (await readUnread(this.database, [viewer], fresh)).get(viewer) ?? 0 };
  }

  @Handles('notifications.delete')
  delete(@Payload() call: Call<'notifications.delete'>): Promise<Outcome<Rpc['notifications.delete']['reply']>> {
    return this.notifications.delete(call, this.viewerOf(call));
  }

  @Handles('notifications.markRead')
  async markRead(
    @Payload() call: Call<'notifications.markRead'>,
  ): Promise<Outcome<Rpc['notifications.markRead']['reply']>> {
    const { upTo } = call.request;
    const viewer = this.viewerOf(call);
    const userId = viewer.viewer;
    const shown = await readShown(this.database, upTo, userId);
    return this.commands.execute(originOf('notifications.markRead', call.context, uuidv7()), {
      streamId: readingStream(userId),
      orderingKey: userId,
      decider: readingDecider,
      command: (): MarkRead => ({ type: 'MarkRead', userId, upTo, shown }),
      reply: { read: readUnreadReplies, argument: viewer },
    });
  }

  private viewerOf(call: Call<RpcName>): Viewer {
    const { id, name } = actorOf(call);
    return { viewer: id, name, fresh: areRightsFresh(this.rights) };
  }
}
