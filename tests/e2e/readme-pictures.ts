import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { QuestionRowWire } from '@parlour/contracts/qa/qa';
import { demoPassword } from '@parlour/embedded/demo/people';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { launchBrowser, untilLive } from './browsers.ts';
import { untilShown, type Variant } from './look-at-screens.ts';
import { ask, moveOf, Player } from './player.ts';
import { makeDataFolder, removeDataFolder, startProduct } from './product.ts';

// The README's pictures, of a demonstration that has just begun.

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));

/** A picture, with the words of its screen: what a screen reader would find. */
export interface Picture {
  readonly png: Buffer;
  readonly words: string;
}

interface Scene {
  readonly variants: readonly Variant[];
  /** Brings about what is shown, and returns its address. */
  readonly address: (url: string) => Promise<string>;
  readonly then?: (page: Page) => Promise<void>;
}

const light = { width: 1280, scheme: 'light' } as const;
const dark = { width: 1280, scheme: 'dark' } as const;

const scenes: Readonly<Record<string, Scene>> = {
  home: { variants: [light, dark], address: async () => '/home' },
  question: { variants: [light], address: acceptedCode },
  game: { variants: [dark], address: nearlyOver },
  phone: {
    variants: [{ width: 390, scheme: 'light' }],
    address: async () => '/community/explore',
    then: async (page) => {
      const row = page.getByRole('listitem').filter({ hasText: 'Harbour Sailing Club' });
      await row.getByRole('link', { name: /View/ }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Harbour Sailing Club' }).waitFor();
      await page.getByRole('heading', { name: 'Which boat gets new sails first?' }).waitFor();
    },
  },
};

export const pictureNames = Object.keys(scenes);

async function signedIn(url: string, name: string): Promise<Player> {
  const player = new Player(url, name);
  const { status } = await player.post('/user/login', { username: name, password: demoPassword });
  if (status !== 200) throw new Error(`${name} can't sign in: ${status}`);
  return player;
}

/** A question with code, whose answer is accepted. */
async function acceptedCode(url: string): Promise<string> {
  const jonas = await signedIn(url, 'Jonas');
  const [row] = await jonas.questions('&search=await%20forEach');
  const { _id: qid, answers } = await jonas.read((row as QuestionRowWire)._id); // in the demonstration
  await jonas.post('/question/acceptAnswer', { qid, aid: answers[0]?._id, username: 'Jonas' });
  return `/question/${qid}`;
}

/** A game of Nim two moves before its end. */
async function nearlyOver(url: string): Promise<string> {
  const [freya, arthur] = [await signedIn(url, 'Freya'), await signedIn(url, 'Arthur')];
  const game = await freya.create('Nim');
  await freya.join(game);
  await arthur.join(game);
  const seats = await Promise.all([freya, arthur].map(async (player) => ({ player, wire: await player.listen() })));
  for (const [turn, numObjects] of [3, 3, 3, 3, 3, 2].entries()) {
    const { player, wire } = seats[turn % 2]!; // of two
    const answer = await ask(wire, 'makeMove', moveOf(player, game.gameID, { numObjects }));
    if ('error' in answer) throw new Error(JSON.stringify(answer));
  }
  for (const { wire } of seats) wire.close();
  return `/games/${game.gameID}`;
}

/** Starts a demonstration, and takes every picture, one after the other. */
export async function takePictures(): Promise<Readonly<Record<string, Picture>>> {
  const dataDir = await makeDataFolder();
  const product = await startProduct(dataDir, {}, ['--demo']);
  const browser = await launchBrowser();
  try {
    const taken: Record<string, Picture> = {};
    for (const [name, scene] of Object.entries(scenes)) taken[name] = await take(browser, product.url, scene);
    return taken;
  } finally {
    await browser.close();
    await product.end();
    await removeDataFolder(dataDir);
  }
}

async function take(browser: Browser, url: string, { variants, address, then }: Scene): Promise<Picture> {
  const at = await address(url);
  const freya = await signedIn(url, 'Freya');
  const seen: Picture[] = [];
  for (const { width, scheme } of variants) {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width, height: width < 640 ? 844 : 860 },
      colorScheme: scheme,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      hasTouch: width < 640,
    });
    await context.addCookies(freya.cookiesFor(url));
    const page = await context.newPage();
    await page.goto(at);
    await untilLive(page);
    // Now, and not with the next screen.
    await page.evaluate(() => document.documentElement.setAttribute('data-fonts', ''));
    await then?.(page);
    await untilShown(page);
    seen.push({ png: await page.screenshot(), words: lasting(await page.locator('body').ariaSnapshot()) });
    await context.close();
  }
  const [first, second] = seen as [Picture, Picture?]; // one or two variants
  return second ? { png: halves(first.png, second.png), words: first.words } : first;
}

/**
 * The words of a screen without ids, without what a clock changes, and without what is unread and
 * who is there: that depends on which service hears of a thing first.
 */
function lasting(words: string): string {
  const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
  return words
    .replaceAll(/\n *- text: Unread(?=\n)/g, '')
    .replaceAll(/\bOnline (?=Player \d)/g, '')
    .replaceAll(/\b\d+ unread\b/g, '<number> unread')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
    .replaceAll(new RegExp(`(?:${months})[a-z]* \\d+(?:, \\d{4})?(?: at [\\d:]+)?`, 'g'), '<time>')
    .replaceAll(/\b\d+:\d\d(?::\d\d)?\b/g, '<time>')
    .replaceAll(/(?:\b\d+ ?(?:s|m|h|d|(?:second|minute|hour|day)s?)\b,? ?)+/g, '<time> ')
    .replaceAll(/\b(?:yesterday|today|tomorrow|just now)\b/gi, '<time>');
}

/** The upper left half of one picture with the lower right half of another. */
function halves(one: Buffer, other: Buffer): Buffer {
  const [left, right] = [PNG.sync.read(one), PNG.sync.read(other)];
  const { width, height } = left;
  for (let y = 0; y < height; y++) {
    const from = Math.round(width / 2 + (height / 2 - y) / 2);
    right.data.copy(left.data, (y * width + from) * 4, (y * width + from) * 4, (y + 1) * width * 4);
  }
  return PNG.sync.write(left);
}

export async function keepPictures(pictures: Readonly<Record<string, Picture>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, { png, words }] of Object.entries(pictures)) {
    await writeFile(`${folder}${name}.png`, png);
    await writeFile(`${folder}${name}.txt`, `${words}\n`);
  }
}

/** As it was taken last. */
export async function keptPicture(name: string): Promise<Picture> {
  const [png, words] = await Promise.all([readFile(`${folder}${name}.png`), readFile(`${folder}${name}.txt`, 'utf8')]);
  return { png, words: words.trimEnd() };
}
