import { MantineProvider } from '@mantine/core';
import { configureStore } from '@reduxjs/toolkit';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UserWire } from '@parlour/contracts/identity';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { api } from '../api.ts';
import { PageRouter } from '../navigation/page-router.ts';
import { connectionReducer } from '../state/connection.slice.ts';
import { sessionReducer, userKnown } from '../state/session.slice.ts';

export const ann: UserWire = {
  _id: 'u1',
  username: 'ann',
  dateJoined: '2026-01-01T00:00:00.000Z',
  biography: '',
  followers: [],
  following: [],
  followVisibility: true,
  followerCount: 0,
  followingCount: 0,
  isFollowed: false,
  isGoogleUser: false,
};

/** An empty store like the page's. */
export function newStore() {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer, session: sessionReducer, connection: connectionReducer },
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }).concat(api.middleware),
  });
}

/** Renders a route with ann signed in. Other routes render their address. */
export function renderPage(
  element: ReactNode,
  {
    at = '/',
    path = at.split('?')[0] ?? at,
    store = newStore(),
  }: { at?: string; path?: string; store?: ReturnType<typeof newStore> } = {},
) {
  store.dispatch(userKnown(ann));
  const router = createMemoryRouter(
    [
      { path, element },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [at] },
  );
  const view = render(
    <Provider store={store}>
      <MantineProvider env="test">
        <PageRouter value={router}>
          <RouterProvider router={router} />
        </PageRouter>
      </MantineProvider>
    </Provider>,
  );
  return { ...view, store, router, user: userEvent.setup({ delay: null }) };
}
