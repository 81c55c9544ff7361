import { createHash, randomBytes } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { canonicalName } from '@parlour/contracts/text/checks';

/** How long a browser stays known after a sign-in. */
export const browserSeconds = 180 * 24 * 3_600;

/** How many accounts a browser keeps, the latest ones: a household shares one. */
const accountsKept = 5;

/** Another audience than that of access tokens: neither is valid in place of the other. */
const rules = { algorithms: ['HS256' as const], issuer: 'parlour', audience: 'parlour browser' };

interface KnownBrowser {
  readonly id: string;
  /** Hashes of names. */
  readonly accounts: readonly string[];
}

/**
 * Says which accounts have signed in with a browser. It grants nothing: wrong passwords are counted
 * for this browser alone, and others' wrong passwords do not delay it. Source: OWASP, "Slow Down
 * Online Guessing Attacks with Device Cookies".
 */
export class BrowserTokens {
  private readonly jwt = new JwtService({ signOptions: { algorithm: 'HS256' } });

  constructor(private readonly signingKeys: readonly Buffer[]) {}

  /** The token after a sign-in to this account; `token` is the browser's previous one, if any. */
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

  /** The browser's id if this account has signed in there, otherwise null. */
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
        // With another key, expired, or not ours.
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
