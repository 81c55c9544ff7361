import type { PushMessage } from '@parlour/contracts/delivery/push';
import type { FromWorker } from './from-worker.ts';

declare const self: ServiceWorkerGlobalScope;

/** How long an open page may take to answer, in milliseconds. */
const answerMs = 1_000;

/** Shows what is pushed to this browser, and leads there. Nothing of it is kept. */
export function followPushes(): void {
  self.addEventListener('push', (event) => {
    if (event.data) event.waitUntil(show(event.data.json() as PushMessage)); // only our server has the keys
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(String(event.notification.data)));
  });
  self.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(subscribeAgain(event as ExtendableEvent & Partial<Subscriptions>)); // as the standard has it
  });
}

async function show({ title, body, path, tag }: PushMessage): Promise<void> {
  const looked = (await openWindows()).filter(({ focused }) => focused);
  if (await pageAt(looked, path)) return;
  await self.navigator.setAppBadge?.().catch(() => undefined);
  // The second of two with one tag would come without a sound.
  const options = { body, tag, renotify: true, data: path, icon: '/icon-192.png' };
  await self.registration.showNotification(title, options);
}

/** Goes there in an open window if there is one, or else in a new one. */
async function open(path: string): Promise<void> {
  await self.navigator.clearAppBadge?.().catch(() => undefined);
  const windows = await openWindows();
  const found = (await pageAt(windows, path)) ?? windows.find(({ focused }) => focused) ?? windows[0];
  if (!found) {
    await self.clients.openWindow(path);
    return;
  }
  await found.focus().catch(() => undefined);
  // It goes by itself, so that nothing in it is lost.
  if (await answerOf(found, { open: path })) return;
  // It is not a page yet, or an old one.
  await found.navigate(path).catch(() => self.clients.openWindow(path));
}

/** What an open page answers; undefined if it does not. */
function answerOf(page: WindowClient, message: FromWorker): Promise<string | undefined> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    setTimeout(() => resolve(undefined), answerMs);
    page.postMessage(message, [port2]);
  });
}

/** The open page that shows what is at this path. Its window tells only where it was opened. */
async function pageAt(pages: readonly WindowClient[], path: string): Promise<WindowClient | undefined> {
  const addresses = await Promise.all(pages.map((page) => answerOf(page, { ask: 'address' })));
  return pages.find((page, at) => isThere(addresses[at] ?? page.url, path));
}

function openWindows(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true });
}

/** Whether a window shows the page with this path. All chats have one page. */
function isThere(url: string, path: string): boolean {
  const [is, asked] = [new URL(url), new URL(path, self.location.origin)];
  const chatIn = ({ searchParams }: URL) => searchParams.get('chat');
  return is.pathname === asked.pathname && chatIn(is) === chatIn(asked);
}

interface Subscriptions {
  readonly oldSubscription: PushSubscription | null;
  readonly newSubscription: PushSubscription | null;
}

/** The browser has ended a subscription. If nobody is signed in now, the page does it later. */
async function subscribeAgain({ oldSubscription, newSubscription }: Partial<Subscriptions>): Promise<void> {
  const subscription = newSubscription ?? (oldSubscription && (await subscribeLike(oldSubscription)));
  if (!subscription) return;
  await fetch('/api/push/subscribe', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(subscription),
  });
}

function subscribeLike({ options: { applicationServerKey } }: PushSubscription): Promise<PushSubscription> {
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}
