import { afterAll, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { voteOnSite } from '../ledger/votes-at-once.ts';
import { launchBrowser } from './browsers.ts';
import { own, sharedSite } from './shared.ts';

let browser: Browser;
afterAll(() => browser?.close());

// The long version also checks the read models against the log.
test('fifty votes at once are counted exactly, and the open page shows the result', async () => {
  browser = await launchBrowser();
  const { url } = await sharedSite();
  await voteOnSite(url, browser, 50, own);
});
