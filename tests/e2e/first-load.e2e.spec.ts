import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { FileWire } from '@parlour/contracts/files/files';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openBrowser, type PersonalBrowser, signUp, untilLive } from './browsers.ts';
import { picture, questionBody } from './person.ts';
import { own, sharedSite } from './shared.ts';

const page = new URL('../../web/dist/', import.meta.url);
const html = readFileSync(new URL('index.html', page), 'utf8');

/** As the gateway sends it; the build leaves the smallest files uncompressed. */
function sizeOf(path: string): number {
  const [plain, compressed] = [new URL(path, page), new URL(`${path}.br`, page)];
  return statSync(existsSync(compressed) ? compressed : plain).size;
}

test.each([
  ['home-page', 196],
  ['question-page', 235],
  ['community-page', 216],
  ['login-page', 180],
])('the document, the start and the %s take %i KiB at most', (screen, kibibytes) => {
  const start = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, path = '']) => path);
  // The chunks that the document's own script preloads.
  const preloaded = new RegExp(`\\[([^\\[\\]]*/assets/${screen}-[^\\[\\]]*)\\]`).exec(html)?.[1] ?? '';
  const own = [...preloaded.matchAll(/\/(assets\/[\w.-]+)/g)].map(([, path = '']) => path);
  expect(start.length).toBeGreaterThan(1);
  expect(own.length).toBeGreaterThan(1);
  const bytes = ['index.html', ...start, ...own].reduce((sum, path) => sum + sizeOf(path), 0);
  expect(bytes / 1_024).toBeLessThan(kibibytes);
});

test('the document comes with the first round trip of a connection: 10 packets, headers included', () => {
  const headers = 1_100;
  expect(sizeOf('index.html') + headers).toBeLessThan(10 * 1_460);
});

test('the start is compiled while it loads', () => {
  const start = [...html.matchAll(/(?:src|href)="\/(assets\/(?:index|libraries)-[^"]+\.js)"/g)];
  expect(start).toHaveLength(2);
  for (const [, path = ''] of start) {
    // Vite begins one of them with a line of its own.
    const firstLines = readFileSync(new URL(path, page), 'utf8').split('\n', 2);
    expect(firstLines).toContain('//# allFunctionsCalledOnLoad');
  }
});

test('the document has every variable of Mantine that a style needs', () => {
  const assets = new URL('assets/', page);
  const files = readdirSync(assets).filter((name) => /\.(?:css|js)$/.test(name));
  const styles = [html, ...files.map((name) => readFileSync(new URL(name, assets), 'utf8'))].join('\n');
  const made = new Set([...styles.matchAll(/(--mantine-[\w-]+):/g)].map(([, name]) => name));
  // Names that a script puts together end in a dash.
  const needed = [...styles.matchAll(/var\((--mantine-[\w-]*\w)\)/g)].map(([, name]) => name);
  expect(needed.length).toBeGreaterThan(20);
  expect([...new Set(needed.filter((name) => !made.has(name)))]).toEqual([]);
});

let browser: Browser;
let ann: PersonalBrowser;

beforeAll(async () => {
  browser = await launchBrowser();
  ann = await openBrowser(browser, (await sharedSite()).url);
  await signUp(ann.page, own('Ann'));
});

afterAll(() => browser.close());

test('where its files do not come, as behind a proxy that leads to it under a path, the page says so', async () => {
  const { page: lost, context } = await openBrowser(browser, (await sharedSite()).url);
  await lost.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
  await lost.goto('/');
  await lost.getByRole('dialog').getByText('Try again. Parlour cannot be under a path.').waitFor();
  await context.close();
});

/** Where the parts of the frame are. */
async function frameOf(of: Page): Promise<readonly (readonly [string, number, number, number, number])[]> {
  return of.evaluate(() =>
    [
      ...['_header_', '_header_] [class*=_icon_', '_brand_', '_searchBox_', '_searchInput_', '_jump_'],
      ...['_profile_', '_apart_', '_lower_'],
      ...['_sidebar_', '_entry_', '_content_'],
    ].flatMap((part) =>
      [...document.querySelectorAll(`[class*=${part}]`)].flatMap((element) => {
        // The document has the parts for every width.
        if (!element.checkVisibility()) return [];
        const { x, y, width, height } = element.getBoundingClientRect();
        // The content's height is the page's own.
        return [[part, x, y, width, part === '_content_' ? 0 : height] as const];
      }),
    ),
  );
}

