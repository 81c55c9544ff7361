import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { isEmail } from 'class-validator';
import { v7 as uuidv7 } from 'uuid';
import type { Addressed } from '@parlour/contracts/delivery/delivery';
import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { noticeKinds } from '@parlour/contracts/notifications/notices';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { doneAfter } from '@parlour/kernel/log/reply';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { IdentityConfig } from '../identity-config.ts';
import { standingOf } from '../session/standing.ts';
import { readSiteName, refuseUnlessOperating } from '../site/site.queries.ts';
import { userGuard } from '../user/user.decider.ts';
import { readOwnUser } from '../user/user.queries.ts';
import { confirming, giving } from './email-commands.ts';
import { emailDecider, emailStream, linkInvalid, refuseWithoutMail, type RemoveEmail } from './email.decider.ts';
import { currentAddress, findEmail, findForMail, noteForgotten, noteSent, removeEmails } from './email.queries.ts';
import { LinkTokens } from './link-tokens.ts';

/** Addresses of people, and what delivery needs to write there. Source: specification ML-2. */
@Controller()
export class EmailController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly config: IdentityConfig,
    private readonly links: LinkTokens,
  ) {}

  /** @throws {DomainError} `mail.off`, `reauth`, `email.invalid` */
  @Handles('identity.setEmail')
  async setEmail(@Payload() call: Call<'identity.setEmail'>) {
    refuseWithoutMail(this.config);
    const userId = actorOf(call).id;
    const address = call.request.email.trim();
    if (!isAddress(address)) throw new DomainError('email.invalid', messages.emailInvalid);
    const standing = await standingOf(this.database, call);
    // One that mail was refused to is tried once more.
    const isCurrent = (await currentAddress(this.database, userId)) === address;
    const given = isCurrent ? null : { id: uuidv7(), address };
    const { positions } = await this.commands.execute(originOf(call), giving(userId, given, standing));
    return new Outcome(await readOwnUser(this.database, userId), positions);
  }

  /** @throws {DomainError} `reauth`, `email.missing` */
  @Handles('identity.removeEmail')
  async removeEmail(@Payload() call: Call<'identity.removeEmail'>) {
    const userId = actorOf(call).id;
    const standing = await standingOf(this.database, call);
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: emailStream(userId),
      orderingKey: userId,
      decider: emailDecider,
      guards: [userGuard(userId)],
      command: ({ guards: [user] }): RemoveEmail => ({ type: 'RemoveEmail', userId, user, ...standing }),
      reply: doneAfter((tx) => removeEmails(tx, userId)),
    });
    return new Outcome(await readOwnUser(this.database, userId), positions);
  }

  /** @throws {DomainError} `mail.off`, `link.invalid` */
  @Handles('identity.confirmEmail')
  async confirmEmail(@Payload() call: Call<'identity.confirmEmail'>) {
    refuseWithoutMail(this.config);
    const link = this.links.read('confirm', call.request.token);
    const email = link?.isGenuine('') ? await findEmail(this.database, link.id) : undefined;
    if (!link || !email || email.state === 'former') throw linkInvalid();
    const { id: emailId } = link;
    const { userId, address } = email;
    const { positions } = await this.commands.execute(originOf(call), confirming(userId, emailId));
    return new Outcome({ email: address }, positions);
  }

  /** @throws {DomainError} `mail.off` */
  @Handles('identity.forgotPassword')
  async forgotPassword(@Payload() { request }: Call<'identity.forgotPassword'>) {
    refuseWithoutMail(this.config);
    await noteForgotten(this.database, storable(request.name));
    return { sent: true } as const;
  }

  /** @throws {DomainError} `route.unknown` for a test, unless it is an operator's */
  @Handles('identity.addressMail')
  async addressMail(@Payload() { request }: Call<'identity.addressMail'>) {
    if (request.kind === 'test') await refuseUnlessOperating(this.database, request.userId);
    const email = await findForMail(this.database, request);
    if (!email || (request.kind === 'notice' && email.suspended)) return { mail: null };
    const { emailId, address, username, passwordHash, refusals } = email;
    const siteName = await readSiteName(this.database);
    const mail: Addressed = {
      emailId,
      address,
      username,
      siteName,
      wasRefused: refusals > 0,
      token: this.tokenFor(request, emailId, passwordHash),
    };
    return { mail };
  }

  /** @throws {DomainError} `link.invalid` */
  @Handles('identity.readUnsubscribe')
  readUnsubscribe(@Payload() { request }: Call<'identity.readUnsubscribe'>) {
    const link = this.links.read('unsubscribe', request.token);
    const kind = noticeKinds.find((each) => link?.isGenuine(each));
    if (!link || !kind) throw linkInvalid();
    return { userId: link.id, kind };
  }

  @Handles('identity.noteSent')
  async noteSent(@Payload() { request }: Call<'identity.noteSent'>) {
    await noteSent(this.database, request.emailId, request.isRefused);
    return { noted: true } as const;
  }

  private tokenFor(
    request: Call<'identity.addressMail'>['request'],
    emailId: string,
    passwordHash: string | null,
  ): string | null {
    if (request.kind === 'notice') return this.links.make('unsubscribe', request.userId, request.of);
    const { kind } = request;
    if (kind === 'confirm') return this.links.make('confirm', emailId, '');
    // Whoever signs in with Google has nothing to replace.
    return (kind === 'reset' || kind === 'account') && passwordHash !== null
      ? this.links.make(kind, emailId, passwordHash)
      : null;
  }
}

/** Mail servers inside of the network are addressed by numbers or by names without a dot. */
export function isAddress(text: string): boolean {
  return text.length <= limits.emailLength && isEmail(text, { allow_utf8_local_part: false, blacklisted_chars: '"' });
}

/** What PostgreSQL would refuse must not answer otherwise. */
function storable(name: string): string {
  return name.slice(0, limits.emailLength).toWellFormed().replaceAll('\0', '');
}
