import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Positions } from '@parlour/contracts/envelope';
import { DomainError } from '@parlour/contracts/errors';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import type { RpcName } from '@parlour/contracts/rpc';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { readEndedDelays } from '../account/passwords/credentials.ts';
import { isFresh } from '../account/signup/first-account.ts';
import { IdentityConfig } from '../identity-config.ts';
import { readSite } from '../site/site.queries.ts';
import { hashOf, newRotationKey, parseRefreshToken, type RefreshToken, successorOf } from './refresh-token.ts';
import { judge } from './rotation.ts';
import { endSession, markEnding, SessionEndings } from './session-endings.ts';
import type { EndSession } from './session.decider.ts';
import {
  findSession,
  ownerOfSession,
  readEndedSessions,
  readSessions,
  rotateSession,
  userOfSession,
} from './session.queries.ts';

/** How often a refresh retries if another one of the same session was faster. */
const attempts = 5;

/** Calls about sessions: refreshes and ends them. */
@Controller()
export class SessionController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly endings: SessionEndings,
    private readonly config: IdentityConfig,
  ) {}

  /**
   * The successor of a token. A reused one ends the whole family: either it was stolen, or its
   * successor was.
   * @throws {DomainError} `session.ended`
   */
  @Handles('identity.refresh')
  async refresh(@Payload() call: Call<'identity.refresh'>) {
    const token = parseRefreshToken(call.request.refreshToken);
    if (!token) throw sessionEnded();
    for (let attempt = 0; attempt < attempts; attempt++) {
      const grant = await this.attemptRefresh(call, token);
      if (grant) return grant;
    }
    throw new DomainError('command.conflict', messages.conflict);
  }

  /**
   * The session's person, read anew.
   * @throws {DomainError} `session.missing` or `session.ended`
   */
  @Handles('identity.getSession')
  async current(@Payload() call: Call<'identity.getSession'>) {
    const actor = actorOf(call);
    const { sessionId } = call.context;
    if (sessionId === null) throw new DomainError('session.missing', messages.notSignedIn);
    const user = await userOfSession(this.database, sessionId, actor.id);
    if (!user) throw sessionEnded();
    return user;
  }

  /** Ends the caller's session; idempotent. */
  @Handles('identity.logout')
  async logout(@Payload() call: Call<'identity.logout'>) {
    const actor = actorOf(call);
    const { sessionId } = call.request;
    const userId = await ownerOfSession(this.database, sessionId);
    if (userId === undefined) return new Outcome({ loggedOut: true as const }, {});
    const command = { type: 'EndSession', sessionId, userId, by: actor.id, reason: 'logout' } as const;
    return new Outcome({ loggedOut: true as const }, await this.end(call, command));
  }

  /** The caller's active sessions. */
  @Handles('identity.getSessions')
  async list(@Payload() call: Call<'identity.getSessions'>) {
    return { sessions: await readSessions(this.database, actorOf(call).id, call.context.sessionId) };
  }

  /** Ends all of the caller's sessions, including the current one. */
  @Handles('identity.logoutEverywhere')
  async logoutEverywhere(@Payload() call: Call<'identity.logoutEverywhere'>) {
    const userId = actorOf(call).id;
    const ended = await markEnding(this.database, [{ userId, reason: 'everywhere' }]);
    await this.endings.endMarked(userId, call.context);
    return { ended: ended.length };
  }

  @Handles('identity.endedSessions')
  async ended(@Payload() call: Call<'identity.endedSessions'>) {
    const { since } = call.request;
    const sessions = await readEndedSessions(this.database, since);
    const { code: _, ...site } = await readSite(this.database, this.config);
    const { PASSWORD_MIN_LENGTH: passwordLength, MAIL_FROM } = this.config;
    const signUp = {
      isNew: await isFresh(this.database),
      passwordLength,
      ...(MAIL_FROM !== '' && { mail: true as const }),
    };
    return { sessions, delays: await readEndedDelays(this.database, since), site, signUp };
  }

  private async attemptRefresh(call: Call<'identity.refresh'>, shown: RefreshToken): Promise<SessionGrant | undefined> {
    const found = await findSession(this.database, shown);
    if (!found) throw sessionEnded();
    const { sessionId, userId } = found;
    const verdict = judge(found, hashOf(shown.secret), found.now);
    switch (verdict) {
      case 'rotate': {
        const rotationKey = newRotationKey();
        const next = successorOf(shown, rotationKey);
        return rotateSession(this.database, { sessionId, shown, next, rotationKey, client: call.request });
      }
      case 'repeat':
        return found.grant(successorOf(shown, Buffer.from(found.rotationKey ?? '', 'base64url')));
      case 'reuse':
      case 'expired': {
        await this.end(call, { type: 'EndSession', sessionId, userId, by: null, reason: verdict });
        throw sessionEnded();
      }
      case 'ended':
        throw sessionEnded();
      default:
        verdict satisfies never;
        throw sessionEnded();
    }
  }

  private end(call: Call<RpcName>, command: EndSession): Promise<Positions> {
    return endSession(this.commands, command, originOf(call));
  }
}

function sessionEnded(): DomainError {
  return new DomainError('session.ended', messages.notSignedIn);
}
