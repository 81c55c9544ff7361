import type { DynamicModule } from '@nestjs/common';
import { eventsOf } from '@parlour/contracts/envelope';
import type { IdentityEvent, UserRowWire } from '@parlour/contracts/identity';
import { KernelTables1700000000000, VerbatimReplies1760900000000 } from '@parlour/kernel/database/kernel-tables';
import type { MakeLive } from '@parlour/kernel/log/relay';
import { type ServiceDefinition, type ServiceEnvironment, ServiceModule } from '@parlour/kernel/service/service-module';
import { AccountController } from './account/account.controller.ts';
import { Accounts } from './account/accounts.ts';
import { CredentialRow } from './account/credentials.ts';
import { GoogleAccountRow } from './account/google-accounts.ts';
import { GoogleSignIn } from './account/google-sign-in.ts';
import { GoogleTokens } from './account/google-tokens.ts';
import { OwnAccount } from './account/own-account.ts';
import { PasswordRules } from './account/password-rules.ts';
import { Passwords } from './account/passwords.ts';
import { readNameHashes } from './account/usernames.ts';
import { FollowController } from './follow/follow.controller.ts';
import { FollowCountRow, FollowRow, followView } from './follow/follow.view.ts';
import { IdentityConfig } from './identity-config.ts';
import { Accounts1760000000000 } from './migrations/1760000000000-accounts.migrations.ts';
import { Profiles1760100000000 } from './migrations/1760100000000-profiles.migrations.ts';
import { Suspensions1760200000000 } from './migrations/1760200000000-suspensions.migrations.ts';
import { SignIn1760300000000 } from './migrations/1760300000000-sign-in.migrations.ts';
import { NameHashes1761000100000 } from './migrations/1761000100000-name-hashes.migrations.ts';
import { sessionEndingPolicy, SessionEndings } from './session/session-endings.ts';
import { SessionController } from './session/session.controller.ts';
import { SessionRow } from './session/session-rows.ts';
import { EndedSessionRow, endedSessionView } from './session/session.view.ts';
import { Sessions } from './session/sessions.ts';
import { BiographyRow } from './user/biographies.ts';
import { UserController } from './user/user.controller.ts';
import { live, shownBy } from './user/user.live.ts';
import { readUserRows, UserRow, UserTotalRow, userView } from './user/user.view.ts';

const makeLive: MakeLive = async (envelopes, database) => {
  const events = eventsOf<IdentityEvent>(envelopes);
  const shown = [...new Set(events.flatMap(shownBy))];
  const rows = shown.length > 0 ? await readUserRows(database, shown) : new Map<string, UserRowWire>();
  const deleted = events.flatMap(({ type, data }) => (type === 'UserDeleted' ? [data.userId] : []));
  const hashes = deleted.length > 0 ? await readNameHashes(database, deleted) : new Map<string, string>();
  const messages = events.map((event) => live(event, rows, hashes));
  return {
    liveMessages: messages.flatMap((each) => each.liveMessages),
    endedSessions: messages.flatMap((each) => each.endedSessions),
  };
};

/** The tables of this service, oldest migration first. */
export const identityMigrations = [
  KernelTables1700000000000,
  Accounts1760000000000,
  Profiles1760100000000,
  Suspensions1760200000000,
  SignIn1760300000000,
  VerbatimReplies1760900000000,
  NameHashes1761000100000,
];

/** People, their accounts and sessions. */
export function identityDefinition(config: IdentityConfig): ServiceDefinition {
  return {
    source: 'identity',
    database: {
      entities: [
        UserRow,
        UserTotalRow,
        FollowRow,
        FollowCountRow,
        EndedSessionRow,
        CredentialRow,
        GoogleAccountRow,
        BiographyRow,
        SessionRow,
      ],
      migrations: identityMigrations,
    },
    views: [userView, followView, endedSessionView],
    live: makeLive,
    controllers: [AccountController, SessionController, UserController, FollowController],
    providers: [
      { provide: IdentityConfig, useValue: config },
      Passwords,
      PasswordRules,
      Accounts,
      OwnAccount,
      GoogleTokens,
      GoogleSignIn,
      Sessions,
      SessionEndings,
    ],
    policies: (commands) => [sessionEndingPolicy(commands)],
    keptTables: ['credentials', 'google_accounts', 'biographies'],
    // A restored session may have been ended since the backup.
    fleetingTables: ['sessions'],
  };
}

/** The service as a Nest module. */
export function identityModule(config: IdentityConfig, environment: ServiceEnvironment): DynamicModule {
  return ServiceModule.register(identityDefinition(config), environment);
}
