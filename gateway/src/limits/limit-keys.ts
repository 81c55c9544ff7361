import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { limitKeyOf } from '@parlour/kernel/service/limit-key';
import { EndedSessions } from '../session/ended-sessions.ts';
import { SessionCookies } from '../session/session-cookies.ts';

/**
 * Whose requests are counted together: a person's, once their token was verified here; otherwise an
 * address's. Many people may share an address, such as a company's.
 */
@Injectable()
export class LimitKeys {
  constructor(
    private readonly cookies: SessionCookies,
    private readonly ended: EndedSessions,
  ) {}

  keyOf(request: IncomingMessage, address: string): string {
    const session = this.cookies.knownSessionOf(request);
    // Whoever still has the token of an ended session must not use up its owner's requests.
    return session && !this.ended.has(session.id) ? session.user.id : limitKeyOf(address);
  }
}
