import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Rpc } from '@parlour/contracts/rpc';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, type Outcome } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { type ChangePreferences, preferencesDecider, preferencesStream } from './preferences.decider.ts';
import { readPreferences } from './preferences.queries.ts';

type Preferences = Rpc['notifications.getPreferences']['reply'];

/** Calls about notification preferences. */
@Controller()
export class PreferencesController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
  ) {}

  @Handles('notifications.getPreferences')
  async getPreferences(@Payload() call: Call<'notifications.getPreferences'>): Promise<Preferences> {
    const [preferences] = await readPreferences(this.database, [actorOf(call).id]);
    return preferences as Preferences; // one per person
  }

  @Handles('notifications.changePreferences')
  changePreferences(@Payload() call: Call<'notifications.changePreferences'>): Promise<Outcome<Preferences>> {
    const userId = actorOf(call).id;
    const { wanted } = call.request;
    return this.commands.execute(originOf('notifications.changePreferences', call.context), {
      streamId: preferencesStream(userId),
      orderingKey: userId,
      decider: preferencesDecider,
      command: (): ChangePreferences => ({ type: 'ChangePreferences', userId, wanted }),
      reply: { read: readPreferences, argument: userId },
    });
  }
}
