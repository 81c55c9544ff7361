import { MantineProvider } from '@mantine/core';
import { lazy, Suspense, useCallback } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router/dom';
import { findSession } from '../features/session/session.api.ts';
import { createStore, type Store } from '../shared/state/store.ts';
import { PageRouter } from '../shared/navigation/page-router.ts';
import { useToastsWanted } from '../design/parts/feedback/toasts.ts';
import { keepDraftsWithSession } from './session/drafts-of-session.ts';
import { LateFonts } from './late-fonts.ts';
import { LiveConnection } from './connection/live-connection.tsx';
import { retryMiddleware } from './connection/retry-middleware.ts';
import type { createRouter } from './router.tsx';
import { CrossTabSession } from './session/cross-tab-session.ts';
import { colourScheme, cssVariables, theme } from '../design/theme.ts';

// Loaded with the first toast. If this chunk fails to load, the rest of the page must still work.
const ToastPlace = lazy(() =>
  import('../design/parts/feedback/toast-place.tsx').catch(() => ({ default: () => <></> })),
);

/** The page's store, which asks who is signed in. */
export function createPageStore(): Store {
  const store = createStore(retryMiddleware);
  keepDraftsWithSession(store);
  // Requested here, not where it is first used: that would wait for the page's chunk to load.
  void store.dispatch(findSession());
  return store;
}

/**
 * The root component. Its store and its router are made before: React may begin the first rendering
 * again, and would make and ask everything twice.
 */
export function App({ store, router }: { readonly store: Store; readonly router: ReturnType<typeof createRouter> }) {
  const toasts = useToastsWanted();
  const open = useCallback((path: string) => void router.navigate(path), [router]);
  return (
    <Provider store={store}>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={colourScheme}
        deduplicateCssVariables={false}
        // The build puts them into the document (design/theme-variables.ts).
        {...(import.meta.env.DEV ? { cssVariablesResolver: cssVariables } : { withCssVariables: false })}
        withStaticClasses={false}
      >
        <LiveConnection open={open} />
        <CrossTabSession />
        <LateFonts router={router} />
        <PageRouter value={router}>
          <RouterProvider router={router} />
        </PageRouter>
        <Suspense fallback={null}>{toasts && <ToastPlace />}</Suspense>
      </MantineProvider>
    </Provider>
  );
}
