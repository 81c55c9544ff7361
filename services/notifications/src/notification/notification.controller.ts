import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import { checkWellFormed } from '@parlour/contracts/text/checks';
import { DomainError, refuse, unavailable } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { NoticesToSend } from '@parlour/contracts/notifications/notices';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import { Rights } from '@parlour/kernel/consumer/rights';
import { Database } from '@parlour/kernel/database/database';
import { type CommandOrigin, Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { doneReply, madeReply, readReply, type Reply } from '@parlour/kernel/log/reply';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import { areRightsFresh } from '@parlour/people/audience';
import { readTableOf } from '../preferences/preferences.queries.ts';
import { notBefore } from '../preferences/quiet-hours.ts';
import { viewerOf } from './visibility.ts';
import { type DeleteNotification, notificationDecider, notificationStream, viewOf } from './notification.decider.ts';
import {
  type Match,
  readDeleted,
  readMatches,
  readNewest,
  readNotices,
  readRow,
  readShown,
  readSweepable,
  readUnread,
} from './notification.queries.ts';
import { type MarkRead, readingDecider, readingStream } from './reading.decider.ts';
import { type RestoreSweep, type Sweep, sweepDecider, sweepStream } from './sweep.decider.ts';

type Unread = Rpc['notifications.unread']['reply'];

/** How many are viewed or deleted at a time: as many as one transaction of the log takes. */
const batchSize = 100;

/** Calls about one's own notifications. */
@Controller()
export class NotificationController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly rights: Rights,
  ) {}

  @Handles('notifications.markRead')
  async markRead(@Payload() call: Call<'notifications.markRead'>) {
    return this.readUpTo(call.request.upTo, call);
  }

  @Handles('notifications.readAll')
  async readAll(@Payload() call: Call<'notifications.readAll'>) {
    const newest = await readNewest(this.database, viewerOf(call, this.rights).viewer);
    if (newest === undefined) return new Outcome({ unread: 0 }, {});
    return this.readUpTo(newest, call);
  }

  private async readUpTo(upTo: string, call: Call<RpcName>): Promise<Outcome<Unread>> {
    const viewer = viewerOf(call, this.rights);
    const userId = viewer.viewer;
    const { reached: shown } = await readShown(this.database, upTo, userId);
    return this.commands.execute(originOf(call), {
      streamId: readingStream(userId),
      orderingKey: userId,
      decider: readingDecider,
      command: (): MarkRead => ({ type: 'MarkRead', userId, upTo, shown }),
      reply: readReply(readUnread, viewer),
    });
  }

  /** @throws {DomainError} `notification.unknown` */
  @Handles('notifications.view')
  async view(@Payload() call: Call<'notifications.view'>) {
    const { id: notificationId } = call.request;
    const viewer = viewerOf(call, this.rights);
    const userId = viewer.viewer;
    const { itself: shown } = await readShown(this.database, notificationId, userId);
    const origin = originOf(call);
    const viewOne = <Answer extends object>(id: string, by: CommandOrigin, reply: Reply<Answer>) =>
      this.commands.execute(by, { ...viewOf({ notificationId: id, userId, shown }), reply });
    const row = shown === 'unread' ? await readRow(this.database, notificationId, viewer) : [];
    const others = row.filter((one) => one.visible && one.id !== notificationId).map(({ id }) => id);
    await inBatches(others, (id) => viewOne(id, { ...origin, commandId: uuidv7(), key: null }, doneReply));
    // Last, because its reply has the count.
    return viewOne(notificationId, origin, readReply(readUnread, viewer));
  }

  /** @throws {DomainError} `service.unavailable` while it is not certain what the person may see */
  @Handles('notifications.getNotices')
  async getNotices(@Payload() { request }: Call<'notifications.getNotices'>): Promise<NoticesToSend> {
    const { userId, channel, kind } = request;
    const { kinds, quiet, until } = await readTableOf(this.database, userId);
    const terms = {
      wanted: kinds[kind][channel],
      notBefore: notBefore({ quiet, until }, new Date()),
      zone: quiet?.zone ?? null,
    };
    if (!terms.wanted || terms.notBefore !== null) return { ...terms, rows: [] };
    if (!areRightsFresh(this.rights)) throw unavailable();
    return { ...terms, rows: await readNotices(this.database, request) };
  }

  @Handles('notifications.deleteAll')
  async deleteAll(@Payload() call: Call<'notifications.deleteAll'>) {
    const seen = await readSweepable(this.database, viewerOf(call, this.rights));
    const sweepId = uuidv7();
    return this.sweep(call, (userId, now) => ({
      ...{ type: 'Sweep', userId, now, sweepId, ...seen },
    }));
  }

  /** @throws {DomainError} `restore.late` */
  @Handles('notifications.restore')
  restore(@Payload() call: Call<'notifications.restore'>) {
    return this.sweep(call, (userId, now) => ({
      type: 'RestoreSweep',
      userId,
      since: new Date(Date.parse(now) - limits.sweepMinutes * 60_000).toISOString(),
    }));
  }

  private sweep(
    call: Call<RpcName>,
    commandOf: (userId: string, now: string) => Sweep | RestoreSweep,
  ): Promise<Outcome<Unread>> {
    const viewer = viewerOf(call, this.rights);
    const userId = viewer.viewer;
    return this.commands.execute(originOf(call), {
      streamId: sweepStream(userId),
      orderingKey: userId,
      decider: sweepDecider,
      command: ({ now }) => commandOf(userId, now),
      reply: readReply(readUnread, viewer),
    });
  }

  /**
   * Deletes one notification by its own id, those of its row, or all about a target. Each is an
   * event; the first one's key stores the ids of the answer, so that a repeated call answers it
   * again and finishes an interrupted one. Source: decisions N-1, N-4, U-14.
   * @throws {DomainError} `notification.unknown`
   */
  @Handles('notifications.delete')
  async delete(@Payload() call: Call<'notifications.delete'>) {
    const { id, rows } = call.request;
    const viewer = viewerOf(call, this.rights);
    refuse(checkWellFormed(id));
    const ofRow = rows === 'folded' ? await readRow(this.database, id, viewer) : [];
    const matches = ofRow.length > 0 ? ofRow : await readMatches(this.database, id, viewer);
    const [first] = matches;
    if (!first) throw new DomainError('notification.unknown', messages.notificationUnknown);
    const origin = originOf(call);
    const named = matches.filter(({ visible }) => visible).slice(0, limits.namesListed);
    const stored = madeReply({ deleted: named.map((one) => ({ _id: one.id })) });
    const { reply, positions } = await this.deleteOne(first.id, first.visible, viewer.viewer, origin, stored);
    const deleted = reply.deleted.map(({ _id }) => _id);
    // The first of them was deleted by the command that stored the reply.
    const others = [...deleted.slice(1), ...unnamed(matches, deleted)];
    const outcomes = await inBatches(others, (other) => this.deleteAnother(other, viewer.viewer, origin));
    const position = outcomes.reduce((latest, one) => Math.max(latest, one), positions.notifications ?? 0);
    return new Outcome({ deleted: await readDeleted(this.database, deleted, viewer) }, { notifications: position });
  }

  private deleteOne<Answer extends object>(
    notificationId: string,
    visible: boolean,
    userId: string,
    origin: CommandOrigin,
    reply: Reply<Answer>,
  ): Promise<Outcome<Answer>> {
    return this.commands.execute(origin, {
      streamId: notificationStream(notificationId),
      orderingKey: userId,
      decider: notificationDecider,
      command: (): DeleteNotification => ({ type: 'DeleteNotification', notificationId, userId, visible }),
      reply,
    });
  }

  /** Returns the position of its event; 0 if it was already deleted. */
  private async deleteAnother(id: string, userId: string, origin: CommandOrigin): Promise<number> {
    const another = { ...origin, commandId: uuidv7(), key: null };
    try {
      const { positions } = await this.deleteOne(id, true, userId, another, doneReply);
      return positions.notifications ?? 0;
    } catch (failure) {
      if (failure instanceof DomainError && failure.code === 'notification.unknown') return 0;
      throw failure;
    }
  }
}

/** What a deletion takes beside what its reply names: older ones, if there are too many for it. */
function unnamed(matches: readonly Match[], named: readonly string[]): string[] {
  if (named.length < limits.namesListed) return [];
  const oldest = matches.find(({ id }) => id === named.at(-1))?.position ?? 0;
  return matches.filter(({ position, visible }) => visible && position < oldest).map(({ id }) => id);
}

/** Gives a command for each id, a batch at a time. */
async function inBatches<Result>(ids: readonly string[], give: (id: string) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < ids.length; from += batchSize) {
    results.push(...(await Promise.all(ids.slice(from, from + batchSize).map(give))));
  }
  return results;
}
