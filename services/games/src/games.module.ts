import { eventsOf } from '@parlour/contracts/envelope';
import type { GamesEvent } from '@parlour/contracts/games/games';
import { KernelTables1795800000000 } from '@parlour/kernel/database/kernel-tables';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import { BlockRow, blockView } from '@parlour/people/block-view';
import { KnownPeople } from '@parlour/people/known-people';
import { peopleView } from '@parlour/people/people-view';
import { forfeitPolicy } from './game/forfeit-games.ts';
import { GameController } from './game/game.controller.ts';
import { affectedGames, live } from './game/game.live.ts';
import { readLiveGames } from './game/game-page.queries.ts';
import { GameMoveRow, GameRow, GameTotalRow, GameViewerRow } from './game/game.entity.ts';
import { gameView } from './game/game.projection.ts';
import { readsFor, readsOf } from '@parlour/kernel/service/reads';
import { readGame, readWholeGames } from './game/game-page.queries.ts';
import { readGameList, readOwnGames } from './game/lists/game-list.queries.ts';
import { readOpponents } from './game/lists/opponents.queries.ts';
import { readPlayedGames, readScores } from './game/lists/played-games.queries.ts';
import { readAddressees, readTurnNotices } from './game/notices.queries.ts';
import { Games1795800000002 } from './migrations/1795800000002-games.migrations.ts';

/** The tables of this service, oldest migration first. */
export const gamesMigrations = [KernelTables1795800000000, Games1795800000002];

const reads = readsOf({
  'games.getGame': readGame,
  'games.getWholeGames': readWholeGames,
  'games.getGames': readGameList,
  'games.getPlayed': readPlayedGames,
  'games.getScores': readScores,
  'games.mine': async (tx, _, viewer) => ({ games: await readOwnGames(tx, viewer) }),
  'games.acquainted': readOpponents,
});

const readsOfDelivery = readsFor(() => null, {
  'games.getAddressees': readAddressees,
  'games.getNotices': readTurnNotices,
});

/** Games: players, viewers, moves. */
export const gamesDefinition: ServiceDefinition = {
  source: 'games',
  database: { entities: [GameRow, GameMoveRow, GameViewerRow, GameTotalRow, BlockRow], migrations: gamesMigrations },
  views: [peopleView('games'), blockView('games'), gameView],
  async live(envelopes, database) {
    const events = eventsOf<GamesEvent>(envelopes);
    return { liveMessages: live(events, await readLiveGames(database, affectedGames(events))), endedSessions: [] };
  },
  controllers: [reads, readsOfDelivery, GameController],
  providers: [KnownPeople],
  policies: [forfeitPolicy],
};
