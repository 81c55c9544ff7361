import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import { checkWellFormed } from '@parlour/contracts/checks';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { NotificationWire } from '@parlour/contracts/notifications';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import { areRightsFresh } from '@parlour/people/audience';
import { Rights } from '@parlour/kernel/consumer/rights';
import { Database } from '@parlour/kernel/database/database';
import { type CommandOrigin, Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import {
  type DeleteNotification,
  notificationDecider,
  notificationStream,
  type ViewNotification,
} from './notification.decider.ts';
import {
  readDeleted,
  readMatches,
  readNewest,
  readNotificationList,
  readRow,
  readShown,
  readSweepable,
  readUnread,
  type Viewer,
} from './notification.queries.ts';
import { type MarkRead, readingDecider, readingStream } from './reading.decider.ts';
import { type RestoreSweep, type Sweep, sweepDecider, sweepStream } from './sweep.decider.ts';

type Deleted = Rpc['notifications.delete']['reply'];
type Unread = Rpc['notifications.unread']['reply'];

/** How many are deleted at a time: as many as one transaction of the log takes. */
const batchSize = 100;

/** Calls about one's own notifications. */
@Controller()
export class NotificationController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(Rights) private readonly rights: Rights,
  ) {}

  @Handles('notifications.getNotifications')
  getNotifications(@Payload() call: Call<'notifications.getNotifications'>): Promise<JsonPage<NotificationWire>> {
    return readNotificationList(this.database, call.request, this.viewerOf(call));
  }

  @Handles('notifications.unread')
  async unread(@Payload() call: Call<'notifications.unread'>): Promise<Unread> {
    const [unread] = await readUnread(this.database, [this.viewerOf(call)]);
    return unread as Unread; // one per viewer
  }

  @Handles('notifications.markRead')
  async markRead(@Payload() call: Call<'notifications.markRead'>): Promise<Outcome<Unread>> {
    return this.readUpTo(call.request.upTo, 'notifications.markRead', call);
  }

  @Handles('notifications.readAll')
  async readAll(@Payload() call: Call<'notifications.readAll'>): Promise<Outcome<Unread>> {
    const newest = await readNewest(this.database, this.viewerOf(call).viewer);
    if (newest === undefined) return new Outcome({ unread: 0 }, {});
    return this.readUpTo(newest, 'notifications.readAll', call);
  }

  private async readUpTo(
    upTo: string,
    route: 'notifications.markRead' | 'notifications.readAll',
    call: Call<RpcName>,
  ): Promise<Outcome<Unread>> {
    const viewer = this.viewerOf(call);
    const userId = viewer.viewer;
    const { reached: shown } = await readShown(this.database, upTo, userId);
    return this.commands.execute(originOf(route, call.context, uuidv7()), {
      streamId: readingStream(userId),
      orderingKey: userId,
      decider: readingDecider,
      command: (): MarkRead => ({ type: 'MarkRead', userId, upTo, shown }),
      reply: { read: readUnread, argument: viewer },
    });
  }

  /** @throws {DomainError} `notification.unknown` */
  @Handles('notifications.view')
  async view(@Payload() call: Call<'notifications.view'>): Promise<Outcome<Unread>> {
    const { id: notificationId } = call.request;
    const viewer = this.viewerOf(call);
    const userId = viewer.viewer;
    const { itself: shown } = await readShown(this.database, notificationId, userId);
    const origin = originOf('notifications.view', call.context, uuidv7());
    const viewOne = (id: string, by: CommandOrigin): Promise<Outcome<Unread>> =>
      this.commands.execute(by, {
        streamId: notificationStream(id),
        orderingKey: userId,
        decider: notificationDecider,
        command: (): ViewNotification => ({ type: 'ViewNotification', notificationId: id, userId, shown }),
        reply: { read: readUnread, argument: viewer },
      });
    const row = shown === 'unread' ? await readRow(this.database, notificationId, viewer) : [];
    const others = row.filter(({ id }) => id !== notificationId);
    for (let from = 0; from < others.length; from += batchSize) {
      const batch = others.slice(from, from + batchSize);
      await Promise.all(batch.map(({ id }) => viewOne(id, { ...origin, commandId: uuidv7(), key: null })));
    }
    // Last, because its reply has the count.
    return viewOne(notificationId, origin);
  }

  @Handles('notifications.deleteAll')
  async deleteAll(@Payload() call: Call<'notifications.deleteAll'>): Promise<Outcome<Unread>> {
    const seen = await readSweepable(this.database, this.viewerOf(call));
    const sweepId = uuidv7();
    return this.sweep('notifications.deleteAll', call, (userId, now) => ({
      ...{ type: 'Sweep', userId, now, sweepId, ...seen },
    }));
  }

  /** @throws {DomainError} `restore.late` */
  @Handles('notifications.restore')
  restore(@Payload() call: Call<'notifications.restore'>): Promise<Outcome<Unread>> {
    return this.sweep('notifications.restore', call, (userId, now) => ({
      type: 'RestoreSweep',
      userId,
      since: new Date(Date.parse(now) - limits.sweepMinutes * 60_000).toISOString(),
    }));
  }

  private sweep(
    route: 'notifications.deleteAll' | 'notifications.restore',
    call: Call<RpcName>,
    commandOf: (userId: string, now: string) => Sweep | RestoreSweep,
  ): Promise<Outcome<Unread>> {
    const viewer = this.viewerOf(call);
    const userId = viewer.viewer;
    return this.commands.execute(originOf(route, call.context, uuidv7()), {
      streamId: sweepStream(userId),
      orderingKey: userId,
      decider: sweepDecider,
      command: ({ now }) => commandOf(userId, now),
      reply: { read: readUnread, argument: viewer },
    });
  }

  /**
   * Deletes one notification by its own id, or all about a target. Each is an event; the first
   * one's key stores the whole answer, so that a repeated call answers it again and finishes an
   * interrupted one. Source: decisions N-1, N-4.
   * @throws {DomainError} `notification.unknown`
   */
  @Handles('notifications.delete')
  async delete(@Payload() call: Call<'notifications.delete'>): Promise<Outcome<Deleted>> {
    const { id, rows } = call.request;
    const viewer = this.viewerOf(call);
    refuse(checkWellFormed(id));
    const ofRow = rows === 'folded' ? await readRow(this.database, id, viewer) : [];
    const matches = ofRow.length > 0 ? ofRow : await readMatches(this.database, id, viewer);
    const [first] = matches;
    if (!first) throw new DomainError('notification.unknown', messages.notificationUnknown);
    const ids = matches.filter(({ visible }) => visible).map((notification) => notification.id);
    const origin = originOf('notifications.delete', call.context, uuidv7());
    const { reply, positions } = await this.deleteOne(first.id, first.visible, viewer, origin, ids);
    const deleted = reply.deleted.map(({ _id }) => _id);
    // A repeated call has deleted nothing yet: its stored reply has one that is not visible now.
    const isRepeated = !deleted.every((one) => ids.includes(one));
    const others = isRepeated ? deleted : deleted.filter((other) => other !== first.id);
    let position = positions.notifications ?? 0;
    for (let from = 0; from < others.length; from += batchSize) {
      const batch = others.slice(from, from + batchSize);
      const outcomes = await Promise.all(batch.map((other) => this.deleteAnother(other, viewer, origin)));
      position = Math.max(position, ...outcomes);
    }
    return new Outcome(reply, { notifications: position });
  }

  private deleteOne(
    notificationId: string,
    visible: boolean,
    { viewer: userId, name }: Viewer,
    origin: CommandOrigin,
    ids: readonly string[],
  ): Promise<Outcome<Deleted>> {
    return this.commands.execute(origin, {
      streamId: notificationStream(notificationId),
      orderingKey: userId,
      decider: notificationDecider,
      command: (): DeleteNotification => ({ type: 'DeleteNotification', notificationId, userId, visible }),
      reply: { read: readDeleted, argument: { ids, name } },
    });
  }

  /** Returns the position of its event; 0 if it was already deleted. */
  private async deleteAnother(id: string, viewer: Viewer, origin: CommandOrigin): Promise<number> {
    try {
      const { positions } = await this.deleteOne(id, true, viewer, { ...origin, commandId: uuidv7(), key: null }, [id]);
      return positions.notifications ?? 0;
    } catch (failure) {
      if (failure instanceof DomainError && failure.code === 'notification.unknown') return 0;
      throw failure;
    }
  }

  private viewerOf(call: Call<RpcName>): Viewer {
    const { id, name } = actorOf(call);
    return { viewer: id, name, fresh: areRightsFresh(this.rights) };
  }
}
