import { showNotice } from '../design/parts/feedback/toasts.ts';
import { renewPush } from '../features/notifications/push/push-device.ts';
import { newsAwaited } from '../shared/navigation/awaited-news.ts';
import { selectUserId } from '../shared/state/session.slice.ts';
import type { Store } from '../shared/state/store.ts';
import type { FromWorker } from '../worker/from-worker.ts';
import type { createRouter } from './router.tsx';

/** How often an open page looks for a newer version, in milliseconds. */
const lookEveryMs = 60 * 60 * 1_000;

/** How often a page that stays open subscribes again: what is pushed ends with idle sessions. */
const renewEveryMs = 24 * 60 * 60 * 1_000;

/** The notice about a newer version of the page. */
export const newVersion = 'A new version of Parlour is available.';

/** Whether the server's document starts another script than this page has. */
async function isOutdated(): Promise<boolean> {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src');
  const response = await fetch('/index.html', { cache: 'no-store' }).catch(() => undefined);
  return response?.ok === true && !(await response.text()).includes(own ?? '');
}

/**
 * Registers the worker that keeps the page's files, after everything else. If a newer one waits and
 * this page is of an older version, says so until somebody answers.
 */
export async function installPage(
  store: Store,
  router: Pick<ReturnType<typeof createRouter>, 'navigate'>,
  reload = () => window.location.reload(),
): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register('/worker.js');

  const takeOver = () => {
    const { waiting } = registration;
    // It has taken over already, for another tab.
    if (!waiting) {
      reload();
      return;
    }
    serviceWorker.addEventListener('controllerchange', reload, { once: true });
    waiting.postMessage('take over');
  };
  const look = async () => {
    // The first worker of a browser does not wait.
    if (!registration.waiting || !registration.active || !(await isOutdated())) return;
    void showNotice(newVersion, 'Reload', takeOver);
  };
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', () => void look());
  });
  void look();
  followNotifications(router);
  followPushes(store);
  setInterval(() => {
    // Offline, there is nothing to find.
    registration.update().catch(() => undefined);
  }, lookEveryMs);
}

/** Tells the worker where this page is, and goes where a notification leads that was pressed. */
function followNotifications(router: Pick<ReturnType<typeof createRouter>, 'navigate'>): void {
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<FromWorker>) => {
    ports[0]?.postMessage(window.location.href);
    if ('open' in data) void router.navigate(data.open);
  });
  const clear = () => {
    if (document.visibilityState === 'visible') void navigator.clearAppBadge?.().catch(() => undefined);
  };
  clear();
  document.addEventListener('visibilitychange', clear);
}

/** Renews push in this browser for whoever signs in, and offers it when they may want it. */
function followPushes(store: Store): void {
  let renewedFor: string | undefined;
  const renew = () => {
    const viewer = selectUserId(store.getState());
    if (viewer === renewedFor) return;
    renewedFor = viewer;
    void store.dispatch(renewPush());
  };
  renew();
  store.subscribe(renew);
  setInterval(() => void store.dispatch(renewPush()), renewEveryMs);
  window.addEventListener(newsAwaited, () => {
    void import('../features/notifications/push/push-offer.ts')
      .then(({ offerPush }) => store.dispatch(offerPush()))
      .catch(() => undefined);
  });
}
