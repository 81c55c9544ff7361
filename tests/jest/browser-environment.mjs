import { TestEnvironment } from 'jest-environment-node';
import { chromium } from 'playwright-core';
import { endingStorages } from './async-storages.mjs';

/** Launched once in each of Jest's processes, for all of its files. */
let launched;

/** Ends it: nothing else would keep a process alive that has run its files. */
const endBrowser = async () => (await launched)?.end();

// A worker is over when Jest listens to it no more; a run without workers after its last file.
process.on('removeListener', (event) => {
  if (event === 'message') void endBrowser();
});
globalThis.parlourTestEndBrowser = endBrowser;

/** Windows that a file of this process has given back, for the next ones: tests/e2e/windows.ts. */
const windowsLeft = [];

/** A browser of which a file closes only what it opened. */
async function launch(options) {
  const browser = await chromium.launch(options);
  browser.end = browser.close.bind(browser);
  browser.close = async () => {
    await Promise.all(contextsInUse(browser).map((context) => context.close()));
  };
  return browser;
}

function contextsInUse(browser) {
  return browser.contexts().filter((context) => !windowsLeft.some((left) => left.context === context));
}

/**
 * Node's, which offers the files of a process one browser, and tells what its pages show when a
 * test fails.
 */
export default class BrowserEnvironment extends endingStorages(TestEnvironment) {
  async setup() {
    await super.setup();
    this.global.sharedBrowser = (options) => (launched ??= launch(options));
    this.global.windowsLeft = windowsLeft;
  }

  async handleTestEvent({ name, test }) {
    if (name !== 'test_fn_failure') return;
    const shown = (await pagesOfFile()).map(whatItShows);
    if (shown.length === 0) return;
    this.global.console.error(`When “${test.name}” failed:\n\n${(await Promise.all(shown)).join('\n\n')}`);
  }

  async teardown() {
    await (await launched)?.close();
    await super.teardown();
  }
}

async function pagesOfFile() {
  const browser = await launched;
  return browser ? contextsInUse(browser).flatMap((context) => context.pages()) : [];
}

/** The address of a page, and the beginning of its text. */
async function whatItShows(page) {
  const text = await page.innerText('body', { timeout: 2_000 }).catch(String);
  return `${page.url()}\n${text.slice(0, 2_000)}`;
}
