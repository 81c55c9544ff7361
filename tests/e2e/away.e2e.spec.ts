import { expect, test } from '@jest/globals';
import { type PersonalBrowser, untilLive } from './browsers.ts';
import { Person } from './person.ts';
import { own, sharedSite } from './shared.ts';
import { windowsFor } from './windows.ts';

const windows = windowsFor('each test');

async function windowOf(name: string): Promise<PersonalBrowser> {
  return windows.own(await new Person((await sharedSite()).url, own(name)).signUp());
}

test('[SC-23] a mistyped address says that there is nothing', async () => {
  const { page } = await windowOf('Typist');
  await page.goto('/user/%zz');
  await page.getByText('No user data found. Make sure the username parameter is correct.').waitFor();
  await page.goto('/nowhere/%ff');
  await page.getByRole('heading').first().waitFor();
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
});

test('a page whose file for live events did not come reloads once, and is live', async () => {
  const { page, context } = await windowOf('Early bird');
  // Not `times: 1`: a request that is held while Chromium stops intercepting never goes on.
  let asked = 0;
  await context.route(/assets\/live-socket-[^/]*\.js/, (route) => (asked++ === 0 ? route.abort() : route.continue()));
  let documents = 0;
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  await page.goto('/home');
  await untilLive(page);
  expect(documents).toBe(2);
});
