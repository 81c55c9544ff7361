import { showNotice } from '../design/parts/feedback/toasts.ts';

/** How often an open page looks for a newer version, in milliseconds. */
const lookEveryMs = 60 * 60 * 1_000;

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
export async function installPage(reload = () => window.location.reload()): Promise<void> {
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
  setInterval(() => {
    // Offline, there is nothing to find.
    registration.update().catch(() => undefined);
  }, lookEveryMs);
}
