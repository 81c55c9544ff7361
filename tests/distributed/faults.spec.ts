import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { KafkaBus } from '@parlour/kernel/bus/kafka-bus';
import { statement } from '@parlour/kernel/database/database';
import { freePort } from '@parlour/kernel/process/free-port';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { until } from '@parlour/kernel/testing/until';
import { Neighbour } from '../e2e/neighbour.ts';
import { questionBody } from '../e2e/person.ts';
import { makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';
import type { Product } from '../e2e/running-product.ts';
import { runSiteTool } from '../e2e/tools.ts';
import { PatientLoad } from '../ledger/patient-load.ts';
import { checkSettledSite, withSite } from '../ledger/settled-site.ts';
import {
  addressesOf,
  comeBack,
  eventually,
  type OwnBroker,
  patienceMs,
  postmasterOf,
  signal,
  startOwnBroker,
} from './site.ts';

// One site for all these faults, on its own broker, which goes away; acknowledged commands are
// checked against its logs, and against those of another site that its backup is restored into.

const prefix = 'faults';

let dataDir: string;
let brokerDir: string;
let broker: OwnBroker;
let ports: readonly number[];
let onTheSameTopics: Record<string, string>;
let product: Product;
let ann: Neighbour;
let ben: Neighbour;
let chat: ChatWire;
const loads: PatientLoad[] = [];
const folders: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await makeDataFolder();
  folders.push(folder);
  return folder;
}

beforeAll(async () => {
  [dataDir, brokerDir] = [await newFolder(), await newFolder()];
  ports = [await freePort('127.0.0.1'), await freePort('127.0.0.1')];
  onTheSameTopics = { KAFKA_BROKERS: `127.0.0.1:${ports[0]}`, TOPIC_PREFIX: prefix };
  // The broker is away at the start.
  const starting = startProduct(dataDir, onTheSameTopics);
  starting.catch(() => undefined);
  await startBroker();
  product = await starting;
  [ann, ben] = [new Neighbour(product.url, 'Ann'), new Neighbour(product.url, 'Ben')];
  for (const person of [ann, ben]) await person.settle();
  await ben.answer((await ann.ask('Who is notified?'))._id, 'You are.');
  const { body } = await ann.post<ChatWire>('/chat/createChat', { participants: ['Ann', 'Ben'], messages: [] });
  chat = body;
});
afterEach(async () => {
  // Left running by a failure.
  await Promise.allSettled(loads.map((load) => load.stop()));
});
afterAll(async () => {
  await product?.end();
  await broker?.stop();
  for (const folder of folders) await removeDataFolder(folder);
});

async function startBroker(): Promise<void> {
  broker = await startOwnBroker(brokerDir, ports);
}

/** Both post until `work` is done and for a while after. */
async function underLoad(name: string, work: (load: PatientLoad) => Promise<void>): Promise<PatientLoad> {
  const load = new PatientLoad(name, [ann, ben], chat);
  loads.push(load);
  load.start();
  await load.goesOn(10);
  await work(load);
  await load.goesOn(10);
  await load.stop();
  console.log(`${name}: ${load.lines.length} acknowledged, ${load.refusals.length} times not at once`);
  return load;
}

/** A question of one person reaches the other's socket. */
async function expectLive(title: string): Promise<void> {
  const listener = await ben.listen();
  const asked = await ann.ask(title);
  await listener.waitFor('questionUpdate', (row) => row._id === asked._id, patienceMs);
  listener.close();
}

