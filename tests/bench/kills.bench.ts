// What people notice when processes are killed with SIGKILL, while they ask for games and create
// some, on the built product as separate processes: two of each service and two gateways.
// Source: docs/design/performance.md#kills.
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../e2e/person.ts';
import { Player } from '../e2e/player.ts';
import { makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';
import type { Product } from '../e2e/running-product.ts';
import { comeBack, processesOf, signal } from '../distributed/site.ts';
import { printTable, serverMicroseconds } from './slices.ts';

/** How often each kind of request is sent. */
const everyMs = Number(process.env['EVERY_MS'] ?? 50);
/** How long before the kill, and after everything is back. */
const calmMs = 2_000;

/** One request: when it was sent and answered, and why it failed. */
interface Sample {
  readonly sent: number;
  readonly answered: number;
  readonly failure?: string;
}

/** What is killed, and to whom requests go meanwhile. */
interface Kill {
  readonly title: string;
  readonly names: RegExp;
  readonly gateways: (urls: readonly string[]) => readonly string[];
}

const both = (urls: readonly string[]): readonly string[] => urls;
const kills: readonly Kill[] = [
  { title: 'one of two gateways', names: /^gateway-1$/, gateways: both },
  { title: 'the only gateway', names: /^gateway-1$/, gateways: (urls) => urls.slice(0, 1) },
  { title: 'one of two of games, the leader', names: /^games-1$/, gateways: both },
  { title: 'the other one', names: /^games-2$/, gateways: both },
  { title: 'both of games', names: /^games-/, gateways: both },
  { title: 'every service and gateway', names: /^(?!kafka)/, gateways: both },
];

/** Of the titles above, those that contain this word. */
const [word = ''] = process.argv.slice(2);

const dataDir = await makeDataFolder();
const product = await startProduct(dataDir, {}, [], 'distributed');
try {
  const ann = await new Player(product.url, 'Ann').signUp();
  const urls = await gatewayUrls(product);
  const rows: Record<string, Record<string, number>> = {};
  // What runs for the first time takes longer.
  await traffic(ann, urls, () => delay(1_000));
  for (const kill of kills.filter(({ title }) => title.includes(word))) {
    const { rows: found, why } = await measured(kill, ann, urls);
    Object.assign(rows, found);
    console.log(`${kill.title}: ${[...why].map(([text, count]) => `${count}× ${text}`).join(', ') || 'no failure'}`);
  }
  printTable(`SIGKILL; a read and a command every ${everyMs} ms; seconds`, rows);
} finally {
  await product.end();
  await removeDataFolder(dataDir);
}

async function gatewayUrls({ url }: Product): Promise<string[]> {
  const second = new URL(url);
  second.port = String(Number(second.port) + 1);
  return [new URL(url).origin, second.origin];
}

/** Kills and waits for the return, under traffic; a row for reads and one for commands. */
async function measured(
  { title, names, gateways }: Kill,
  person: Player,
  urls: readonly string[],
): Promise<{ rows: Record<string, Record<string, number>>; why: ReadonlyMap<string, number> }> {
  let killed = 0;
  let back = 0;
  let cpu = 0;
  const samples = await traffic(person, gateways(urls), async () => {
    await delay(calmMs);
    const before = (await processesOf(product)).length;
    killed = performance.now();
    const ended = await signal(product, names, 'SIGKILL');
    if (ended.length === 0 || before === 0) throw new Error(`no process is called ${names}`);
    await comeBack(product, ended);
    back = performance.now();
    const started = (await processesOf(product)).filter(({ name }) => names.test(name));
    cpu = Math.max(...started.map(({ pid }) => serverMicroseconds(pid) / 1_000));
    await delay(calmMs);
  });
  const why = new Map<string, number>();
  const rows = Object.entries(samples).map(([kind, all]) => {
    const failed = all.filter(({ failure }) => failure !== undefined);
    for (const { failure = '' } of failed) why.set(failure, (why.get(failure) ?? 0) + 1);
    const seconds = (ms: number): number => Math.max(0, ms) / 1_000;
    return [
      `${title}: ${kind}`,
      {
        requests: all.length,
        failed: failed.length,
        // From the kill until the last request was sent that failed.
        'failing for': seconds(Math.max(killed, ...failed.map(({ sent }) => sent)) - killed),
        'longest answer': seconds(Math.max(...all.map(({ sent, answered }) => answered - sent))),
        'ready after': seconds(back - killed),
        // What it would take on an idle machine, about.
        'CPU time until then': seconds(cpu),
      },
    ] as const;
  });
  return { rows: Object.fromEntries(rows), why };
}

/** Reads and commands in turns through these gateways, however long the others take. */
async function traffic(
  person: Player,
  urls: readonly string[],
  work: () => Promise<unknown>,
): Promise<Record<string, Sample[]>> {
  const samples: Record<string, Sample[]> = { reads: [], commands: [] };
  const running: Promise<void>[] = [];
  let turn = 0;
  const send = (kind: string, call: (url: string) => Promise<Answer>): void => {
    const sent = performance.now();
    const place = turn++;
    const done = balanced(urls, place, call).then((failure) => {
      samples[kind]?.push({ sent, answered: performance.now(), ...(failure !== undefined && { failure }) });
    });
    running.push(done);
  };
  const timer = setInterval(() => {
    send('reads', (url) => at(person, url).get('/games/games'));
    send('commands', (url) => at(person, url).post('/games/create', { gameType: 'Nim' }));
  }, everyMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await Promise.all(running);
  }
  return samples;
}

/** The same person with another gateway; answers change what both know. */
function at(person: Player, url: string): Player {
  return Object.assign(Object.create(person) as Player, { url });
}

/**
 * As a load balancer does it: in turns, and to the next one where nothing listens. Returns why it
 * failed.
 */
async function balanced(
  urls: readonly string[],
  turn: number,
  call: (url: string) => Promise<Answer>,
): Promise<string | undefined> {
  let last = '';
  for (let attempt = 0; attempt < urls.length; attempt++) {
    try {
      const { status } = await call(urls[(turn + attempt) % urls.length] ?? '');
      return status === 200 ? undefined : String(status);
    } catch (failure) {
      const { cause } = failure as { cause?: { code?: string } }; // of fetch
      last = cause?.code ?? String(failure);
      if (last !== 'ECONNREFUSED') break;
    }
  }
  return last;
}
