import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import type { MailStateWire } from '@parlour/contracts/delivery/delivery';
import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { Database } from '@parlour/kernel/database/database';
import { actorOf, type Call, Handles, RpcClient, systemContext } from '@parlour/kernel/rpc/calls';
import { refuseUnlessOperator } from '@parlour/people/operators';
import { readMailState } from './mail.queries.ts';
import { mailTexts } from './mail-texts.ts';
import type { Mailer } from './mailer.ts';

/** Injection token of the mailer; null if the site sends no mail. */
export const siteMailer = Symbol('mailer');

/** Calls of operators about mail. Source: specification ML-1. */
@Controller()
export class MailController {
  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
    @Inject(siteMailer) private readonly mailer: Mailer | null,
  ) {}

  @Handles('delivery.getMailState')
  async getState(@Payload() call: Call<'delivery.getMailState'>): Promise<MailStateWire> {
    await refuseUnlessOperator(this.database, actorOf(call).id);
    return { on: this.mailer !== null, from: this.mailer?.sender ?? '', ...(await readMailState(this.database)) };
  }

  /** @throws {DomainError} `mail.off`, `email.missing` */
  @Handles('delivery.sendTestMail')
  async sendTest(@Payload() call: Call<'delivery.sendTestMail'>) {
    const userId = actorOf(call).id;
    await refuseUnlessOperator(this.database, userId);
    if (!this.mailer) throw new DomainError('mail.off', messages.mailOff);
    const request = { kind: 'test', userId, emailId: null } as const;
    const { reply } = await this.rpc.call('identity.addressMail', request, systemContext(call.context.requestId));
    if (!reply.mail) throw new DomainError('email.missing', messages.emailMissing);
    const failure = await this.mailer.send(
      uuidv7(),
      { to: reply.mail, text: mailTexts.test(reply.mail) },
      AbortSignal.timeout(limits.mailTestMs),
    );
    return failure ? { sent: false, failure: failure.text } : { sent: true };
  }
}
