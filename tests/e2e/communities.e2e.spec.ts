import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { CommunityWire } from '@parlour/contracts/communities/communities';
import { listed, type PersonalBrowser } from './browsers.ts';
import { fromNow, Neighbour } from './neighbour.ts';
import { own, sharedSite } from './shared.ts';
import { windowsFor, wireOf } from './windows.ts';

// Three people in separate browsers: the others see changes without a reload. Texts are as the
// specification spells them.

let url: string;
const windows = windowsFor('the file');
let ann: PersonalBrowser & { readonly name: string };
let ben: PersonalBrowser & { readonly name: string };
let cay: PersonalBrowser & { readonly name: string };
/** Ben's, open on a community with a poll that expires while the other tests run. */
let waiting: PersonalBrowser;
let owner: Neighbour;
let round = 0;

beforeAll(async () => {
  ({ url } = await sharedSite());
  const [one, two, three] = await Promise.all(
    ['ann', 'ben', 'cay'].map((name) => new Neighbour(url, own(name)).signUp()),
  );
  owner = one!; // of three, as the others
  // The contributions required to create a community.
  await owner.ask('First of communities');
  await owner.ask('Second of communities');
  [ann, cay] = [await windowOf(owner), await windowOf(three!)];
  // A test cuts its network.
  ben = { ...(await windows.own(two!)), name: two!.name };
  waiting = await windowOf(two!);
  const { _id } = await owner.found('Bakers');
  await waiting.page.goto(`/community/${_id}`);
  await waiting.page.getByText('No polls yet.').waitFor();
  // Long enough to vote on a busy machine.
  await owner.addPoll(_id, { questionText: 'Rye or wheat?', options: ['Rye', 'Wheat'], expiresAt: fromNow(25_000) });
  await button(waiting.page, 'Rye 0 votes').click();
  await waiting.page.getByText('You have voted!').waitFor();
  // Under the pointer or the focus, polls stay where they are.
  await waiting.page.getByRole('heading', { level: 1 }).click();
});
beforeEach(() => {
  round++;
});

async function windowOf(person: Neighbour): Promise<PersonalBrowser & { readonly name: string }> {
  return { ...(await windows.of(person)), name: person.name };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: 'Polls' | 'Posts') => page.getByRole('tab', { name });

async function create(page: Page, name: string, visibility: 'Public' | 'Private'): Promise<string> {
  await page.goto('/community/new');
  await page.getByLabel('Community Name').fill(name);
  await page.getByLabel('Description').fill(`All about ${name}`);
  await page.getByRole('radio', { name: visibility }).check();
  await button(page, 'Create').click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  return new URL(page.url()).pathname;
}

/** What chooses the people shown in a community's settings. */
function shown(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Show:' });
}

/** Does something with a person in a section of the settings, and confirms it if asked. */
async function settle(page: Page, section: string, name: string, action: string): Promise<void> {
  if (section !== 'Pending members') await shown(page).selectOption(section);
  const place = page.getByRole('region', { name: section, exact: true });
  await place.getByRole('button', { name: `${action}: ${name}`, exact: true }).click();
  if (action !== 'Ban' && action !== 'Remove') return;
  await page
    .getByRole('dialog', { name: `${action} ${name}?` })
    .getByRole('button', { name: action })
    .click();
}

test('[SC-49] is found in Explore, joined by request and approval, and closed by a ban, live', async () => {
  const name = `Night gardeners ${round}`;
  const address = await create(ann.page, name, 'Private');
  await ben.page.goto('/community/explore');
  await ben.page.getByRole('searchbox', { name: 'Search communities' }).fill(`NIGHT GARDENERS ${round}`);
  const row = ben.page.getByRole('article', { name });
  await row.getByText('Private').waitFor();
  // What moves between the beginning and the end of a press gets no click.
  await ben.page.getByRole('list', { name: 'Communities', exact: true }).locator('> :only-child').waitFor();
  await row.getByRole('link', { name: 'View Community' }).click();
  await ann.page.goto(`${address}/settings`);
  await ann.page.getByText('There are no requests.').waitFor();
  await button(ben.page, 'Request to join').click();
  await ben.page.getByText('Your request to join is pending.').waitFor();

  await settle(ann.page, 'Pending members', ben.name, 'Approve');
  await tab(ben.page, 'Posts').click();
  await ben.page.getByRole('link', { name: 'Ask a Question' }).first().click();
  await ben.page.getByLabel('Question Title').fill('When is the moon full?');
  await ben.page.getByLabel('Question Text').fill('I forgot.');
  await ben.page.getByLabel('Tags').fill('moon');
  await button(ben.page, 'Post Question').click();
  await ben.page.getByRole('heading', { name: 'Community Posts' }).waitFor();
  await listed(ben.page, 'When is the moon full?').waitFor();
  // Outsiders find no trace of it. Others ask here too: an old question may be on a later page.
  await owner.ask('When is the sun out?');
  await cay.page.goto('/home');
  await listed(cay.page, 'When is the sun out?').waitFor();
  expect(await cay.page.getByText('When is the moon full?').count()).toBe(0);

  await ben.page.goto('/home');
  await listed(ben.page, 'When is the moon full?').waitFor();
  await ben.page.goto(address);
  await tab(ben.page, 'Posts').waitFor();
  await settle(ann.page, 'Ban members', ben.name, 'Ban');
  await ben.page.getByText('You are banned from this community.').waitFor();
  expect(await tab(ben.page, 'Posts').count()).toBe(0);
  await shown(ann.page).selectOption('Unban members');
  await ann.page.getByRole('button', { name: `Unban: ${ben.name}` }).waitFor();
  await ann.page.getByRole('link', { name: 'Moderation log' }).click();
  const log = ann.page.getByRole('list', { name: 'Moderation log' });
  // The approval can be undone until the log is reloaded: the ban is meant.
  const ban = log.getByRole('listitem').filter({ hasText: `banned ${ben.name}` });
  await ban.getByRole('button', { name: `Undo: ${ben.name}` }).click();
  await button(ben.page, 'Request to join').waitFor();
});

