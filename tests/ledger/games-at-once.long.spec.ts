import { expect, test } from '@jest/globals';
import {
  type GameMoveWire,
  gameTypes,
  type GameType,
  type GameWire,
  type Strength,
} from '@parlour/contracts/games/games';
import type { LeaderboardRowWire } from '@parlour/contracts/leaderboard/leaderboard';
import { serviceDefinitions } from '@parlour/embedded/service-definitions';
import { until } from '@parlour/kernel/testing/until';
import { rulesOf } from '@parlour/rules/games';
import { moverAt } from '@parlour/rules/rules';
import type { Listener } from '../e2e/person.ts';
import { ask, chancesOf, moveOf, Player, positionOf } from '../e2e/player.ts';
import { complaintsIn, makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';
import type { Product } from '../e2e/running-product.ts';
import { runSiteTool } from '../e2e/tools.ts';
import { aFewAtOnce } from './a-few-at-once.ts';
import { faultsOf, type LoggedGame, readGames, winnerThatCounts } from './games-log.ts';
import { expectReadModelsOfSite } from './read-models.ts';

test('two hundred games at once give the leaderboard computed from the log, also when rebuilt', () =>
  playAtOnce(200, 40));

const seed = Number(process.env['SEED'] ?? 20_261_121);
const slowMs = 60_000;

/** A player, with their connection. */
interface Sitting {
  readonly player: Player;
  readonly listener: Listener;
}

/** The plan of one game, drawn before any begins, so that it depends on the seed only. */
interface Plan {
  readonly gameType: GameType;
  readonly players: readonly [Sitting, Sitting];
  readonly private: boolean;
  readonly computer: Strength | null;
  readonly strengths: readonly [Strength, Strength];
  /** One of the two leaves after so many moves. */
  readonly leave: { readonly after: number; readonly seat: 0 | 1 } | null;
  readonly chance: () => number;
}

function sitDown(url: string, population: number): Promise<Sitting[]> {
  const players = Array.from({ length: population }, (_, index) => new Player(url, `Player ${index}`));
  return aFewAtOnce(players, async (player) => ({ player: await player.signUp(), listener: await player.listen() }));
}

function drawPlans(sitting: readonly Sitting[], gamesAtOnce: number): Plan[] {
  const population = sitting.length;
  const chance = chancesOf(seed);
  const below = (count: number): number => Math.floor(chance() * count);
  const strength = (): Strength => (chance() < 0.5 ? 'easy' : 'strong');
  return Array.from({ length: gamesAtOnce }, (_, index): Plan => {
    // Earlier players play more often, so that wins differ.
    const first = Math.min(below(population), below(population));
    const second = (first + 1 + below(population - 1)) % population;
    const gameType = gameTypes[index % gameTypes.length] ?? 'Nim';
    const seat = chance() < 0.5 ? 0 : 1;
    return {
      gameType,
      players: [sitting[first]!, sitting[second]!], // both below the population
      private: chance() < 0.2,
      computer: chance() < 0.1 ? strength() : null,
      strengths: [strength(), strength()],
      // Chopsticks between two good players would go on forever.
      leave: chance() < 0.25 ? { after: below(5), seat } : gameType === 'Chopsticks' ? { after: 40, seat } : null,
      chance: chancesOf(below(2 ** 31)),
    };
  });
}

/**
 * Plays a game by its plan: each player waits for the update on their own connection before they
 * move.
 */
async function playOut(plan: Plan): Promise<void> {
  const [{ player: one }, { player: other }] = plan.players;
  const terms = plan.computer ? { computer: plan.computer } : plan.private ? { invitedPlayers: [other.name] } : {};
  const game = await one.create(plan.gameType, terms);
  if (!plan.computer) {
    await one.join(game);
    await other.join(game);
  }
  let moves: readonly GameMoveWire[] = [];
  for (let count = 0; ; count += plan.computer ? 2 : 1) {
    const mover = moverAt(count);
    const { player, listener } = plan.players[mover];
    const { gameInstance } = await listener.waitFor(
      'gameUpdate',
      (update) => isTurn(update.gameInstance, game, count) || isOver(update.gameInstance, game),
      slowMs,
    );
    if (gameInstance.state.status === 'OVER') return;
    // As the page does: updates contain new moves, and if some are missing the game is read.
    const from = count - gameInstance.state.moves.length;
    const whole = from <= moves.length ? undefined : await player.look(game.gameID);
    moves = whole?.state.moves ?? [...moves.slice(0, from), ...gameInstance.state.moves];
    const position = positionOf({ ...gameInstance, state: { ...gameInstance.state, moves } });
    expect(gameInstance.state).toMatchObject({ ...position, player1: one.name });
    if (plan.leave && count >= plan.leave.after) {
      await (plan.computer ? one : plan.players[plan.leave.seat].player).leave(game);
      return;
    }
    const move = rulesOf[plan.gameType].choose(position, mover, plan.strengths[mover], plan.chance());
    const answer = await ask(listener, 'makeMove', moveOf(player, game.gameID, move, `${game.gameID}-${count}`));
    expect(answer).toEqual({ ok: true });
  }
}

function isTurn(update: GameWire, { gameID }: GameWire, count: number): boolean {
  return update.gameID === gameID && update.state.moveCount === count && update.state.status === 'IN_PROGRESS';
}

function isOver(update: GameWire, { gameID }: GameWire): boolean {
  return update.gameID === gameID && update.state.status === 'OVER';
}

/** The expected table: counted from the log, sorted and ranked in the slow and obvious way. */
function tableOf(
  games: readonly LoggedGame[],
  names: ReadonlyMap<string, string>,
  gameType: GameType | undefined,
): LeaderboardRowWire[] {
  const winners = games
    .filter((game) => gameType === undefined || game.gameType === gameType)
    .flatMap((game) => winnerThatCounts(game) ?? []);
  const rows = [...names].map(([id, username]) => ({
    username,
    wins: winners.filter((winner) => winner === id).length,
  }));
  return rows
    .filter(({ wins }) => wins > 0)
    .sort((a, b) => b.wins - a.wins || (a.username < b.username ? -1 : 1))
    .map((row) => ({ ...row, globalRank: 1 + rows.filter(({ wins }) => wins > row.wins).length }));
}

async function leaderboard(player: Player, query = ''): Promise<LeaderboardRowWire[]> {
  const answer = await player.get<LeaderboardRowWire[]>(`/games/leaderboard?limit=100${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

const kinds = [undefined, ...gameTypes];

const allTables = (player: Player): Promise<LeaderboardRowWire[][]> =>
  Promise.all(kinds.map((kind) => leaderboard(player, kind ? `&gameType=${kind}` : '')));

/** Plays so many games at once and compares the leaderboard with the log, live and rebuilt. */
async function playAtOnce(gamesAtOnce: number, population: number): Promise<void> {
  const dataDir = await makeDataFolder();
  let product: Product | undefined;
  let sitting: Sitting[] = [];
  try {
    product = await startProduct(dataDir);
    // Separate processes wait for each other while they start.
    const saidAtStart = product.output.length;
    sitting = await sitDown(product.url, population);
    await playAndCount(dataDir, sitting, gamesAtOnce);
    expect(complaintsIn(product.output.slice(saidAtStart))).toEqual([]);
    for (const { listener } of sitting) listener.close();
    await product.end();
    await expectReadModelsOfSite(dataDir);
  } finally {
    for (const { listener } of sitting) listener.close();
    await product?.end();
    await removeDataFolder(dataDir);
  }
}

async function playAndCount(dataDir: string, sitting: readonly Sitting[], gamesAtOnce: number): Promise<void> {
  const { player } = sitting[0]!; // there are some
  console.log(`seed ${seed}`);
  const plans = drawPlans(sitting, gamesAtOnce);
  const began = performance.now();
  await Promise.all(plans.map(playOut));
  const seconds = (performance.now() - began) / 1_000;

  const { games, names } = await readGames(dataDir);
  const played = [...games.values()];
  const moves = played.reduce((sum, game) => sum + game.moves.length, 0);
  console.log(`${played.length} games, ${moves} moves in ${seconds.toFixed(1)} s`);
  expect(played).toHaveLength(gamesAtOnce);
  expect(played.filter(({ end }) => !end)).toEqual([]);
  expect(played.flatMap(faultsOf)).toEqual([]);
  expect(played.filter((game) => game.end?.counts !== (winnerThatCounts(game) !== undefined))).toEqual([]);
  // Each way to end must occur, or this would show little.
  const ends = new Set(played.map(({ end }) => `${end?.reason} ${end?.counts}`));
  expect([...ends].sort()).toEqual(['draw false', 'left false', 'left true', 'play false', 'play true']);

  const counted = kinds.map((kind) => tableOf(played, names, kind));
  expect(counted[0]!.length).toBeGreaterThan(sitting.length / 4);
  // The leaderboard follows the log of games with a delay.
  await until('the leaderboard has counted all', async () => {
    const total = (rows: readonly LeaderboardRowWire[]): number => rows.reduce((sum, { wins }) => sum + wins, 0);
    return total(await leaderboard(player)) === total(counted[0]!);
  });
  expect(await allTables(player)).toEqual(counted);
  for (const { username, wins } of counted[0]!) {
    expect((await player.get(`/games/wins?username=${encodeURIComponent(username)}`)).body).toMatchObject({ wins });
  }

  const followed = [counted[0]![0]!.username, counted[0]!.at(-1)!.username];
  const viewer = sitting.find(({ player }) => !followed.includes(player.name))!.player;
  for (const name of followed) await viewer.follow(name);
  const own = `/games/leaderboard?username=${encodeURIComponent(viewer.name)}`;
  expect((await viewer.get(own)).body).toEqual(counted[0]!.filter(({ username }) => followed.includes(username)));

  const views = serviceDefinitions()
    .flatMap((definition) => definition.views)
    .flatMap(({ name }) => (name.startsWith('leaderboard.') ? [name] : []));
  expect(views.length).toBeGreaterThan(0);
  const { code, output } = await runSiteTool(dataDir, 'rebuild', views);
  expect(code).toBe(0);
  for (const name of views) expect(output).toContain(`${name}: rebuilt from `);
  expect(await allTables(player)).toEqual(counted);
}
