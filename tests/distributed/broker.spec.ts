import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { QuestionWire } from '@parlour/contracts/qa';
import { freePort } from '@parlour/kernel/process/free-port';
import { until } from '@parlour/kernel/testing/until';
import { Neighbour } from '../e2e/neighbour.ts';
import { questionBody } from '../e2e/person.ts';
import { makeDataFolder, type Product, removeDataFolder, startProduct } from '../e2e/product.ts';
import { comeBack, eventually, type OwnBroker, patienceMs, signal, startOwnBroker } from './site.ts';

// A broker of this file's own, which goes away; the processes are told nothing of it.

let dataDir: string;
let brokerDir: string;
let product: Product;
let broker: OwnBroker;
let ports: readonly number[];
let ann: Neighbour;
let ben: Neighbour;

const start = (): Promise<OwnBroker> => startOwnBroker(brokerDir, ports);

beforeAll(async () => {
  [dataDir, brokerDir] = [await makeDataFolder(), await makeDataFolder()];
  ports = [await freePort('127.0.0.1'), await freePort('127.0.0.1')];
  // Away at the start, and waited for.
  const starting = startProduct(dataDir, { KAFKA_BROKERS: `127.0.0.1:${ports[0]}`, TOPIC_PREFIX: 'faults' });
  starting.catch(() => undefined);
  broker = await start();
  product = await starting;
  ann = await new Neighbour(product.url, 'Ann').settle();
  ben = await new Neighbour(product.url, 'Ben').settle();
});
afterAll(async () => {
  await product?.end();
  await broker?.stop();
  await removeDataFolder(dataDir);
  await removeDataFolder(brokerDir);
});

test('a broker that was away at the start is waited for', () => {
  expect(product.output.join('\n')).toContain('waiting for Kafka');
});

test('under load without a broker commands go on, a service that is killed comes back, and all of it is told later', async () => {
  const heard = await ben.listen();
  let lost = 0;
  heard.socket.on('disconnect', () => (lost += 1));
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
  broker = await start();
  await comeBack(product, ended);
  const last = asked.at(-1)!;
  await heard.hear('questionUpdate', (row) => row._id === last._id, patienceMs);
  const ids = heard.heard
    .filter(({ event }) => event === 'questionUpdate')
    .map(({ payload }) => (payload as QuestionWire)._id);
  // In their order, and nothing of it missing.
  expect(ids.filter((id) => asked.some(({ _id }) => _id === id))).toEqual(asked.map(({ _id }) => _id));
  expect(lost).toBe(0);
  heard.close();
  const titles = (await ben.questions('&limit=100')).map(({ title }) => title);
  expect(titles.filter((title) => title.startsWith('Without a broker'))).toHaveLength(20);
});

test('a ban while the broker is away is hidden within five seconds', async () => {
  const community = await ann.found('Behind closed doors', 'private');
  await ben.change(community._id, 'pendingMembers', 'add');
  await ann.change(community._id, 'pendingMembers', 'approve', 'Ben');
  await ann.knownEverywhere();
  const inside = await ann.ask('Only for members', { communityId: community._id });
  await until('Ben sees it', async () => (await sees(inside)) === 200, patienceMs);
  await broker.stop();
  const began = performance.now();
  await ann.change(community._id, 'bannedMembers', 'add', 'Ben');
  await until('it is hidden', async () => (await sees(inside)) === 404, patienceMs);
  // Five seconds of silence, and what a question takes on a busy machine.
  expect(performance.now() - began).toBeLessThan(9_000);
  expect((await ann.get(`/question/getQuestionById/${inside._id}?username=Ann`)).status).toBe(200);
  broker = await start();
  const open = await eventually('Ann asks again', () => ann.ask('For everybody').catch(() => undefined));
  await until('Ben sees what is open', async () => (await sees(open)) === 200, patienceMs);
  expect(await sees(inside)).toBe(404);
});

async function sees({ _id }: QuestionWire): Promise<number> {
  return (await ben.get(`/question/getQuestionById/${_id}?username=Ben`)).status;
}
