import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from './browsers.ts';
import { allVariants, lookAtEveryScreen } from './look-at-screens.ts';

// Pictures of every screen of a running demonstration:
// npm run screens -- <folder> [address] [width-scheme,… or all] [screen,…]

const [folder = 'screens', url = 'http://localhost:3000', only = 'all', names] = process.argv.slice(2);
const browser = await launchBrowser();
for (const variant of allVariants) {
  const suffix = `${variant.width}-${variant.scheme}`;
  if (only !== 'all' && !only.split(',').includes(suffix)) continue;
  await mkdir(folder, { recursive: true });
  const found = await lookAtEveryScreen(
    browser,
    url,
    variant,
    async (page, name) => {
      await page.screenshot({ path: join(folder, `${name}-${suffix}.png`) });
    },
    (name) => names === undefined || names.split(',').includes(name),
  );
  console.log(suffix, found);
}
await browser.close();
