import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Person } from '../e2e/person.ts';
import { makeDataFolder, type Product, removeDataFolder, startProduct } from '../e2e/product.ts';
import { describeBrowserJourney } from '../shapes/browser-journey.ts';
import { describeJourney } from '../shapes/journey.ts';

let dataDir: string;
let product: Product;

beforeAll(async () => {
  dataDir = await makeDataFolder();
  product = await startProduct(dataDir);
});
afterAll(async () => {
  await product?.end();
  await removeDataFolder(dataDir);
});

test('people come in by different gateways', () => {
  expect(new Person(product.url, 'One').url).not.toBe(new Person(product.url, 'Other').url);
});

describeJourney(() => product);
describeBrowserJourney(() => product);