test('pending people are in as soon as it is public, and a new moderator can edit it', async () => {
  const address = await create(ann.page, `Cooks ${round}`, 'Private');
  await ben.page.goto(address);
  await button(ben.page, 'Request to join').click();
  await ben.page.getByText('Your request to join is pending.').waitFor();
  await ann.page.goto(`${address}/settings`);
  await ann.page.getByRole('combobox', { name: 'Visibility' }).selectOption('Public');
  await button(ann.page, 'Make public').click();
  await button(ben.page, 'Leave community').waitFor();
  await settle(ann.page, 'Add moderator', ben.name, 'Add moderator');
  await ben.page.getByRole('link', { name: 'Edit Community' }).click();
  await shown(ben.page).selectOption('Ban members');
  await ben.page.getByRole('heading', { name: 'Ban members', exact: true }).waitFor();
  expect(await shown(ben.page).getByRole('option', { name: 'Add moderator' }).count()).toBe(0);
  await settle(ann.page, 'Remove moderator', ben.name, 'Remove moderator');
  await ben.page.getByText('You are not allowed to do this in this community.').waitFor();
});

test('in settings, the roles of all tables stand in one column', async () => {
  const address = await create(ann.page, `Rowers ${round}`, 'Private');
  await ben.page.goto(address);
  await button(ben.page, 'Request to join').click();
  await ann.page.goto(`${address}/settings`);
  const chips = ['Pending', 'Owner'].map((role) => ann.page.getByRole('cell').getByText(role, { exact: true }));
  const boxes = await Promise.all(chips.map((chip) => chip.boundingBox()));
  expect(boxes.map((box) => box?.x)).toEqual([boxes[0]?.x, boxes[0]?.x]);
  expect(boxes[0]?.x).toBeGreaterThan(0);
});

test('[P-4] a poll is created, voted in, and its votes appear live; its chart follows, and is removed silently', async () => {
  const address = await create(ann.page, `Sailors ${round}`, 'Public');
  for (const { page } of [ben, cay]) {
    await page.goto(address);
    await page.getByText('No polls yet.').waitFor();
  }
  await button(ben.page, 'Join community').click();
  await button(ben.page, 'Leave community').waitFor();

  const { page } = ann;
  await page.getByRole('link', { name: 'Create Poll' }).click();
  await page.getByLabel('Poll Question').fill('Where shall we sail?');
  await page.getByLabel('Option 1', { exact: true }).fill('North');
  await page.getByLabel('Option 2', { exact: true }).fill('South');
  await button(page, 'Add Option').click();
  await page.getByLabel('Option 3', { exact: true }).fill('Stay');
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel('Expiration Date').fill(tomorrow);
  await button(page, 'Create Poll').click();
  for (const each of [ann, ben, cay]) await each.page.getByRole('heading', { name: 'Where shall we sail?' }).waitFor();

  for (const each of [ann, ben, cay]) await each.page.getByText('Show chart').click();
  await ben.page.getByRole('button', { name: 'North 0 votes' }).click();
  await ben.page.getByText('You have voted!').waitFor();
  expect(await ben.page.getByRole('button', { name: 'South 0 votes' }).isDisabled()).toBe(true);
  await ann.page.getByRole('button', { name: 'North 1 vote', exact: true }).waitFor();
  await cay.page.getByRole('button', { name: 'North 1 vote', exact: true }).click();
  for (const each of [ann, ben, cay]) {
    await each.page.getByRole('img', { name: 'Bar chart. North: 2 votes; South: 0 votes; Stay: 0 votes' }).waitFor();
    // Away and back: a chart that was not destroyed would complain that its canvas is in use.
    await tab(each.page, 'Posts').click();
    await tab(each.page, 'Polls').click();
    await each.page.getByText('Show chart').click();
    await each.page.getByRole('img', { name: /^Bar chart/ }).waitFor();
    await each.page.getByRole('button', { name: 'North 2 votes' }).waitFor();
  }
  expect(await cay.page.getByRole('button', { name: 'North 2 votes' }).getAttribute('aria-pressed')).toBe('true');
  expect(await ann.page.getByRole('button', { name: 'North 2 votes' }).isEnabled()).toBe(true);
});

