import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The rules of WCAG 2.2, levels A and AA, that axe can check, and its own best practices. What
 * passes them is not told: on a full page that is megabytes.
 */
const options: RunOptions = {
  resultTypes: ['violations'],
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
};

/** Accessibility faults of the current page, each as `rule: element: why`. */
export async function barriersOn(page: Page): Promise<string[]> {
  // Off-screen content is laid out by an estimate, and would overlap.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *')) element.style.contentVisibility = 'visible';
  });
  await page.evaluate(axe);
  const found = await page.evaluate(async (given) => {
    const { axe } = globalThis as unknown as { axe: { run(o: unknown): Promise<AxeResults> } }; // by the line above
    const { violations } = await axe.run(given);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => ({ id, at: target.join(' '), why: failureSummary })),
    );
  }, options as object);
  const around = await page.evaluate(
    (places) => {
      const overlays = '[data-portal] :is([role=menu], [role=dialog])';
      const above = [...document.querySelectorAll(`${overlays}, :is(header, nav[aria-label=Bar]):not(main *)`)];
      return places.map((at) => {
        const element = document.querySelector(at);
        const box = element?.getBoundingClientRect();
        return {
          inMenu: above.some((one) => one.role === 'menu' && one.closest('[data-portal]')?.contains(element)),
          isCovered: above.some((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return (
              !one.contains(element) &&
              box &&
              box.left < right &&
              box.right > left &&
              box.top < bottom &&
              box.bottom > top
            );
          }),
        };
      });
    },
    found.map(({ at }) => at),
  );
  return found
    .filter(({ id }, index) => {
      // An open menu stands outside the landmarks, as a dialog does; axe excepts only that one.
      if (id === 'region') return !around[index]?.inMenu;
      // What it partly covers can be reached once it is closed; below header and bar, by scrolling.
      return id !== 'target-size' || !around[index]?.isCovered;
    })
    .map(({ id, at, why }) => `${id}: ${at}: ${why}`);
}
