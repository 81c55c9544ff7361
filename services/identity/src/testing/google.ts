import { OAuth2Server } from 'oauth2-mock-server';
import type { IdentityConfig } from '../identity-config.ts';

/** This site's client id at Google. */
export const googleClientId = 'parlour.apps.test';

/** A local OpenID provider in place of Google. */
export class StandInGoogle {
  private constructor(readonly server: OAuth2Server) {}

  static async start(): Promise<StandInGoogle> {
    const server = new OAuth2Server();
    await server.issuer.keys.generate('RS256');
    await server.start(0, 'localhost');
    return new StandInGoogle(server);
  }

  /** The matching settings of identity. */
  get config(): Partial<IdentityConfig> {
    const issuer = this.server.issuer.url ?? '';
    return { GOOGLE_CLIENT_ID: googleClientId, GOOGLE_ISSUER: issuer, GOOGLE_JWKS_URL: `${issuer}/jwks` };
  }

  /** An ID token; the test sets the claims that matter, undefined leaves one out. */
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
