import { Injectable, type PipeTransform } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { AccessTokens } from './access-tokens.ts';
import { RawRequest } from './raw-request.ts';
import { SessionCookies } from './session-cookies.ts';
import type { Session } from './session.ts';

/** Reads the session that a browser already has when somebody signs in. */
@Injectable()
export class OlderSessionPipe implements PipeTransform<IncomingMessage, Session | null> {
  constructor(
    private readonly cookies: SessionCookies,
    private readonly tokens: AccessTokens,
  ) {}

  transform(request: IncomingMessage): Session | null {
    const token = this.cookies.accessTokenOf(request);
    try {
      return token === null ? null : this.tokens.verify(token);
    } catch {
      return null;
    }
  }
}

/** Injects the browser's existing session into a route's parameter, or null. */
export const OlderSession = (): ParameterDecorator => RawRequest(OlderSessionPipe);
