import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { CommunityRowWire, PollWire } from '@parlour/contracts/communities/communities';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { GameRowWire } from '@parlour/contracts/games/games';
import type { DemoLoginWire } from '@parlour/contracts/identity/identity';
import type { LeaderboardRowWire } from '@parlour/contracts/leaderboard/leaderboard';
import type { NotificationWire } from '@parlour/contracts/notifications/notifications';
import { chats, globalRoom } from '@parlour/embedded/demo/conversations';
import { communities } from '@parlour/embedded/demo/communities';
import { demoFiles } from '@parlour/embedded/demo/files';
import { games, series } from '@parlour/embedded/demo/games';
import { reports } from '@parlour/embedded/demo/scenes/moderation-scenes';
import { demoLogins, people } from '@parlour/embedded/demo/people';
import { questions } from '@parlour/embedded/demo/questions/questions';
import { withServices } from '@parlour/embedded/opened-services';
import { serviceDefinitions } from '@parlour/embedded/service-definitions';
import { withSiteDatabase } from '@parlour/embedded/site-database';
import { until } from '@parlour/kernel/testing/until';
import type { Page } from 'playwright-core';
import { readLog } from '../ledger/check-log.ts';
import { barriersOn } from './barriers.ts';
import { launchBrowser, openBrowser } from './browsers.ts';
import { Visitor } from './person.ts';
import { makeDataFolder, removeDataFolder, startProduct } from './product.ts';
import type { Product } from './running-product.ts';

const program = fileURLToPath(new URL('../../deploy/embedded/dist/main.js', import.meta.url));

/**
 * Allows for a busy machine; a quiet one with two cores fills a site in less than thirty seconds.
 */
const testMs = 400_000;

let dataDir: string;
let product: Product | undefined;

beforeEach(async () => {
  dataDir = await makeDataFolder();
});
afterEach(async () => {
  await product?.end();
  product = undefined;
  await removeDataFolder(dataDir);
});

test(
  'the demonstration is complete, opens to its logins, and resumes after an interruption',
  async () => {
    // Interrupted, it resumes: the following checks apply to one that was started twice.
    await killOnceFounded();
    product = await startProduct(dataDir, {}, ['--demo']);
    // A later start recognises this, and adds nothing.
    expect(await readFile(join(dataDir, 'demonstration.json'), 'utf8')).toContain('"madeAt"');
    const first = await logs();
    expect(count(first.identity, 'UserRegistered')).toBe(people.length);
    expect(people.length).toBeGreaterThanOrEqual(20);
    expect(count(first.qa, 'QuestionAsked')).toBe(questions.length);
    expect(questions.length).toBeGreaterThanOrEqual(60);
    const answers = questions.flatMap(({ question }) => question.answers ?? []);
    expect(count(first.qa, 'AnswerPosted')).toBe(answers.length);
    const comments = [...questions.map(({ question }) => question), ...answers].flatMap((each) => each.comments ?? []);
    expect(count(first.qa, 'CommentPosted')).toBe(comments.length);
    for (const type of ['VoteCast', 'QuestionFollowed', 'QuestionViewed']) {
      expect(count(first.qa, type)).toBeGreaterThan(questions.length);
    }
    expect(count(first.messaging, 'MessagePosted')).toBe(globalRoom.length);
    expect(count(first.messaging, 'ChatCreated')).toBe(chats.length);
    expect(count(first.communities, 'CommunityCreated')).toBe(communities.length);
    expect(count(first.communities, 'ReportMade')).toBe(reports.length);
    const polls = communities.flatMap((community) => community.polls);
    const votes = polls.flatMap(({ options }) => options.flatMap((option) => option.votes));
    expect(count(first.communities, 'PollCreated')).toBe(polls.length);
    expect(count(first.communities, 'PollVoted')).toBe(votes.length);
    expect(count(first.files, 'FileUploaded')).toBe((await readdir(demoFiles)).length);
    expect(count(first.files, 'FileDeleted')).toBe(0);
    expect(count(first.identity, 'PictureChosen')).toBe(people.filter(({ picture }) => picture).length);
    expect(count(first.communities, 'CommunityPictureChosen')).toBe(
      2 * communities.filter((each) => each.pictures).length,
    );
    const rounds = series.reduce((sum, each) => sum + each.games, 0);
    expect(count(first.games, 'GameCreated')).toBe(games.length + rounds);

    // It looks as if it were weeks old, up to now.
    const asked = first.qa.filter(({ type }) => type === 'QuestionAsked').map(({ occurredAt }) => occurredAt);
    expect(asked).toEqual(asked.toSorted());
    expect(Date.parse(asked.at(-1)!) - Date.parse(asked[0]!)).toBeGreaterThan(20 * 24 * 60 * 60_000);
    const told = first.notifications.filter(({ type }) => type === 'Notified').map(({ occurredAt }) => occurredAt);
    expect(told.length).toBeGreaterThan(10);

    const providers = await new Visitor(product.url).get<{ demo: readonly DemoLoginWire[] }>('/user/providers');
    expect(providers.body.demo).toEqual(demoLogins);
    for (const { username, password } of providers.body.demo) {
      expect((await new Visitor(product.url).post('/user/login', { username, password })).status).toBe(200);
    }
    await lookAround(product.url);
    await comeIn(product.url);
    await findNoBarriers(product.url);

    await product.end();
    product = await startProduct(dataDir);
    expect(await plainProviders(product.url)).not.toHaveProperty('demo');
    expect(product.output.join('\n')).toContain(`${dataDir} holds the demonstration, whose passwords are published`);
  },
  testMs,
);

