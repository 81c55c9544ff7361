import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { checkWellFormed } from '@parlour/contracts/checks';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Rpc } from '@parlour/contracts/rpc';
import { Database } from '@parlour/kernel/database/database';
import { type CommandOrigin, Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import type { Call } from '@parlour/kernel/rpc/calls';
import { type DeletedAsker, readDeleted, readMatches, type Viewer } from './notification-list.view.ts';
import { type DeleteNotification, notificationDecider, notificationStream } from './notification.decider.ts';

type Deleted = Rpc['notifications.delete']['reply'];

/** How many are deleted at a time: as many as one transaction of the log takes. */
const batchSize = 100;

/** Deletes notifications. */
@Injectable()
export class Notifications {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
  ) {}

  /**
   * Deletes one notification by its own id, or all about a target. Each is an event; the first
   * one's key stores the whole answer, so that a repeated call answers it again and finishes an
   * interrupted one. Source: decisions N-1, N-4.
   * @throws {DomainError} `notification.unknown`
   */
  async delete(call: Call<'notifications.delete'>, viewer: Viewer): Promise<Outcome<Deleted>> {
    const { id } = call.request;
    refuse(checkWellFormed(id));
    const matches = await readMatches(this.database, id, viewer);
    const [first] = matches;
    if (!first) throw new DomainError('notification.unknown', messages.notificationUnknown);
    const ids = matches.filter(({ visible }) => visible).map((notification) => notification.id);
    const origin = originOf('notifications.delete', call.context, uuidv7());
    const { reply, positions } = await this.deleteOne(first.id, first.visible, viewer, origin, ids);
    const others = reply.deleted.map(({ _id }) => _id).filter((other) => other !== first.id);
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
    const argument: DeletedAsker = { ids, name };
    return this.commands.execute(origin, {
      streamId: notificationStream(notificationId),
      orderingKey: userId,
      decider: notificationDecider,
      command: (): DeleteNotification => ({ type: 'DeleteNotification', notificationId, userId, visible }),
      reply: { read: readDeleted, argument },
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
}
