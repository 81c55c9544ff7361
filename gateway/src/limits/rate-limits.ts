import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { GatewayConfig } from '../gateway-config.ts';

/** A token bucket: a burst, then one every so many seconds; or so many within a time. */
interface Bucket {
  readonly points: number;
  readonly seconds: number;
  /** Allowed at once in addition. */
  readonly burst?: { readonly points: number; readonly seconds: number };
}

/** The table of docs/design/security.md#limits. A kind with two buckets holds to both. */
const strict = {
  /** All calls and socket handshakes of a person, or of an address where nobody is signed in. */
  request: [{ points: 30, seconds: 1, burst: { points: 60, seconds: 10 } }],
  /**
   * The page, its files, the documentation, and unknown paths; allows for many people behind one
   * address who open the page for the first time.
   */
  open: [{ points: 200, seconds: 1, burst: { points: 1_800, seconds: 10 } }],
  /** Readiness checks. */
  health: [{ points: 10, seconds: 1, burst: { points: 50, seconds: 10 } }],
  /** Wrong passwords from an address, and those being compared: a class signs in at once. */
  login: [
    { points: 60, seconds: 60 },
    { points: 120, seconds: 3_600 },
  ],
  /** Nothing is guessed there. Twice as many as sign-ups: each person makes two requests. */
  google: [
    { points: 120, seconds: 60 },
    { points: 400, seconds: 3_600 },
  ],
  signup: [
    { points: 60, seconds: 60 },
    { points: 200, seconds: 3_600 },
  ],
  /** Links for forgotten passwords, by address like wrong passwords. */
  forgotten: [
    { points: 60, seconds: 60 },
    { points: 120, seconds: 3_600 },
  ],
  /** Links in mails, by address: nobody guesses them, and a class comes at once. */
  link: [{ points: 300, seconds: 60 }],
  /** Addresses to confirm, which may be those of strangers; and test mails. */
  mail: [{ points: 10, seconds: 3_600 }],
  question: [{ points: 1, seconds: 15, burst: { points: 9, seconds: 135 } }],
  answer: [{ points: 1, seconds: 5, burst: { points: 19, seconds: 95 } }],
  comment: [{ points: 1, seconds: 5, burst: { points: 19, seconds: 95 } }],
  /** Votes, and other cheap clicks. */
  vote: [{ points: 60, seconds: 60 }],
  message: [{ points: 1, seconds: 5, burst: { points: 19, seconds: 95 } }],
  /** Beginning chats, with strangers too: enough to write to each member of a large class. */
  chat: [{ points: 30, seconds: 3_600 }],
  follow: [{ points: 60, seconds: 60 }],
  /** Changes to one's own account. */
  account: [{ points: 10, seconds: 60 }],
  community: [{ points: 5, seconds: 86_400 }],
  /** Invitations: each of a member's admits ten people. */
  invitation: [{ points: 20, seconds: 86_400 }],
  /** Parts of lists of members: a whole one is a hundred, each tried and then carried out. */
  members: [{ points: 150, seconds: 60 }],
  poll: [{ points: 10, seconds: 3_600 }],
  /** Moderation, and joining and leaving. */
  moderation: [{ points: 60, seconds: 60 }],
  /** Creating games, and inviting people. */
  game: [{ points: 20, seconds: 3_600 }],
  /** Withdrawing games: the other of a rematch that is withdrawn would be asked again and again. */
  withdrawal: [{ points: 20, seconds: 3_600 }],
  /** Taking and leaving seats, and declining them. */
  seat: [{ points: 60, seconds: 60 }],
  /** Moves in all games of a person together. */
  move: [{ points: 1, seconds: 1, burst: { points: 19, seconds: 19 } }],
  report: [{ points: 10, seconds: 60 }],
  /** Files: several at once in a post. */
  upload: [{ points: 60, seconds: 60 }],
  /** Lists that are searched. "Jump to…" searches four of them at each pause of somebody typing. */
  search: [{ points: 120, seconds: 60 }],
  /** A whole question, or a page of messages: up to megabytes. A page reads 25 at once (M-8). */
  reading: [{ points: 300, seconds: 60 }],
  /** All versions of a post or a tag, which may be megabytes. */
  history: [{ points: 30, seconds: 60 }],
  /** Completing names and tags while they are typed. */
  complete: [{ points: 120, seconds: 60 }],
  /** Searches over everything: one for each type. */
  found: [{ points: 210, seconds: 60 }],
} as const satisfies Record<string, readonly Bucket[]>;

/** The kinds of limits. */
export type LimitKind = keyof typeof strict;

/** How many sockets a person may have, and how many messages each may send in a second. */
export interface SocketLimits {
  readonly perUser: number;
  readonly eventsPerSecond: number;
}

/** A bucket with a burst is never combined with another. */
type Limiter = Pick<RateLimiterMemory, 'consume'> & Partial<Pick<RateLimiterMemory, 'get' | 'reward'>>;

/** The factor of `generous`; even there limits exist. */
const generosity = 1_000;

/** How many wrong passwords per account are free, and the longest wait. */
const loginDelay = { free: 5, greatestSeconds: 300, forgottenAfterSeconds: 3_600 };

/** A guess counted before it was compared. If wrong, it stays counted. */
export interface Guess {
  /** It was right: forgets all guesses counted under its key. */
  right(): Promise<void>;
  /** It was neither right nor wrong: takes back only this one. */
  takeBack(): Promise<void>;
}

