import './design/styles.ts';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, createPageStore } from './app/app.tsx';
import type * as installedPageModule from './app/installed-page.ts';
import { createRouter } from './app/router.tsx';
import { nextTask } from './shared/state/hooks/next-task.ts';

const root = document.getElementById('root');
if (root) void open(root);

/** In several tasks: on a slow phone, in one they would keep it from answering touches. */
async function open(place: HTMLElement): Promise<void> {
  await nextTask();
  const store = createPageStore();
  await nextTask();
  const router = createRouter();
  await nextTask();
  // A transition is rendered in slices; the document's frame stays until it is done.
  startTransition(() => {
    createRoot(place).render(
      <StrictMode>
        <App store={store} router={router} />
      </StrictMode>,
    );
  });
  if (import.meta.env.PROD) install(store, router);
}

/** After the first screen, which needs the network more. */
function install(...page: Parameters<typeof installedPageModule.installPage>): void {
  const later = () =>
    setTimeout(() => {
      void import('./app/installed-page.ts').then(({ installPage }) => installPage(...page)).catch(() => undefined);
    }, 3_000);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later);
}
