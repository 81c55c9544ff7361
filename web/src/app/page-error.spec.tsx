import { beforeEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { connectionLost, connectionMade, connectionStarted } from '../shared/state/connection.slice.ts';
import { fakeServer } from '../shared/testing/fake-server.ts';
import { setSiteTexts } from '../shared/state/site.ts';
import { createStore } from '../shared/state/store.ts';
import { PageError } from './page-error.tsx';
import { markChunkErrors, reloadOnce } from '../shared/navigation/chunk-errors.ts';

let serving: boolean;
let files: number;

beforeEach(() => {
  sessionStorage.clear();
  setSiteTexts({ name: 'Knots', description: '' });
  serving = true;
  files = 0;
  fakeServer({ 'GET /health/live': () => (serving ? { body: { alive: true } } : 'down') });
});

async function open(load: () => Promise<void>) {
  const store = createStore();
  store.dispatch(connectionStarted());
  store.dispatch(connectionMade());
  const routes: RouteObject[] = [
    { path: '/', element: <p>here</p> },
    {
      ErrorBoundary: PageError,
      children: [
        {
          path: '/there',
          lazy: async () => {
            files++;
            await load();
            return { Component: () => <p>there</p> };
          },
        },
      ],
    },
  ];
  markChunkErrors(routes);
  const router = createMemoryRouter(routes, { initialEntries: ['/'] });
  render(
    <Provider store={store}>
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>
    </Provider>,
  );
  await act(() => router.navigate('/there?a=b'));
  return { store, router };
}

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

test('a page opened while the server is unreachable waits and opens by itself', async () => {
  serving = false;
  const { store, router } = await open(() => (serving ? Promise.resolve() : missing()));
  act(() => {
    store.dispatch(connectionLost());
  });
  await screen.findByText('Waiting for the connection…');
  expect(screen.getByRole('status')).toHaveTextContent('This page opens by itself when Knots can be reached again.');
  serving = true;
  act(() => {
    store.dispatch(connectionMade());
  });
  await screen.findByText('there');
  expect(files).toBe(2);
  expect(router.state.location).toMatchObject({ pathname: '/there', search: '?a=b' });
});

test('a chunk that is gone for good is reported after one reload', async () => {
  reloadOnce(() => undefined);
  await open(missing);
  await screen.findByText('This page could not be shown');
  expect(files).toBe(1);
});

test('the document is reloaded once, and not again soon', () => {
  let reloads = 0;
  const reload = () => void reloads++;
  expect([reloadOnce(reload), reloadOnce(reload)]).toEqual([true, false]);
  sessionStorage.setItem('parlour.reloaded', String(Date.now() - 61_000));
  expect(reloadOnce(reload)).toBe(true);
  expect(reloads).toBe(2);
});

test('after an outage, the document may be reloaded again at once', async () => {
  reloadOnce(() => undefined);
  serving = false;
  const { store } = await open(() => (serving ? Promise.resolve() : missing()));
  await screen.findByText('Waiting for the connection…');
  // No answer tells nothing: a reload breaks off the question, too.
  expect(reloadOnce(() => undefined)).toBe(false);
  serving = true;
  act(() => {
    store.dispatch(connectionLost());
    store.dispatch(connectionStarted());
    store.dispatch(connectionMade());
  });
  await screen.findByText('there');
  expect(reloadOnce(() => undefined)).toBe(true);
});
