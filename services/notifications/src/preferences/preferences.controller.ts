import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Commands, originOf } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { madeReply, readReply, type Reply } from '@parlour/kernel/log/reply';
import type { RpcName } from '@parlour/contracts/rpc';
import {
  type ChangeNotices,
  type ChangePreferences,
  preferencesDecider,
  preferencesStream,
  type Unsubscribe,
} from './preferences.decider.ts';
import { readPreferences, readTables } from './preferences.queries.ts';

/** Calls about notification preferences. */
@Controller()
export class PreferencesController {
  constructor(private readonly commands: Commands) {}

  @Handles('notifications.changePreferences')
  changePreferences(@Payload() call: Call<'notifications.changePreferences'>) {
    const userId = actorOf(call).id;
    const { wanted } = call.request;
    return this.change(call, { type: 'ChangePreferences', userId, wanted }, readReply(readPreferences, userId));
  }

  /** @throws {DomainError} `notification.type`, `request.invalid` */
  @Handles('notifications.changeNotices')
  changeNotices(@Payload() call: Call<'notifications.changeNotices'>) {
    const userId = actorOf(call).id;
    return this.change(call, { ...call.request, type: 'ChangeNotices', userId }, readReply(readTables, userId));
  }

  @Handles('notifications.unsubscribe')
  unsubscribe(@Payload() call: Call<'notifications.unsubscribe'>) {
    const { userId, kind } = call.request;
    return this.change(call, { type: 'Unsubscribe', userId, kind }, madeReply({ kind }));
  }

  private change<Answer extends object>(
    call: Call<RpcName>,
    command: ChangePreferences | ChangeNotices | Unsubscribe,
    reply: Reply<Answer>,
  ) {
    return this.commands.execute(originOf(call), {
      streamId: preferencesStream(command.userId),
      orderingKey: command.userId,
      decider: preferencesDecider,
      command: () => command,
      reply,
    });
  }
}
