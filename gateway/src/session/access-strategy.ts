import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import type { FastifyRequest } from 'fastify';
import { AccessTokens, tokenRules } from './access-tokens.ts';
import { SessionCookies } from './session-cookies.ts';
import type { Session } from './session.ts';

/** passport-jwt reading the access cookie. */
@Injectable()
export class AccessStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly tokens: AccessTokens,
    cookies: SessionCookies,
  ) {
    super({
      ...tokenRules,
      // The types say Express; under Fastify passport gets Fastify's request.
      jwtFromRequest: (request: unknown) => cookies.accessTokenOf((request as FastifyRequest).raw),
      secretOrKeyProvider: (_request: unknown, token: string, done: (failure: unknown, key?: string) => void) => {
        try {
          done(null, tokens.keyFor(token) as unknown as string); // the library takes a KeyObject, its types do not
        } catch (failure) {
          done(failure);
        }
      },
    });
  }

  validate(claims: unknown): Session {
    return this.tokens.sessionOf(claims);
  }
}
