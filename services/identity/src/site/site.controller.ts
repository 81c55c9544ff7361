import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { doneAfter, doneReply } from '@parlour/kernel/log/reply';
import { IdentityConfig } from '../identity-config.ts';
import { type ChooseSitePicture, sitePictureDecider, sitePictureStream } from './site-picture.decider.ts';
import { type ChangeSettings, siteDecider, siteStream } from './site.decider.ts';
import {
  type CodeChange,
  isOperating,
  readSite,
  readSiteLog,
  refuseUnlessOperating,
  changeCode,
} from './site.queries.ts';

/** Calls of operators about the site; unknown to everybody else. Source: decisions O-4, O-6. */
@Controller()
export class SiteController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly config: IdentityConfig,
  ) {}

  @Handles('identity.checkOperator')
  async checkOperator(@Payload() { context }: Call<'identity.checkOperator'>) {
    return { operator: context.actor !== null && (await isOperating(this.database, context.actor.id)) };
  }

  @Handles('identity.getSite')
  async getSite(@Payload() { context }: Call<'identity.getSite'>) {
    await refuseUnlessOperating(this.database, context.actor?.id);
    return readSite(this.database, this.config);
  }

  @Handles('identity.changeSite')
  async changeSite(@Payload() call: Call<'identity.changeSite'>) {
    await refuseUnlessOperating(this.database, call.context.actor?.id);
    const current = await readSite(this.database, this.config);
    const code: CodeChange = {
      given: call.request.code?.trim(),
      kept: call.request.signUp === 'code' ? current.code : undefined,
    };
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: siteStream,
      orderingKey: siteStream,
      decider: siteDecider,
      command: (): ChangeSettings => ({ type: 'ChangeSettings', ...call.request, current }),
      reply: doneAfter((tx) => changeCode(tx, code)),
    });
    return new Outcome(await readSite(this.database, this.config), positions);
  }

  @Handles('identity.setSitePicture')
  async setPicture(@Payload() call: Call<'identity.setSitePicture'>) {
    await refuseUnlessOperating(this.database, call.context.actor?.id);
    const { place, fileId } = call.request;
    const by = actorOf(call).id;
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: sitePictureStream(place),
      orderingKey: siteStream,
      decider: sitePictureDecider,
      command: (): ChooseSitePicture => ({ type: 'ChooseSitePicture', place, fileId, by }),
      reply: doneReply,
    });
    return new Outcome(await readSite(this.database, this.config), positions);
  }

  @Handles('identity.getSiteLog')
  async getSiteLog(@Payload() call: Call<'identity.getSiteLog'>) {
    await refuseUnlessOperating(this.database, call.context.actor?.id);
    return readSiteLog(this.database, call.request);
  }
}