/** Checks the content that a newcomer finds with one of the logins shown. */
async function lookAround(url: string): Promise<void> {
  const freya = new Visitor(url);
  await freya.post('/user/login', demoLogins[0]);
  const statuses = await freya.get<GameRowWire[]>('/games/games?type=Public&limit=100');
  expect(new Set(statuses.body.map(({ state }) => state.status))).toEqual(new Set(['WAITING_TO_START', 'IN_PROGRESS']));
  for (const gameType of ['Nim', 'Chopsticks', 'TicTacToe']) {
    const over = await freya.get<GameRowWire[]>(`/games/games?status=OVER&gameType=${gameType}`);
    expect(over.body.length).toBeGreaterThan(0);
    expect(statuses.body.some((game) => game.gameType === gameType)).toBe(true);
  }
  const board = await freya.get<LeaderboardRowWire[]>('/games/leaderboard');
  expect(board.body[0]).toMatchObject({ username: 'Arthur' });
  const notifications = await freya.get<NotificationWire[]>('/getNotifications/Freya');
  expect(notifications.body.length).toBeGreaterThan(3);
  const own = await freya.get<CommunityRowWire[]>('/community/userCommunities/Freya');
  const club = own.body.find(({ name }) => name === 'Harbour Sailing Club');
  expect(club).toMatchObject({ position: 1, visibility: 'public' });
  const pollsOfClub = async (): Promise<PollWire[]> =>
    (await freya.get<PollWire[]>(`/poll/getPollsByCommunityId/${club?._id}?status=all`)).body;
  await until('a poll closes', async () => (await pollsOfClub()).some(({ status }) => status === 'closed'), 20_000);
  const planned = communities
    .find(({ key }) => key === 'sailing')
    ?.polls.map(({ days }) => (days ? 'active' : 'closed'));
  expect((await pollsOfClub()).map(({ status }) => status).toSorted()).toEqual(planned?.toSorted());
  const all = await freya.get<CommunityRowWire[]>('/community/allCommunities');
  expect(new Set(all.body.map(({ visibility }) => visibility))).toEqual(new Set(['public', 'private']));
}

