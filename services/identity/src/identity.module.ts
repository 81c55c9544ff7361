import type { DynamicModule } from '@nestjs/common';
import { eventsOf } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity';
import { KernelTables1700000000000 } from '@parlour/kernel/database/kernel-tables';
import type { MakeLive } from '@parlour/kernel/log/relay';
import { type ServiceDefinition, type ServiceEnvironment, ServiceModule } from '@parlour/kernel/service/service-module';
import { AccountController } from './account/account.controller.ts';
import { Accounts } from './account/accounts.ts';
import { CredentialRow } from './account/credentials.ts';
import { Passwords } from './account/passwords.ts';
import { IdentityConfig } from './identity.config.ts';
import { Accounts1760000000000 } from './migrations/1760000000000-accounts.migrations.ts';
import { SessionController } from './session/session.controller.ts';
import { SessionRow } from './session/session-rows.ts';
import { EndedSessionRow, endedSessionView } from './session/session.view.ts';
import { Sessions } from './session/sessions.ts';
import { UserController } from './user/user.controller.ts';
import { live } from './user/user.live.ts';
import { UserRow, UserTotalRow, userView } from './user/user.view.ts';

const makeLive: MakeLive = async (envelopes) => {
  const messages = eventsOf<IdentityEvent>(envelopes).map(live);
  return {
    tells: messages.flatMap((each) => each.tells),
    endedSessions: messages.flatMap((each) => each.endedSessions),
  };
};

/** People, their accounts and sessions. */
export function identityDefinition(config: IdentityConfig): ServiceDefinition {
  return {
    source: 'identity',
    database: {
      entities: [UserRow, UserTotalRow, EndedSessionRow, CredentialRow, SessionRow],
      migrations: [KernelTables1700000000000, Accounts1760000000000],
    },
    views: [userView, endedSessionView],
    live: makeLive,
    controllers: [AccountController, SessionController, UserController],
    providers: [{ provide: IdentityConfig, useValue: config }, Passwords, Accounts, Sessions],
  };
}

/** The service as a Nest module. */
export function identityModule(config: IdentityConfig, environment: ServiceEnvironment): DynamicModule {
  return ServiceModule.register(identityDefinition(config), environment);
}
