import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { NoticesWire } from '@parlour/contracts/notifications/notices';
import type { NotificationWire } from '@parlour/contracts/notifications/notifications';
import { until } from '@parlour/kernel/testing/until';
import { untilLive } from './browsers.ts';
import { Player } from './player.ts';
import { own, sharedSite } from './shared.ts';
import { windowsFor, wireOf } from './windows.ts';

const toastText = 'You have received a new notification!';

let url: string;
const windows = windowsFor('each test');

beforeAll(async () => {
  ({ url } = await sharedSite());
});

/** A person's page, and the network of its socket: while cut, no connection works. */
async function pageOf(person: Player, path: string) {
  const { context, page, faults } = await windows.own(person);
  const { cut, mend } = await wireOf(context);
  await page.goto(path);
  await untilLive(page);
  return { page, faults, cut, mend };
}

const bell = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('a toast leads to the list, which opens the target, drops deleted ones and knows what was read', async () => {
  const [ann, ben] = await Promise.all([new Player(url, own('ann')).signUp(), new Player(url, own('ben')).signUp()]);
  const { page, faults } = await pageOf(ann, '/tags');
  await bell(page, 'Notifications').waitFor();
  await ben.follow(ann.name);
  const invited = await ben.create('Nim', { invitedPlayers: [ann.name] });
  await page.getByText(toastText).first().click();
  await page.waitForURL(/\/notifications$/);
  await bell(page, 'Notifications, 2 unread').waitFor();
  const rows = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  await rows.nth(1).waitFor();
  const texts = await rows.allTextContents();
  expect(texts).toHaveLength(2);
  for (const text of [`${ben.name} invited you to a game of Nim`, `${ben.name} is now following you`]) {
    expect(texts).toContainEqual(expect.stringContaining(text));
  }
  await page.getByRole('button', { name: `Delete: ${ben.name} is now following you` }).click();
  await page.getByText(`${ben.name} is now following you`).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await bell(page, 'Notifications').waitFor();
  await page.reload();
  await page.getByText('All read').waitFor();
  expect(await rows.count()).toBe(1);
  await page.getByRole('link', { name: `View: ${ben.name} invited` }).click();
  await page.waitForURL(`**/games/${invited.gameID}`);
  await page.getByRole('button', { name: 'Join Game' }).waitFor();
  expect(faults).toEqual([]);
});

test('[CA-57] a person who opted out of followers is notified of none, until they opt in again', async () => {
  const names = ['flo', 'gus', 'hal'];
  const [flo, gus, hal] = await Promise.all(names.map((name) => new Player(url, own(name)).signUp()));
  if (!flo || !gus || !hal) throw new Error('Nobody has signed up.');
  const { page, faults } = await pageOf(flo, '/notifications');
  const followers = page.getByRole('switch', { name: 'New followers', exact: true });
  const toggle = async (): Promise<boolean> => {
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.url().endsWith('/user/notices'),
    );
    await page.getByRole('button', { name: 'Preferences' }).click();
    await followers.click();
    const answer = (await (await saved).json()) as NoticesWire; // what the call answers
    await page.keyboard.press('Escape');
    await followers.waitFor({ state: 'detached' });
    return answer.kinds.follower.page;
  };
  expect(await toggle()).toBe(false);
  await gus.follow(flo.name);
  // Notifications are decided in log order: once Hal has a later one, Flo would have hers.
  await gus.follow(hal.name);
  await until('Hal is notified', async () => {
    const { body } = await hal.get<NotificationWire[]>(`/getNotifications/${hal.name}`);
    return body.length === 1;
  });
  await page.reload();
  await page.getByText('No notifications yet').waitFor();
  expect(await toggle()).toBe(true);
  await hal.follow(flo.name);
  await page.getByText(`${hal.name} is now following you`).waitFor();
  await page.reload();
  await page.getByText(`${hal.name} is now following you`).waitFor();
  expect(await page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').count()).toBe(1);
  expect(faults).toEqual([]);
});

test('missed notifications are announced by one toast, and are in the list', async () => {
  const names = ['cay', 'dan', 'eve'];
  const [cay, ...others] = await Promise.all(names.map((name) => new Player(url, own(name)).signUp()));
  if (!cay) throw new Error('Nobody has signed up.');
  const { page, cut, mend } = await pageOf(cay, '/tags');
  await bell(page, 'Notifications').waitFor();
  await cut();
  await page.getByText('Reconnecting…').waitFor();
  for (const other of others) await other.follow(cay.name);
  mend();
  await bell(page, 'Notifications, 2 unread').waitFor();
  await page.getByText(toastText).waitFor();
  expect(await page.getByText(toastText).count()).toBe(1);
  await page.getByText(toastText).click();
  await page.getByText(`${own('eve')} is now following you`).waitFor();
});
