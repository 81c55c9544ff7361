import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { ChatWire } from '@parlour/contracts/messaging';
import { KafkaBus } from '@parlour/kernel/bus/kafka-bus';
import { statement } from '@parlour/kernel/database/database';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { until } from '@parlour/kernel/testing/until';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openBrowser } from '../e2e/browsers.ts';
import { Neighbour } from '../e2e/neighbour.ts';
import type { Person } from '../e2e/person.ts';
import { makeDataFolder, type Product, removeDataFolder, startProduct } from '../e2e/product.ts';
import { runSiteTool } from '../e2e/tools.ts';
import { PatientLoad } from '../ledger/patient-load.ts';
import { checkSettledSite, withSite } from '../ledger/settled-site.ts';
import { addressesOf, comeBack, patienceMs, postmasterOf, processesOf, signal } from './site.ts';

// One site that all this happens to, one after the other; what was acknowledged on the way is held against its logs, and against those of another
// site that its backup is restored into.

const prefix = `faults-${process.pid}`;
const onTheSameTopics = { TOPIC_PREFIX: prefix };

let dataDir: string;
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
  dataDir = await newFolder();
  product = await startProduct(dataDir, onTheSameTopics);
  [ann, ben] = [new Neighbour(product.url, 'Ann'), new Neighbour(product.url, 'Ben')];
  for (const person of [ann, ben]) await person.settle();
  await ben.answer((await ann.ask('Who is notified?'))._id, 'You are.');
  const { body } = await ann.post<ChatWire>('/chat/createChat', { participants: ['Ann', 'Ben'], messages: [] });
  chat = body;
});
afterEach(async () => {
  // Of one that a failure has left running.
  await Promise.allSettled(loads.map((load) => load.stop()));
});
afterAll(async () => {
  await product?.end();
  for (const folder of folders) await removeDataFolder(folder);
});

/** Both ask and write until `work` is through and has been for a while. */
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

/** What one asks reaches the other's socket. */
async function expectLive(title: string): Promise<void> {
  const heard = await ben.listen();
  const asked = await ann.ask(title);
  await heard.hear('questionUpdate', (row) => row._id === asked._id, patienceMs);
  heard.close();
}

/** No process has ended but in order, or killed by a test. */
function expectNobodyFailed(): void {
  expect(product.output.filter((line) => /has ended \((?!0|SIGKILL)/.test(line))).toEqual([]);
}

const acknowledged = () => loads.flatMap(({ lines }) => lines);

test('PostgreSQL is killed under load: nothing acknowledged is lost, and all of it comes back by itself', async () => {
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

test('one of each process is replaced while two work: what is refused succeeds when it is sent again', async () => {
  const before = await processesOf(product);
  await underLoad('rolling', async (load) => {
    for (const { name } of before.filter((each) => /-1$|^gateway/.test(each.name))) {
      await comeBack(product, await signal(product, new RegExp(`^${name}$`), 'SIGTERM'));
      await load.goesOn(2);
    }
  });
  expectNobodyFailed();
  await expectLive('Are all of them new?');
  await checkSettledSite(dataDir, acknowledged());
});

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });

async function send(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** A page on the chat; it must never be loaded again. */
async function openChat(browser: Browser, person: Person): Promise<{ page: Page; loads: () => number }> {
  const { context, page } = await openBrowser(browser, product.url);
  page.setDefaultTimeout(patienceMs);
  await context.addCookies(person.cookiesFor(product.url));
  await page.goto(`/messaging/direct-message?chat=${chat._id}`);
  await field(page).waitFor();
  let documents = 0;
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  return { page, loads: () => documents };
}

test('two browsers are served live while one of each service and then a gateway is killed', async () => {
  const browser = await launchBrowser();
  try {
    const [hers, his] = [await openChat(browser, ann), await openChat(browser, ben)];
    expect(new URL(hers.page.url()).port).not.toBe(new URL(his.page.url()).port);
    const killed = await signal(product, /^(?!gateway).*-1$/, 'SIGKILL');
    await send(hers.page, 'Without one of each');
    await log(his.page).getByText('Without one of each').waitFor();
    await send(his.page, 'I can read you');
    await log(hers.page).getByText('I can read you').waitFor();
    await comeBack(product, killed);

    await field(hers.page).fill('Half a sen');
    const own = new URL(hers.page.url()).port === new URL(product.url).port ? /^gateway-1$/ : /^gateway-2$/;
    const gone = await signal(product, own, 'SIGKILL');
    await hers.page.getByText('Reconnecting…').waitFor();
    await send(his.page, 'While you were away');
    await log(hers.page).getByText('While you were away').waitFor();
    await hers.page.getByText('Reconnecting…').waitFor({ state: 'detached' });
    expect(await field(hers.page).inputValue()).toBe('Half a sen');
    await field(hers.page).press('Enter');
    await log(his.page).getByText('Half a sen').waitFor();
    await comeBack(product, gone);
    expect([hers.loads(), his.loads()]).toEqual([0, 0]);
  } finally {
    await browser.close();
  }
});

/** Publishes events on the site's topics as if a relay did. */
async function publish(logs: ReadonlyMap<Source, readonly Envelope[]>): Promise<void> {
  const brokers = [process.env['KAFKA_BROKER'] ?? ''];
  const bus = new KafkaBus({ brokers, clientId: 'test', prefix, logger: silentLogger });
  for (const [source, events] of logs) if (events.length > 0) await bus.publish(source, events);
  await bus.close();
}

test('events that come once more change nothing', async () => {
  const logs = await checkSettledSite(dataDir, acknowledged());
  const before = await ann.notifications();
  expect(before).toHaveLength(1);
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

test('an event of a newer version, or of a type that is not known, stops nothing', async () => {
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

/** The rows of a backup's tables of events. */
async function eventsIn(file: string): Promise<readonly string[]> {
  const lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n');
  return lines.filter((line) => line.startsWith('{"position"'));
}

test('a backup that is taken under load, by addresses, is restored into another site, which goes on on the same topics', async () => {
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
  const heard = await ben.listen();
  // What the old site's topics hold, and what a relay of it may still send.
  await publish(old);
  await expectLive('Is it the same one?');
  expect(heard.heard.filter(({ event }) => event === 'notification')).toEqual([]);
  expect(await ann.notifications()).toHaveLength(notified);
  await ben.answer((await ann.ask('Who is notified now?'))._id, 'You are, once.');
  await until('Ann is notified', async () => (await ann.notifications()).length === notified + 1, patienceMs);
  heard.close();

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
