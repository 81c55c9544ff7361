import { expect, test } from '@jest/globals';
import { statement } from '@parlour/kernel/database/database';
import { serviceOf, withServices } from '@parlour/embedded/opened-services';
import { serviceDefinitions } from '@parlour/embedded/service-definitions';
import { withSiteDatabase } from '@parlour/embedded/site-database';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import { questionOrders, type QuestionRowWire, type QuestionWire, type TagCountWire } from '@parlour/contracts/qa/qa';
import { launchBrowser, openBrowser } from '../e2e/browsers.ts';
import { type Answer, Person } from '../e2e/person.ts';
import { complaintsIn, makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';
import type { Product } from '../e2e/running-product.ts';
import { fillSite } from './fill-site.ts';
import { idOf, type Size, wordOf } from './history.ts';

test('a site of 10,000 questions opens every screen', () =>
  useLargeSite({ people: 1_000, questions: 10_000, busyAnswers: 250, chatMessages: 5_000 }));

const viewerName = 'Viewer';

/**
 * Fills a site to this size and uses every screen of it, over HTTP and in a browser; prints how
 * long each answer took.
 */
async function useLargeSite(size: Omit<Size, 'viewerId'>): Promise<void> {
  const dataDir = await makeDataFolder();
  let product: Product | undefined;
  try {
    product = await startProduct(dataDir);
    await new Person(product.url, viewerName).signUp();
    await product.end();
    const written = await fill(dataDir, size);
    product = await startProduct(dataDir);
    const viewer = await new Person(product.url, viewerName).logIn();
    console.log(
      `${JSON.stringify(written)} events; milliseconds: ${JSON.stringify(await readEverything(viewer, size))}`,
    );
    await useBrowser(product.url, viewer);
    expect(complaintsIn(product.output)).toEqual([]);
  } finally {
    await product?.end();
    await removeDataFolder(dataDir);
  }
}

function fill(dataDir: string, size: Size): Promise<object> {
  return withSiteDatabase({ host: '127.0.0.1', port: 0, dataDir }, (connections) =>
    withServices(serviceDefinitions(), connections, async (services, feedOf) => {
      const { database } = serviceOf(services, 'identity');
      const [viewer] = await database.query<{ id: string }>(statement('large.viewer', 'select id from users'));
      return fillSite(services, feedOf, { ...size, ...(viewer ? { viewerId: viewer.id } : {}) });
    }),
  );
}

async function readEverything(viewer: Person, size: Size): Promise<Record<string, number>> {
  const took: Record<string, number> = {};
  const timed = async <Body>(what: string, path: string): Promise<Answer<Body>> => {
    const began = performance.now();
    const answer = await viewer.get<Body>(path);
    took[what] = Math.round(performance.now() - began);
    expect({ [what]: answer.status }).toEqual({ [what]: 200 });
    return answer;
  };
  for (const order of questionOrders) {
    const first = await timed<QuestionRowWire[]>(order, `/api/question/getQuestion?order=${order}`);
    const [, next] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
    if (next === undefined) continue;
    const second = await timed<QuestionRowWire[]>(
      `${order}, page 2`,
      new URL(next, viewer.url).href.slice(viewer.url.length),
    );
    const seen = new Set(first.body.map((row) => row._id));
    expect(second.body.filter((row) => seen.has(row._id))).toEqual([]);
  }
  const newest = await viewer.get('/api/question/getQuestion?order=newest');
  const restricted = Math.floor(size.questions / 100);
  expect(Number(newest.headers.get('x-total-count'))).toBe(size.questions - restricted);
  for (const search of [wordOf(100), `bread ${wordOf(100)}`, '[owls]', `[owls] ${wordOf(0)}`, 'nothingatall']) {
    await timed(`search ${search}`, `/api/question/getQuestion?order=newest&search=${encodeURIComponent(search)}`);
  }
  const tags = await timed<TagCountWire[]>('tags', '/api/tag/getTagsWithQuestionNumber');
  expect(tags.body.length).toBeGreaterThan(10);
  const busy = await timed<QuestionWire>('busy question', `/api/question/getQuestionById/${idOf('question', 0)}`);
  expect(busy.body.answers.length).toBeGreaterThanOrEqual(size.busyAnswers);
  expect(busy.body.upVoteCount + busy.body.downVoteCount).toBe(Math.min(size.people, 4 * size.busyAnswers));
  await timed('people', '/api/user/getUsers');
  await timed('people by name', '/api/user/getUsers?search=son%2012');
  await timed('global room', '/api/messaging/getMessages');
  const chats = await timed<ChatWire[]>('chats', `/api/chat/getChatsByUser/${viewerName}`);
  expect(chats.body).toHaveLength(1);
  const chat = await timed<ChatWire>('long chat', `/api/chat/${idOf('chat', 0)}`);
  expect(chat.body.messages).toHaveLength(200);
  expect(chat.body.messages.at(-1)?.msg).toBe(`Line ${size.chatMessages - 1} of our long talk.`);
  return took;
}

async function useBrowser(url: string, viewer: Person): Promise<void> {
  const browser = await launchBrowser();
  try {
    const { page, context } = await openBrowser(browser, url);
    await context.addCookies(viewer.cookiesFor(url));
    await page.goto('/home');
    const list = page.getByRole('list', { name: 'Questions' });
    await list.getByRole('listitem').first().waitFor();
    const before = await list.getByRole('link', { name: /^Why is it/ }).count();
    await page.mouse.wheel(0, 100_000);
    await page.waitForFunction((count) => document.querySelectorAll('a[href^="/question/"]').length > count, before);
    await page.goto(`/question/${idOf('question', 0)}`);
    await page.getByText('of many.').first().waitFor();
    await page.goto('/users');
    await page.getByText('person 1', { exact: true }).first().waitFor();
    await page.goto('/tags');
    await page.getByText('owls').first().waitFor();
    await page.goto('/messaging/direct-message');
    await page.getByText('of our long talk.').first().waitFor();
  } finally {
    await browser.close();
  }
}
