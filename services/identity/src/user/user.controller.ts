import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { looksBlank } from '@parlour/contracts/text/checks';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { doneAfter, doneReply } from '@parlour/kernel/log/reply';
import { writeBiography } from './biographies.ts';
import {
  biographyDecider,
  biographyStream,
  type ChoosePicture,
  followVisibilityDecider,
  followVisibilityStream,
  pictureDecider,
  pictureStream,
  type ToggleFollowVisibility,
  type UpdateBiography,
} from './own-settings.decider.ts';
import { userGuard } from './user.decider.ts';
import { readOwnUser } from './user.queries.ts';

/** Calls about people, for signed-in users. */
@Controller()
export class UserController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
  ) {}

  @Handles('identity.updateBiography')
  async updateBiography(@Payload() call: Call<'identity.updateBiography'>) {
    const userId = actorOf(call).id;
    // A biography without visible characters is empty.
    const biography = looksBlank(call.request.biography) ? '' : call.request.biography;
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: biographyStream(userId),
      orderingKey: userId,
      decider: biographyDecider,
      guards: [userGuard(userId)],
      command: ({ guards: [user] }): UpdateBiography => ({ type: 'UpdateBiography', userId, user, biography }),
      reply: doneAfter((tx) => writeBiography(tx, userId, biography)),
    });
    return new Outcome(await readOwnUser(this.database, userId), positions);
  }

  @Handles('identity.setPicture')
  async setPicture(@Payload() call: Call<'identity.setPicture'>) {
    const userId = actorOf(call).id;
    const { fileId } = call.request;
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: pictureStream(userId),
      orderingKey: userId,
      decider: pictureDecider,
      guards: [userGuard(userId)],
      command: ({ guards: [user] }): ChoosePicture => ({ type: 'ChoosePicture', userId, user, fileId }),
      reply: doneReply,
    });
    return new Outcome(await readOwnUser(this.database, userId), positions);
  }

  @Handles('identity.toggleFollowVisibility')
  async toggleFollowVisibility(@Payload() call: Call<'identity.toggleFollowVisibility'>) {
    const userId = actorOf(call).id;
    const origin = originOf(call);
    const { positions } = await this.commands.execute(origin, {
      streamId: followVisibilityStream(userId),
      orderingKey: userId,
      decider: followVisibilityDecider,
      guards: [userGuard(userId)],
      command: ({ guards: [user] }): ToggleFollowVisibility => ({ type: 'ToggleFollowVisibility', userId, user }),
      reply: doneReply,
    });
    return new Outcome(await readOwnUser(this.database, userId), positions);
  }
}
