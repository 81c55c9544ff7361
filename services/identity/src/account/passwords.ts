import { Injectable } from '@nestjs/common';
import { hash, type Options, verify } from '@node-rs/argon2';
import { WorkLimiter } from '@parlour/kernel/service/work-limiter';

/**
 * argon2id, which is the library's default algorithm.
 * Source: docs/design/security.md#passwords.
 */
export const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How many may wait: half of the places are reserved for existing accounts. */
const waiting = { all: 50, newcomers: 25 };

/**
 * Hashes and compares passwords, two at once and fifty waiting, so that logins cannot starve other
 * requests. Passwords are normalised to NFC, because systems send accents composed or decomposed.
 */
@Injectable()
export class Passwords {
  private readonly limiter = new WorkLimiter(2, waiting.all);

  /**
   * A hash of the same cost, of a discarded password: compared with when there is no such account.
   */
  private readonly nobodys =
    '$argon2id$v=19$m=19456,t=2,p=1$QDhB2zwBA1ju2XSqZuvcnw$2HXsHzMidgeOpaQqSCx6uXfUW+298+Bfeck2ly2nfpI';

  /** @throws {DomainError} `service.unavailable` when too many wait */
  hash(password: string): Promise<string> {
    return this.limiter.take(() => hash(password.normalize('NFC'), cost));
  }

  /**
   * The same for a sign-up: these may use half of the places only, so that they block no sign-ins.
   * @throws {DomainError} `service.unavailable` when too many wait
   */
  hashOfNewcomer(password: string): Promise<string> {
    return this.limiter.take(() => hash(password.normalize('NFC'), cost), waiting.newcomers);
  }

  /**
   * Whether the password matches the hash, or, without a hash, a discarded password. Both cost the
   * same, so the time does not reveal which names exist. Older hashes are of the text as typed.
   * @throws {DomainError} `service.unavailable` when too many wait
   */
  matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    const forms = new Set([password.normalize('NFC'), password.normalize('NFD'), password]);
    return this.limiter.take(async () => {
      for (const form of forms) if (await verify(passwordHash ?? this.nobodys, form)) return true;
      return false;
    });
  }
}
