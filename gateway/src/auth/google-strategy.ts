import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { type GoogleCallbackParameters, Strategy, type StrategyOptions } from 'passport-google-oauth20';
import { isSame, type Journey, newJourney } from './journey.ts';
import type { Journeys } from './journeys.ts';

/** This site's client credentials at Google. */
export interface GoogleClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
}

/** What a journey begins with: the strategy passes it on to `keep`, with its verifier. */
export interface Departing {
  readonly nonce: string;
  /** The id of the user who reauthenticates. */
  readonly again?: string;
  readonly keep: (journey: Journey) => void;
}

type Stored = (failure: Error | null, state?: string) => void;
type Verified = (failure: Error | null, verifier: string | false, state?: unknown) => void;

/**
 * passport-google-oauth20 with PKCE and a nonce. Otherwise it checks no state at all; here state,
 * verifier and nonce are in the browser's sealed cookie.
 */
export class GoogleStrategy extends PassportStrategy(Strategy, 'google', 5) {
  constructor(client: GoogleClient, journeys: Journeys) {
    const store = {
      store(_request: unknown, verifier: string, departing: Departing, _meta: unknown, stored: Stored): void {
        const { keep, ...known } = departing;
        const journey = newJourney({ ...known, verifier }, Date.now());
        keep(journey);
        stored(null, journey.state);
      },
      verify(request: FastifyRequest, state: unknown, _meta: unknown, verified: Verified): void {
        const journey = journeys.of(request);
        const isOurs = journey && typeof state === 'string' && isSame(Buffer.from(state), Buffer.from(journey.state));
        if (isOurs) verified(null, journey.verifier, journey);
        else verified(null, false, { message: 'the state is not this browser’s' });
      },
    };
    super({
      clientID: client.clientId,
      clientSecret: client.clientSecret,
      authorizationURL: client.authorizationUrl,
      tokenURL: client.tokenUrl,
      scope: ['openid', 'email'],
      // The ID token contains everything needed.
      skipUserProfile: true,
      pkce: true,
      store: store as unknown as NonNullable<StrategyOptions['store']>, // its types lack PKCE
    });
  }

  override authorizationParams(options: { readonly state: Departing }): object {
    // People with several Google accounts choose one.
    return { prompt: 'select_account', nonce: options.state.nonce };
  }

  validate(_access: string, _refresh: string, tokens: GoogleCallbackParameters): { idToken: string | undefined } {
    return { idToken: tokens.id_token };
  }
}
