import { Injectable, type PipeTransform } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { RawRequest } from './raw-request.ts';
import { SessionCookies } from './session-cookies.ts';

/** Reads the refresh token out of a request's cookies. */
@Injectable()
export class RefreshTokenPipe implements PipeTransform<IncomingMessage, string | null> {
  constructor(private readonly cookies: SessionCookies) {}

  transform(request: IncomingMessage): string | null {
    return this.cookies.refreshTokenOf(request);
  }
}

/** Puts the refresh token into a parameter of a route, or null. */
export const RefreshToken = (): ParameterDecorator => RawRequest(RefreshTokenPipe);
