import { randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { checkWellFormed } from '@parlour/contracts/text/checks';
import type { Actor } from '@parlour/contracts/envelope';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { checkReservedLooks } from '@parlour/contracts/text/look-alikes';
import type { SessionWire } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { type Database, statement } from '@parlour/kernel/database/database';
import { type Commands, operatorOrigin } from '@parlour/kernel/log/commands';
import { systemContext } from '@parlour/kernel/rpc/calls';
import { type Done, doneAfter, doneReply, type Reply } from '@parlour/kernel/log/reply';
import { endSession, SessionEndings } from '../session/session-endings.ts';
import { readActiveIds, readSessions } from '../session/session.queries.ts';
import { readSiteName } from '../site/site.queries.ts';
import { type RemoveOperator, type UserCommand, userDecider, userStream } from '../user/user.decider.ts';
import { idOfUser } from '../user/user.queries.ts';
import { endDelay, replacePassword } from './passwords/credentials.ts';
import { noneOperates, readOtherOperators } from './last-operator.ts';
import { Passwords } from './passwords/passwords.ts';
import { restoreAccount, suspendAccount } from './suspension.ts';
import { reservationsOf } from './signup/usernames.ts';

const isOperator = statement('operator.isOne', 'select 1 as one from users where id = $1 and operator');

const isOfGoogle = statement('operator.isOfGoogle', 'select 1 as one from google_accounts where user_id = $1');

/**
 * An operator's commands on accounts: in the page, or from the server's machine, through no network
 * call and without being a user. Source: decisions O-1, O-4, O-12.
 */
export class Operator {
  private readonly endings: SessionEndings;

  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    /** The operator in the page; null on the server. */
    private readonly actor: Actor | null = null,
    private readonly passwords = new Passwords(),
  ) {
    this.endings = new SessionEndings(commands, database);
  }

  /**
   * Replaces a forgotten password by a temporary one and returns it, which is stored nowhere; all
   * sessions of the account end. It works for a day, and only to choose another one.
   * @throws {DomainError} `user.unknown`, `account.google`, `operator.spared`
   */
  async resetPassword(username: string): Promise<string> {
    const userId = await idOfUser(this.database, username);
    const isGoogleUser = (await this.database.query(isOfGoogle, [userId])).length > 0;
    const password = await newPassword();
    const passwordHash = await this.passwords.hash(password, userId);
    await this.execute(
      { type: 'ReplacePassword', userId, isGoogleUser, ...this.spares },
      doneAfter((tx) => replacePassword(tx, { userId, passwordHash })),
    );
    return password;
  }

  /**
   * Suspends an account and ends its sessions. Returns false if it already was suspended.
   * @throws {DomainError} `user.unknown`, `operator.spared`
   */
  async suspend(username: string): Promise<boolean> {
    const userId = await idOfUser(this.database, username);
    return this.execute(
      { type: 'SuspendUser', userId, ...this.spares },
      doneAfter((tx) => suspendAccount(tx, userId)),
    );
  }

  /**
   * Lifts a suspension. Returns false if there was none.
   * @throws {DomainError} `user.unknown`
   */
  async restore(username: string): Promise<boolean> {
    const userId = await idOfUser(this.database, username);
    return this.execute(
      { type: 'RestoreUser', userId },
      doneAfter((tx) => restoreAccount(tx, userId)),
    );
  }

  /**
   * Makes a person an operator. Returns false if they were one before.
   * @throws {DomainError} `user.unknown`
   */
  async makeOperator(username: string): Promise<boolean> {
    const userId = await idOfUser(this.database, username);
    return this.execute({ type: 'MakeOperator', userId }, doneReply);
  }

  /**
   * Takes an operator's rights away. Returns false if the person is none. If another operator loses
   * theirs at the same time, this is decided again.
   * @throws {DomainError} `user.unknown`; `operator.last`
   */
  async removeOperator(username: string): Promise<boolean> {
    const userId = await idOfUser(this.database, username);
    const { positions } = await this.commands.execute(operatorOrigin('operator.RemoveOperator', this.actor), {
      streamId: userStream(userId),
      orderingKey: userId,
      decider: userDecider,
      guards: await readOtherOperators(this.database, userId),
      command: ({ guards }): RemoveOperator => ({ type: 'RemoveOperator', userId, isLast: noneOperates(guards) }),
      reply: doneReply,
      revokes: ['communities', 'messaging', 'qa'],
    });
    return positions.identity !== undefined;
  }

  /**
   * Gives a person another name. The one before stays reserved, and leads to them. Returns false if
   * they have that name already.
   * @throws {DomainError} `user.unknown`, `operator.spared`, `username.taken`, `username.alike`; an
   * invalid name or reason
   */
  async rename(username: string, name: string, reason: string): Promise<boolean> {
    refuse(checkWellFormed(name), checkWellFormed(reason));
    refuse(checkReservedLooks(name, await readSiteName(this.database)));
    const userId = await idOfUser(this.database, username);
    // Operators in the page may rename themselves.
    const spares = this.actor?.id === userId ? {} : this.spares;
    return this.execute({ type: 'RenameUser', userId, name, reason, ...spares }, doneReply, {
      reservations: reservationsOf(name.trim(), userId),
    });
  }

  /**
   * A person's active sessions.
   * @throws {DomainError} `user.unknown`, `operator.spared`
   */
  async sessions(username: string): Promise<readonly SessionWire[]> {
    const userId = await idOfUser(this.database, username);
    await this.refuseOtherOperator(userId);
    return readSessions(this.database, userId, null);
  }

  /**
   * Ends one of a person's sessions, or all; returns how many.
   * @throws {DomainError} `user.unknown`, `operator.spared`
   */
  async endSessions(username: string, sessionId: string | undefined): Promise<number> {
    const userId = await idOfUser(this.database, username);
    await this.refuseOtherOperator(userId);
    const meant = await readActiveIds(this.database, userId, sessionId);
    // At once, so that they are appended in few batches.
    await Promise.all(
      meant.map((id) => {
        const command = { type: 'EndSession', sessionId: id, userId, by: null, reason: 'operator' } as const;
        return endSession(this.commands, command, operatorOrigin('operator.endSession', this.actor));
      }),
    );
    return meant.length;
  }

  /**
   * Ends the login delay after wrong passwords. Gateways learn of it within seconds.
   * @throws {DomainError} `user.unknown`, `account.google`
   */
  async endDelay(username: string): Promise<void> {
    const userId = await idOfUser(this.database, username);
    if (!(await endDelay(this.database, userId)))
      throw new DomainError('account.google', messages.googleAccountPassword);
  }

  /** Returns whether anything changed. */
  private async execute(
    command: Extract<
      UserCommand,
      { type: 'ReplacePassword' | 'RenameUser' | 'SuspendUser' | 'RestoreUser' | 'MakeOperator' }
    >,
    reply: Reply<Done>,
    names: { readonly reservations?: ReturnType<typeof reservationsOf> } = {},
  ): Promise<boolean> {
    const { userId } = command;
    const { positions } = await this.commands.execute(operatorOrigin(`operator.${command.type}`, this.actor), {
      streamId: userStream(userId),
      orderingKey: userId,
      decider: userDecider,
      command: () => command,
      reply,
      ...names,
    });
    await this.endings.endMarked(userId, systemContext(uuidv7()));
    return positions.identity !== undefined;
  }

  /** In the page, sessions of other operators can neither be seen nor ended. */
  private async refuseOtherOperator(userId: string): Promise<void> {
    if (this.actor === null || this.actor.id === userId) return;
    if ((await this.database.query(isOperator, [userId])).length === 0) return;
    throw new DomainError('operator.spared', messages.operatorSpared);
  }

  /** Operators in the page cannot lock each other out; on the server one can do everything. */
  private get spares(): { readonly sparesOperators: boolean } {
    return { sparesOperators: this.actor !== null };
  }
}

/**
 * Four words of the EFF's list for dice, which can be told and typed: 51 random bits. It works for
 * a day, and whoever guesses is delayed like for any password.
 */
export async function newPassword(): Promise<string> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const words = dictionary['diceware-common'];
  return Array.from({ length: 4 }, () => words[randomInt(words.length)]).join('-');
}
