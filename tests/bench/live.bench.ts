// From a question that somebody posts to the socket of somebody else, in one process and in
// separate ones, against a Socket.IO echo, a bare GET and a bare insert, one after the other; for
// the separate processes a message through Kafka is added. There the two come in by different
// gateways. Each built product runs by itself, on a durable PostgreSQL (fsync on): two at once
// would take each other's processor. Source: docs/design/performance.md#live-messages.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { QuestionRowWire } from '@parlour/contracts/qa/qa';
import { withSiteDatabase } from '@parlour/embedded/site-database';
import { Kafka, logLevel } from 'kafkajs';
import { type Listener, Person } from '../e2e/person.ts';
import { makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';
import type { Product } from '../e2e/running-product.ts';
import { barePartsOf, connectBare, openBarePool, startBare, together } from './bare-client.ts';
import { compare, print, type Side, postgresPidIn } from './slices.ts';

const rounds = Number(process.env['ROUNDS'] ?? 9);
const sliceMs = Number(process.env['SLICE_MS'] ?? 2_000);
const crowd = 16;

const shapes = ['embedded', 'distributed'] as const;

/** A site with people who ask, and one who gets their questions live. */
interface Site {
  readonly product: Product;
  readonly askers: readonly Person[];
  readonly listener: Listener;
  readonly serverPid: number;
}

const bare = await startBare();
const echoes = await Promise.all(Array.from({ length: crowd }, () => connectBare(bare.url)));
try {
  for (const shape of shapes) await measure(shape);
} finally {
  for (const echo of echoes) echo.disconnect();
  bare.process.kill();
}

async function measure(shape: (typeof shapes)[number]): Promise<void> {
  const dataDir = await makeDataFolder();
  const site = await open(shape, dataDir);
  try {
    await withSiteDatabase({ host: '127.0.0.1', port: 0, dataDir }, async ({ qa }) => {
      const pool = await openBarePool(qa, crowd);
      const parts = barePartsOf(bare.url, pool, echoes, { title: 'A question' });
      const kafka = shape === 'distributed' ? await throughKafka(dataDir) : undefined;
      const sides = [
        together(parts),
        ...(kafka ? [together([...parts, kafka.side], 'echo, GET, insert and Kafka')] : []),
        liveSide('question to the other’s socket', site),
      ];
      for (const callers of [1, crowd]) {
        const title = `${shape}, ${callers} at once; ${rounds} rounds of ${sliceMs} ms`;
        print(title, await compare(sides, { callers, sliceMs, rounds, serverPid: site.serverPid }));
      }
      site.listener.socket.disconnect();
      await kafka?.close();
      await pool.query('drop table bare');
      await pool.end();
    });
  } finally {
    await site.product.end();
    await removeDataFolder(dataDir);
  }
}

async function open(shape: (typeof shapes)[number], dataDir: string): Promise<Site> {
  const product = await startProduct(dataDir, {}, [], shape);
  const askers = Array.from({ length: crowd }, (_, index) => new Person(product.url, `Asker ${index}`));
  for (const person of askers) await person.signUp();
  const hearer = new Person(product.url, 'Hearer');
  const { port } = new URL(product.url);
  // The second gateway listens on the next port.
  if (shape === 'distributed') hearer.url = product.url.replace(port, String(Number(port) + 1));
  await hearer.signUp();
  const serverPid = postgresPidIn(dataDir);
  return { product, askers, listener: await hearer.listen(), serverPid };
}

/** From the call until the other's socket has the question, and the caller the answer. */
function liveSide(name: string, { askers, listener }: Site): Side {
  const waiting = new Map<string, () => void>();
  listener.socket.on('questionUpdate', ({ title }: QuestionRowWire) => waiting.get(title)?.());
  let asked = 0;
  return {
    name,
    once: async (caller) => {
      asked += 1;
      const title = `Question ${asked}`;
      const heard = new Promise<void>((resolve) => waiting.set(title, resolve));
      await Promise.all([heard, askers[caller]?.ask(title)]);
      waiting.delete(title);
      // Listeners keep events for tests; here the list would only grow.
      listener.received.length = 0;
    },
  };
}

/** A message to a topic of the site's own broker and back, with kafkajs only. */
async function throughKafka(dataDir: string): Promise<{ readonly side: Side; close(): Promise<void> }> {
  const settings = await readFile(join(dataDir, 'kafka', 'server.properties'), 'utf8');
  const [, broker = ''] = /PLAINTEXT:\/\/([^,\s]+)/.exec(settings) ?? [];
  const kafka = new Kafka({ brokers: [broker], clientId: 'bench', logLevel: logLevel.NOTHING });
  const topic = `bench-${randomUUID()}`;
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: 1 }], waitForLeaders: true });
  const [producer, consumer] = [kafka.producer(), kafka.consumer({ groupId: topic, maxWaitTimeInMs: 500 })];
  const waiting = new Map<string, () => void>();
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({ eachMessage: async ({ message }) => waiting.get(String(message.value))?.() });
  let sent = 0;
  return {
    side: {
      name: 'Kafka',
      once: async () => {
        const value = `message ${sent++}`;
        const came = new Promise<void>((resolve) => waiting.set(value, resolve));
        await Promise.all([came, producer.send({ topic, acks: -1, messages: [{ value }] })]);
        waiting.delete(value);
      },
    },
    async close() {
      await Promise.all([producer.disconnect(), consumer.disconnect(), admin.disconnect()]);
    },
  };
}
