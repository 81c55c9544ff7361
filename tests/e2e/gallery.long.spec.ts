import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pixelmatch from 'pixelmatch';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { launchBrowser } from './browsers.ts';

// Pictures of every part of the design, compared with those in ./gallery. After a wanted change:
// UPDATE_GALLERY=1 npm run test:long -- gallery

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const built = fileURLToPath(new URL('../../node_modules/.cache/gallery/', import.meta.url));
const kept = fileURLToPath(new URL('./gallery/', import.meta.url));
const found = join(built, 'found');
const updates = process.env['UPDATE_GALLERY'] === '1';

/** Pixels that may differ: the edges of letters, which processors draw differently. */
const tolerated = 60;

function groupsIn(file: string): string[] {
  const source = readFileSync(join(web, 'gallery', file), 'utf8');
  return [...source.matchAll(/^ {2}(\w+): \(\) =>/gm)].map(([, name = '']) => name);
}

const groups = groupsIn('parts.tsx');
/** Each alone on the page, because it lies above what else is there. */
const opened = groupsIn('opened.tsx');

let browser: Browser;
let server: Server;
let url: string;

beforeAll(async () => {
  const vite = join(web, 'node_modules/vite/bin/vite.js');
  const { status, stderr } = spawnSync(process.execPath, [vite, 'build', '--config', 'gallery/vite.config.ts'], {
    cwd: web,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://gallery');
    const file = join(built, pathname === '/' ? 'index.html' : pathname);
    response.setHeader('content-type', types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
    response.end(existsSync(file) ? readFileSync(file) : '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listening on a port
  browser = await launchBrowser();
  mkdirSync(found, { recursive: true });
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

test('has groups', () => expect([groups.length > 12, opened.length > 2]).toEqual([true, true]));

// Both widths and both schemes: what depends on one does not depend on the other.
describe.each([
  ['light', 1_280],
  ['dark', 390],
] as const)('%s, %i pixels', (colorScheme, width) => {
  let page: Page;

  beforeAll(async () => {
    const viewport = { width, height: 800 };
    page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
    await show('', groups.at(-1));
  });
  afterAll(() => page?.close());

  async function show(address: string, group = ''): Promise<void> {
    await page.goto(`${url}/${address}`);
    await page.locator(`[data-group=${group}]`).waitFor();
    // Some parts load what they show.
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    // Skeletons pulse.
    await page.addStyleTag({ content: '*, *::before, *::after { animation: none !important }' });
  }

  test.each(groups)('%s looks as it did', async (group) => {
    compare(group, await page.locator(`[data-group=${group}]`).screenshot());
  });

  test.each(opened)('%s looks as it did', async (group) => {
    await show(`?group=${group}`, group);
    await page.locator('[role=dialog], [role=menu]').first().waitFor();
    compare(group, await page.screenshot());
  });

  function compare(group: string, picture: Buffer): void {
    const name = `${group}-${colorScheme}-${width}.png`;
    writeFileSync(join(updates ? kept : found, name), picture);
    expect({ name, differs: differing(readFileSync(join(kept, name)), picture) }).toEqual({ name, differs: 0 });
  }
});

/** How many pixels differ visibly; 0 for as many as are tolerated. */
function differing(one: Buffer, other: Buffer): number {
  if (one.equals(other)) return 0;
  const [a, b] = [PNG.sync.read(one), PNG.sync.read(other)];
  if (a.width !== b.width || a.height !== b.height) return Infinity;
  const number = pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.2 });
  return number <= tolerated ? 0 : number;
}
