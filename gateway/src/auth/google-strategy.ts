import { setTimeout as delay } from 'node:timers/promises';
import {
  type GoogleCallbackParameters,
  type Profile,
  Strategy,
  type StrategyOptions,
  type VerifyCallback,
} from 'passport-google-oauth20';
import { isSame, type Journey, newJourney } from './journey.ts';

/** The parts of Express' request that the strategy uses. */
interface Asked {
  readonly query: Readonly<Record<string, unknown>>;
  /** The journey from the browser's cookie. */
  readonly journey: Journey | undefined;
  /** Called with the new journey. */
  readonly begin?: (journey: Journey) => void;
}

type Stored = (failure: Error | null, state?: string) => void;
type Verified = (failure: Error | null, verifier: string | false, state?: unknown) => void;

/** Time limit for exchanging a code; the library has none. */
const exchangeMs = 10_000;

/**
 * Otherwise the strategy checks no state at all; here state, verifier and nonce are in the
 * browser's sealed cookie.
 */
const journeyStore = {
  store(asked: Asked, verifier: string, _state: unknown, _meta: unknown, stored: Stored): void {
    const journey = newJourney(verifier, Date.now());
    asked.begin?.(journey);
    stored(null, journey.state);
  },
  verify({ journey }: Asked, state: unknown, verified: Verified): void {
    const isOurs = journey && typeof state === 'string' && isSame(Buffer.from(state), Buffer.from(journey.state));
    if (isOurs) verified(null, journey.verifier, journey);
    else verified(null, false, { message: 'the state is not this browser’s' });
  },
};

/** Google did not answer, or reports a failure of its own. */
export class GoogleOutage extends Error {
  override readonly name = 'GoogleOutage';
}

/** Google's codes for its own failures (RFC 6749, 4.1.2.1). */
const outages = ['server_error', 'temporarily_unavailable'];

/** The library parses Google's errors, so an unparsed answer did not come from a working server. */
function outageOf(failure: Error): Error {
  const isOutage =
    failure.name === 'InternalOAuthError' || ('code' in failure && outages.includes(String(failure.code)));
  return isOutage ? new GoogleOutage(failure.message, { cause: failure }) : failure;
}

/** Where to redirect the browser, and what to store in its cookie. */
export interface Departure {
  readonly url: string;
  readonly journey: Journey;
}

/** The result of a journey. */
export interface Arrival {
  readonly idToken: string;
  readonly nonce: string;
}

/** This site's client credentials at Google. */
export interface GoogleClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
}

/**
 * The redirect flow of passport-google-oauth20, without passport's middleware, which needs Express.
 */
export class GoogleStrategy {
  private readonly strategy: Strategy;

  constructor(client: GoogleClient) {
    const options: StrategyOptions = {
      clientID: client.clientId,
      clientSecret: client.clientSecret,
      authorizationURL: client.authorizationUrl,
      tokenURL: client.tokenUrl,
      scope: ['openid', 'email'],
      // The ID token contains everything needed.
      skipUserProfile: true,
      pkce: true,
      store: journeyStore as unknown as NonNullable<StrategyOptions['store']>, // its types lack PKCE
    };
    const verify = (
      _access: string,
      _refresh: string,
      tokens: GoogleCallbackParameters,
      _profile: Profile,
      done: VerifyCallback,
    ): void => done(null, { idToken: tokens.id_token });
    this.strategy = new Strategy(options, verify);
  }

  /** Redirects the browser to Google, which redirects back to `callbackUrl`. */
  async depart(callbackUrl: string): Promise<Departure> {
    let journey: Journey | undefined;
    const asked: Asked = { query: {}, journey: undefined, begin: (begun) => (journey = begun) };
    const { url } = await this.run(asked, callbackUrl);
    if (url === undefined || !journey) throw new Error('the flow did not begin');
    const address = new URL(url);
    address.searchParams.set('nonce', journey.nonce);
    return { url: address.href, journey };
  }

  /**
   * Exchanges the returned code.
   * @throws Error if anything is invalid: missing or foreign state, a refusal by Google, a bad code
   */
  async arrive(query: Asked['query'], journey: Journey | undefined, callbackUrl: string): Promise<Arrival> {
    // Without a code the strategy would redirect to Google again.
    if (query['error'] === undefined && (typeof query['code'] !== 'string' || query['code'] === '')) {
      throw new Error('there is no code');
    }
    const { idToken } = await this.run({ query, journey }, callbackUrl);
    if (idToken === undefined || !journey) throw new Error('there is no ID token');
    return { idToken, nonce: journey.nonce };
  }

  /** Passport's contract: a fresh copy of the strategy, with callbacks for its outcomes. */
  private async run(asked: Asked, callbackURL: string): Promise<{ url?: string; idToken?: string | undefined }> {
    const limit = new AbortController();
    const late = delay(exchangeMs, undefined, { signal: limit.signal, ref: false }).then(() => {
      throw new GoogleOutage('Google did not answer in time');
    });
    const ended = new Promise<{ url?: string; idToken?: string | undefined }>((resolve, reject) => {
      // People with several Google accounts choose one.
      const options = { callbackURL, prompt: 'select_account' };
      const copy = Object.create(this.strategy) as Strategy; // made of one
      const running: Strategy = Object.assign(copy, {
        redirect: (url: string) => resolve({ url }),
        success: ({ idToken }: { idToken?: string }) => resolve({ idToken }),
        fail: (challenge?: { message?: string }) => reject(new Error(challenge?.message ?? 'refused')),
        error: (failure: Error) => reject(outageOf(failure)),
        pass: () => reject(new Error('passed')),
      });
      running.authenticate(asked as unknown as Parameters<Strategy['authenticate']>[0], options); // of it only what is in Asked is read
    });
    try {
      return await Promise.race([ended, late]);
    } finally {
      limit.abort();
      late.catch(() => undefined);
    }
  }
}
