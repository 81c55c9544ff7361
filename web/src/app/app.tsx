import { MantineProvider } from '@mantine/core';
import { lazy, Suspense, useCallback, useState } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router/dom';
import { sessionApi } from '../features/session/session.api.ts';
import { PageRouter } from '../shared/navigation/page-router.ts';
import { DraftsOfSession } from './drafts-of-session.ts';
import { LiveConnection } from './live-connection.tsx';
import { createRouter } from './router.tsx';
import { SessionOfTabs } from './session-of-tabs.ts';
import { createStore } from './store.ts';
import { cssVariables, theme } from './theme.ts';

// Toasts are optional: if this chunk fails to load, the rest of the page must still work.
const ToastPlace = lazy(() => import('../shared/parts/toast-place.tsx').catch(() => ({ default: () => <></> })));

/** The root component. */
export function App() {
  const [store] = useState(() => {
    const created = createStore();
    // Requested here, not where it is first used: that would wait for the page's chunk to load.
    void created.dispatch(sessionApi.endpoints.restoreSession.initiate());
    return created;
  });
  const [router] = useState(createRouter);
  const open = useCallback((path: string) => void router.navigate(path), [router]);
  return (
    <Provider store={store}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        deduplicateCssVariables={false}
      >
        <LiveConnection open={open} />
        <SessionOfTabs />
        <DraftsOfSession />
        <PageRouter value={router}>
          <RouterProvider router={router} />
        </PageRouter>
        <Suspense fallback={null}>
          <ToastPlace />
        </Suspense>
      </MantineProvider>
    </Provider>
  );
}
