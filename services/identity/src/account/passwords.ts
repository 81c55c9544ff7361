import { Injectable } from '@nestjs/common';
import { hash, type Options, verify } from '@node-rs/argon2';
import { Turns } from './turns.ts';

/** argon2id, which is the library's default algorithm. Source: security, "Session". */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of the same cost, of a password that was thrown away: what is compared with when there is no such account. */
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$QDhB2zwBA1ju2XSqZuvcnw$2HXsHzMidgeOpaQqSCx6uXfUW+298+Bfeck2ly2nfpI';

/** Hashes and compares passwords, two at once and fifty waiting, so that logins cannot take the machine away from readers. */
@Injectable()
export class Passwords {
  private readonly turns = new Turns(2, 50);

  /** @throws {DomainError} `service.unavailable` when too many wait */
  hash(password: string): Promise<string> {
    return this.turns.take(() => hash(password, cost));
  }

  /**
   * Whether the password is the hashed one; without a hash, whether it is the one that nobody has. So it costs the same either way, and the time
   * does not tell which names exist.
   * @throws {DomainError} `service.unavailable` when too many wait
   */
  matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    return this.turns.take(() => verify(passwordHash ?? nobodys, password));
  }
}
