import { Injectable } from '@nestjs/common';
import type { PollWire } from '@parlour/contracts/communities/communities';
import { limits } from '@parlour/contracts/limits';
import { Database, statement } from '@parlour/kernel/database/database';
import { readResult } from './poll.queries.ts';

/** A person's vote. */
export interface OwnVote {
  readonly optionId: string;
  readonly userId: string;
  /** From their session: for a while, the former one after an operator renamed them. */
  readonly name: string;
}

const nameNow = statement('communities.voterName', 'select name from people where id = $1');

interface SharedRead {
  readonly now: Promise<PollWire>;
  /** For callers who came during the current read, which may not include their votes. */
  next?: Promise<PollWire>;
}

/**
 * Answers voters with the poll's results. A thousand concurrent voters would each read up to a
 * thousand names: those who wait for the same poll share one read, which began after their votes
 * were committed, and each one's own name is added.
 */
@Injectable()
export class PollResults {
  private readonly sharedReads = new Map<string, SharedRead>();

  constructor(private readonly database: Database) {}

  /** @throws {DomainError} `poll.unknown` if the community was closed meanwhile */
  async read(pollId: string, own: OwnVote): Promise<PollWire> {
    const poll = await this.shared(pollId);
    const isNamed = poll.options.some(({ _id, votes }) => _id === own.optionId && votes.includes(own.name));
    const ownName = isNamed ? own.name : await this.nameOf(own);
    const options = poll.options.map((option) => {
      if (option._id !== own.optionId) return option;
      const others = option.votes.filter((name) => name !== ownName).slice(0, limits.namesListed - 1);
      return { ...option, votes: [ownName, ...others] };
    });
    return { ...poll, options };
  }

  private async nameOf({ userId, name }: OwnVote): Promise<string> {
    const [row] = await this.database.query<{ name: string }>(nameNow, [userId]);
    return row?.name ?? name;
  }

  private shared(pollId: string): Promise<PollWire> {
    const sharedRead = this.sharedReads.get(pollId);
    if (!sharedRead) return this.begin(pollId);
    const again = (): Promise<PollWire> => this.begin(pollId);
    sharedRead.next ??= sharedRead.now.then(again, again);
    return sharedRead.next;
  }

  private begin(pollId: string): Promise<PollWire> {
    const sharedRead: SharedRead = {
      now: readResult(this.database, pollId).finally(() => {
        if (!sharedRead.next) this.sharedReads.delete(pollId);
      }),
    };
    this.sharedReads.set(pollId, sharedRead);
    return sharedRead.now;
  }
}
