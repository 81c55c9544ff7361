import {
  type Browser,
  type BrowserContext,
  type BrowserServer,
  chromium as playwright,
  type Page,
} from 'playwright-core';
import { browserProgram } from './browser-program.ts';
import { fromRun, isShared } from './from-run.ts';
import { nextGateway } from './product.ts';

const settings = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
];

/** Starts the tests' browser for other processes to connect to. */
export async function launchBrowserServer(): Promise<BrowserServer> {
  return playwright.launchServer({ ...(await browserProgram()), args: settings });
}

/**
 * The tests' browser, shared if files share things; closing it closes what was opened through it.
 */
export async function launchBrowser(): Promise<Browser> {
  const browser = isShared
    ? await playwright.connect(await fromRun<string>('browser'))
    : await playwright.launch({ ...(await browserProgram()), args: settings });
  // For tests/jest/browser-environment.mjs.
  Object.assign(globalThis, { whatPagesShow: () => whatPagesShow(browser) });
  return browser;
}

/** The address of each open page, and the beginning of its text. */
async function whatPagesShow(browser: Browser): Promise<string[]> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  return Promise.all(
    pages.map(async (page) => {
      const text = await page.innerText('body', { timeout: 2_000 }).catch(String);
      return `${page.url()}\n${text.slice(0, 2_000)}`;
    }),
  );
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
  page.setDefaultTimeout(30_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return { context, page, faults };
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

/** Asks a question with the page's form, and waits for the list of questions. */
export async function ask(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: 'Ask a Question' }).first().click();
  await page.getByLabel('Question Title').fill(title);
  await page.getByLabel('Question Text').fill('It says `hello` and **nothing** else.');
  await page.getByLabel('Tags').fill('greetings first');
  await page.getByRole('button', { name: 'Post Question' }).click();
  await page.getByRole('heading', { name: 'All Questions' }).waitFor();
}
