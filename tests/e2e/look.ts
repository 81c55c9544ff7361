import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from './browsers.ts';
import { allVariants, lookAtEveryScreen } from './every-screen.ts';

// Pictures of every screen of a running demonstration:
// npm run screens -- <folder> [address] [width-scheme,…]

const [folder = 'screens', url = 'http://localhost:3000', only] = process.argv.slice(2);
const browser = await launchBrowser();
for (const variant of allVariants) {
  const suffix = `${variant.width}-${variant.scheme}`;
  if (only !== undefined && !only.split(',').includes(suffix)) continue;
  await mkdir(folder, { recursive: true });
  const found = await lookAtEveryScreen(browser, url, variant, async (page, name) => {
    await page.screenshot({ path: join(folder, `${name}-${suffix}.png`) });
  });
  console.log(suffix, found);
}
await browser.close();
