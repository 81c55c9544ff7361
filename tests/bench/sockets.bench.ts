// Many signed-in sockets on the built product, beside a bare Socket.IO server that lets everybody
// in and sends the same payload to one room, in turns on the same machine. Then a restart with
// strict limits, after which all come back from one address, as those of a company do. Source:
// docs/design/performance.md#live-messages.
import { randomUUID } from 'node:crypto';
import getPort from 'get-port';
import { Person } from '../e2e/person.ts';
import { makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';
import { startBare } from './bare-client.ts';
import { Crowd } from './crowd.ts';
import { heapOf, inspectedAt } from './heap.ts';
import { compare, print, printTable, type Side, postgresPidIn } from './slices.ts';

const rounds = Number(process.env['ROUNDS'] ?? 9);
const sliceMs = Number(process.env['SLICE_MS'] ?? 1_000);
const sizes = (process.env['SOCKETS'] ?? '1000,10000').split(',').map(Number);
const returning = Number(process.env['RETURNING'] ?? 5_000);
/** Ten sockets each, as many as the strict limits allow. */
const socketsPerPerson = 10;

/** How often a person who is already there asks while the others come back, in milliseconds. */
const askEveryMs = 100;

const [port, productInspector, bareInspector] = [await getPort(), await getPort(), await getPort()];
const dataDir = await makeDataFolder();
let product = await startProduct(dataDir, { PORT: String(port), ...inspectedAt(productInspector) });
const bare = await startBare('bare-server.ts', inspectedAt(bareInspector));
const crowds = { bare: new Crowd(), product: new Crowd() };
try {
  const asker = await new Person(product.url, 'Asker').signUp();
  const people = Array.from(
    { length: Math.ceil(Math.max(returning, ...sizes) / socketsPerPerson) },
    (_, index) => new Person(product.url, `Person ${index}`),
  );
  for (const person of people) await person.signUp();
  const cookies = people.map(({ cookie }) => cookie);
  const serverPid = postgresPidIn(dataDir);
  for (const size of sizes) {
    const entering = [
      await enter('bare', bare.url, bareInspector, size),
      await enter('product', product.url, productInspector, size, cookies),
    ] as const;
    printTable(`${size} sockets sign in`, {
      'bare Socket.IO': entering[0],
      Parlour: entering[1],
      ratio: {
        'per second': entering[1]['per second'] / entering[0]['per second'],
        'heap per socket, KiB': entering[1]['heap per socket, KiB'] / entering[0]['heap per socket, KiB'],
      },
    });
    const sides = [bareSide(), productSide(asker, size)];
    // With several at once, the servers are never idle while a question is written.
    for (const callers of [1, 4]) {
      const title = `A message to ${size} sockets, ${callers} at once; ${rounds} rounds of ${sliceMs} ms`;
      print(title, await compare(sides, { callers, sliceMs, rounds, serverPid }));
    }
    await Promise.all([crowds.bare.stop(), crowds.product.stop()]);
  }
  await comeBack(cookies);
} finally {
  await Promise.all([crowds.bare.end(), crowds.product.end()]);
  bare.process.kill();
  await product.end();
  await removeDataFolder(dataDir);
}

async function enter(who: keyof typeof crowds, url: string, inspector: number, size: number, cookies = ['']) {
  const before = await heapOf(inspector);
  const began = performance.now();
  await crowds[who].connect(url, cookies, size);
  const seconds = (performance.now() - began) / 1_000;
  const after = await heapOf(inspector);
  return { 'per second': size / seconds, 'heap per socket, KiB': (after - before) / size / 1024 };
}

/** A payload like that of the product's message. */
function bareSide(): Side {
  const payload = { _id: randomUUID(), askedBy: 'Asker', tags: [{ name: 'chess', description: 'x'.repeat(150) }] };
  let sent = 0;
  return {
    name: 'bare io.to(room).emit',
    nodePid: bare.process.pid!,
    once: async () => {
      sent += 1;
      const title = `Sent ${sent}`;
      const heard = crowds.bare.expect(title);
      await fetch(bare.url, { method: 'POST', body: JSON.stringify({ ...payload, title }) });
      await heard;
    },
  };
}

function productSide(asker: Person, size: number): Side {
  let asked = 0;
  return {
    name: 'a question asked',
    nodePid: product.pid,
    once: async () => {
      asked += 1;
      const title = `Asked ${asked} of ${size}`;
      const heard = crowds.product.expect(title);
      await asker.ask(title);
      await heard;
    },
  };
}

/** All come back after a restart, while somebody at the same address goes on reading. */
async function comeBack(cookies: readonly string[]): Promise<void> {
  const strict = { PORT: String(port), LIMITS: 'strict', ...inspectedAt(productInspector) };
  await product.end();
  product = await startProduct(dataDir, strict);
  const reader = await new Person(product.url, 'Asker').logIn();
  const before = await heapOf(productInspector);
  await crowds.product.connect(product.url, cookies, returning, true);
  const full = await heapOf(productInspector);
  crowds.product.refusals.length = 0;
  const missing = new Set(Array.from({ length: returning }, (_, index) => index));
  const allBack = new Promise<void>((resolve) => {
    crowds.product.onEntered = (index) => {
      missing.delete(index);
      if (missing.size === 0) resolve();
    };
  });
  await product.end();
  product = await startProduct(dataDir, strict);
  const ready = performance.now();
  let reading = true;
  const statuses = new Map<number, number>();
  const slowest: number[] = [];
  const read = async (): Promise<void> => {
    while (reading) {
      const asked = performance.now();
      const { status } = await reader.get('/question/getQuestion?order=newest');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      slowest.push(performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, askEveryMs));
    }
  };
  const reads = read();
  await allBack;
  const seconds = (performance.now() - ready) / 1_000;
  reading = false;
  await reads;
  const again = await heapOf(productInspector);
  await crowds.product.stop();
  // Closed connections are taken apart in later turns of the event loop.
  await reader.get('/question/getQuestion?order=newest');
  const after = await heapOf(productInspector);
  printTable(`${returning} sockets come back after a restart, strict limits, one address`, {
    'all signed in again, seconds after ready': { value: seconds },
    'handshakes refused': { value: crowds.product.refusals.length },
    'requests of a reader meanwhile: 200': { value: statuses.get(200) ?? 0 },
    'other statuses': { value: [...statuses].filter(([status]) => status !== 200).reduce((sum, [, n]) => sum + n, 0) },
    'slowest of them, ms': { value: Math.max(...slowest) },
    'heap with all, first, MiB': { value: (full - before) / 2 ** 20 },
    'heap with all, again, MiB': { value: (again - before) / 2 ** 20 },
    'heap after they left, MiB': { value: (after - before) / 2 ** 20 },
  });
}
