import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Person } from '../e2e/person.ts';
import { makeDataFolder, type Product, removeDataFolder, startProduct } from '../e2e/product.ts';
import { patienceMs } from './site.ts';

let dataDir: string;
let product: Product | undefined;

beforeAll(async () => {
  dataDir = await makeDataFolder();
});
afterAll(async () => {
  await product?.end();
  await removeDataFolder(dataDir);
});

test('an embedded site is opened by the distributed shape and back, and nothing is told twice', async () => {
  product = await startProduct(dataDir, {}, [], 'embedded');
  const [ann, ben] = [new Person(product.url, 'Ann'), new Person(product.url, 'Ben')];
  // One gateway alone: this shape has no other.
  for (const person of [ann, ben]) {
    person.url = product.url;
    await person.signUp();
  }
  const titles = ['Embedded'];
  await ann.ask('Embedded');

  for (const shape of ['distributed', 'embedded', 'distributed'] as const) {
    await product.end();
    product = await startProduct(dataDir, {}, [], shape);
    for (const person of [ann, ben]) person.url = product.url;
    // The session goes on, and so do the logs.
    const heard = await ben.listen();
    expect((await ben.questions()).map(({ title }) => title).sort()).toEqual([...titles].sort());
    const title = `In another shape ${titles.length}`;
    titles.push(title);
    const asked = await ann.ask(title);
    await heard.hear('questionUpdate', (row) => row._id === asked._id, patienceMs);
    const notified = await ann.listen();
    await ben.answer(asked._id, 'It works in this one too.');
    await notified.hear('notification', () => true, patienceMs);
    notified.close();
    const told = heard.heard.filter(({ event }) => event === 'questionUpdate').map(({ payload }) => payload);
    // What was asked in the other shape is told to nobody once more.
    for (const row of told) expect(row).toMatchObject({ title });
    heard.close();
    expect((await ann.get<unknown[]>('/getNotifications/Ann')).body).toHaveLength(titles.length - 1);
  }
});
