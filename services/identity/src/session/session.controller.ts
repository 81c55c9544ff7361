import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { SessionGrant, UserWire } from '@parlour/contracts/identity/identity';
import type { Rpc } from '@parlour/contracts/rpc';
import { Database } from '@parlour/kernel/database/database';
import type { Outcome } from '@parlour/kernel/log/commands';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { Json } from '@parlour/kernel/rpc/json';
import { readEndedDelays } from '../account/passwords/credentials.ts';
import { IdentityConfig } from '../identity-config.ts';
import { readSite } from '../site/site.queries.ts';
import { readEndedSessions } from './session.queries.ts';
import { Sessions } from './sessions.ts';

/** Calls about sessions. */
@Controller()
export class SessionController {
  constructor(
    private readonly sessions: Sessions,
    private readonly database: Database,
    private readonly config: IdentityConfig,
  ) {}

  @Handles('identity.refresh')
  refresh(@Payload() call: Call<'identity.refresh'>): Promise<SessionGrant> {
    return this.sessions.refresh(call);
  }

  @Handles('identity.logout')
  logout(@Payload() call: Call<'identity.logout'>): Promise<Outcome<Rpc['identity.logout']['reply']>> {
    return this.sessions.logout(call);
  }

  @Handles('identity.getSession')
  getSession(@Payload() call: Call<'identity.getSession'>): Promise<Json<UserWire>> {
    return this.sessions.current(call);
  }

  @Handles('identity.getSessions')
  getSessions(@Payload() call: Call<'identity.getSessions'>): Promise<Rpc['identity.getSessions']['reply']> {
    return this.sessions.list(call);
  }

  @Handles('identity.logoutEverywhere')
  logoutEverywhere(
    @Payload() call: Call<'identity.logoutEverywhere'>,
  ): Promise<Rpc['identity.logoutEverywhere']['reply']> {
    return this.sessions.logoutEverywhere(call);
  }

  @Handles('identity.endedSessions')
  async endedSessions(
    @Payload() call: Call<'identity.endedSessions'>,
  ): Promise<Rpc['identity.endedSessions']['reply']> {
    const { since } = call.request;
    const sessions = await readEndedSessions(this.database, since);
    const { code: _, ...site } = await readSite(this.database, this.config);
    return { sessions, delays: await readEndedDelays(this.database, since), site };
  }
}
