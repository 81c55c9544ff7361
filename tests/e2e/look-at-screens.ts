import type { Browser, Page } from 'playwright-core';
import { barriersOn } from './barriers.ts';
import { untilLive } from './browsers.ts';
import { type Person, screens } from './every-screen.ts';

/** How a screen is looked at. */
export interface Variant {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

/** The four ways that people who change the page look at it. */
export const allVariants: readonly Variant[] = [
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
  { width: 390, scheme: 'light' },
  { width: 390, scheme: 'dark' },
];

async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Username').fill(person);
  await page.getByLabel('Password', { exact: true }).fill('come on in');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'All Questions' }).waitFor();
}

/** Until nothing is loading any more. */
export async function untilShown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  // What comes when the page is idle: rails, texts in Markdown, fonts. Without a web socket, the
  // network is never idle.
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  await page.evaluate(() => document.fonts.ready);
}

/**
 * Opens every screen in one variant, and returns what is wrong with each that has faults: axe's
 * findings, sideways scrolling, and errors in the console. `show` is given each screen as it is;
 * `wanted` leaves screens out.
 */
export async function lookAtEveryScreen(
  browser: Browser,
  url: string,
  { width, scheme }: Variant,
  show: (page: Page, name: string) => Promise<void> = async () => {},
  wanted: (name: string) => boolean = () => true,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const chosenScreens = screens.filter(({ name }) => wanted(name));
  for (const person of new Set(chosenScreens.map(({ as }) => as))) {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width, height: width < 640 ? 844 : 860 },
      colorScheme: scheme,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      hasTouch: width < 640,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    let faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    if (person !== undefined) await signIn(page, person);
    for (const { name, at, then, whileOnline } of chosenScreens.filter(({ as }) => as === person)) {
      faults = [];
      const other = whileOnline && (await browser.newContext({ baseURL: url, serviceWorkers: 'block' }));
      try {
        if (other) {
          const beside = await other.newPage();
          await signIn(beside, whileOnline);
          await untilLive(beside);
        }
        await page.goto(at);
        if (person !== undefined) await untilLive(page);
        await then?.(page);
        await untilShown(page);
        await show(page, name);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (wide > 0) faults.push(`scrolls sideways by ${wide} pixels`);
        faults.push(...(await barriersOn(page)));
      } catch (error) {
        faults.push(error instanceof Error ? error.message : String(error));
      }
      await other?.close();
      // Visitors are refused a session, and an unknown thing is not found: Chromium logs both.
      faults = faults.filter((fault) => !/status of 40[14]/.test(fault));
      if (faults.length > 0) found[name] = faults;
    }
    await context.close();
  }
  return found;
}
