import { v7 as uuidv7 } from 'uuid';
import type { AddressMail } from '@parlour/contracts/delivery/delivery';
import type { RpcClient } from '@parlour/kernel/rpc/calls';
import type { Database } from '@parlour/kernel/database/database';
import type { Policy } from '@parlour/kernel/policy/policy';
import { systemContext } from '@parlour/kernel/rpc/calls';
import { isTriedAgain, type Queue, type Queued } from '../queue.queries.ts';
import { mailQueue, type QueuedMail, queueMail, readDue } from './mail.queries.ts';
import { mailTexts } from './mail-texts.ts';
import type { Letter, Mailer } from './mailer.ts';
import { mailsAfter } from './mails.policy.ts';

/** Queues the mails that follow from events; while mail is off, they are not sent later either. */
export function queueingPolicy(mailer: Mailer | null): Policy<AddressMail> {
  return {
    name: 'queueing mails',
    reactions: { identity: mailsAfter },
    async execute(mail, { causationId }, { database }) {
      if (mailer && causationId !== null) await queueMail(database, causationId, mail);
    },
  };
}

/** How long nothing is sent after the server failed: at first, and at most. */
const restMs = { first: 60_000, most: 15 * 60_000 };

/** Whether the mail server can be tried: shared by all that is sent there. */
export class ServerRest {
  private restsFor = 0;
  private restsUntil = 0;

  constructor(private readonly now: () => number) {}

  get isResting(): boolean {
    return this.now() < this.restsUntil;
  }

  /** Whether it failed when it was last tried. */
  get hasFailed(): boolean {
    return this.restsFor > 0;
  }

  begin(): void {
    this.restsFor = Math.min(this.restsFor * 2 || restMs.first, restMs.most);
    this.restsUntil = this.now() + this.restsFor;
  }

  end(): void {
    this.restsFor = 0;
  }
}

/** A queue of mails. */
export interface MailSource<Row extends Queued> {
  readonly name: string;
  readonly queue: Queue<Row>;
  readonly readDue: (database: Database, limit: number) => Promise<readonly Row[]>;
  /** What is to be sent now; null for nothing any more, `later` if it was postponed. */
  readonly compose: (row: Row, database: Database, rpc: RpcClient) => Promise<Letter | 'later' | null>;
}

/**
 * Sends what is in a queue, as it is to be said now, to the address as it is now. A mail is marked
 * before and after: if the process ends in between, it is sent again, with the same Message-ID.
 * That it arrives twice remains possible, because no server tells what it has taken already.
 * Source: specification ML-7.
 */
export function sendingPolicy<Row extends Queued>(
  source: MailSource<Row>,
  mailer: Mailer,
  rest: ServerRest,
): Policy<Row> {
  const { name, queue, compose } = source;
  return {
    name,
    reactions: {},
    async due(database, limit) {
      if (rest.isResting) return [];
      return (await source.readDue(database, limit)).map((row) => ({ id: row.id, command: row }));
    },
    async execute(row, _, { database, rpc }) {
      const { id } = row;
      // The server has failed since this was read.
      if (!rpc || rest.isResting) return;
      // So that no mail counts as tried while the server is away, and the oldest stays the first.
      const away = rest.hasFailed ? await mailer.verify() : undefined;
      if (away) {
        rest.begin();
        return queue.noteFailure(database, id, away.text);
      }
      const letter = await compose(row, database, rpc);
      if (letter === 'later') return;
      if (!letter) return queue.end(database, row);
      if (!(await queue.begin(database, row))) return;
      const failure = await mailer.send(id, letter);
      if (failure) await queue.noteFailure(database, id, failure.text);
      if (failure?.what === 'server') rest.begin();
      else rest.end();
      if (failure && failure.what !== 'refused' && isTriedAgain(row)) return;
      await queue.end(database, row);
      const { emailId, wasRefused } = letter.to;
      const isRefused = failure?.what === 'refused';
      if (!isRefused && (failure || !wasRefused)) return;
      await rpc.call('identity.noteSent', { emailId, isRefused }, systemContext(uuidv7()));
    },
  };
}

/** The mails about accounts. */
export const accountMails: MailSource<QueuedMail> = {
  name: 'sending mails',
  queue: mailQueue,
  readDue,
  async compose({ kind, userId, emailId }, _, rpc) {
    const { reply } = await rpc.call('identity.addressMail', { kind, userId, emailId }, systemContext(uuidv7()));
    return reply.mail && { to: reply.mail, text: mailTexts[kind](reply.mail) };
  },
};
