import { Injectable } from '@nestjs/common';
import { hash, type Options, verify } from '@node-rs/argon2';
import { Turns } from './turns.ts';

/**
 * argon2id, which is the library's default algorithm.
 * Source: docs/design/security.md#passwords.
 */
export const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of the same cost, of a password that was thrown away: what is compared with when there is no such account. */
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$QDhB2zwBA1ju2XSqZuvcnw$2HXsHzMidgeOpaQqSCx6uXfUW+298+Bfeck2ly2nfpI';

/** How many may wait: half of the places are kept for those who have an account, however many want one. */
const waiting = { all: 50, newcomers: 25 };

/**
 * Hashes and compares passwords, two at once and fifty waiting, so that logins cannot take the machine away from readers. A password is hashed in
 * Unicode's composed form: systems send an accent as a sign of its own, or not.
 */
@Injectable()
export class Passwords {
  private readonly turns = new Turns(2, waiting.all);

  /** @throws {DomainError} `service.unavailable` when too many wait */
  hash(password: string): Promise<string> {
    return this.turns.take(() => hash(password.normalize('NFC'), cost));
  }

  /**
   * The same for an account that is to be opened: such wait in half of the places, so that they keep nobody from signing in.
   * @throws {DomainError} `service.unavailable` when too many wait
   */
  hashOfNewcomer(password: string): Promise<string> {
    return this.turns.take(() => hash(password.normalize('NFC'), cost), waiting.newcomers);
  }

  /**
   * Whether the password is the hashed one; without a hash, whether it is the one that nobody has. So it costs the same either way, and the time
   * does not tell which names exist. Older hashes are of what was typed, in whatever form.
   * @throws {DomainError} `service.unavailable` when too many wait
   */
  matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    const forms = new Set([password.normalize('NFC'), password.normalize('NFD'), password]);
    return this.turns.take(async () => {
      for (const form of forms) if (await verify(passwordHash ?? nobodys, form)) return true;
      return false;
    });
  }
}
