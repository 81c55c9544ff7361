import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { gameTypes, type GameType, type GameWire, type Strength } from '@parlour/contracts/games';
import type { LeaderboardRowWire } from '@parlour/contracts/leaderboard';
import { serviceDefinitions } from '@parlour/embedded/service-definitions';
import { until } from '@parlour/kernel/testing/until';
import { rulesOf } from '@parlour/rules/games';
import { moverAt } from '@parlour/rules/rules';
import { faultsOf, type LoggedGame, readGames, winnerThatCounts } from '../ledger/games-log.ts';
import { expectReadModelsOfSite } from '../ledger/read-models.ts';
import type { Listener } from './person.ts';
import { ask, chancesOf, moveOf, Player, positionOf } from './player.ts';
import { makeDataFolder, type Product, removeDataFolder, startProduct } from './product.ts';

const rebuild = fileURLToPath(new URL('../../deploy/embedded/dist/rebuild.js', import.meta.url));
const seed = Number(process.env['SEED'] ?? 20_261_121);
const gamesAtOnce = 200;
const population = 40;
/** How many sign up at once: two passwords are hashed at a time, and few wait. */
const signingUp = 8;
const slowMs = 60_000;

/** Somebody at the boards, with the connection that he plays by. */
interface Sitting {
  readonly player: Player;
  readonly listener: Listener;
}

/** What is to happen in one game, drawn before any begins, so that the seed alone decides. */
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

let dataDir: string;
let product: Product;
/** What it said while it started: separate processes wait for each other. */
let saidAtStart: number;
const sitting: Sitting[] = [];

beforeAll(async () => {
  dataDir = await makeDataFolder();
  product = await startProduct(dataDir);
  saidAtStart = product.output.length;
  const players = Array.from({ length: population }, (_, index) => new Player(product.url, `Player ${index}`));
  for (let first = 0; first < population; first += signingUp) {
    const next = players.slice(first, first + signingUp);
    sitting.push(
      ...(await Promise.all(
        next.map(async (player) => ({ player: await player.signUp(), listener: await player.listen() })),
      )),
    );
  }
}, 90_000);
afterAll(async () => {
  for (const { listener } of sitting) listener.close();
  await product?.end();
  await removeDataFolder(dataDir);
});

function drawPlans(): Plan[] {
  const chance = chancesOf(seed);
  const below = (count: number): number => Math.floor(chance() * count);
  const strength = (): Strength => (chance() < 0.5 ? 'easy' : 'strong');
  return Array.from({ length: gamesAtOnce }, (_, index): Plan => {
    // The earlier ones play more often, so that wins differ.
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
      // Chopsticks between two who know it would go on for ever.
      leave: chance() < 0.25 ? { after: below(5), seat } : gameType === 'Chopsticks' ? { after: 40, seat } : null,
      chance: chancesOf(below(2 ** 31)),
    };
  });
}

/** Plays a game as its plan says: each waits for the update on his own connection before he moves. */
async function playOut(plan: Plan): Promise<void> {
  const [{ player: one }, { player: other }] = plan.players;
  const terms = plan.computer ? { computer: plan.computer } : plan.private ? { invitedPlayers: [other.name] } : {};
  const game = await one.create(plan.gameType, terms);
  if (!plan.computer) {
    await one.join(game);
    await other.join(game);
  }
  for (let count = 0; ; count += plan.computer ? 2 : 1) {
    const mover = moverAt(count);
    const { player, listener } = plan.players[mover];
    const { gameInstance } = await listener.hear(
      'gameUpdate',
      (update) => isTurn(update.gameInstance, game, count) || isOver(update.gameInstance, game),
      slowMs,
    );
    if (gameInstance.state.status === 'OVER') return;
    const position = positionOf(gameInstance);
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

/** The table as it must be: counted from the log, sorted and ranked the slow and obvious way. */
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

async function leaderboard(query: string): Promise<LeaderboardRowWire[]> {
  const { player } = sitting[0]!; // there are forty
  const answer = await player.get<LeaderboardRowWire[]>(`/games/leaderboard?limit=100${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

const kinds = [undefined, ...gameTypes];

const allTables = (): Promise<LeaderboardRowWire[][]> =>
  Promise.all(kinds.map((kind) => leaderboard(kind ? `&gameType=${kind}` : '')));

test('[L-3] two hundred games at once give the leaderboard that the log gives, also when it is filled again', async () => {
  console.log(`seed ${seed}`);
  const plans = drawPlans();
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
  // Each way to end is among them, or this would show little.
  const ends = new Set(played.map(({ end }) => `${end?.reason} ${end?.counts}`));
  expect([...ends].sort()).toEqual(['draw false', 'left false', 'left true', 'play false', 'play true']);

  const counted = kinds.map((kind) => tableOf(played, names, kind));
  expect(counted[0]!.length).toBeGreaterThan(10);
  // The leaderboard follows the log of games, a moment later.
  await until('the leaderboard has counted all', async () => {
    const total = (rows: readonly LeaderboardRowWire[]): number => rows.reduce((sum, { wins }) => sum + wins, 0);
    return total(await leaderboard('')) === total(counted[0]!);
  });
  expect(await allTables()).toEqual(counted);
  for (const { username, wins } of counted[0]!) {
    const { player } = sitting[0]!;
    expect((await player.get(`/games/wins?username=${encodeURIComponent(username)}`)).body).toEqual({ wins });
  }

  const followed = [counted[0]![0]!.username, counted[0]!.at(-1)!.username];
  const viewer = sitting.find(({ player }) => !followed.includes(player.name))!.player;
  for (const name of followed) await viewer.follow(name);
  const own = `/games/leaderboard?username=${encodeURIComponent(viewer.name)}`;
  expect((await viewer.get(own)).body).toEqual(counted[0]!.filter(({ username }) => followed.includes(username)));

  const views = serviceDefinitions()
    .flatMap((definition) => definition.views)
    .filter(({ name }) => name.startsWith('leaderboard.'));
  expect(views.length).toBeGreaterThan(0);
  for (const { name } of views) {
    const environment = { ...process.env, NODE_OPTIONS: '', DATA_DIR: dataDir, PORT: '0' };
    const { stdout } = await promisify(execFile)(process.execPath, [rebuild, 'rebuild', name], { env: environment });
    expect(stdout).toContain(`${name}: rebuilt from `);
  }
  expect(await allTables()).toEqual(counted);

  expect(product.output.slice(saidAtStart).filter((line) => /"level":[456]0/.test(line))).toEqual([]);
  await product.end();
  await expectReadModelsOfSite(dataDir);
}, 300_000);
