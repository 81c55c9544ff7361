import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import type { Actor, Positions } from '@parlour/contracts/envelope';
import { DomainError } from '@parlour/contracts/errors';
import { type ListedMember, memberLimits } from '@parlour/contracts/identity/members';
import { Database } from '@parlour/kernel/database/database';
import { Commands, operatorOrigin, Outcome } from '@parlour/kernel/log/commands';
import { doneAfter, readReply } from '@parlour/kernel/log/reply';
import { actorOf, type Call, Handles, systemContext } from '@parlour/kernel/rpc/calls';
import { newPassword } from '../account/operator.ts';
import { provenWithoutSession } from '../account/passwords/chosen-passwords.ts';
import { giveAccounts, replacePassword } from '../account/passwords/credentials.ts';
import { Passwords } from '../account/passwords/passwords.ts';
import { releaseName, reservationsOf, reserveName } from '../account/signup/usernames.ts';
import { giving } from '../email/email-commands.ts';
import { IdentityConfig } from '../identity-config.ts';
import { SessionEndings } from '../session/session-endings.ts';
import { readSiteName, refuseUnlessOperating } from '../site/site.queries.ts';
import { type RegisterUser, userDecider, userStream, type UserCommand } from '../user/user.decider.ts';
import { type Planned, planMembers } from './member-plan.ts';
import { type Holder, readByAddress, readInTheWay } from './member.queries.ts';

/** Twice as many as hashes are made at once, so that these never wait for something else. */
const atOnce = 4;

/** Accounts that operators open for people on a list. Source: specification IN-2. */
@Controller()
export class MemberController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly endings: SessionEndings,
    private readonly config: IdentityConfig,
  ) {}

  /**
   * Rows that there is no time for are answered as such, so that no answer with passwords comes too
   * late.
   * @throws {DomainError} `route.unknown` unless an operator calls; `service.unavailable` if
   * nothing was done
   */
  @Handles('identity.addMembers')
  async addMembers(@Payload() call: Call<'identity.addMembers'>) {
    await refuseUnlessOperating(this.database, call.context.actor?.id);
    const { rows, dryRun, renew } = call.request;
    const plans = await planMembers(rows, await readSiteName(this.database), {
      inTheWay: (names) => readInTheWay(this.database, names),
      byAddress: (addresses) => readByAddress(this.database, addresses),
    });
    const sendsMail = this.config.MAIL_FROM !== '';
    const members = plans.map((plan) => foreseen(plan, renew, sendsMail));
    if (dryRun) return new Outcome({ members }, {});
    const until = performance.now() + memberLimits.workMs;
    const work = new Work(this.commands, this.database, this.passwords, this.endings, actorOf(call), sendsMail);
    let next = 0;
    let failure: Error | undefined;
    const inTurn = async (): Promise<void> => {
      while (next < plans.length) {
        const place = next++;
        const [plan, member] = [plans[place], members[place]];
        if (!plan || !member || plan.plan === 'invalid') continue;
        const isLate = failure !== undefined || performance.now() > until;
        members[place] = isLate
          ? { ...member, status: 'unprocessed' }
          : await work.carryOut(plan, member).catch((cause: unknown): ListedMember => {
              // If somebody else has just got the name, the next run knows them.
              const isOvertaken = cause instanceof DomainError && cause.code.startsWith('username.');
              if (!isOvertaken) failure = cause instanceof Error ? cause : new Error(String(cause));
              return { ...member, status: 'unprocessed' };
            });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, inTurn));
    if (failure !== undefined && work.positions.identity === undefined) throw failure;
    return new Outcome({ members }, work.positions);
  }
}

/** Carries out the plans of one call. */
class Work {
  readonly positions: { -readonly [Source in keyof Positions]: Positions[Source] } = {};

  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly endings: SessionEndings,
    private readonly by: Actor,
    private readonly sendsMail: boolean,
  ) {}

  async carryOut(plan: Exclude<Planned, { readonly plan: 'invalid' }>, member: ListedMember): Promise<ListedMember> {
    if (plan.plan === 'existing') return this.complete(plan.holder, plan.email, member);
    const userId = uuidv7();
    const { username, email } = plan;
    const inTheWay = await reserveName(this.database, username, userId);
    if (inTheWay) throw new DomainError(inTheWay.code, inTheWay.text);
    try {
      const { password, passwordHash } = await this.newPassword();
      const outcome = await this.commands.execute(operatorOrigin('operator.openAccount', this.by), {
        streamId: userStream(userId),
        orderingKey: userId,
        decider: userDecider,
        command: (): RegisterUser => ({ type: 'RegisterUser', userId, name: username, by: this.by.id }),
        reservations: reservationsOf(username, userId),
        reply: readReply(giveAccounts, { userId, passwordHash }),
      });
      this.note(outcome.positions);
      return { ...member, userId, ...(await this.entrust(userId, email, password)) };
    } catch (failure) {
      await releaseName(this.database, username, userId).catch(() => undefined);
      throw failure;
    }
  }

  /** Gives an account that is there what it lacks. */
  private async complete({ userId }: Holder, email: string, member: ListedMember): Promise<ListedMember> {
    if (member.status !== 'renewed') {
      return member.mailed === true ? { ...member, ...(await this.entrust(userId, email, '')) } : member;
    }
    const { password, passwordHash } = await this.newPassword();
    const outcome = await this.commands.execute(operatorOrigin('operator.ReplacePassword', this.by), {
      streamId: userStream(userId),
      orderingKey: userId,
      decider: userDecider,
      command: (): UserCommand => ({ type: 'ReplacePassword', userId, isGoogleUser: false, sparesOperators: true }),
      reply: doneAfter((tx) => replacePassword(tx, { userId, passwordHash }, memberLimits.days)),
    });
    this.note(outcome.positions);
    await this.endings.endMarked(userId, systemContext(uuidv7()));
    return { ...member, ...(await this.entrust(userId, email, password)) };
  }

  /** By mail, if there is an address and the site sends mail; else the operator tells it. */
  private async entrust(
    userId: string,
    address: string,
    password: string,
  ): Promise<Pick<ListedMember, 'mailed' | 'password'>> {
    if (address !== '') {
      const given = giving(userId, { id: uuidv7(), address }, { ...provenWithoutSession, isListed: true });
      this.note((await this.commands.execute(operatorOrigin('operator.giveEmail', this.by), given)).positions);
    }
    return address !== '' && this.sendsMail ? { mailed: true } : { password };
  }

  private async newPassword(): Promise<{ readonly password: string; readonly passwordHash: string }> {
    const password = await newPassword();
    return { password, passwordHash: await this.passwords.hashOfNewcomer(password, this.by.id) };
  }

  private note({ identity = 0 }: Positions): void {
    this.positions.identity = Math.max(this.positions.identity ?? 0, identity);
  }
}

/**
 * What will become of a row. An account that is there changes only while nobody has signed in to
 * it: it gets a new password if that is wanted, and an address if it has none.
 */
function foreseen(plan: Planned, renew: boolean, sendsMail: boolean): ListedMember {
  if (plan.plan === 'invalid') return { status: 'invalid', userId: null, username: plan.username, fault: plan.fault };
  const mail = sendsMail && plan.email !== '' ? ({ mailed: true } as const) : {};
  if (plan.plan === 'create') return { status: 'new', userId: null, username: plan.username, ...mail };
  const { userId, username, isWaiting, hasAddress } = plan.holder;
  const member = { userId, username };
  if (isWaiting && renew) return { status: 'renewed', ...member, ...mail };
  return { status: 'existing', ...member, ...(isWaiting && !hasAddress && mail) };
}
