import type { Actor } from '@parlour/contracts/envelope';

/** The signed-in user, from the access token. */
export interface Session {
  readonly id: string;
  readonly user: Actor;
  /** When the password was last given, seconds since 1970. */
  readonly authenticatedAt: number;
  /** When the access token ends, seconds since 1970. */
  readonly expiresAt: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session guard; absent on public routes. */
    user?: Session;
  }
}
