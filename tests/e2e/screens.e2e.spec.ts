import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { messages } from '@parlour/contracts/messages';
import { until } from '@parlour/kernel/testing/until';
import { listed, openListed } from './browsers.ts';
import { Person } from './person.ts';
import { own, sharedSite } from './shared.ts';
import { windowsFor } from './windows.ts';

let url: string;
const windows = windowsFor('the file');
let ann: Person;
let page: Page;

beforeAll(async () => {
  ({ url } = await sharedSite());
  ann = await new Person(url, own('Ann')).signUp();
  const ben = await new Person(url, own('Ben')).signUp();
  const tagged = (...names: string[]): Record<string, unknown> => ({ tags: names.map((name) => ({ name })) });
  await ann.ask('How do owls turn their heads?', tagged('owls', 'c++'));
  const answered = await ben.ask('When do tides turn?', tagged('tides'));
  await ann.answer(answered._id, 'Twice a day.');
  ({ page } = await windows.of(ann));
});

const titles = (): Promise<string[]> =>
  page.getByRole('list', { name: 'Questions' }).getByRole('link', { name: /\?$/ }).allTextContents();

describe('finding questions', () => {
  test('[SC-9] by a tag’s card, by a word of the search box, by an order', async () => {
    await page.goto('/tags');
    await page.getByRole('heading', { name: 'Tags' }).waitFor();
    await page.getByText(/^\d+ tags$/).waitFor();
    await page.getByRole('link', { name: /c\+\+/ }).click();
    await page.getByRole('heading', { name: 'c++' }).waitFor();
    await page.getByText('1 question', { exact: true }).waitFor();
    expect(await titles()).toEqual(['How do owls turn their heads?']);

    await page.getByLabel('Search questions').fill('tid [tides]');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Search Results' }).waitFor();
    await page.getByText('1 question', { exact: true }).waitFor();
    expect(await titles()).toEqual(['When do tides turn?']);

    await page.getByLabel('Search questions').fill('nothing like it');
    await page.keyboard.press('Enter');
    await page.getByText('No Questions Found').waitFor();

    await page.getByLabel('Search questions').fill('   ');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'All Questions' }).waitFor();
    await page
      .getByRole('button', { name: 'Unanswered' })
      .or(page.getByRole('link', { name: 'Unanswered' }))
      .click();
    await listed(page, 'When do tides turn?').waitFor({ state: 'detached' });
    await listed(page, 'How do owls turn their heads?').waitFor();
    expect(await titles()).not.toContain('When do tides turn?');
  });

  test('Back leads to the row that was opened, where it stood', async () => {
    for (const n of Array(14).keys()) await ann.ask(`How far is star ${n}?`);
    await page.goto('/home');
    const row = listed(page, 'How far is star 2?');
    await row.evaluate((link) => {
      link.scrollIntoView({ block: 'center' });
      window.scrollBy(0, 150);
    });
    const topOfRow = () => row.evaluate((link) => Math.round(link.getBoundingClientRect().top));
    const before = await topOfRow();
    await row.click();
    await page.getByRole('heading', { name: 'How far is star 2?', level: 1 }).waitFor();
    await page.goBack();
    await until('the row has the focus', () => row.evaluate((link) => link === document.activeElement));
    expect(Math.abs((await topOfRow()) - before)).toBeLessThanOrEqual(1);
  });

  test('[S-9] j leads to the answers of a question, past its tags', async () => {
    await page.goto('/home');
    await openListed(page, 'When do tides turn?');
    await page.getByText('Twice a day.').waitFor();
    await page.keyboard.press('j');
    const list = page.locator(':focus').locator('xpath=ancestor::*[self::ul or self::ol][last()]');
    expect(await list.getAttribute('aria-label')).toBe('Answers');
  });

  test('[SC-22, TX-24] an address without an id leads home and says why', async () => {
    await page.goto('/question');
    await page.getByText(messages.questionIdMissing).waitFor();
    await page.getByRole('heading', { name: 'All Questions' }).waitFor();
  });
});

test('a long word or name does not make a narrow screen scroll sideways', async () => {
  const long = await new Person(url, own('W'.repeat(24))).signUp();
  const narrow = await windows.of(long, 320);
  const word = 'Donaudampfschifffahrtsgesellschaftskapitän';
  const screens = [
    { at: '/home', shows: `Welcome, ${long.name}` },
    { at: `/user/${long.name}`, shows: 'Reset password' },
    { at: '/settings', shows: 'Show others my followers' },
    { at: `/home?search=${word}`, shows: 'No Questions Found' },
    { at: `/search?q=${word}&type=people`, shows: 'No people found' },
    { at: `/community/explore?search=${word}`, shows: messages.noCommunitiesMatching(word) },
  ];
  const wide: Record<string, number> = {};
  for (const { at, shows } of screens) {
    await narrow.page.goto(at);
    await narrow.page.getByText(shows).waitFor();
    const by = await narrow.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (by > 0) wide[at] = by;
  }
  expect(wide).toEqual({});
});

