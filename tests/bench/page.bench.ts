// The first load of four screens by Lighthouse, on a phone and on a desktop. Source:
// docs/design/performance.md#the-page. On the demonstration, as somebody who is signed in but has
// nothing in the browser's cache.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommunityRowWire } from '@parlour/contracts/communities/communities';
import type { QuestionRowWire } from '@parlour/contracts/qa/qa';
import { demoLogins } from '@parlour/embedded/demo/people';
import getPort from 'get-port';
import { chromium, type BrowserContext } from 'playwright-core';
import { browserProgram } from '../e2e/browser-program.ts';
import { makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';
import { type Device, loadPage, type PageLoad } from './lighthouse.ts';
import { median, printTable } from './slices.ts';

const runs = Number(process.env['RUNS'] ?? 5);
/** A site that runs already, with a demonstration. */
const given = process.env['SITE'];

const dataDir = await makeDataFolder();
const profile = await mkdtemp(join(tmpdir(), 'parlour-bench-'));
const product = given === undefined ? await startProduct(dataDir, {}, ['--demo']) : undefined;
const url = given ?? product?.url ?? '';
const port = await getPort();
const context = await chromium.launchPersistentContext(profile, {
  ...(await browserProgram()),
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', `--remote-debugging-port=${port}`],
});
try {
  const loads = {
    phone: { login: await medianLoad('/', 'phone') },
    desktop: { login: await medianLoad('/', 'desktop') },
  };
  await logIn(context);
  const signedIn = await screens(context);
  for (const device of ['phone', 'desktop'] as const) {
    for (const [name, path] of signedIn) Object.assign(loads[device], { [name]: await medianLoad(path, device) });
    printTable(`The first load on a ${device}, medians of ${runs}`, mapped(loads[device]));
  }
} finally {
  await context.close();
  await product?.end();
  await removeDataFolder(dataDir);
  await rm(profile, { recursive: true, force: true });
}

async function logIn(of: BrowserContext): Promise<void> {
  const page = await of.newPage();
  await page.goto(url);
  const [login] = demoLogins;
  await page.getByLabel('Username').fill(login?.username ?? '');
  await page.getByLabel('Password', { exact: true }).fill(login?.password ?? '');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('heading', { name: 'All Questions' }).waitFor();
  await page.close();
}

/** Home, the newest question with most answers, and the first community that has polls. */
async function screens({ request }: BrowserContext): Promise<readonly (readonly [string, string])[]> {
  const rows = async <Row>(path: string): Promise<readonly Row[]> =>
    (await (await request.get(`${url}/api${path}`)).json()) as readonly Row[]; // by the contract of the call
  const username = encodeURIComponent(demoLogins[0]?.username ?? '');
  const questions = await rows<QuestionRowWire>(`/question/getQuestion?order=newest&username=${username}`);
  const question = questions.toSorted((a, b) => b.answerCount - a.answerCount)[0];
  const communities = await rows<CommunityRowWire>('/community/allCommunities');
  for (const { _id } of communities) {
    const polls = await rows(`/poll/getPollsByCommunityId/${_id}`).catch(() => []);
    if (question && polls.length > 0) {
      return [
        ['home', '/home'],
        ['question', `/question/${question._id}`],
        ['community', `/community/${_id}`],
      ];
    }
  }
  throw new Error('the demonstration has no question, or no community with polls');
}

/** The medians of several loads, each with an empty cache. */
async function medianLoad(path: string, device: Device): Promise<PageLoad> {
  const loads: PageLoad[] = [];
  for (let run = 0; run < runs; run++) {
    const load = await loadPage(`${url}${path}`, port, device);
    console.error(device, path, JSON.stringify(load));
    loads.push(load);
  }
  const of = (key: keyof PageLoad): number => median(loads.map((load) => load[key]));
  return {
    lcp: of('lcp'),
    fcp: of('fcp'),
    tbt: of('tbt'),
    cls: of('cls'),
    bytes: of('bytes'),
    requests: of('requests'),
    performance: of('performance'),
    accessibility: of('accessibility'),
    practices: of('practices'),
  };
}

function mapped(loads: Readonly<Record<string, PageLoad>>): Record<string, Record<string, number>> {
  return Object.fromEntries(
    Object.entries(loads).map(([name, { fcp, lcp, tbt, cls, bytes, requests, ...scores }]) => [
      name,
      { 'FCP s': fcp / 1_000, 'LCP s': lcp / 1_000, 'TBT ms': tbt, CLS: cls, KiB: bytes / 1_024, requests, ...scores },
    ]),
  );
}
