import { expect, test } from '@jest/globals';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import { messages } from '@parlour/contracts/messages';
import { until } from '@parlour/kernel/testing/until';
import { untilLive } from './browsers.ts';
import { fromNow, Neighbour, patienceMs } from './neighbour.ts';
import { ownSite } from './own-site.ts';

const site = ownSite();

test('after kill -9 an open chat recovers, and a page opened meanwhile opens by itself', async () => {
  const ann = await new Neighbour(site.url, 'ann').settle();
  const ben = await new Neighbour(site.url, 'ben').signUp();
  const { _id: communityId } = await ann.found('Voters');
  const later = await ann.addPoll(communityId);
  const poll = await ann.addPoll(communityId, { expiresAt: fromNow(10_000) });
  expect(await ann.vote(poll, 1)).toMatchObject({ status: 200 });
  const { body: chat } = await ann.post<ChatWire>('/chat/createChat', { participants: ['ann', 'ben'], messages: [] });
  const [hers, his, list] = [await site.open(ann), await site.open(ben), await site.open(ben)];
  await list.page.goto('/home');
  await list.page.getByRole('heading', { name: 'All Questions' }).waitFor();
  for (const { page } of [hers, his]) await page.goto(`/messaging/direct-message?chat=${chat._id}`);
  const log = his.page.getByRole('log', { name: 'Messages' });
  await ann.post(`/chat/${chat._id}/addMessage`, { msg: 'Before' });
  await log.getByText('Before').waitFor();
  for (const { page } of [hers, his, list]) await untilLive(page);
  const documents = { hers: 0, his: 0 };
  hers.page.on('request', (request) => (documents.hers += request.isNavigationRequest() ? 1 : 0));
  his.page.on('request', (request) => (documents.his += request.isNavigationRequest() ? 1 : 0));

  await site.product.end('SIGKILL');
  await hers.page.getByText('Reconnecting…').waitFor();
  await hers.page.getByRole('link', { name: 'Tags' }).click();
  await hers.page.getByText('Waiting for the connection…').waitFor();
  await until('the poll has expired', () => Date.now() > Date.parse(poll.expiresAt), patienceMs);
  await site.startAgain();
  await hers.page.getByRole('heading', { name: 'Tags', exact: true }).waitFor({ timeout: 20_000 });
  await ann.post(`/chat/${chat._id}/addMessage`, { msg: 'While you were away' });
  await log.getByText('While you were away').waitFor({ timeout: 20_000 });
  expect(await log.getByText('Before').count()).toBe(1);
  await his.page.getByRole('textbox', { name: 'Message' }).fill('Back again');
  await his.page.keyboard.press('Enter');
  const answered = async () => (await ann.get<ChatWire>(`/chat/${chat._id}`)).body.messages.at(-1)?.msg;
  await until('the answer has come', async () => (await answered()) === 'Back again', patienceMs);
  await ann.ask('Were you away?');
  const rows = list.page.getByRole('list', { name: 'Questions' });
  await rows.getByRole('link', { name: 'Were you away?' }).waitFor({ timeout: 20_000 });
  await list.page.getByText('Reconnecting…').waitFor({ state: 'detached' });

  // Work that became due meanwhile is done.
  const polls = () => ann.polls(communityId, 'all');
  const statusOf = async (id: string) => (await polls()).find(({ _id }) => _id === id)?.status;
  await until('the poll is closed', async () => (await statusOf(poll._id)) === 'closed', patienceMs);
  expect(await statusOf(later._id)).toBe('active');
  const closed = (await polls()).find(({ _id }) => _id === poll._id);
  expect(closed).toMatchObject({ options: [{ voteCount: 0 }, { voteCount: 1, votes: ['ann'] }] });
  expect(await ben.vote(poll)).toMatchObject({ status: 409, body: { error: messages.pollClosed } });
  expect(documents.his).toBe(0);
  // A browser that remembers a failed file (Chromium did until 2026) gets it by one reload.
  expect(documents.hers).toBeLessThanOrEqual(1);
  for (const { context } of [hers, his, list]) await context.close();
});
