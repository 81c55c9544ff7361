// Where Node's CPU time goes for a list, a question, a vote and a move, by V8's profiler in the
// built product. Source: docs/design/performance.md#where-the-rest-goes.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QuestionRowWire } from '@parlour/contracts/qa/qa';
import { ask, moveOf, Player } from '../e2e/player.ts';
import { makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';
import { printTable } from './slices.ts';

const sliceMs = Number(process.env['SLICE_MS'] ?? 8_000);
const callers = 4;
const questions = 60;
/** For moves throughout a slice: 600 a second of each caller, 21 a game. */
const gamesPerCaller = Math.ceil((600 * sliceMs) / 1_000 / 21);
/** Whose code it is; what has no file, such as garbage collection, is V8's. */
const partNames = ['Parlour', 'Nest', 'Fastify', 'pg', 'sockets', 'other packages', 'Node', 'V8'] as const;

/** The part of V8's profile that is used here; times in microseconds. */
interface Profile {
  readonly startTime: number;
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface Window {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const dataDir = await makeDataFolder();
const folder = await mkdtemp(join(tmpdir(), 'parlour-profile-'));
const file = join(folder, 'profile.json');
const product = await startProduct(dataDir, {
  NODE_OPTIONS: `--import ${new URL('profiled.mjs', import.meta.url)}`,
  PROFILE: file,
});
const windows: Record<string, Window> = {};
try {
  const [ann, bob] = [new Player(product.url, 'Ann'), new Player(product.url, 'Bob')];
  for (const player of [ann, bob]) await player.signUp();
  for (let at = 0; at < questions; at++) {
    await ann.ask(`Question ${at}`, { text: 'Some text. '.repeat(35) });
  }
  const { body: rows } = await bob.get<readonly QuestionRowWire[]>('/question/getQuestion?order=newest&limit=60');
  const ids = rows.map(({ _id }) => _id);
  const idOf = (turn: number): string => ids[turn % ids.length] ?? '';
  // The first reading of each is an event.
  for (const id of ids) await bob.get(`/question/getQuestionById/${id}`);

  windows['the newest list'] = await during(() => bob.get('/question/getQuestion?order=newest'));
  windows['a question'] = await during((turn) => bob.get(`/question/getQuestionById/${idOf(turn)}`));
  windows['a vote'] = await during((turn) =>
    bob.post('/question/upvoteQuestion', { qid: idOf(turn), username: bob.name }),
  );
  const listeners = [await ann.listen(), await bob.listen()] as const;
  // Games of 21 moves, one object each, made before they are measured.
  const games: { readonly gameID: string; moves: number }[] = [];
  for (let at = 0; at < callers * gamesPerCaller; at++) {
    const game = await ann.create('Nim', { invitedPlayers: [bob.name] });
    await ann.join(game);
    await bob.join(game);
    games.push({ gameID: game.gameID, moves: 0 });
  }
  windows['a move'] = await during(async (_turn, caller) => {
    const game = games.find(({ moves }, at) => moves < 21 && at % callers === caller);
    if (!game) throw new Error('no prepared games are left: prepare more');
    const seat = game.moves % 2 === 0 ? 0 : 1;
    game.moves += 1;
    await ask(listeners[seat], 'makeMove', moveOf([ann, bob][seat] ?? ann, game.gameID, { numObjects: 1 }));
  });
  for (const { socket } of listeners) socket.disconnect();
} finally {
  await product.end();
  await removeDataFolder(dataDir);
}
const profile = JSON.parse(await readFile(file, 'utf8')) as Profile; // by V8's format
await rm(folder, { recursive: true, force: true });
const partOfNode = new Map(profile.nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
printTable(
  `Node’s CPU time in milliseconds per operation, ${callers} callers`,
  Object.fromEntries(Object.entries(windows).map(([name, window]) => [name, sharesIn(window)])),
);

/** Microseconds on the clock of V8's profiles. */
function now(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

async function during(once: (turn: number, caller: number) => Promise<unknown>): Promise<Window> {
  const from = now();
  const end = from + sliceMs * 1_000;
  let count = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (now() < end) await once(count++, caller);
    }),
  );
  return { from, to: now(), count };
}

/** The time of each part within a window, and their sum. */
function sharesIn({ from, to, count }: Window): Record<string, number> {
  const parts: Record<string, number> = Object.fromEntries(partNames.map((name) => [name, 0]));
  let at = profile.startTime;
  for (const [index, delta] of profile.timeDeltas.entries()) {
    at += delta;
    const part = partOfNode.get(profile.samples[index] ?? 0);
    if (part !== undefined && at >= from && at <= to) parts[part] = (parts[part] ?? 0) + delta;
  }
  const all = Object.values(parts).reduce((sum, each) => sum + each, 0);
  return Object.fromEntries(Object.entries({ all, ...parts }).map(([name, each]) => [name, each / 1_000 / count]));
}

/** Whose code a frame is; undefined while there is nothing to do. */
function partOf({ functionName, url }: Profile['nodes'][number]['callFrame']): (typeof partNames)[number] | undefined {
  if (functionName === '(idle)') return undefined;
  if (url.startsWith('node:')) return 'Node';
  const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (name === undefined) return url === '' ? 'V8' : 'Parlour';
  if (name.startsWith('@nestjs') || name === 'rxjs') return 'Nest';
  if (name.startsWith('@fastify') || ['fastify', 'find-my-way', 'avvio', 'light-my-request'].includes(name)) {
    return 'Fastify';
  }
  if (/^pg(-|$)/.test(name) || name === 'postgres-bytea') return 'pg';
  return /^(socket\.io|engine\.io|ws)/.test(name) ? 'sockets' : 'other packages';
}
