import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of WCAG 2.2, levels A and AA, that axe can check, and its own best practices. */
const options: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
};

/** Accessibility faults of the current page, each as `rule: element: why`. */
export async function barriersOn(page: Page): Promise<string[]> {
  // Off-screen content is laid out by an estimate, and would overlap.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *')) element.style.contentVisibility = 'visible';
  });
  await page.evaluate(axe);
  const { violations } = await page.evaluate(
    (given) => (globalThis as unknown as { axe: { run(o: unknown): Promise<AxeResults> } }).axe.run(given), // by the line above
    options as object,
  );
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, at: target.join(' '), why: failureSummary })),
  );
  // An open menu stands outside the landmarks, as a dialog does; axe excepts only that one.
  const inMenu = await page.evaluate(
    (places) =>
      places.map((at) => Boolean(document.querySelector(at)?.closest('[data-portal]')?.querySelector('[role=menu]'))),
    found.map(({ at }) => at),
  );
  return found
    .filter(({ id }, index) => id !== 'region' || !inMenu[index])
    .map(({ id, at, why }) => `${id}: ${at}: ${why}`);
}
