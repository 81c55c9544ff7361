import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@parlour/kernel/testing/until';
import type { Locator, Page } from 'playwright-core';
import { gameTypes, type GameType, type GameWire } from '@parlour/contracts/games/games';
import type { Listener } from './person.ts';
import { ask, moveOf, Player } from './player.ts';
import { own, sharedSite } from './shared.ts';
import { windowsFor } from './windows.ts';

const windows = windowsFor('each test');
let ann: Player;
let ben: Player;
let listeners: readonly [Listener, Listener];

beforeAll(async () => {
  const { url } = await sharedSite();
  [ann, ben] = await Promise.all([new Player(url, own('Ann')).signUp(), new Player(url, own('Ben')).signUp()]);
  listeners = await Promise.all([ann.listen(), ben.listen()]);
});
afterAll(() => {
  for (const listener of listeners ?? []) listener.close();
});

/** Moves by which Ann, who begins, wins in each game. */
const winning: Record<GameType, readonly unknown[]> = {
  Nim: [3, 3, 3, 3, 3, 3, 2, 1].map((numObjects) => ({ numObjects })),
  // Source: decisions G-9.
  Chopsticks: [
    [0, 2],
    [2, 0],
    [0, 2],
    [3, 0],
    [0, 3],
  ].map(([hittingHand, handToHit]) => ({ hittingHand, handToHit })),
  TicTacToe: [0, 1, 4, 2, 8].map((slot) => ({ slot })),
};

async function begun(gameType: GameType): Promise<GameWire> {
  const game = await ann.create(gameType);
  await ann.join(game);
  return ben.join(game);
}

async function won(gameType: GameType): Promise<GameWire> {
  const game = await begun(gameType);
  for (const [index, move] of winning[gameType].entries()) {
    const [player, listener] = index % 2 === 0 ? ([ann, listeners[0]] as const) : ([ben, listeners[1]] as const);
    expect(await ask(listener, 'makeMove', moveOf(player, game.gameID, move))).toEqual({ ok: true });
  }
  return game;
}

async function open(path: string, width: number, height: number): Promise<Page> {
  const { page } = await windows.of(ann, width);
  await page.setViewportSize({ width, height });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** The cloth with everything on it. */
const boardOn = (page: Page): Locator => page.getByRole('region', { name: 'Table' }).locator('[class*=_table_]');

async function boxOf(place: Locator) {
  await place.waitFor();
  const { x, y, width, height } = (await place.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN };
  return { left: x, top: y, right: x + width, bottom: y + height, width, height };
}

/** What a phone's bar at the foot of the page, and its header, leave of a window. */
async function roomOn(page: Page): Promise<{ readonly top: number; readonly bottom: number }> {
  const [header, bar] = [await boxOf(page.locator('header')), page.getByRole('navigation', { name: 'Bar' })];
  const bottom = (await bar.isVisible()) ? (await boxOf(bar)).top : (page.viewportSize()?.height ?? NaN);
  return { top: header.bottom, bottom };
}

test.each(gameTypes.flatMap((type) => [1_280, 390].map((width) => [type, width] as const)))(
  '[G-12] the end of a game covers nothing of its board, and nothing moves for those who want that: %s, %i pixels',
  async (type, width) => {
    const { gameID } = await won(type);
    const page = await open(`/games/${gameID}`, width, 844);
    const end = await boxOf(page.getByRole('group', { name: 'End of the game' }));
    const board = await boxOf(boardOn(page));
    const apart =
      end.top >= board.bottom || end.left >= board.right || end.bottom <= board.top || end.right <= board.left;
    expect([end, board, apart]).toEqual([end, board, true]);
    // Nothing lies on the board either.
    const onTop = await boardOn(page).evaluate((cloth) => {
      const { left, top, width: w, height: h } = cloth.getBoundingClientRect();
      return cloth.contains(document.elementFromPoint(left + w / 2, top + h / 2));
    });
    expect(onTop).toBe(true);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  },
);

test.each(gameTypes)('[G-12] a phone’s first screen has the whole board while a first game waits: %s', async (type) => {
  const game = await ann.create(type);
  for (const joins of [false, true]) {
    if (joins) await ann.join(game);
    const page = await open(`/games/${game.gameID}`, 390, 844);
    await page.getByRole('region', { name: 'Rules' }).waitFor();
    const [board, room] = [await boxOf(boardOn(page)), await roomOn(page)];
    expect([board.top >= room.top, board.bottom <= room.bottom, board]).toEqual([true, true, board]);
    await page.evaluate(() => localStorage.clear());
  }
});

test.each(gameTypes)(
  '[G-12] at twice the size, on 640×430 pixels, the board fits between header and bar: %s',
  async (type) => {
    const { gameID } = await begun(type);
    const page = await open(`/games/${gameID}`, 640, 430);
    const board = boardOn(page);
    // What comes above it after that moves it.
    await until('the board is whole', async (saw) => {
      await board.evaluate((cloth) => cloth.scrollIntoView());
      const [place, room] = [saw(await boxOf(board)), saw(await roomOn(page))];
      return place.top >= room.top - 1 && place.bottom <= room.bottom + 1;
    });
    const box = await boxOf(board);
    expect(Math.min(box.height, box.width)).toBeGreaterThan(150);
  },
);

test('[G-12] a clock’s digits are 32 pixels high', async () => {
  const { gameID } = await begun('Nim');
  const page = await open(`/games/${gameID}`, 390, 844);
  const clock = page.getByRole('list', { name: 'Players' }).locator('time');
  expect(await clock.evaluate((time) => parseFloat(getComputedStyle(time).fontSize))).toBeGreaterThanOrEqual(32);
});

test('[G-12] a phone’s lobby shows its list on the first screen, and on a slow line nothing in it moves', async () => {
  await begun('TicTacToe');
  await ben.create('Chopsticks');
  const { page, context } = await windows.own(ann, 390);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    const seen: { moved: number; what: string[] } = { moved: 0, what: [] };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[]) {
        seen.moved += entry.value;
        seen.what.push(...entry.sources.map(({ node }) => node?.textContent ?? ''));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 400_000 / 8,
    uploadThroughput: 400_000 / 8,
  });
  await page.goto('/games');
  await page.getByRole('heading', { name: 'Your running games' }).waitFor();
  const row = page.getByRole('list', { name: 'Games' }).getByRole('listitem').first();
  await row.waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const seen = await page.evaluate(
    () => Reflect.get(globalThis, 'seen') as { readonly moved: number; readonly what: readonly string[] },
  );
  expect([seen.moved < 0.02, seen]).toEqual([true, seen]);
  expect((await boxOf(row)).top).toBeLessThan((await roomOn(page)).bottom);
});

/** What the browser tells of a shift, which TypeScript does not know. */
interface Shift {
  readonly value: number;
  readonly sources: readonly { readonly node?: Node }[];
}
