import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser, openBrowser, type PersonalBrowser, untilLive } from './browsers.ts';
import { Person } from './person.ts';
import { own, sharedSite } from './shared.ts';

let url: string;
let browser: Browser;

beforeAll(async () => {
  [{ url }, browser] = await Promise.all([sharedSite(), launchBrowser()]);
});
afterAll(() => browser?.close());

async function windowOf(name: string): Promise<PersonalBrowser> {
  const person = await new Person(url, own(name)).signUp();
  const opened = await openBrowser(browser, url);
  await opened.context.addCookies(person.cookiesFor(url));
  return opened;
}

test('[SC-23] a mistyped address says that there is nothing', async () => {
  const { page, context } = await windowOf('Typist');
  await page.goto('/user/%zz');
  await page.getByText('No user data found. Make sure the username parameter is correct.').waitFor();
  await page.goto('/nowhere/%ff');
  await page.getByRole('heading').first().waitFor();
  await context.close();
});

test('a page whose file is missing reloads once, and then says so', async () => {
  const { page, context } = await windowOf('Latecomer');
  await page.goto('/home');
  await page.getByRole('heading', { name: 'All Questions' }).waitFor();
  let documents = 0;
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  await context.route(/assets\/tags-page-[^/]*\.js/, (route) => route.fulfill({ status: 404, body: '{}' }));
  await page.getByRole('link', { name: 'Tags' }).click();
  await page.getByText('This page could not be shown').waitFor();
  expect(documents).toBe(1);
  await context.unroute(/assets\/tags-page-[^/]*\.js/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Tags', exact: true }).waitFor();
  await context.close();
});

test('a page whose file for live events did not come reloads once, and is live', async () => {
  const { page, context } = await windowOf('Early bird');
  await context.route(/assets\/live-socket-[^/]*\.js/, (route) => route.abort(), { times: 1 });
  let documents = 0;
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  await page.goto('/home');
  await untilLive(page);
  expect(documents).toBe(2);
  await context.close();
});
