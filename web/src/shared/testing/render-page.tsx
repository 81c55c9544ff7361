import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UserWire } from '@parlour/contracts/identity/identity';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { theme } from '../../design/theme.ts';
import { PageRouter } from '../navigation/page-router.ts';
import { userKnown } from '../state/session.slice.ts';
import { createStore, type Store } from '../state/store.ts';

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
  picture: null,
  isFollowed: false,
  isGoogleUser: false,
};

/** Renders a route with ann signed in, in a history of its own. Other routes say "elsewhere". */
export function renderPage(
  element: ReactNode,
  {
    at = '/',
    path = at.split('?')[0] ?? at,
    store = createStore(),
  }: { at?: string; path?: string; store?: Store } = {},
) {
  store.dispatch(userKnown(ann));
  window.history.replaceState(null, '');
  const router = createMemoryRouter(
    [
      { path, element },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [at] },
  );
  const view = render(
    <Provider store={store}>
      <MantineProvider env="test" theme={theme}>
        <PageRouter value={router}>
          <RouterProvider router={router} />
        </PageRouter>
      </MantineProvider>
    </Provider>,
  );
  return { ...view, store, router, user: userEvent.setup({ delay: null }) };
}
