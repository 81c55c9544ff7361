import type { DynamicModule } from '@nestjs/common';
import { KernelTables1700000000000, VerbatimReplies1760900000000 } from '@parlour/kernel/database/kernel-tables';
import { type ServiceDefinition, type ServiceEnvironment, ServiceModule } from '@parlour/kernel/service/service-module';
import { FollowRow, followView } from '@parlour/kernel/view/follow-view';
import { peopleView } from '@parlour/kernel/view/people-view';
import { Wins1760000000000 } from './migrations/1760000000000-wins.migrations.ts';
import { LeaderboardController } from './wins/leaderboard.controller.ts';
import { WinCountRow, WinRow, winView } from './wins/win.view.ts';

/** The tables of this service, oldest migration first. */
export const leaderboardMigrations = [KernelTables1700000000000, Wins1760000000000, VerbatimReplies1760900000000];

/** Wins per person, derived from the events of games and identity; it has no events of its own. */
export const leaderboardDefinition: ServiceDefinition = {
  source: 'leaderboard',
  database: { entities: [WinRow, WinCountRow, FollowRow], migrations: leaderboardMigrations },
  views: [peopleView('leaderboard'), followView('leaderboard'), winView],
  live: () => Promise.resolve({ liveMessages: [], endedSessions: [] }),
  controllers: [LeaderboardController],
  providers: [],
};

/** The service as a Nest module. */
export function leaderboardModule(environment: ServiceEnvironment): DynamicModule {
  return ServiceModule.register(leaderboardDefinition, environment);
}
