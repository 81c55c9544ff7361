import type { Browser, BrowserContext, LaunchOptions, Locator, Page } from 'playwright-core';
import { browserProgram } from './browser-program.ts';
import { nextGateway } from './product.ts';

const settings = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
];

/** Set by tests/jest/browser-environment.mjs. */
declare global {
  var sharedBrowser: ((options: LaunchOptions) => Promise<Browser>) | undefined;
}

/**
 * The tests' browser, which the files of a Jest process share, as launching one takes longer than
 * most tests; closing it closes what the file opened.
 */
export async function launchBrowser(): Promise<Browser> {
  const options = { ...(await browserProgram()), args: settings };
  if (globalThis.sharedBrowser === undefined) {
    const { chromium } = await import('playwright-core');
    return chromium.launch(options);
  }
  return globalThis.sharedBrowser(options);
}

/** One person's browser, with its own cookies, and the errors of its pages. */
export interface PersonalBrowser {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors that a page threw or logged to its console, including refusals that a test provokes. */
  readonly faults: string[];
}

/** Opens a browser window for one person. */
export async function openBrowser(
  browser: Browser,
  url: string,
  width = 1280,
  // What it keeps would hide from a test what the server does.
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<PersonalBrowser> {
  const context = await browser.newContext({
    baseURL: nextGateway(url),
    viewport: { width, height: 860 },
    reducedMotion: 'reduce',
    serviceWorkers,
  });
  const page = await context.newPage();
  return { context, page, faults: faultsOf(page) };
}

/** Limits a page's steps, and collects its errors from now on. */
export function faultsOf(page: Page): string[] {
  page.setDefaultTimeout(30_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return faults;
}

/** Until events reach the page: it shows its first screen before that. */
export async function untilLive(page: Page): Promise<void> {
  await page.locator('[data-connection=live]').waitFor({ state: 'attached' });
}

/** Signs up with the page's form, and waits for the list of questions. */
export async function signUp(page: Page, name: string): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel('Confirm password').fill('correct horse');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('heading', { name: 'All Questions' }).waitFor();
  await untilLive(page);
}

/** A question in a list of the page, not in the rail beside it. */
export const listed = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Questions' }).getByRole('link', { name: title });

/**
 * Opens a question of a list. The list stays as it is under the pointer: what moves between the
 * beginning and the end of a press gets no click.
 */
export async function openListed(page: Page, title: string): Promise<void> {
  await listed(page, title).hover();
  await listed(page, title).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** Asks a question with the page's form, and waits for the list of questions. */
export async function ask(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: 'Ask a Question' }).first().click();
  await page.getByLabel('Question Title').fill(title);
  await page.getByLabel('Question Text').fill('It says `hello` and **nothing** else.');
  await page.getByLabel('Tags').fill('greetings first');
  await page.getByRole('button', { name: 'Post Question' }).click();
  await page.getByRole('heading', { name: 'All Questions' }).waitFor();
}

/**
 * The button of the person whose name was typed, once a search of people has found nobody else: a
 * press while the list still changes may be lost.
 */
export async function foundAlone(within: Pick<Page, 'locator'>, name: string): Promise<Locator> {
  const found = within.locator('[aria-label="Users"][aria-busy="false"] > :only-child');
  const button = found.getByRole('button', { name, exact: true });
  await button.waitFor();
  return button;
}

/** Searches for a person by their name, as it is typed, and chooses them. */
export async function choosePerson(
  within: Pick<Page, 'getByRole' | 'locator'>,
  name: string,
  typed = name,
): Promise<void> {
  await within.getByRole('searchbox', { name: 'Search Usernames' }).fill(typed);
  await (await foundAlone(within, name)).click();
}