/** Processes ended only in order, or killed by a test. */
function expectNobodyFailed(): void {
  expect(product.output.filter((line) => / ended \((?!0|SIGKILL)/.test(line))).toEqual([]);
}

const sees = async ({ _id }: QuestionWire): Promise<number> =>
  (await ben.get(`/question/getQuestionById/${_id}?username=Ben`)).status;

const acknowledged = () => loads.flatMap(({ lines }) => lines);

test('a broker that is away at the start is waited for', () => {
  expect(product.output.join('\n')).toContain('waiting for Kafka');
});

test('under load without a broker commands continue, a killed service recovers, and everything is published later', async () => {
  const listener = await ben.listen();
  let lost = 0;
  listener.socket.on('disconnect', () => (lost += 1));
  await broker.stop();
  const asked: QuestionWire[] = [];
  const ended = await signal(product, /^qa-1$/, 'SIGKILL');
  for (let index = 0; index < 20; index++) {
    const body = questionBody('Ann', `Without a broker ${index}`);
    const key = { 'idempotency-key': randomUUID() };
    const question = await eventually(`question ${index} is asked`, async () => {
      const answer = await ann.post<QuestionWire>('/question/addQuestion', body, key);
      return answer.status === 200 ? answer.body : undefined;
    });
    asked.push(question);
  }
  await startBroker();
  await comeBack(product, ended);
  const last = asked.at(-1)!;
  await listener.waitFor('questionUpdate', (row) => row._id === last._id, patienceMs);
  const ids = listener.received
    .filter(({ event }) => event === 'questionUpdate')
    .map(({ payload }) => (payload as QuestionWire)._id);
  // In order, and without gaps.
  expect(ids.filter((id) => asked.some(({ _id }) => _id === id))).toEqual(asked.map(({ _id }) => _id));
  expect(lost).toBe(0);
  listener.close();
  const titles = (await ben.questions('&limit=100')).map(({ title }) => title);
  expect(titles.filter((title) => title.startsWith('Without a broker'))).toHaveLength(20);
});

test('a ban while the broker is away takes effect within five seconds', async () => {
  const community = await ann.found('Behind closed doors', 'private');
  await ben.change(community._id, 'pendingMembers', 'add');
  await ann.change(community._id, 'pendingMembers', 'approve', 'Ben');
  await ann.knownEverywhere();
  // Each replica follows by itself, and one that has not yet knows nothing of the community.
  const inside = await eventually('Ann asks', () =>
    ann.ask('Only for members', { communityId: community._id }).catch(() => undefined),
  );
  await until('Ben sees it', async () => (await sees(inside)) === 200, patienceMs);
  await broker.stop();
  await ann.change(community._id, 'bannedMembers', 'add', 'Ben');
  // Five seconds of silence, and the time of a question on a busy machine.
  await until('it is hidden', async () => (await sees(inside)) === 404, patienceMs);
  expect((await ann.get(`/question/getQuestionById/${inside._id}?username=Ann`)).status).toBe(200);
  await startBroker();
  const open = await eventually('Ann asks again', () => ann.ask('For everybody').catch(() => undefined));
  await until('Ben sees what is open', async () => (await sees(open)) === 200, patienceMs);
  expect(await sees(inside)).toBe(404);
});

test('PostgreSQL is killed under load: nothing acknowledged is lost, and everything recovers by itself', async () => {
  const load = await underLoad('database', async () => {
    const killed = await postmasterOf(product);
    process.kill(killed!, 'SIGKILL');
    await until('it is back', () => product.output.some((line) => line.endsWith('PostgreSQL is back')), patienceMs);
    expect(await postmasterOf(product)).not.toBe(killed);
  });
  expect(load.refusals.length).toBeGreaterThan(0);
  expectNobodyFailed();
  await expectLive('Is the database back?');
  await checkSettledSite(dataDir, acknowledged());
});

test('half of the processes and each gateway are replaced under load: refused commands succeed when repeated', async () => {
  await underLoad('rolling', async (load) => {
    // One of each service; the gateways one after the other, because no load balancer would reroute
    // their calls.
    for (const names of [/^(?!gateway).*-1$/, /^gateway-1$/, /^gateway-2$/]) {
      const ended = await signal(product, names, 'SIGTERM');
      await load.goesOn(5);
      await comeBack(product, ended);
      await load.goesOn(5);
    }
  });
  expectNobodyFailed();
  await expectLive('Are all of them new?');
  await checkSettledSite(dataDir, acknowledged());
});

/** Publishes events on the site's topics as a relay does. */
async function publish(logs: ReadonlyMap<Source, readonly Envelope[]>): Promise<void> {
  const brokers = [onTheSameTopics['KAFKA_BROKERS'] ?? ''];
  const bus = new KafkaBus({ brokers, clientId: 'test', prefix, follows: [], logger: silentLogger });
  for (const [source, events] of logs) if (events.length > 0) await bus.publish(source, events);
  await bus.close();
}

test('repeated events change nothing', async () => {
  const logs = await checkSettledSite(dataDir, acknowledged());
  const before = await ann.notifications();
  // An answer, and Ben's request to join.
  expect(before).toHaveLength(2);
  await publish(logs);
  await expectLive('Who is told twice?');
  await checkSettledSite(dataDir, acknowledged());
  expect(await ann.notifications()).toEqual(before);
});

const tomorrow = statement(
  'test.tomorrow',
  `with next as (update head set position = position + 1 returning position)
   insert into events (position, event_id, stream_id, version, ordering_key, type, schema_version, data, meta, occurred_at)
   select position, gen_random_uuid(), 'tomorrow/' || position, 1, 'tomorrow', $1, $2, '{}', $3, now() from next`,
);
const parked = statement('test.parked', 'select position from dead_letters');

test('an event of a newer version or unknown type blocks nothing', async () => {
  const meta = { commandId: 'c', actor: 'a', correlationId: 'r', causationId: null };
  const readers = await withSite(dataDir, async (services) => {
    const { database } = services.find(({ definition }) => definition.source === 'identity')!; // it is one of them
    await database.query(tomorrow, ['PersonPainted', 1, meta]);
    await database.query(tomorrow, ['UserRegistered', 99, meta]);
    const others = services.filter(({ definition }) => definition.views.some(({ source }) => source === 'identity'));
    const foreign = others.filter(({ definition }) => definition.source !== 'identity');
    for (const service of foreign) {
      await until('it is parked', async () => (await service.database.query(parked)).length > 0, patienceMs);
    }
    return foreign.length;
  });
  expect(readers).toBeGreaterThan(0);
  const cyd = await new Neighbour(product.url, 'Cyd').settle();
  await until(
    'others know who came later',
    async () => {
      const { body } = await cyd.post<ChatWire>('/chat/createChat', { participants: ['Cyd', 'Ann'], messages: [] });
      return body.participants?.includes('Cyd');
    },
    patienceMs,
  );
  await expectLive('Is tomorrow here?');
  await checkSettledSite(dataDir, acknowledged());
});

/** The rows of a backup's event tables. */
async function eventsIn(file: string): Promise<readonly string[]> {
  const lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n');
  return lines.filter((line) => line.startsWith('{"position"'));
}

test('a backup taken under load, by addresses, is restored into another site, which continues on the same topics', async () => {
  const [elsewhere, files] = [await newFolder(), await newFolder()];
  const file = join(files, 'site.backup');
  const kept = acknowledged();
  await underLoad('backup', async (load) => {
    kept.push(...load.lines);
    const addresses = await addressesOf(dataDir, join(files, 'old'));
    expect(await runSiteTool(elsewhere, 'backup', [file], addresses)).toMatchObject({ code: 0 });
  });
  const old = await checkSettledSite(dataDir, acknowledged());
  const notified = (await ann.notifications()).length;
  await product.end();

  const restored = await newFolder();
  expect(await runSiteTool(restored, 'restore', [file])).toMatchObject({ code: 0 });
  product = await startProduct(restored, onTheSameTopics);
  const again = join(files, 'again.backup');
  const addresses = await addressesOf(restored, join(files, 'new'));
  expect(await runSiteTool(elsewhere, 'backup', [again], addresses)).toMatchObject({ code: 0 });
  expect(await eventsIn(again)).toEqual(await eventsIn(file));
  [ann, ben] = [new Neighbour(product.url, 'Ann'), new Neighbour(product.url, 'Ben')];
  for (const person of [ann, ben]) await person.logIn();
  const listener = await ben.listen();
  // The content of the old site's topics, and late sends of its relay.
  await publish(old);
  await expectLive('Is it the same one?');
  expect(listener.received.filter(({ event }) => event === 'notification')).toEqual([]);
  expect(await ann.notifications()).toHaveLength(notified);
  await ben.answer((await ann.ask('Who is notified now?'))._id, 'You are, once.');
  await until('Ann is notified', async () => (await ann.notifications()).length === notified + 1, patienceMs);
  listener.close();

  const known = new Set((await eventsIn(file)).flatMap((row) => /"command ([^"]+)"/.exec(row)?.[1] ?? []));
  expect(kept.filter(({ id }) => !known.has(id))).toEqual([]);
  const now = await checkSettledSite(
    restored,
    acknowledged().filter(({ id }) => known.has(id)),
  );
  for (const [source, events] of old) {
    expect(events[0]?.logId ?? 'of the old one').not.toBe(now.get(source)?.[0]?.logId);
  }
});
