import { OAuth2Server } from 'oauth2-mock-server';
import type { IdentityConfig } from '../identity-config.ts';

/** The client that this site is at Google. */
export const googleClientId = 'parlour.apps.test';

/** A local OpenID provider in Google's place. */
export class StandInGoogle {
  private constructor(readonly server: OAuth2Server) {}

  static async start(): Promise<StandInGoogle> {
    const server = new OAuth2Server();
    await server.issuer.keys.generate('RS256');
    await server.start(0, 'localhost');
    return new StandInGoogle(server);
  }

  /** What identity is configured with. */
  get config(): Partial<IdentityConfig> {
    const issuer = this.server.issuer.url ?? '';
    return { GOOGLE_CLIENT_ID: googleClientId, GOOGLE_ISSUER: issuer, GOOGLE_JWKS_URL: `${issuer}/jwks` };
  }

  /** An ID token; what matters in a test is named there, undefined leaves a claim out. */
  token(
    claims: Readonly<Record<string, unknown>> = {},
    header: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    return this.server.issuer.buildToken({
      scopesOrTransform: (head, payload) => {
        const usual = { aud: googleClientId, sub: '1234567890', email: 'gail@example.org', email_verified: true };
        Object.assign(payload, usual, claims);
        Object.assign(head, header);
      },
    });
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}