/** Checks the screen after a newcomer presses one of the logins. */
async function comeIn(url: string): Promise<void> {
  await inBrowser(url, async (page) => {
    const heading = (name: string): Promise<void> => page.getByRole('heading', { name }).first().waitFor();
    await page.goto('/');
    const shown = page.getByRole('region', { name: 'Demonstration' });
    for (const { username, about } of demoLogins) {
      await shown.getByRole('button', { name: `${username} ${about}` }).waitFor();
    }
    // Enter submits the typed text, and presses none of the logins.
    await page.getByLabel('Username').fill('Nobody');
    await page.getByLabel('Password', { exact: true }).fill('guessed');
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.getByText('Error while logging in: Login failed').waitFor();
    await shown.getByRole('button', { name: 'Freya' }).click();
    await heading('All Questions');
    await page.getByRole('list', { name: 'Questions' }).getByRole('link', { name: /\?$/ }).first().waitFor();
    await page.goto('/community');
    const club = page.getByRole('listitem').filter({ hasText: 'Harbour Sailing Club' });
    await club.getByRole('link', { name: 'View Community' }).click();
    await heading('Harbour Sailing Club');
    // Its banner.
    await page.locator('[data-high=true] img[data-there]').waitFor();
    await heading('Which boat gets new sails first?');
    await page.getByText('Show chart').first().click();
    await page.locator('canvas').first().waitFor();
    await page.goto('/messaging');
    const moon = page.getByRole('img', { name: /^The full moon above the harbour/ });
    await moon.scrollIntoViewIfNeeded();
    await until('the picture of a message is there', () =>
      moon.evaluate((image: HTMLImageElement) => image.naturalWidth > 0),
    );
    await page.goto('/games');
    await page.getByText('In progress').first().waitFor();
    await page
      .getByRole('button', { name: /^Play .* against / })
      .first()
      .waitFor();
    await page.goto('/games/leaderboard');
    await page.getByRole('row', { name: /1 Arthur \d+/ }).waitFor();
  });
}

const screens = [
  '/home',
  '/tags',
  '/users',
  '/user/Freya',
  '/messaging',
  '/messaging/direct-message',
  '/games',
  '/games/new',
  '/games/leaderboard',
  '/community',
  '/community/explore',
  '/notifications',
  '/settings',
  '/settings/appearance',
  '/new/question',
  '/nowhere',
];

/** Each screen on a phone, full of content. */
async function findNoBarriers(url: string): Promise<void> {
  const barriers: Record<string, string[]> = {};
  await inBrowser(
    url,
    async (page) => {
      const look = async (): Promise<void> => {
        await page.waitForLoadState('networkidle');
        const found = await barriersOn(page);
        if (found.length > 0) barriers[new URL(page.url()).pathname] = found;
      };
      await page.goto('/signup');
      await look();
      await page.goto('/');
      await look();
      await page.getByRole('button', { name: 'Freya' }).click();
      await page.getByRole('heading', { name: 'All Questions' }).waitFor();
      for (const screen of screens) {
        await page.goto(screen);
        await look();
      }
      for (const [list, link] of [
        ['/home', /\?$/],
        ['/community', 'View Community'],
        ['/games', /^(Nim|Chopsticks|Tic-Tac-Toe)/],
      ] as const) {
        await page.goto(list);
        await page.getByRole('main').getByRole('link', { name: link }).first().click();
        await page.waitForURL((address) => address.pathname !== list);
        await look();
      }
    },
    390,
  );
  expect(barriers).toEqual({});
}

async function inBrowser(url: string, look: (page: Page) => Promise<void>, width?: number): Promise<void> {
  const browser = await launchBrowser();
  try {
    const { page, faults } = await openBrowser(browser, url, width);
    page.setDefaultTimeout(30_000);
    await look(page);
    // Visitors are refused the session that the page asks for.
    expect(faults.filter((fault) => !fault.includes('401 (Unauthorized)'))).toEqual([]);
  } finally {
    await browser.close();
  }
}

/** Starts the demonstration, and kills it half way. */
async function killOnceFounded(): Promise<void> {
  const child = spawn(process.execPath, [program, '--demo'], {
    env: { ...process.env, NODE_OPTIONS: '', HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('communities created')) child.kill('SIGKILL');
  }
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
}

async function plainProviders(url: string): Promise<unknown> {
  return (await new Visitor(url).get('/user/providers')).body;
}

function count(log: readonly Envelope[], type: string): number {
  return log.filter((event) => event.type === type).length;
}

function logs(): Promise<Record<Source, readonly Envelope[]>> {
  return withSiteDatabase({ host: '127.0.0.1', port: 0, dataDir }, (connections) =>
    withServices(serviceDefinitions(), connections, async (services, feedOf) => {
      const read = services.map(async ({ definition: { source } }) => [source, await readLog(feedOf(source))] as const);
      return Object.fromEntries(await Promise.all(read)) as Record<Source, Envelope[]>; // every service has its log
    }),
  );
}
