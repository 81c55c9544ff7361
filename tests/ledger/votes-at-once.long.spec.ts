import { isNativeError } from 'node:util/types';
import { expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { PollWire } from '@parlour/contracts/communities/communities';
import { until } from '@parlour/kernel/testing/until';
import { launchBrowser, openBrowser } from '../e2e/browsers.ts';
import { Neighbour, patienceMs } from '../e2e/neighbour.ts';
import type { Listener, Person } from '../e2e/person.ts';
import { makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';
import type { Product } from '../e2e/running-product.ts';
import { aFewAtOnce } from './a-few-at-once.ts';
import { expectReadModelsOfSite } from './read-models.ts';

test('three hundred votes at once are counted exactly, and the open page shows the result', () => voteAtOnce(300));

const options = ['North', 'East', 'South', 'West', 'Stay'];

/**
 * Four of ten voters vote for the first option, three for the second, and so on; nobody for the
 * last.
 */
const choices = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3];

/** How often unanswered votes are repeated at most. */
const mostRounds = 20;

/** A voter, and the index of their option. */
interface Voter {
  readonly person: Neighbour;
  readonly choice: number;
}

/** One of a voter's windows. */
interface Tab extends Voter {
  readonly tab: number;
}

/**
 * Everybody votes in one poll at the same moment, every fifth in two tabs: counts are exact, in
 * each answer and on an open page, which gets far fewer messages; and so are rebuilt read models,
 * on a site of its own. `voters` is a multiple of ten.
 */
async function voteAtOnce(voters: number): Promise<void> {
  const dataDir = await makeDataFolder();
  let product: Product | undefined;
  let browser: Browser | undefined;
  try {
    [product, browser] = await Promise.all([startProduct(dataDir), launchBrowser()]);
    await voteOnSite(product.url, browser, voters);
    await product.end();
    await expectReadModelsOfSite(dataDir);
  } finally {
    await browser?.close();
    await product?.end('SIGKILL');
    await removeDataFolder(dataDir);
  }
}

async function voteOnSite(url: string, browser: Browser, count: number): Promise<void> {
  const ann = await new Neighbour(url, 'Ann').settle();
  const voters = await makeVoters(url, count);
  const expected = options.map((_, place) => voters.filter(({ choice }) => choice === place).length);
  const { _id } = await ann.found('Crowded');
  const poll = await ann.addPoll(_id, { questionText: 'Where to?', options });
  const { context, page, faults } = await openBrowser(browser, url);
  await context.addCookies(ann.cookiesFor(url));
  await page.goto(`/community/${_id}`);
  await showsCounts(page, [0, 0, 0, 0, 0]);
  const listener = await ann.listen();

  const began = performance.now();
  const secondTabs = voters.filter((_, index) => index % 5 === 0);
  const tabs = [...voters, ...secondTabs].map((voter, tab): Tab => ({ ...voter, tab }));
  const statuses = await settleVotes(tabs, poll);
  const seconds = (performance.now() - began) / 1_000;
  expect([...statuses].sort()).toEqual([...voters.map(() => 200), ...secondTabs.map(() => 409)]);

  expect(countsOf((await ann.polls(_id))[0])).toEqual(expected);
  await listener.waitFor('pollUpdate', (update) => String(countsOf(update)) === String(expected), patienceMs);
  await showsCounts(page, expected);
  listener.close();
  const sums = publishedSums(listener);
  console.log(`${count} votes in ${seconds.toFixed(1)} s, published in ${sums.length} messages`);
  expect(sums).toEqual([...sums].sort((a, b) => a - b));
  expect(sums.length).toBeLessThan(count / 2);

  for (const { person, choice } of [voters[0]!, voters.at(-1)!]) {
    const [seen] = await person.polls(_id);
    expect(seen?.options[choice]?.votes[0]).toBe(person.name);
    expect(seen?.options.map(({ votes }) => votes.length)).toEqual(expected);
  }
  await page.reload();
  await showsCounts(page, expected);
  expect(faults).toEqual([]);
  await context.close();
}

async function makeVoters(url: string, count: number): Promise<readonly Voter[]> {
  const voters = Array.from({ length: count }, (_, index): Voter => {
    return { person: new Neighbour(url, `Voter ${index}`), choice: choices[index % choices.length]! }; // one for each digit
  });
  await aFewAtOnce(voters, ({ person }) => enter(person));
  return voters;
}

/**
 * Signs up; a busy machine may answer 503 to some of so many, who then try again, or sign in if the
 * first attempt worked after all.
 */
async function enter(person: Person): Promise<void> {
  const { name: username, password } = person;
  await until(
    `${username} is signed in`,
    async (saw) => {
      const { status } = await person.post('/user/signup', { username, password });
      const isTaken = status === 409;
      return saw(isTaken ? (await person.post('/user/login', { username, password })).status : status) === 200;
    },
    patienceMs,
  );
}

/**
 * One attempt with the key of its tab; undefined if it was not answered, or its outcome is unknown.
 */
async function vote(
  { person, choice, tab }: Tab,
  { _id: pollId, options: rows }: PollWire,
): Promise<number | undefined> {
  const body = { pollId, optionId: rows[choice]?._id, username: person.name };
  try {
    const { status } = await person.post('/poll/voteOnPoll', body, { 'idempotency-key': `tab-${tab}` });
    return status === 503 ? undefined : status;
  } catch (failure) {
    // fetch's error for an ended connection; it is of another realm than a test's own TypeError.
    if (isNativeError(failure) && failure.name === 'TypeError') return undefined;
    throw failure;
  }
}

/**
 * All vote at once; those whom a busy machine left without an answer do it again under the same
 * keys, which settles what became of it.
 * Source: decisions T-11; docs/design/reliability.md#faults.
 */
async function settleVotes(tabs: readonly Tab[], poll: PollWire): Promise<readonly number[]> {
  const settled: number[] = [];
  let open = tabs;
  for (let round = 0; open.length > 0; round++) {
    if (round === mostRounds) throw new Error(`${open.length} votes were never settled.`);
    if (round > 0) console.log(`${open.length} votes are repeated`);
    const statuses = await Promise.all(open.map((tab) => vote(tab, poll)));
    settled.push(...statuses.filter((status) => status !== undefined));
    open = open.filter((_, index) => statuses[index] === undefined);
  }
  return settled;
}

function countsOf(seen: Pick<PollWire, 'options'> | undefined): readonly number[] {
  return (seen?.options ?? []).map(({ voteCount }) => voteCount);
}

/** The number of votes in each message. */
function publishedSums({ received }: Listener): readonly number[] {
  const updates = received.filter(({ event }) => event === 'pollUpdate').map(({ payload }) => payload as PollWire); // by its name
  return updates.map((update) => countsOf(update).reduce((sum, each) => sum + each, 0));
}

/** Waits until the page shows these counts, in the chart and on the buttons. */
async function showsCounts(page: Page, counts: readonly number[]): Promise<void> {
  const words = options.map((text, place) => [text, `${counts[place]} votes`] as const);
  const chart = `Bar chart. ${words.map(([text, votes]) => `${text}: ${votes}`).join('; ')}`;
  const show = page.getByText('Show chart');
  await page.getByText(/^(?:Show|Hide) chart$/).waitFor({ timeout: patienceMs });
  if (await show.isVisible()) await show.click();
  await page.getByRole('img', { name: chart }).waitFor({ timeout: patienceMs });
  for (const [text, votes] of words) {
    await page.getByRole('button', { name: `${text} ${votes}`, exact: true }).waitFor({ timeout: patienceMs });
  }
}