test.each([1_280, 390])('without scripts, the frame stands where the page’s own will: %i pixels', async (width) => {
  const tab = await ann.context.newPage();
  await tab.setViewportSize({ width, height: 860 });
  // Our fonts come later, and have letters of other widths.
  await tab.route('**/*.woff2', (route) => route.abort());
  await tab.goto('/home');
  await tab.getByRole('heading', { name: 'All Questions' }).waitFor();
  const real = await frameOf(tab);
  // Its last scripts have come: without one of them, the page would load itself again.
  await untilLive(tab);
  await tab.route('**/assets/*.js', (route) => route.abort());
  await tab.goto('/home');
  await tab.getByText('Opening Parlour…').waitFor({ state: 'attached' });
  expect(real.length).toBeGreaterThan(10);
  expect(await frameOf(tab)).toEqual(real);
  await tab.close();
});

test('the document itself asks for the first picture of a question, the one that the page shows', async () => {
  const { request } = ann.context;
  const { url } = await sharedSite();
  const headers = { origin: url };
  const file = { name: 'wide.png', mimeType: 'image/png', buffer: picture(900, 300) };
  const uploaded = (await (
    await request.post(`${url}/api/file/upload`, { headers, multipart: { file } })
  ).json()) as FileWire; // by the contract of the call
  const data = { ...questionBody(own('Ann'), own('A picture')), text: `See ![it](${uploaded.url})` };
  const asked = await request.post(`${url}/api/question/addQuestion`, { headers, data });
  const { _id } = (await asked.json()) as QuestionWire; // likewise
  const tab = await ann.context.newPage();
  const pictures: string[] = [];
  tab.on('request', (each) => {
    if (each.url().includes(uploaded.url)) pictures.push(each.url());
  });
  await tab.route('**/assets/*.js', (route) => route.abort());
  await Promise.all([tab.waitForRequest(`**${uploaded.url}*`), tab.goto(`/question/${_id}`)]);
  await tab.unroute('**/assets/*.js');
  pictures.length = 0;
  await tab.goto(`/question/${_id}`);
  await tab.getByRole('img', { name: 'it' }).waitFor();
  await untilLive(tab);
  expect(pictures).toHaveLength(1);
  await tab.close();
});

/** How much has moved, as the browser counts it. */
function shiftOf(of: Page): Promise<number> {
  return of.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0));
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(0)));
      }),
  );
}

/**
 * Watches a tab from its next document on. The result tells how much has moved, once the page has
 * tried our fonts and the browser has drawn what came of it.
 */
async function watchFonts(of: Page): Promise<() => Promise<number>> {
  await of.addInitScript(() => {
    let moved = 0;
    const count = (entries: PerformanceEntryList): void => {
      for (const entry of entries) moved += Number(Reflect.get(entry, 'value'));
    };
    const shifts = new PerformanceObserver((list) => count(list.getEntries()));
    shifts.observe({ type: 'layout-shift', buffered: true });
    const end = (): void => {
      // The observer may not have been called for the last of them.
      count(shifts.takeRecords());
      Object.assign(globalThis, { moved });
    };
    // It is set before the page measures, also if it is removed again in the same moment.
    new MutationObserver(() => {
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(end)));
    }).observe(document, { subtree: true, attributeFilter: ['data-fonts'] });
  });
  return async () => {
    await of.waitForFunction(() => 'moved' in globalThis);
    return of.evaluate(() => Number(Reflect.get(globalThis, 'moved')));
  };
}

/** Holds requests back until something else has happened. */
async function hold(tab: Page, requests: string, until: Promise<unknown>): Promise<void> {
  await tab.route(requests, async (route) => {
    await until;
    await route.continue();
  });
}

test('our fonts come after the list, move nothing, and are there on the next screen', async () => {
  const tab = await ann.context.newPage();
  const seen: string[] = [];
  tab.on('request', (request) => seen.push(new URL(request.url()).pathname));
  // Others ask on this site meanwhile: once live, the list would be read again and move.
  await tab.routeWebSocket(/socket\.io/, () => undefined);
  const shift = await watchFonts(tab);
  await tab.goto('/home');
  const moved = await shift();
  const [list, font] = ['getQuestion', 'woff2'].map((part) => seen.findIndex((path) => path.includes(part)));
  expect(list).toBeGreaterThan(-1);
  expect(font).toBeGreaterThan(list ?? 0);
  expect(moved).toBeLessThan(0.02);
  await tab.getByRole('link', { name: 'Ask a Question' }).first().click();
  await tab.locator('html[data-fonts]').waitFor();
  await tab.close();
});

