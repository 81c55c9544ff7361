import { Injectable } from '@nestjs/common';
import { hash, type Options, verify } from '@node-rs/argon2';
import { unavailable } from '@parlour/contracts/errors';

/** argon2id, which is the library's default algorithm. Source: security, "Session". */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of the same cost, of a password that was thrown away: what is compared with when there is no such account. */
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$QDhB2zwBA1ju2XSqZuvcnw$2HXsHzMidgeOpaQqSCx6uXfUW+298+Bfeck2ly2nfpI';

/** How many hashes are made at once, and how many may wait: beyond it is better to be told so than to wait past one's time limit. */
const bounds = { atOnce: 2, waiting: 50 };

/** Hashes and compares passwords without taking the machine away from readers. */
@Injectable()
export class Passwords {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @throws {DomainError} `service.unavailable` when too many wait */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, cost));
  }

  /**
   * Whether the password is the hashed one. Without a hash it is not, at the same cost, so that the time does not tell which names exist.
   * @throws {DomainError} `service.unavailable` when too many wait
   */
  async matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    const equal = await this.inTurn(() => verify(passwordHash ?? nobodys, password));
    return equal && passwordHash !== undefined;
  }

  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running >= bounds.atOnce) {
      if (this.waiting.length >= bounds.waiting) throw unavailable();
      // Who leaves hands his place over, so nobody can slip in between.
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
