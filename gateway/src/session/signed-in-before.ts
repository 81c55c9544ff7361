import { Injectable, type PipeTransform } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { RawRequest } from './raw-request.ts';
import { SessionCookies } from './session-cookies.ts';

/** Reads from a request's cookies whether somebody has signed in with the browser before. */
@Injectable()
export class SignedInBeforePipe implements PipeTransform<IncomingMessage, boolean> {
  constructor(private readonly cookies: SessionCookies) {}

  transform(request: IncomingMessage): boolean {
    return this.cookies.mayHaveSession(request);
  }
}

/** Injects into a route's parameter whether somebody has signed in with the browser before. */
export const SignedInBefore = (): ParameterDecorator => RawRequest(SignedInBeforePipe);
