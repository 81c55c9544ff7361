// The first load of four screens by Lighthouse, on a phone and on a desktop. Source:
// docs/design/performance.md#the-page. On the demonstration, as somebody who is signed in but has
// nothing in the browser's cache; and a question with 20 pictures beside the same without.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommunityRowWire } from '@parlour/contracts/communities/communities';
import type { FileWire } from '@parlour/contracts/files/files';
import type { QuestionRowWire, QuestionWire } from '@parlour/contracts/qa/qa';
import { demoLogins } from '@parlour/embedded/demo/people';
import getPort from 'get-port';
import { chromium, type BrowserContext } from 'playwright-core';
import { PNG } from 'pngjs';
import { browserProgram } from '../e2e/browser-program.ts';
import { questionBody } from '../e2e/person.ts';
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
  const signedIn = [...(await screens(context)), ...(await illustrated(context))];
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

/** A question of 20 paragraphs, each with a picture or without. */
async function illustrated({ request }: BrowserContext): Promise<readonly (readonly [string, string])[]> {
  const images: string[] = [];
  for (let number = 0; number < 20; number++) {
    const file = { name: `${number}.png`, mimeType: 'image/png', buffer: photo(number) };
    const answer = await request.post(`${url}/api/file/upload`, { headers: { origin: url }, multipart: { file } });
    images.push(`![photo ${number}](${((await answer.json()) as FileWire).url})`); // by the contract of the call
  }
  // A post has ten files at most.
  const asked = async (title: string, [first, second]: readonly [string, string]): Promise<string> => {
    const [name, headers] = [demoLogins[0]?.username ?? '', { origin: url }];
    const post = async <Body>(path: string, data: object): Promise<Body> =>
      (await (await request.post(`${url}/api${path}`, { headers, data })).json()) as Body; // by the contract of the call
    const { _id } = await post<QuestionWire>('/question/addQuestion', {
      ...questionBody(name, title),
      text: first,
    });
    await post('/answer/addAnswer', {
      qid: _id,
      ans: { text: second, ansBy: name, ansDateTime: new Date(0), comments: [] },
    });
    return `/question/${_id}`;
  };
  const paragraph = 'What is seen here, and why does it look as it does? '.repeat(4);
  const textsOf = (paragraphs: readonly string[]): [string, string] => [
    paragraphs.slice(0, 10).join('\n\n'),
    paragraphs.slice(10).join('\n\n'),
  ];
  return [
    ['20 pictures', await asked('With pictures', textsOf(images.map((image) => `${paragraph}\n\n${image}`)))],
    ['without', await asked('Without pictures', textsOf(images.map(() => paragraph)))],
  ];
}

/** A picture of a megapixel, of coarse grain: a preview of 640 pixels takes some 40 KB. */
function photo(number: number): Buffer {
  const [image, grain] = [new PNG({ width: 1_280, height: 960 }), 8];
  for (let y = 0; y < image.height; y++) {
    for (let x = 0; x < image.width; x++) {
      const cell = Math.floor(y / grain) * 160 + Math.floor(x / grain) + number;
      const shade = (Math.imul(cell, 2_654_435_761) >>> 24) / 2;
      image.data.set([shade + 60, shade + 40, shade, 255], 4 * (y * image.width + x));
    }
  }
  return PNG.sync.write(image);
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
