import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { QuestionWire } from '@parlour/contracts/qa';
import { messages } from '@parlour/contracts/messages';
import { until } from '@parlour/kernel/testing/until';
import { launchBrowser, openBrowser } from '../e2e/browsers.ts';
import { type Listener, Person, questionBody } from '../e2e/person.ts';
import { makeDataFolder, type Product, removeDataFolder, startProduct } from '../e2e/product.ts';
import { comeBack, eventually, isReady, patienceMs, processesOf, signal } from './site.ts';

let dataDir: string;
let product: Product;
let ann: Person;
let ben: Person;
const listeners: Listener[] = [];

beforeAll(async () => {
  dataDir = await makeDataFolder();
  product = await startProduct(dataDir);
  ann = await new Person(product.url, 'Ann').signUp();
  ben = await new Person(product.url, 'Ben').signUp();
});
afterEach(() => {
  for (const listener of listeners.splice(0)) listener.close();
});
afterAll(async () => {
  await product?.end();
  await removeDataFolder(dataDir);
});

async function listen(person: Person): Promise<Listener> {
  const listener = await person.listen();
  listeners.push(listener);
  return listener;
}

/** Asks under one key until it is answered, as the page does. */
async function askPatiently(person: Person, title: string): Promise<QuestionWire> {
  const key = randomUUID();
  return eventually(`${title} is asked`, async () => {
    const body = questionBody(person.name, title);
    const answer = await person.post<QuestionWire>('/question/addQuestion', body, { 'idempotency-key': key });
    if (answer.status !== 200 && answer.status !== 503) throw new Error(`${answer.status}`);
    return answer.status === 200 ? answer.body : undefined;
  });
}

const heardWithinMs = patienceMs;

test('the two come in by different gateways', () => {
  expect(ann.url).not.toBe(ben.url);
});

test('one of each service is killed: both sockets stay, what is asked is heard, and all come back', async () => {
  const [hers, his] = [await listen(ann), await listen(ben)];
  let lost = 0;
  for (const { socket } of [hers, his]) socket.on('disconnect', () => (lost += 1));
  const ended = await signal(product, /^(?!gateway).*-1$/, 'SIGKILL');
  expect(ended).toHaveLength(7);
  const asked = await askPatiently(ann, 'Is one of each enough?');
  await his.hear('questionUpdate', (row) => row._id === asked._id, heardWithinMs);
  const answered = await askPatiently(ben, 'It is, is it not?');
  await hers.hear('questionUpdate', (row) => row._id === answered._id, heardWithinMs);
  expect(lost).toBe(0);
  await comeBack(product, ended);
  // Once under its key, however often it was sent.
  const titles = (await ann.questions()).map(({ title }) => title);
  expect(titles.filter((title) => title === 'Is one of each enough?')).toHaveLength(1);
});

test('a gateway is killed: who came in by the other one notices nothing, and it comes back', async () => {
  const [hers, his] = [await listen(ann), await listen(ben)];
  let lost = 0;
  his.socket.on('disconnect', () => (lost += 1));
  const gone = once(hers.socket as unknown as NodeJS.EventEmitter, 'disconnect'); // has `once`
  const name = new URL(ann.url).port === new URL(product.url).port ? /^gateway-1$/ : /^gateway-2$/;
  const ended = await signal(product, name, 'SIGKILL');
  await gone;
  const asked = await askPatiently(ben, 'Is anybody there?');
  await his.hear('questionUpdate', (row) => row._id === asked._id, heardWithinMs);
  await comeBack(product, ended);
  const again = await listen(ann);
  const next = await askPatiently(ben, 'Are you there again?');
  await again.hear('questionUpdate', (row) => row._id === next._id, heardWithinMs);
  expect(lost).toBe(0);
});

test('both of a service are frozen: 503 in bounded time, all else goes on, and it recovers, as does the page', async () => {
  await askPatiently(ann, 'Before the frost');
  await using browser = await launchBrowser();
  const { page, context } = await openBrowser(browser, ann.url);
  await context.addCookies(ann.cookiesFor(ann.url));
  await page.goto('/tags');
  await page.getByRole('heading', { name: 'Tags', exact: true }).waitFor();
  const frozen = await signal(product, /^qa-/, 'SIGSTOP');
  expect(frozen).toHaveLength(2);
  try {
    const began = performance.now();
    expect((await ann.post('/question/addQuestion', questionBody('Ann', 'In the frost'))).status).toBe(503);
    // The call's own limit is five seconds; the machine may be busy.
    expect(performance.now() - began).toBeLessThan(10_000);
    expect((await ann.get('/user/getUsers')).status).toBe(200);
    await page.getByRole('link', { name: 'Questions', exact: true }).click();
    await page.getByText(messages.questionsFailed).waitFor({ timeout: patienceMs });
  } finally {
    await signal(product, /^qa-/, 'SIGCONT');
  }
  await page.getByText('Before the frost').waitFor({ timeout: patienceMs });
  await askPatiently(ann, 'After the frost');
  const titles = (await ann.questions()).map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(['Before the frost', 'After the frost']));
});

test('one of a service is frozen: reads go on by the other one', async () => {
  const [frozen] = await signal(product, /^identity-1$/, 'SIGSTOP');
  try {
    for (let index = 0; index < 10; index++) expect((await ben.get('/user/getUsers')).status).toBe(200);
  } finally {
    process.kill(frozen!.pid, 'SIGCONT');
  }
  await until('it is ready', () => isReady(frozen!), patienceMs);
});

test('killed outright, the supervisor leaves nothing behind, and the next one goes on', async () => {
  const running = await processesOf(product);
  await product.end('SIGKILL');
  for (const { name, pid } of running) {
    await until(
      `${name} has ended`,
      () => {
        try {
          return !process.kill(pid, 0);
        } catch {
          return true;
        }
      },
      patienceMs,
    );
  }
  product = await startProduct(dataDir, { PORT: new URL(product.url).port });
  await askPatiently(ann, 'Still here?');
  expect((await ann.questions()).length).toBeGreaterThan(1);
});

test('SIGTERM ends all of it in order', async () => {
  const running = await processesOf(product);
  expect(running.length).toBeGreaterThanOrEqual(16);
  expect(await product.end()).toBe(0);
  for (const { pid } of running) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
