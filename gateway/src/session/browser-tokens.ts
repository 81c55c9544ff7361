import { createHash, randomBytes } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { canonicalName } from '@parlour/contracts/checks';

/** How long a browser is known after somebody signed in there. */
export const browserSeconds = 180 * 24 * 3_600;

/** How many accounts a browser is known to, the latest ones: a household shares one. */
const accountsKept = 5;

/** Another audience than that of access tokens: neither is good in place of the other. */
const rules = { algorithms: ['HS256' as const], issuer: 'parlour', audience: 'parlour browser' };

interface KnownBrowser {
  readonly id: string;
  /** Hashes of names. */
  readonly accounts: readonly string[];
}

/**
 * Says of a browser to which accounts somebody has signed in there. It opens nothing: wrong passwords are counted for this browser alone, where
 * anybody else's keep it from nothing. Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 */
export class BrowserTokens {
  private readonly jwt = new JwtService({ signOptions: { algorithm: 'HS256' } });

  constructor(private readonly signingKeys: readonly Buffer[]) {}

  /** The token after somebody signed in to this account, where the browser had the one before, or none. */
  next(token: string | null, username: string): string {
    const known = this.read(token);
    const account = hashOf(username);
    const others = known?.accounts.filter((each) => each !== account) ?? [];
    const accounts = [...others, account].slice(-accountsKept);
    const [secret] = this.signingKeys;
    const { issuer, audience } = rules;
    const options = { issuer, audience, expiresIn: browserSeconds, ...(secret && { secret }) };
    return this.jwt.sign({ jti: known?.id ?? randomBytes(16).toString('base64url'), accounts }, options);
  }

  /** The browser's id where somebody has signed in to this account there; null where nobody has. */
  browserKnownTo(token: string | null, username: string): string | null {
    const known = this.read(token);
    return known?.accounts.includes(hashOf(username)) ? known.id : null;
  }

  private read(token: string | null): KnownBrowser | undefined {
    if (token === null) return undefined;
    for (const secret of this.signingKeys) {
      try {
        const claims = this.jwt.verify<{ jti: string; accounts: string[] }>(token, { ...rules, secret });
        return { id: claims.jti, accounts: claims.accounts };
      } catch {
        // Of another key, too old, or none of ours.
      }
    }
    return undefined;
  }
}

function hashOf(username: string): string {
  return createHash('sha256')
    .update('parlour browser')
    .update(canonicalName(username))
    .digest('base64url')
    .slice(0, 22);
}
