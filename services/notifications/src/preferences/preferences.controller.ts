import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Commands, originOf } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { readReply } from '@parlour/kernel/log/reply';
import { type ChangePreferences, preferencesDecider, preferencesStream } from './preferences.decider.ts';
import { readPreferences } from './preferences.queries.ts';

/** Calls about notification preferences. */
@Controller()
export class PreferencesController {
  constructor(private readonly commands: Commands) {}

  @Handles('notifications.changePreferences')
  changePreferences(@Payload() call: Call<'notifications.changePreferences'>) {
    const userId = actorOf(call).id;
    const { wanted } = call.request;
    return this.commands.execute(originOf(call), {
      streamId: preferencesStream(userId),
      orderingKey: userId,
      decider: preferencesDecider,
      command: (): ChangePreferences => ({ type: 'ChangePreferences', userId, wanted }),
      reply: readReply(readPreferences, userId),
    });
  }
}