test('a question appears in its community only; missed changes appear after a reconnect', async () => {
  const address = await create(ann.page, `Potters ${round}`, 'Public');
  const other = await create(ann.page, `Weavers ${round}`, 'Public');
  const [communityId, otherId] = [address.split('/')[2], other.split('/')[2]];
  const wire = await wireOf(ben.context);
  await ben.page.goto(`${address}?tab=posts`);
  await ben.page.getByText('No questions yet').waitFor();
  await owner.ask('Of looms', { communityId: otherId });
  await owner.ask('Of wheels', { communityId });
  await listed(ben.page, 'Of wheels').waitFor();
  expect(await ben.page.getByText('Of looms').count()).toBe(0);
  // Both communities are public: everybody finds both on the home page.
  await cay.page.goto('/home');
  await listed(cay.page, 'Of looms').waitFor();
  await listed(cay.page, 'Of wheels').waitFor();

  await wire.cut();
  await ben.page.getByText('Reconnecting…').waitFor();
  const { body } = await owner.post<CommunityWire>('/community/bannedMembers/add', { communityId, username: ben.name });
  expect(body.bannedMembers).toEqual([ben.name]);
  expect(await tab(ben.page, 'Posts').count()).toBe(1);
  wire.mend();
  await ben.page.getByText('You are banned from this community.').waitFor({ timeout: 40_000 });
});

test('on a phone nothing of a community is cut off, and its settings work by keyboard alone', async () => {
  const address = await create(ann.page, `Telephonists of the old exchange ${round}`, 'Public');
  const communityId = address.split('/')[2];
  await ben.page.goto(address);
  await button(ben.page, 'Join community').click();
  await button(ben.page, 'Leave community').waitFor();
  for (const [list, action] of [
    ['moderators', 'add'],
    ['moderators', 'remove'],
    ['moderators', 'add'],
  ]) {
    await owner.post(`/community/${list}/${action}`, { communityId, username: ben.name });
  }
  for (const { page } of [ann, ben]) await page.setViewportSize({ width: 390, height: 800 });
  await ben.page.getByRole('link', { name: 'Edit Community' }).waitFor();
  await expectWhole(ben.page);

  const { page } = ann;
  await page.goto(`${address}/settings?tab=log`);
  const log = page.getByRole('list', { name: 'Moderation log' });
  await log
    .getByRole('button', { name: `Undo: ${ben.name}` })
    .first()
    .waitFor();
  await expectWhole(page);
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('button', { name: `Actions: ${ben.name}` }).waitFor();
  await expectWhole(page);
  await shown(page).selectOption('Remove moderator');
  const place = page.getByRole('region', { name: 'Remove moderator', exact: true });
  await place.getByRole('button', { name: `Remove moderator: ${ben.name}` }).focus();
  await page.keyboard.press('Enter');
  await place.getByText('There are no moderators.').waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Remove moderator');
  await button(ben.page, 'Leave community').waitFor();
  await ben.page.getByRole('link', { name: 'Edit Community' }).waitFor({ state: 'detached' });
});

test('an expiring poll is shown as closed live, and among the closed ones after a reload', async () => {
  const { page } = waiting;
  const closed = page.getByRole('list', { name: 'Closed polls' }).getByRole('button', { name: 'Rye 1 vote' });
  await closed.waitFor({ timeout: 60_000 });
  await page.getByText('No active polls.').waitFor();
  await page.reload();
  await page.getByText('No active polls.').waitFor();
  expect(await closed.count()).toBe(0);
  await page.getByRole('switch', { name: 'Show closed and removed polls' }).click();
  await closed.waitFor();
});

/** Checks that a page is not wider than its window, and no button's text is cut off. */
async function expectWhole(page: Page): Promise<void> {
  const cut = await page.evaluate(() => {
    const buttons = [...document.querySelectorAll('main a, main button')];
    const words = buttons.filter((each) =>
      [each, ...each.querySelectorAll('span')].some(
        (part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
      ),
    );
    const { scrollWidth, clientWidth } = document.documentElement;
    return [...(scrollWidth > clientWidth ? ['the page'] : []), ...words.map((each) => each.textContent)];
  });
  expect(cut).toEqual([]);
}
