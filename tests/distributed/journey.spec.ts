import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import { sources } from '@parlour/contracts/envelope';
import type { FileWire } from '@parlour/contracts/files/files';
import { messages } from '@parlour/contracts/messages';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { until } from '@parlour/kernel/testing/until';
import type { Browser, Page } from 'playwright-core';
import { describeContract } from '../contract/journey.ts';
import { launchBrowser, openBrowser } from '../e2e/browsers.ts';
import { type Listener, Person, questionBody } from '../e2e/person.ts';
import { makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';
import type { Product } from '../e2e/running-product.ts';
import { checkSettledSite } from '../ledger/settled-site.ts';
import { describeBrowserJourney } from '../shapes/browser-journey.ts';
import { describeJourney } from '../shapes/journey.ts';
import { comeBack, eventually, isReady, patienceMs, processesOf, signal } from './site.ts';

// One site from its first day in the embedded deployment on, because starting twenty processes is
// slow: what its people do, which processes are lost meanwhile, and the change between deployments
// and back.

let dataDir: string;
let product: Product;
let ann: Person;
let ben: Person;
let browser: Browser;
/** Uploaded in one process. */
let file: FileWire;
/** The questions at the end of a deployment, which must exist in the next one. */
const titles = ['In one process'];
let notified = 0;
const listeners: Listener[] = [];

beforeAll(async () => {
  dataDir = await makeDataFolder();
  product = await startProduct(dataDir, {}, [], 'embedded');
  [ann, ben] = [new Person(product.url, 'Ann'), new Person(product.url, 'Ben')];
  // This deployment has one gateway only.
  for (const person of [ann, ben]) {
    person.url = product.url;
    await person.signUp();
  }
  await ann.ask(titles[0]!);
  file = await ann.upload();
  await product.end();
  browser = await launchBrowser();
  await changeTo('distributed');
});
afterEach(() => {
  for (const listener of listeners.splice(0)) listener.close();
});
afterAll(async () => {
  await browser?.close();
  await product?.end();
  await removeDataFolder(dataDir);
});

async function listen(person: Person): Promise<Listener> {
  const listener = await person.listen();
  listeners.push(listener);
  return listener;
}

/** Starts the site in a deployment; with two gateways Ann uses the first, Ben the second. */
async function changeTo(shape: 'embedded' | 'distributed', environment: Record<string, string> = {}): Promise<void> {
  product = await startProduct(dataDir, environment, [], shape);
  const second = new URL(product.url);
  if (shape === 'distributed') second.port = String(Number(second.port) + 1);
  [ann.url, ben.url] = [product.url, second.origin];
}

/**
 * Checks that sessions and logs continue, and that earlier questions and notifications are not
 * published again.
 */
async function expectItGoesOn(): Promise<void> {
  const [hers, his] = [await listen(ann), await listen(ben)];
  expect((await ben.questions('&limit=100')).map(({ title }) => title)).toEqual(expect.arrayContaining(titles));
  expect((await ann.get(`/file/${file._id}`)).status).toBe(200);
  const title = `In shape ${titles.length}`;
  const asked = await ann.ask(title);
  await his.waitFor('questionUpdate', ({ _id }) => _id === asked._id, patienceMs);
  await ben.answer(asked._id, 'It works in this one too.');
  await hers.waitFor('notification', () => true, patienceMs);
  for (const { event, payload } of his.received) {
    if (event === 'questionUpdate') expect(payload).toMatchObject({ title });
  }
  titles.push(title);
  notified += 1;
  expect((await ann.get<unknown[]>('/getNotifications/Ann')).body).toHaveLength(notified);
}

test('a site of one process continues as several', expectItGoesOn);

describeJourney(() => product);
describeContract(() => [ann.url, ben.url], String);
describeBrowserJourney(() => product);

/** Repeats a question under one key until it is answered, as the page does. */
async function askPatiently(person: Person, title: string): Promise<QuestionWire> {
  const key = randomUUID();
  return eventually(`${title} is asked`, async () => {
    const body = questionBody(person.name, title);
    const answer = await person.post<QuestionWire>('/question/addQuestion', body, { 'idempotency-key': key });
    if (answer.status !== 200 && answer.status !== 503) throw new Error(`${answer.status}`);
    return answer.status === 200 ? answer.body : undefined;
  });
}

describe('two people on open pages and sockets', () => {
  let chat: ChatWire;
  let hers: OpenPage;
  let his: OpenPage;

  beforeAll(async () => {
    const { body } = await ann.post<ChatWire>('/chat/createChat', { participants: ['Ann', 'Ben'], messages: [] });
    chat = body;
    [hers, his] = [await openChat(ann, chat), await openChat(ben, chat)];
  });
  afterAll(async () => {
    await hers?.close();
    await his?.close();
  });

  test('one of each service is killed: pages and sockets stay, posts arrive, and all recover', async () => {
    const [first, second] = [await listen(ann), await listen(ben)];
    let lost = 0;
    for (const { socket } of [first, second]) socket.on('disconnect', () => (lost += 1));
    const ended = await signal(product, /^(?!gateway).*-1$/, 'SIGKILL');
    expect(ended).toHaveLength(sources.length);
    const asked = await askPatiently(ann, 'Is one of each enough?');
    await second.waitFor('questionUpdate', ({ _id }) => _id === asked._id, patienceMs);
    const answered = await askPatiently(ben, 'It is, is it not?');
    await first.waitFor('questionUpdate', ({ _id }) => _id === answered._id, patienceMs);
    await send(hers.page, 'Without one of each');
    await log(his.page).getByText('Without one of each').waitFor();
    await send(his.page, 'I can read you');
    await log(hers.page).getByText('I can read you').waitFor();
    await comeBack(product, ended);
    expect(lost).toBe(0);
    // Once per key, however often it was sent.
    const found = (await ann.questions('&limit=100')).map(({ title }) => title);
    expect(found.filter((title) => title === 'Is one of each enough?')).toHaveLength(1);
  });

  test('a gateway is killed: users of the other notice nothing, and pages on this one recover', async () => {
    const [first, second] = [await listen(ann), await listen(ben)];
    let lost = 0;
    second.socket.on('disconnect', () => (lost += 1));
    const gone = once(first.socket as unknown as NodeJS.EventEmitter, 'disconnect'); // has `once`
    await field(hers.page).fill('Half a sen');
    const ended = await signal(product, /^gateway-1$/, 'SIGKILL');
    await gone;
    await hers.page.getByText('Reconnecting…').waitFor();
    const asked = await askPatiently(ben, 'Is anybody there?');
    await second.waitFor('questionUpdate', ({ _id }) => _id === asked._id, patienceMs);
    await send(his.page, 'While you were away');
    await log(hers.page).getByText('While you were away').waitFor();
    await hers.page.getByText('Reconnecting…').waitFor({ state: 'detached' });
    expect(await field(hers.page).inputValue()).toBe('Half a sen');
    await field(hers.page).press('Enter');
    await log(his.page).getByText('Half a sen').waitFor();
    await comeBack(product, ended);
    const again = await listen(ann);
    const next = await askPatiently(ben, 'Are you there again?');
    await again.waitFor('questionUpdate', ({ _id }) => _id === next._id, patienceMs);
    expect(lost).toBe(0);
    expect([hers.loads(), his.loads()]).toEqual([0, 0]);
  });

  test('both of a service are frozen: 503 in bounded time, everything else works, and service and page recover', async () => {
    await askPatiently(ann, 'Before the frost');
    const { page } = hers;
    await page.goto(`${ann.url}/tags`);
    await page.getByRole('heading', { name: 'Tags', exact: true }).waitFor();
    const frozen = await signal(product, /^qa-/, 'SIGSTOP');
    expect(frozen).toHaveLength(2);
    try {
      const began = performance.now();
      expect((await ann.post('/question/addQuestion', questionBody('Ann', 'In the frost'))).status).toBe(503);
      // The call's own limit is five seconds; the machine may be busy.
      expect(performance.now() - began).toBeLessThan(patienceMs);
      expect((await ann.get('/user/getUsers')).status).toBe(200);
      await page.getByRole('link', { name: 'Questions', exact: true }).click();
      await page.getByText(messages.questionsFailed).waitFor();
    } finally {
      await signal(product, /^qa-/, 'SIGCONT');
    }
    await page.getByText('Before the frost').waitFor();
    await askPatiently(ann, 'After the frost');
    const found = (await ann.questions('&limit=100')).map(({ title }) => title);
    expect(found).toEqual(expect.arrayContaining(['Before the frost', 'After the frost']));
  });

  test('one of a service is frozen: the other answers reads', async () => {
    const [frozen] = await signal(product, /^identity-1$/, 'SIGSTOP');
    try {
      for (let index = 0; index < 10; index++) expect((await ben.get('/user/getUsers')).status).toBe(200);
    } finally {
      process.kill(frozen!.pid, 'SIGCONT');
    }
    await until('it is ready', () => isReady(frozen!), patienceMs);
  });
});

test('a killed supervisor leaves nothing behind, and the site continues as one process', async () => {
  const running = await processesOf(product);
  await product.end('SIGKILL');
  for (const { name, pid } of running) await until(`${name} has ended`, () => !isAlive(pid), patienceMs);
  await changeTo('embedded', { PORT: new URL(product.url).port });
  await expectItGoesOn();
  await product.end();
});

test('as several processes again it continues after events Kafka never got, every read model matches its log, and SIGTERM ends it in order', async () => {
  await changeTo('distributed', { PORT: new URL(product.url).port });
  await expectItGoesOn();
  await checkSettledSite(dataDir, []);
  const running = await processesOf(product);
  expect(running.length).toBeGreaterThanOrEqual(16);
  expect(await product.end()).toBe(0);
  expect(running.filter(({ pid }) => isAlive(pid))).toEqual([]);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A page that must not be reloaded. */
interface OpenPage {
  readonly page: Page;
  /** How often it was. */
  loads(): number;
  close(): Promise<void>;
}

async function openChat(person: Person, { _id }: ChatWire): Promise<OpenPage> {
  const { context, page } = await openBrowser(browser, person.url);
  page.setDefaultTimeout(patienceMs);
  await context.addCookies(person.cookiesFor(person.url));
  await page.goto(`${person.url}/messaging/direct-message?chat=${_id}`);
  await field(page).waitFor();
  let documents = 0;
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  return { page, loads: () => documents, close: () => context.close() };
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });

async function send(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}
