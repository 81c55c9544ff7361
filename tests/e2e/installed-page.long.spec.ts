import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@parlour/kernel/testing/until';
import { ask, listed, type PersonalBrowser, signUp } from './browsers.ts';
import { ownSite } from './own-site.ts';

const site = ownSite();
let ann: PersonalBrowser;

beforeAll(async () => {
  ann = await withWorker();
  await signUp(ann.page, 'Ann');
});

const withWorker = () => site.open(undefined, 1280, 'allow');

/** The paths of everything that the page's worker keeps. */
function keptBy({ page }: PersonalBrowser): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map((request) => new URL(request.url).pathname);
  });
}

test('the page can be installed: a manifest, icons and addresses that exist', async () => {
  const manifest: unknown = await (await fetch(`${site.url}/manifest.webmanifest`)).json();
  const { start_url, icons, shortcuts } = manifest as {
    start_url: string;
    icons: readonly { src: string; type: string }[];
    shortcuts: readonly { url: string }[];
  }; // our own file
  for (const { src, type } of icons) {
    const icon = await fetch(site.url + src);
    expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type]);
  }
  for (const path of [start_url, ...shortcuts.map((shortcut) => shortcut.url)]) {
    await ann.page.goto(path);
    await ann.page.getByRole('heading', { level: 1 }).first().waitFor();
    expect([path, await ann.page.getByText('Page not found').count()]).toEqual([path, 0]);
  }
});

test('its worker keeps the document and files, nothing of anybody’s data, and opens it without the server', async () => {
  await ann.page.goto('/home');
  await ann.page.evaluate(async () => {
    if (navigator.serviceWorker.controller) return;
    await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done));
  });
  await ask(ann.page, 'What does the worker keep?');
  await ann.page.goto('/home');
  await listed(ann.page, 'What does the worker keep?').click();
  await ann.page.getByRole('heading', { name: 'What does the worker keep?' }).waitFor();
  await until('document and files are kept', async (saw) => {
    const kept = saw(await keptBy(ann));
    return kept.includes('/index.html') && kept.some((path) => path.endsWith('.js'));
  });
  expect((await keptBy(ann)).filter((path) => path !== '/index.html' && !path.startsWith('/assets/'))).toEqual([]);

  await ann.context.setOffline(true);
  await ann.page.reload();
  await ann.page.getByText('Parlour cannot be reached').waitFor();
  await ann.context.setOffline(false);
  await ann.page.getByRole('button', { name: 'Try again' }).click();
  await ann.page.getByRole('heading', { name: 'What does the worker keep?' }).waitFor();
});

test('its worker keeps our fonts, so that the next visit begins with them', async () => {
  const bea = await withWorker();
  const { page } = bea;
  await page.goto('/');
  await until('both fonts are kept', async (saw) => {
    return saw(await keptBy(bea)).filter((path) => path.endsWith('.woff2')).length >= 2;
  });
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      observer.disconnect();
      Object.assign(window, { pageWasThere: document.querySelector('h1') !== null });
    }).observe(document, { subtree: true, attributeFilter: ['data-fonts'] });
  });
  await page.reload();
  await page.locator('html[data-fonts]').waitFor();
  expect(await page.evaluate(() => Reflect.get(window, 'pageWasThere') as unknown)).toBe(false);
  await bea.context.close();
});