test('[S-10] a phone’s header: the bell’s number stays on the bell, and the narrowest has a round search', async () => {
  const cay = await new Person(url, own('Cay')).signUp();
  const asked = await cay.ask('How deep is the harbour?');
  await ann.answer(asked._id, 'Four metres.');
  const { page: phone } = await windows.of(cay, 390);
  for (const width of [390, 320]) {
    await phone.setViewportSize({ width, height: 844 });
    await phone.goto('/home');
    const bell = phone.getByRole('link', { name: 'Notifications, 1 unread' });
    const badge = bell.getByText('1', { exact: true }).locator('xpath=..');
    const [number, whole] = await Promise.all([badge.boundingBox(), bell.boundingBox()]);
    const end = (box: typeof number) => (box ? box.x + box.width : Number.NaN);
    expect([width, number?.height, end(number) <= end(whole)]).toEqual([width, 14, true]);
    expect(await phone.getByLabel('Search questions').isVisible()).toBe(width === 390);
  }
  await phone.getByRole('button', { name: /^Jump to…/ }).click();
  await phone.getByRole('combobox', { name: 'Jump to' }).fill('harbour');
  await phone.getByRole('option', { name: /How deep is the harbour/ }).click();
  await phone.getByRole('heading', { name: 'How deep is the harbour?', level: 1 }).waitFor();
});

test('[S-10] what is typed in the header is looked for at once', async () => {
  await page.goto('/home');
  await page.getByLabel('Search questions').fill('tides turn');
  await page.getByRole('option', { name: /When do tides turn/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'When do tides turn?', level: 1 }).waitFor();
});

test('[S-11] a long name of the site, and a long word of its description, stay within the login', async () => {
  const { page: login } = await windows.of();
  await login.route('/', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text())
      .replace(/(?<=name="application-name" content=")[^"]*/, 'The Guild of Harbour Gardeners of Anstru')
      .replace(/(?<=name="description" content=")[^"]*/, 'w'.repeat(200));
    await route.fulfill({ response: answer, body });
  });
  for (const width of [1280, 390]) {
    await login.setViewportSize({ width, height: 860 });
    await login.goto('/');
    const name = login.getByText('The Guild of Harbour Gardeners');
    // Until the page replaces what its document shows.
    await login.getByLabel('Username').waitFor();
    await name.waitFor();
    const [inside, panel] = await Promise.all([name.boundingBox(), login.locator('header').boundingBox()]);
    const edges = (box: typeof inside) => (box ? [box.x, box.x + box.width] : []);
    const [[left = -1, right = 9e9], [start = 0, end = 0]] = [edges(inside), edges(panel)];
    expect([width, left >= start, right <= end]).toEqual([width, true, true]);
    expect(await login.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  }
  await login.unroute('/');
});

test('“Skip to content” leads there on a later page too, and paper shows no sidebar', async () => {
  await page.goto('/home');
  await listed(page, 'When do tides turn?').waitFor();
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await sidebar.getByRole('link', { name: 'Tags' }).click();
  await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await skip.focus();
  await skip.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  expect(new URL(page.url()).hash).toBe('');
  await page.emulateMedia({ media: 'print' });
  expect(await sidebar.isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
  expect(await sidebar.isVisible()).toBe(true);
});

test('on a touch screen, every item of a menu has room for a finger', async () => {
  const { context, page: phone } = await windows.own(ann, 390);
  const devtools = await context.newCDPSession(phone);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const { _id } = await ann.ask('Which menus fit a finger?');
  await phone.goto(`/question/${_id}`);
  await phone.getByRole('button', { name: 'Actions for this question' }).click();
  const items = phone.getByRole('menuitem');
  await items.first().waitFor();
  const heights = await items.evaluateAll((all) => all.map((item) => item.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBe(44);
});

test('[T-5] a reload, and Back from another site, lead to the place where a list was left', async () => {
  // A list that nobody else adds to.
  const tags = [{ name: 'planets' }];
  for (const n of Array(50).keys()) await ann.ask(`How far is planet ${n}?`, { tags });
  const lists = '**/question/getQuestion?*';
  let held = Promise.resolve();
  // As on a slow network: the page is drawn without rows first.
  await page.route(lists, async (route) => {
    await page.getByLabel(/^(?:Loading questions|Questions)$/).waitFor();
    await held;
    await route.continue();
  });
  const place = () => page.evaluate(() => window.scrollY);
  const goTo = (top: number) => page.evaluate((y) => window.scrollTo(0, y), top);
  await page.goto('/home?tag=planets');
  await listed(page, 'How far is planet 49?').waitFor();
  // The second is on the next page of the list.
  for (const left of [1_200, 3_400]) {
    await until('so many rows are there', async (saw) => {
      await goTo(left);
      return saw(await place()) === left;
    });
    await page.reload();
    await until('the place is there again', async (saw) => saw(await place()) === left);
    await page.goto('about:blank');
    await page.goBack();
    await until('the place is there again', async (saw) => saw(await place()) === left);
  }
  // Whoever scrolls meanwhile stays where they are.
  let release = () => {};
  held = new Promise((resolve) => (release = resolve));
  await page.reload();
  // Before the page's program runs, the browser goes as far as it can by itself.
  await page.getByLabel('Loading questions').waitFor();
  await page.waitForFunction(() => window.scrollY > 100);
  await goTo(100);
  release();
  await listed(page, 'How far is planet 49?').waitFor();
  expect(await place()).toBe(100);
  // A list may be read once more just then.
  await page.unrouteAll({ behavior: 'wait' });
});
