import type { Actor, Source } from '@parlour/contracts/envelope';
import { v5 as uuidv5 } from 'uuid';
import { type DatabaseLimits, openDatabase, type Database } from '../database/database.ts';
import { KernelTables1795800000000 } from '../database/kernel-tables.ts';
import { readReply } from '../log/reply.ts';
import { Commands, type CommandOrigin, type CommandSpec, type Outcome } from '../log/commands.ts';
import type { EventTypes } from '@parlour/contracts/event-types';
import { EventLog } from '../log/event-log.ts';
import type { Logger } from '../logging/logger.ts';
import type { ConnectionOptions } from '../database/connection-options.ts';
import type { View } from '../view/view.ts';
import { accountDecider, type AccountCommand, type AccountEvent, type AccountState } from './accounts.decider.ts';
import { patientLimits } from './patience.ts';
import { silentLogger } from './silent-logger.ts';
import { AccountTables1795800000001, accountsView, type AccountRow, readAccounts } from './accounts.view.ts';

/** The event types of the toy bank's log. */
export const accountEventTypes: EventTypes = {
  versions: { AccountOpened: 1, Deposited: 2, Withdrawn: 1, Transferred: 1, AccountClosed: 1 },
  // In their first version, deposits had one amount and no memo.
  upcasters: { 'Deposited@1': (data) => ({ part: 1, parts: 1, memo: '', ...data }) },
};

const namespace = '1d3a9d3e-3a52-5d0b-8f0e-0f1d2c3b4a59';

/** Options of a command in a test. */
export interface Given {
  /** The Idempotency-Key; without one the command runs each time it is given. */
  readonly key?: string;
  readonly bodyHash?: string;
  readonly by?: Actor;
  /** Ids of other people whose accounts must not be deleted. */
  readonly about?: readonly string[];
  readonly memo?: string;
  readonly commandId?: string;
  readonly occurredAt?: string;
  /** Called between decision and append, each time the command is decided. */
  readonly decided?: () => void;
}

/** Options for opening a toy bank. */
export interface BankOptions {
  readonly source?: Source;
  readonly views?: readonly View[];
  readonly logger?: Logger;
  readonly poolSize?: number;
  /** Absent for the generous limits of tests. */
  readonly limits?: DatabaseLimits;
  readonly migrate?: boolean;
}

type AccountSpec<Guarded extends readonly unknown[]> = CommandSpec<
  AccountState,
  AccountCommand,
  AccountEvent,
  AccountRow,
  Guarded
>;

const teller: Actor = { id: 'teller', name: 'Teller' };

const bankMigrations = [KernelTables1795800000000, AccountTables1795800000001];

/**
 * A small service on the kernel: accounts with deposits and transfers, hot and cold streams,
 * guards, reserved names, refused commands.
 */
export class Bank {
  readonly commands: Commands;
  private given = 0;

  private constructor(
    readonly database: Database,
    readonly log: EventLog,
  ) {
    this.commands = new Commands(log);
  }

  /** Connects and, by default, creates the tables. */
  static async at(connection: ConnectionOptions, options: BankOptions = {}): Promise<Bank> {
    const { source = 'qa', logger = silentLogger } = options;
    const definition = { entities: [], migrations: bankMigrations };
    const database = await openDatabase(connection, definition, logger, { limits: patientLimits, ...options });
    if (options.migrate !== false) await database.dataSource.runMigrations();
    const views = options.views ?? [accountsView(source)];
    return new Bank(database, new EventLog(source, database, accountEventTypes, views, logger));
  }

  /** Opens an account; its owner's name is unique. */
  open(account: string, given: Given & { readonly owner?: string } = {}): Promise<Outcome<AccountRow>> {
    const owner = given.owner ?? `owner of ${account}`;
    return this.give({ type: 'OpenAccount', account, owner }, account, given, {
      reservations: [
        {
          scope: 'owner',
          key: owner.toLowerCase(),
          owner: account,
          fault: { code: 'username.taken', text: 'This owner has an account' },
        },
      ],
    });
  }

  deposit(account: string, amounts: number | readonly number[], given: Given = {}): Promise<Outcome<AccountRow>> {
    const list = typeof amounts === 'number' ? [amounts] : amounts;
    return this.give({ type: 'Deposit', account, amounts: list, memo: given.memo ?? '' }, account, given);
  }

  withdraw(account: string, amount: number, given: Given = {}): Promise<Outcome<AccountRow>> {
    return this.give({ type: 'Withdraw', account, amount }, account, given);
  }

  /** The recipient must be open: its stream is a guard. */
  transfer(from: string, to: string, amount: number, given: Given = {}): Promise<Outcome<AccountRow>> {
    return this.give(
      ({ guards: [recipient] }) => ({ type: 'Transfer', from, to, amount, recipient: recipient.status }),
      from,
      given,
      { guards: [{ streamId: `account/${to}`, decider: accountDecider }] },
    );
  }

  close(account: string, given: Given = {}): Promise<Outcome<AccountRow>> {
    return this.give({ type: 'CloseAccount', account }, account, given);
  }

  /** Finishes work in flight and closes the connections. */
  async end(): Promise<void> {
    await this.log.drain();
    await this.database.close();
  }

  private give<const Guarded extends readonly unknown[]>(
    command: AccountCommand | AccountSpec<Guarded>['command'],
    account: string,
    given: Given,
    more: Partial<AccountSpec<Guarded>> = {},
  ): Promise<Outcome<AccountRow>> {
    this.given += 1;
    const actor = given.by ?? teller;
    const origin: CommandOrigin = {
      route: 'bank',
      actor,
      commandId: given.commandId ?? uuidv5(`${process.pid} ${given.key ?? this.given}`, namespace),
      correlationId: `request ${this.given}`,
      causationId: null,
      key: given.key ? { actor: actor.id, route: 'bank', key: given.key, bodyHash: given.bodyHash ?? 'body' } : null,
      ...(given.occurredAt !== undefined && { occurredAt: given.occurredAt }),
    };
    return this.commands.execute(origin, {
      streamId: `account/${account}`,
      orderingKey: account,
      decider: {
        ...accountDecider,
        decide: (asked, state) => {
          const events = accountDecider.decide(asked, state);
          given.decided?.();
          return events;
        },
      },
      command: typeof command === 'function' ? command : () => command,
      people: given.about ?? [],
      reply: readReply(readAccounts, account),
      ...more,
    });
  }
}

/** Resets a toy bank's database, in a tenth of the time that a new one takes; with a new log. */
export async function emptyTables(database: Database): Promise<void> {
  await database.dataSource.query(`
    truncate events, commands, reservations, checkpoints, dead_letters, people,
             accounts, totals, foreign_accounts, foreign_totals restart identity;
    update head set log_id = gen_random_uuid(), position = 0, published = 0, epoch = 0;
    update lease set holder = null, epoch = 0, lease_until = '-infinity'`);
}
