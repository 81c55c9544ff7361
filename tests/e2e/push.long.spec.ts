import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@parlour/kernel/testing/until';
import type { PushMessage } from '@parlour/contracts/delivery/push';
import { type Browser, type CDPSession, chromium, type Worker } from 'playwright-core';
import { wholeBrowserProgram } from './browser-program.ts';
import { ask, listed, openBrowser, type PersonalBrowser, signUp } from './browsers.ts';
import { ownSite } from './own-site.ts';

// A headless browser has no push service: its messages come by the protocol of its tools.

const site = ownSite();
let browser: Browser;
let ann: PersonalBrowser;
let question: string;
let tools: CDPSession;
let worker: Worker;

beforeAll(async () => {
  browser = await chromium.launch({ ...wholeBrowserProgram(), args: ['--no-sandbox'] });
  ann = await openBrowser(browser, site.url, 1280, 'allow');
  await ann.context.grantPermissions(['notifications'], { origin: site.url });
  await signUp(ann.page, 'Ann');
  await ask(ann.page, 'What is pushed?');
  question = (await listed(ann.page, 'What is pushed?').getAttribute('href')) ?? '';
  await ann.page.evaluate(async () => {
    if (navigator.serviceWorker.controller) return;
    await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done));
  });
  worker = ann.context.serviceWorkers()[0]!; // it controls the page
  // That needs the click of a person.
  await worker.evaluate('self.opened = []; self.clients.openWindow = async (path) => void self.opened.push(path)');
  tools = await ann.context.newCDPSession(ann.page);
});

afterAll(() => browser?.close());

/** The worker gets a message, as from the browser's push service. */
async function push(message: PushMessage): Promise<void> {
  const found = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await tools.send('ServiceWorker.enable');
  const registrationId = await found;
  await tools.send('ServiceWorker.deliverPushMessage', {
    ...{ origin: site.url, registrationId, data: JSON.stringify(message) },
  });
  await tools.send('ServiceWorker.disable');
}

/** What is shown. */
const shown = () =>
  worker.evaluate<readonly { title: string; body: string; tag: string; data: unknown }[]>(
    `self.registration.getNotifications().then((all) =>
       all.map(({ title, body, tag, data }) => ({ title, body, tag, data })))`,
  );

/** Somebody presses all that is shown. Only the browser's own events prolong a worker's life. */
const press = () =>
  worker.evaluate(`(async () => {
    for (const notification of await self.registration.getNotifications()) {
      const event = new NotificationEvent('notificationclick', { notification });
      let done;
      Object.defineProperty(event, 'waitUntil', { value: (work) => (done = work) });
      self.dispatchEvent(event);
      await done;
    }
  })()`);

test('[PU-2] a push is shown once for each thing, with its latest words', async () => {
  const message = { title: 'New answer', body: 'New answer to “What is pushed?”', path: question, tag: 'a' };
  await push(message);
  await until('it is shown', async (saw) => saw(await shown()).length === 1);
  await push({ ...message, title: '2 new answers' });
  await until('it is replaced', async (saw) => saw(await shown())[0]?.title === '2 new answers');
  expect(await shown()).toEqual([{ title: '2 new answers', body: message.body, tag: 'a', data: question }]);
});

test('[PU-2] a press leads there in the window that is open, which is not loaded again', async () => {
  await ann.page.evaluate(() => Object.assign(window, { wasHere: true }));
  await press();
  await ann.page.getByRole('heading', { level: 1, name: 'What is pushed?' }).waitFor();
  expect(await ann.page.evaluate(() => Reflect.get(window, 'wasHere') as unknown)).toBe(true);
  expect(await shown()).toEqual([]);
});

test('[PU-2] where the page shows it already, nothing is shown', async () => {
  const path = new URL(ann.page.url()).pathname;
  await ann.page.bringToFront();
  const message = { title: 'New answer', body: '', path, tag: 'b' };
  await push(message);
  await push({ ...message, path: '/games/1', tag: 'c' });
  await until('the other is shown', async (saw) => saw(await shown()).length > 0);
  expect((await shown()).map(({ tag }) => tag)).toEqual(['c']);
});

test('[PU-2] without an open window, a press opens one', async () => {
  // The tools lose the worker with its last window.
  await worker.evaluate('self.clients.matchAll = async () => []');
  await press();
  expect(await worker.evaluate('self.opened')).toEqual(['/games/1']);
});
