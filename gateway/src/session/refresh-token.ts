import { Injectable, type PipeTransform } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { RawRequest } from './raw-request.ts';
import { SessionCookies } from './session-cookies.ts';

/** Reads the refresh token from a request's cookies. */
@Injectable()
export class RefreshTokenPipe implements PipeTransform<IncomingMessage, string | null> {
  constructor(private readonly cookies: SessionCookies) {}

  transform(request: IncomingMessage): string | null {
    return this.cookies.refreshTokenOf(request);
  }
}

/** Injects the refresh token into a route's parameter, or null. */
export const RefreshToken = (): ParameterDecorator => RawRequest(RefreshTokenPipe);
