import {
  KernelTables1700000000000,
  Operators1761300000000,
  VerbatimReplies1760900000000,
} from '@parlour/kernel/database/kernel-tables';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import { FollowRow, followView } from '@parlour/people/follow-view';
import { peopleView } from '@parlour/people/people-view';
import { Wins1760000000000 } from './migrations/1760000000000-wins.migrations.ts';
import { Periods1761400000000 } from './migrations/1761400000000-periods.migrations.ts';
import { LeaderboardController } from './wins/leaderboard.controller.ts';
import { PeriodWinCountRow, PeriodWinRow, WinCountRow, WinRow } from './wins/win.entity.ts';
import { periodView, winView } from './wins/win.projection.ts';

/** The tables of this service, oldest migration first. */
export const leaderboardMigrations = [
  KernelTables1700000000000,
  Wins1760000000000,
  VerbatimReplies1760900000000,
  Operators1761300000000,
  Periods1761400000000,
];

/** Wins per person, derived from the events of games and identity; it has no events of its own. */
export const leaderboardDefinition: ServiceDefinition = {
  source: 'leaderboard',
  database: {
    entities: [WinRow, WinCountRow, PeriodWinRow, PeriodWinCountRow, FollowRow],
    migrations: leaderboardMigrations,
  },
  views: [peopleView('leaderboard'), followView('leaderboard'), winView, periodView],
  live: () => Promise.resolve({ liveMessages: [], endedSessions: [] }),
  controllers: [LeaderboardController],
  providers: [],
};
