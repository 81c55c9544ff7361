import { KernelTables1795800000000 } from '@parlour/kernel/database/kernel-tables';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import { FollowRow, followView } from '@parlour/people/follow-view';
import { peopleView } from '@parlour/people/people-view';
import { PeriodWinCountRow, PeriodWinRow, WinCountRow, WinRow } from './wins/win.entity.ts';
import { periodView, winView } from './wins/win.projection.ts';
import { readsFor, readsOf } from '@parlour/kernel/service/reads';
import { readLeaderboard, readWins } from './wins/leaderboard.queries.ts';
import { Leaderboard1795800000002 } from './migrations/1795800000002-leaderboard.migrations.ts';

/** The tables of this service, oldest migration first. */
export const leaderboardMigrations = [KernelTables1795800000000, Leaderboard1795800000002];

/** Wins per person, derived from the events of games and identity; it has no events of its own. */
export const leaderboardDefinition: ServiceDefinition = {
  source: 'leaderboard',
  database: {
    entities: [WinRow, WinCountRow, PeriodWinRow, PeriodWinCountRow, FollowRow],
    migrations: leaderboardMigrations,
  },
  views: [peopleView('leaderboard'), followView('leaderboard'), winView, periodView],
  live: () => Promise.resolve({ liveMessages: [], endedSessions: [] }),
  controllers: [
    readsFor(() => null, { 'leaderboard.getWins': readWins }),
    readsOf({
      'leaderboard.getLeaderboard': (tx, request, viewer) => readLeaderboard(tx, request, viewer, new Date()),
    }),
  ],
  providers: [],
};
