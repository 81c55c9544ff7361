import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openListed, untilLive } from './browsers.ts';
import { Person } from './person.ts';
import { own, sharedSite } from './shared.ts';
import { windowsFor } from './windows.ts';

const windows = windowsFor('each test');
let url: string;
let ann: Person;
let ben: Person;
const bight = own('Which bight holds?');

beforeAll(async () => {
  ({ url } = await sharedSite());
  ann = await new Person(url, own('Ann')).signUp();
  ben = await new Person(url, own('Ben')).signUp();
  // Of no others' lists.
  for (const n of Array(15).keys()) {
    const tags = ['rope', 'knots', 'sailing'].map((name) => ({ name }));
    const title = `How do you splice a double braid of ${n} strands without a fid?`;
    const { _id } = await ann.ask(title, { tags, onlyFollowers: true });
    if (n % 3 > 0) await ann.answer(_id, 'With a needle.');
  }
  const { _id } = await ann.ask(bight, { tags: [{ name: 'rope' }] });
  await ben.answer(_id, 'The round one.');
});

/** Home without the card for newcomers, once the list is there. */
async function openHome(page: Page): Promise<void> {
  await page.goto('/home');
  await page.getByRole('button', { name: 'Hide the first steps' }).click();
  await page.getByRole('list', { name: 'Questions' }).getByRole('listitem').nth(15).waitFor({ state: 'attached' });
}

/** The rows of the list that are in the window as a whole. */
function wholeRows(page: Page): Promise<number> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('main [aria-label=Questions] > li')];
    return rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length;
  });
}

describe('home', () => {
  test('shows at least 7 rows on 860 pixels, and 12 compact ones', async () => {
    const { page } = await windows.of(ann);
    await openHome(page);
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(7);
    await page.getByRole('button', { name: 'Compact list' }).click();
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(12);
  });

  test('begins its list above y = 200 on a phone, where sorting is a menu', async () => {
    const { page } = await windows.of(ann, 390);
    await openHome(page);
    const list = page.getByRole('list', { name: 'Questions' });
    expect((await list.boundingBox())?.y).toBeLessThan(200);
    await page.getByLabel('Sort').selectOption('Most Viewed');
    await page.waitForURL('**/home?order=mostViewed');
    for (const name of ['Unanswered', 'Unsolved', 'Following Feed', 'Compact list']) {
      const box = await page.getByRole('button', { name }).boundingBox();
      expect(box && box.x + box.width).toBeLessThanOrEqual(390);
    }
  });

  test('a phone’s rows are equally high, whatever is in them', async () => {
    const { page } = await windows.of(ann, 390);
    await openHome(page);
    const heights = await page.evaluate(() => {
      const rows = [...document.querySelectorAll('main [aria-label=Questions] > li')];
      return rows.slice(0, 5).map((row) => Math.round(row.getBoundingClientRect().height));
    });
    expect(Math.max(...heights)).toBeLessThanOrEqual(141);
    expect(new Set(heights.slice(1)).size).toBe(1);
  });
});

test.each([860, 560])('the rail shows whole cards only, and does not scroll: %i pixels', async (height) => {
  const { page } = await windows.of(ann);
  await page.setViewportSize({ width: 1280, height });
  await page.goto('/home');
  const rail = page.getByRole('complementary', { name: 'More to see' });
  await rail.getByRole('heading').first().waitFor();
  const cards = await rail.evaluate((aside) => {
    const { right, bottom } = aside.getBoundingClientRect();
    const boxes = [...aside.children].map((card) => card.getBoundingClientRect());
    const seen = boxes.filter((box) => box.left < right);
    return {
      seen: seen.length,
      cut: seen.filter((box) => box.bottom > Math.min(bottom, window.innerHeight)).length,
      scrolls: aside.scrollHeight > aside.clientHeight,
    };
  });
  expect(cards).toEqual({ seen: expect.any(Number), cut: 0, scrolls: false });
  expect(cards.seen).toBeGreaterThan(0);
});

test('a title from right to left begins at the right, in rows, tags and headings', async () => {
  const { page } = await windows.of(ann);
  const title = own('كيف أربط الحبل؟');
  await ann.ask(title, { tags: [{ name: 'حبل' }] });
  await page.goto('/home?tag=حبل');
  const heading = page.getByRole('heading', { name: title });
  const right = ['rtl', 'right'];
  const sideOf = (place: ReturnType<Page['locator']>) =>
    place.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      const isRight = box.right - text.right < text.left - box.left;
      return [getComputedStyle(element).direction, isRight ? 'right' : 'left'];
    });
  expect(await sideOf(heading)).toEqual(right);
  expect(await sideOf(page.getByRole('heading', { level: 1 }))).toEqual(right);
  await page.goto(`/search?q=${encodeURIComponent('الحبل')}`);
  expect(await sideOf(heading)).toEqual(right);
});

/** How much has moved so far, as the browser counts it. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved += Number(Reflect.get(entry, 'value'));
      Object.assign(globalThis, { moved });
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(globalThis, { moved });
  });
  return () => page.evaluate(() => Number(Reflect.get(globalThis, 'moved')));
}

test.each(['Follow', 'Unfollow'])('on a slow phone, a profile with %s moves nothing while it loads', async (act) => {
  if (act === 'Unfollow') await ben.follow(ann.name);
  const { context, page } = await windows.own(ben, 390);
  const shifts = await watchShifts(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const throughput = 400_000 / 8;
  await devtools.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 300, downloadThroughput: throughput, uploadThroughput: throughput },
  });
  await page.goto(`/user/${ann.name}`);
  await page.locator('article').first().waitFor();
  await page
    .getByRole('button', { name: `${act} ${ann.name}` })
    .and(page.locator(':enabled'))
    .waitFor();
  await page.getByText('No badges yet').waitFor();
  await untilLive(page);
  expect(await shifts()).toBeLessThan(0.02);
});

test('[Q-17] a question looks the same in a search as in a list', async () => {
  const { page } = await windows.of(ann);
  await page.goto(`/search?q=bight`);
  const row = page.getByRole('article').filter({ hasText: bight });
  for (const text of ['0 votes', '1 answer', '0 views', 'rope']) await row.getByText(text, { exact: true }).waitFor();
  await page.goto('/home?search=bight');
  await openListed(page, bight);
});
