import { expect, test } from '@jest/globals';
import jsqr from 'jsqr';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import type { CommunityWire } from '@parlour/contracts/communities/communities';
import { ownSite } from './own-site.ts';
import { Person } from './person.ts';

// Its operator is the first person on the site.
const site = ownSite();

const list = ['name,communities', '"Lee, Ann",Night crew', 'Jürgen Groß,', 'Cay,Nowhere'];

async function tryOut(page: Page, lines: readonly string[]): Promise<void> {
  await page.goto('/admin/members');
  await page.getByLabel('Or paste the table').fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Check the list' }).click();
}

test('[IN-2] a list of members becomes accounts with cards, by which people sign in and choose a password', async () => {
  const ida = await new Person(site.url, 'ida').signUp();
  for (const title of ['Who sails at night?', 'Who sails at dawn?']) await ida.ask(title);
  const founded = { name: 'Night crew', description: 'Boats by night', visibility: 'private' };
  const { body: crew } = await ida.post<CommunityWire>('/api/community/create', founded);

  const { context, page, faults } = await site.open(ida);
  await tryOut(page, list);
  await page.getByRole('button', { name: 'Create 2 accounts' }).waitFor();
  await page.getByRole('row', { name: /There is no community “Nowhere”/ }).waitFor();
  expect((await ida.get('/api/user/getUser/lee.ann')).status).toBe(404);
  await page.getByRole('button', { name: 'Create 2 accounts' }).click();
  await page.getByRole('dialog', { name: '2 cards to hand out' }).waitFor();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const cards = page.locator('[data-cards] section');
  await cards.nth(1).waitFor({ state: 'attached' });

  // Paper is light, whatever the screen is.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const [username, password = ''] = await cards.first().locator('dd').allTextContents();
  expect(username).toBe('lee.ann');
  await cards.first().getByText('Lee, Ann').waitFor();
  await page.getByRole('banner').waitFor({ state: 'hidden' });
  const { data, width, height } = PNG.sync.read(await cards.first().locator('svg').screenshot());
  expect(await cards.first().evaluate((card) => getComputedStyle(card).color)).toBe('rgb(30, 27, 22)');
  const address = jsqr.default(new Uint8ClampedArray(data), width, height)?.data;
  expect(address).toBe(`${site.url}/`);
  await page.emulateMedia({ media: null, colorScheme: null });

  // The same list, and one more.
  await tryOut(page, [...list, 'Dora,']);
  await page.getByRole('button', { name: 'Create 1 account' }).click();
  await page.getByRole('dialog', { name: '1 card to hand out' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();

  const newcomer = await site.open();
  await newcomer.page.goto(address ?? '');
  await newcomer.page.getByLabel('Username').fill('lee.ann');
  await newcomer.page.getByLabel('Password', { exact: true }).fill(password);
  await newcomer.page.getByRole('button', { name: 'Submit' }).click();
  await newcomer.page.getByLabel('New password', { exact: true }).fill('seven grey herons');
  await newcomer.page.getByLabel('Confirm new password').fill('seven grey herons');
  await newcomer.page.getByRole('button', { name: 'Submit' }).click();
  await newcomer.page.getByRole('button', { name: 'Sign out' }).waitFor();
  await newcomer.page.goto(`/community/${crew._id}`);
  await newcomer.page.getByRole('button', { name: 'Leave community' }).waitFor();
  await newcomer.context.close();
});