/**
 * Counts requests per person or address, in this gateway's memory, and refuses what exceeds the
 * limits.
 */
export class RateLimits {
  private level: Level;

  constructor(kind: GatewayConfig['LIMITS']) {
    this.level = levelOf(kind);
  }

  get sockets(): SocketLimits {
    return this.level.sockets;
  }

  /** Other limits from now on, which begin to count anew. */
  use(kind: GatewayConfig['LIMITS']): void {
    if (this.level.kind !== kind) this.level = levelOf(kind);
  }

  /** @throws {DomainError} `limit.reached` with the seconds to wait */
  async take(kind: LimitKind, key: string): Promise<void> {
    const buckets = this.level.buckets.get(kind) ?? [];
    try {
      for (const bucket of buckets) await bucket.consume(key);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      // Reports the longest wait: after a shorter one the next bucket would refuse.
      const states = await Promise.all(buckets.map(async (bucket) => bucket.get?.(key)));
      const waits = states.map((state) => (state && state.remainingPoints <= 0 ? state.msBeforeNext : 0));
      throw tooMany(Math.max(refused.msBeforeNext, ...waits));
    }
  }

  /** Takes back what `take` counted, of a kind without bursts. */
  async giveBack(kind: LimitKind, key: string): Promise<void> {
    for (const bucket of this.level.buckets.get(kind) ?? []) await bucket.reward?.(key);
  }

  /**
   * Counts a guess before anything is compared, so that concurrent guesses cannot outrun their
   * count. After the free ones each doubles the wait, whether or not the account exists.
   * @param account if given, `endDelay` of it makes all guesses under its keys forgotten
   * @throws {DomainError} `limit.reached` while the next guess under this key has to wait
   */
  async countGuess(prefix: string, account?: string): Promise<Guess> {
    const key = account === undefined ? prefix : `${prefix} ${account} ${await this.roundOf(account)}`;
    const { failures, freeFailures } = this.level;
    const { consumedPoints } = await failures.penalty(key);
    const beyond = consumedPoints - freeFailures;
    if (beyond >= 0) await this.beginWait(key, Math.min(2 ** Math.min(beyond, 30), loginDelay.greatestSeconds));
    return {
      right: () => this.forgetGuesses(key),
      takeBack: async () => {
        await failures.reward(key);
        if (beyond >= 0) await this.level.waits.delete(key);
      },
    };
  }

  /** Forgets the guesses at this account, from everywhere: later ones are counted anew. */
  async endDelay(account: string): Promise<void> {
    await this.level.rounds.penalty(account);
  }

  private async roundOf(account: string): Promise<number> {
    return (await this.level.rounds.get(account))?.consumedPoints ?? 0;
  }

  private async forgetGuesses(key: string): Promise<void> {
    await this.level.failures.delete(key);
    await this.level.waits.delete(key);
  }

  /** A wait allows just the one guess that starts it. */
  private async beginWait(key: string, seconds: number): Promise<void> {
    try {
      await this.level.waits.consume(key, 1, { customDuration: seconds });
    } catch (refused) {
      // It is not compared, so it does not count.
      await this.level.failures.reward(key);
      throw refused instanceof RateLimiterRes ? tooMany(refused.msBeforeNext) : refused;
    }
  }
}

/** `strict`, or a thousand times as much (ten times as many sockets), with its own counts. */
interface Level {
  readonly kind: GatewayConfig['LIMITS'];
  readonly sockets: SocketLimits;
  readonly buckets: ReadonlyMap<LimitKind, readonly Limiter[]>;
  /** Counts wrong guesses, of which some are free. */
  readonly failures: RateLimiterMemory;
  readonly freeFailures: number;
  readonly waits: RateLimiterMemory;
  /**
   * How often an account's delay was ended. Forgotten only when guesses counted before are, too.
   */
  readonly rounds: RateLimiterMemory;
}

function levelOf(kind: GatewayConfig['LIMITS']): Level {
  const factor = kind === 'strict' ? 1 : generosity;
  const kinds = Object.entries(strict) as [LimitKind, readonly Bucket[]][]; // its own keys
  const freeFailures = loginDelay.free * factor;
  return {
    kind,
    sockets: kind === 'strict' ? { perUser: 10, eventsPerSecond: 20 } : { perUser: 100, eventsPerSecond: 20_000 },
    buckets: new Map(kinds.map(([name, buckets]) => [name, buckets.map((bucket) => limiterOf(bucket, factor))])),
    failures: new RateLimiterMemory({
      keyPrefix: 'failure',
      points: freeFailures,
      duration: loginDelay.forgottenAfterSeconds,
    }),
    freeFailures,
    waits: new RateLimiterMemory({ keyPrefix: 'wait', points: 1, duration: 1 }),
    rounds: new RateLimiterMemory({ keyPrefix: 'round', points: 1, duration: loginDelay.forgottenAfterSeconds }),
  };
}

function limiterOf({ points, seconds, burst }: Bucket, factor: number): Limiter {
  const steady = new RateLimiterMemory({ points: points * factor, duration: seconds });
  if (!burst) return steady;
  return new BurstyRateLimiter(
    steady,
    new RateLimiterMemory({ keyPrefix: 'burst', points: burst.points * factor, duration: burst.seconds }),
  );
}

function tooMany(milliseconds: number): DomainError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  return new DomainError('limit.reached', messages.tooManyRequests(seconds), seconds);
}
