import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { GatewayConfig } from '../gateway-config.ts';

/** A bucket: so many at once, then one each so many seconds; or so many within a time. */
interface Bucket {
  readonly points: number;
  readonly seconds: number;
  /** What may come at once on top. */
  readonly burst?: { readonly points: number; readonly seconds: number };
}

/** The table of docs/design/security.md#limits. A kind with two buckets holds to both. */
const strict = {
  /** All calls, and handshakes of sockets, of one address. */
  request: [{ points: 30, seconds: 1, burst: { points: 60, seconds: 10 } }],
  /** The page, its files, the documentation, and addresses that are not there; of many people behind one address, who open the page for the first time. */
  open: [{ points: 200, seconds: 1, burst: { points: 1_800, seconds: 10 } }],
  /** Looking whether all services answer. */
  health: [{ points: 10, seconds: 1, burst: { points: 50, seconds: 10 } }],
  login: [
    { points: 6, seconds: 60 },
    { points: 30, seconds: 3_600 },
  ],
  signup: [
    { points: 10, seconds: 60 },
    { points: 100, seconds: 3_600 },
  ],
  question: [{ points: 1, seconds: 15, burst: { points: 9, seconds: 135 } }],
  answer: [{ points: 1, seconds: 5, burst: { points: 19, seconds: 95 } }],
  comment: [{ points: 1, seconds: 5, burst: { points: 19, seconds: 95 } }],
  /** Votes, and what is pressed as easily. */
  vote: [{ points: 60, seconds: 60 }],
  message: [{ points: 1, seconds: 5, burst: { points: 19, seconds: 95 } }],
  follow: [{ points: 60, seconds: 60 }],
  /** What the owner of an account changes about it. */
  account: [{ points: 10, seconds: 60 }],
  community: [{ points: 5, seconds: 86_400 }],
  poll: [{ points: 10, seconds: 3_600 }],
  /** What moderators do, and joining and leaving. */
  moderation: [{ points: 60, seconds: 60 }],
  /** Making games, and inviting people to them. */
  game: [{ points: 20, seconds: 3_600 }],
  /** Taking seats and giving them up. */
  seat: [{ points: 60, seconds: 60 }],
  /** Moves, in all games of a person together. */
  move: [{ points: 1, seconds: 1, burst: { points: 19, seconds: 19 } }],
  search: [{ points: 30, seconds: 60 }],
} as const satisfies Record<string, readonly Bucket[]>;

/** What is limited. */
export type LimitKind = keyof typeof strict;

/** How many sockets a person may have, and how much one may send in a second. */
export interface SocketLimits {
  readonly perUser: number;
  readonly eventsPerSecond: number;
}

/** Those with a burst are never beside another one. */
type Limiter = Pick<RateLimiterMemory, 'consume'> & Partial<Pick<RateLimiterMemory, 'get'>>;

/** How much more than the table one's own machine allows; the limits exist there too. */
const generosity = 1_000;

/** How many wrong passwords of one account are free, and how long the longest wait is. */
const loginDelay = { free: 5, greatestSeconds: 300, forgottenAfterSeconds: 3_600 };

/** A guess that was counted before it was compared. Wrong, it stays counted. */
export interface Guess {
  /** It was right: all that was counted under its key is forgotten. */
  right(): Promise<void>;
  /** It was neither right nor wrong: it alone is taken back. */
  takeBack(): Promise<void>;
}

/** Counts what each person or address does, in the memory of this gateway, and refuses what is too much. */
export class RateLimits {
  readonly sockets: SocketLimits;
  private readonly buckets: ReadonlyMap<LimitKind, readonly Limiter[]>;
  private readonly failures: RateLimiterMemory;
  private readonly waits = new RateLimiterMemory({ keyPrefix: 'wait', points: 1, duration: 1 });
  private readonly freeFailures: number;

  constructor(kind: GatewayConfig['LIMITS']) {
    const factor = kind === 'strict' ? 1 : generosity;
    const kinds = Object.entries(strict) as [LimitKind, readonly Bucket[]][]; // its own keys
    this.buckets = new Map(kinds.map(([name, buckets]) => [name, buckets.map((bucket) => limiterOf(bucket, factor))]));
    this.sockets = kind === 'strict' ? { perUser: 10, eventsPerSecond: 20 } : { perUser: 100, eventsPerSecond: 20_000 };
    this.freeFailures = loginDelay.free * factor;
    this.failures = new RateLimiterMemory({
      keyPrefix: 'failure',
      points: this.freeFailures,
      duration: loginDelay.forgottenAfterSeconds,
    });
  }

  /** @throws {DomainError} `limit.reached` with the seconds to wait */
  async take(kind: LimitKind, key: string): Promise<void> {
    const buckets = this.buckets.get(kind) ?? [];
    try {
      for (const bucket of buckets) await bucket.consume(key);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      // Whoever waited for the first bucket alone would be refused by the next one.
      const states = await Promise.all(buckets.map(async (bucket) => bucket.get?.(key)));
      const waits = states.map((state) => (state && state.remainingPoints <= 0 ? state.msBeforeNext : 0));
      throw tooMany(Math.max(refused.msBeforeNext, ...waits));
    }
  }

  /**
   * Counts a guess before anything is compared, so that guesses which come at once cannot overtake their count. Beyond the free ones each doubles the
   * wait for the next, whether there is anything to guess or not.
   * @throws {DomainError} `limit.reached` while the next guess under this key has to wait
   */
  async countGuess(key: string): Promise<Guess> {
    const { consumedPoints } = await this.failures.penalty(key);
    const beyond = consumedPoints - this.freeFailures;
    if (beyond >= 0) await this.beginWait(key, Math.min(2 ** Math.min(beyond, 30), loginDelay.greatestSeconds));
    return {
      right: () => this.forgetGuesses(key),
      takeBack: async () => {
        await this.failures.reward(key);
        if (beyond >= 0) await this.waits.delete(key);
      },
    };
  }

  async forgetGuesses(key: string): Promise<void> {
    await this.failures.delete(key);
    await this.waits.delete(key);
  }

  /** A wait has room for the one guess that begins it. */
  private async beginWait(key: string, seconds: number): Promise<void> {
    try {
      await this.waits.consume(key, 1, { customDuration: seconds });
    } catch (refused) {
      // It is not compared, so it does not count.
      await this.failures.reward(key);
      throw refused instanceof RateLimiterRes ? tooMany(refused.msBeforeNext) : refused;
    }
  }
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
