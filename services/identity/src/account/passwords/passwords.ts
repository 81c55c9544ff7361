import { Injectable } from '@nestjs/common';
import { hash, type Options, verify } from '@node-rs/argon2';
import { limits } from '@parlour/contracts/limits';
import { WaitingLine } from '@parlour/kernel/service/waiting-line';

/**
 * argon2id, which is the library's default algorithm.
 * Source: docs/design/security.md#passwords.
 */
export const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two at once, so that they cannot starve other requests. Source: decisions O-15. */
const line = { atOnce: 2, patienceMs: limits.passwordWaitMs, usualMs: 50 };

/**
 * Hashes and compares passwords. Whoever has an account goes before sign-ups. `of` is whose it is:
 * an address, or a person. Passwords are normalised to NFC, because systems send accents composed
 * or decomposed.
 */
@Injectable()
export class Passwords {
  private readonly line = new WaitingLine(line);

  /**
   * A hash of the same cost, of a discarded password: compared with when there is no such account.
   */
  private readonly nobodys =
    '$argon2id$v=19$m=19456,t=2,p=1$QDhB2zwBA1ju2XSqZuvcnw$2HXsHzMidgeOpaQqSCx6uXfUW+298+Bfeck2ly2nfpI';

  /** @throws {DomainError} `service.unavailable` when its turn would come too late */
  hash(password: string, of: string): Promise<string> {
    return this.line.take({ of, urgent: true }, () => hash(password.normalize('NFC'), cost));
  }

  /**
   * The same for a sign-up.
   * @throws {DomainError} `service.unavailable` when its turn would come too late
   */
  hashOfNewcomer(password: string, of: string): Promise<string> {
    return this.line.take({ of, urgent: false }, () => hash(password.normalize('NFC'), cost));
  }

  /**
   * Whether the password matches the hash, or, without a hash, a discarded password. Both cost the
   * same, so the time does not reveal which names exist. Older hashes are of the text as typed.
   * @throws {DomainError} `service.unavailable` when its turn would come too late
   */
  matches(passwordHash: string | undefined, password: string, of: string): Promise<boolean> {
    const forms = new Set([password.normalize('NFC'), password.normalize('NFD'), password]);
    return this.line.take({ of, urgent: true }, async () => {
      for (const form of forms) if (await verify(passwordHash ?? this.nobodys, form)) return true;
      return false;
    });
  }
}
