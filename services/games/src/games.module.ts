import { eventsOf } from '@parlour/contracts/envelope';
import type { GamesEvent } from '@parlour/contracts/games';
import {
  KernelTables1700000000000,
  Operators1761300000000,
  VerbatimReplies1760900000000,
} from '@parlour/kernel/database/kernel-tables';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import { BlockRow, BlocksOfPeople1762310010000, blockView } from '@parlour/people/block-view';
import { KnownPeople } from '@parlour/people/known-people';
import { peopleView } from '@parlour/people/people-view';
import { forfeitPolicy } from './game/forfeit-games.ts';
import { GameController } from './game/game.controller.ts';
import { affectedGames, live } from './game/game.live.ts';
import { readLiveGames } from './game/game-page.queries.ts';
import { GameMoveRow, GameRow, GameTotalRow, GameViewerRow } from './game/game.entity.ts';
import { gameView } from './game/game.projection.ts';
import { Games1760000000000 } from './migrations/1760000000000-games.migrations.ts';
import { KeptSeats1761000000000 } from './migrations/1761000000000-kept-seats.migrations.ts';
import { PlayedGames1761400000000 } from './migrations/1761400000000-played-games.migrations.ts';
import { CreatedGames1762930000000 } from './migrations/1762930000000-created-games.migrations.ts';
import { BegunGames1764110000000 } from './migrations/1764110000000-begun-games.migrations.ts';

/** The tables of this service, oldest migration first. */
export const gamesMigrations = [
  KernelTables1700000000000,
  Games1760000000000,
  VerbatimReplies1760900000000,
  KeptSeats1761000000000,
  Operators1761300000000,
  PlayedGames1761400000000,
  BlocksOfPeople1762310010000,
  CreatedGames1762930000000,
  BegunGames1764110000000,
];

/** Games: players, viewers, moves. */
export const gamesDefinition: ServiceDefinition = {
  source: 'games',
  database: { entities: [GameRow, GameMoveRow, GameViewerRow, GameTotalRow, BlockRow], migrations: gamesMigrations },
  views: [peopleView('games'), blockView('games'), gameView],
  async live(envelopes, database) {
    const events = eventsOf<GamesEvent>(envelopes);
    return { liveMessages: live(events, await readLiveGames(database, affectedGames(events))), endedSessions: [] };
  },
  controllers: [GameController],
  providers: [KnownPeople],
  policies: [forfeitPolicy],
};