test('files of a screen that the document does not know are asked for beside the scripts', async () => {
  const tab = await ann.context.newPage();
  await hold(tab, '**/assets/index-*.js', tab.waitForRequest('**/assets/tags-page-*'));
  await tab.goto('/tags');
  await tab.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
  await tab.close();
});

test('nobody is asked for where nobody has signed in before, or the console would have a refusal', async () => {
  const visitor = await openBrowser(browser, (await sharedSite()).url);
  const seen: string[] = [];
  visitor.page.on('request', (request) => seen.push(new URL(request.url()).pathname));
  await visitor.page.goto('/');
  await visitor.page.getByRole('button', { name: 'Submit' }).waitFor();
  await visitor.page.waitForFunction(() => document.fonts.check("1em 'Figtree Variable'"));
  expect(seen.filter((path) => path.startsWith('/api/'))).toEqual(['/api/user/providers']);
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test('a browser that lost its storage, but not its cookies, is still signed in', async () => {
  const tab = await ann.context.newPage();
  const seen: string[] = [];
  tab.on('request', (request) => seen.push(new URL(request.url()).pathname));
  await tab.addInitScript(() => localStorage.clear());
  await tab.goto('/');
  await tab.getByRole('heading', { name: 'All Questions' }).waitFor();
  expect(seen.filter((path) => path === '/api/user/session')).toHaveLength(1);
  await tab.close();
});

test('no format of dates or numbers is made before the list is there', async () => {
  const tab = await ann.context.newPage();
  // The first of a page takes longer than a list of rows.
  await tab.addInitScript(() => {
    const made: string[] = [];
    Object.assign(window, { formatsMade: made });
    for (const name of ['DateTimeFormat', 'NumberFormat', 'RelativeTimeFormat', 'PluralRules'] as const) {
      const construct: ProxyHandler<new () => object>['construct'] = (...of) => {
        made.push(name);
        return Reflect.construct(...of) as object;
      };
      Object.assign(Intl, { [name]: new Proxy<new () => object>(Intl[name], { construct }) });
    }
  });
  await tab.goto('/home');
  await tab.getByRole('heading', { name: 'All Questions' }).waitFor();
  expect(await tab.evaluate(() => Reflect.get(window, 'formatsMade') as unknown)).toEqual([]);
  await tab.close();
});

/**
 * Loads the home page under a name that the browser knows; the session is held back until a list is
 * asked for.
 */
async function loadKnownAs(name: string, firstList: RegExp) {
  const tab = await ann.context.newPage();
  await tab.addInitScript((known) => localStorage.setItem('parlour.name', known), name);
  const lists: string[] = [];
  tab.on('request', (request) => {
    if (request.url().includes('/question/getQuestion'))
      lists.push(new URL(request.url()).searchParams.get('username') ?? '');
  });
  await hold(tab, '**/api/user/session', tab.waitForRequest(firstList));
  await tab.goto('/home');
  await tab.getByRole('heading', { name: 'All Questions' }).waitFor();
  await tab.close();
  return lists;
}

test('the list is asked for beside the session, under the name that the browser knows', async () => {
  const lists = await loadKnownAs(own('Ann'), /getQuestion.*username=Ann/);
  expect(new Set(lists)).toEqual(new Set([own('Ann')]));
});

test('a list under a name that is not theirs any more is asked for again', async () => {
  const lists = await loadKnownAs('Former', /getQuestion.*username=Former/);
  expect(lists.slice(0, 2)).toEqual(['Former', own('Ann')]);
});

test('the session and the list are asked for beside the scripts, and nothing moves', async () => {
  const tab = await ann.context.newPage();
  const faults: string[] = [];
  tab.on('console', (message) => faults.push(message.text()));
  const seen: string[] = [];
  tab.on('request', (request) => seen.push(new URL(request.url()).pathname));
  await hold(tab, '**/assets/*.js', tab.waitForResponse(/\/question\/getQuestion/));
  await tab.goto('/home');
  await tab.getByRole('heading', { name: 'All Questions' }).waitFor();
  expect(seen.filter((path) => path === '/api/user/session')).toHaveLength(1);
  expect(await shiftOf(tab)).toBeLessThan(0.02);
  // The policy lets the document's own script run.
  expect(faults.filter((fault) => fault.includes('Content Security Policy'))).toEqual([]);
  await tab.close();
});
