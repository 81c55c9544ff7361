import { afterEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { toast } from 'react-toastify/unstyled';
import { unreachable } from '../../../shared/http/call-failure.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { loadOnDemand } from './load-on-demand.ts';
import ToastPlace from './toast-place.tsx';

afterEach(() => {
  act(() => toast.dismiss());
});

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const serving = () => fakeServer({ 'GET /health/live': () => ({ body: {} }) });

/** Loads a part that is missing. */
async function loadMissing(reload: () => boolean): Promise<void> {
  render(<ToastPlace />);
  await act(async () => {
    expect(await loadOnDemand(missing, reload)).toBeUndefined();
  });
}

test('what can be loaded is loaded', async () => {
  const menu = {};
  expect(await loadOnDemand(() => Promise.resolve(menu))).toBe(menu);
});

test('a part of an earlier version is there once the document is loaded again', async () => {
  serving();
  const reload = jest.fn(() => true);
  await loadMissing(reload);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(screen.queryByText(unreachable().text)).not.toBeInTheDocument();
});

test('a part that is missing after that too is told of', async () => {
  serving();
  await loadMissing(() => false);
  expect(await screen.findByText(unreachable().text)).toBeInTheDocument();
});

test('while the server is away, nothing is loaded again', async () => {
  fakeServer({ 'GET /health/live': () => 'down' });
  const reload = jest.fn(() => true);
  await loadMissing(reload);
  expect(await screen.findByText(unreachable().text)).toBeInTheDocument();
  expect(reload).not.toHaveBeenCalled();
});

test('a server that says nothing is away', async () => {
  jest.useFakeTimers();
  fakeServer({ 'GET /health/live': () => new Promise(() => undefined) });
  const reload = jest.fn(() => true);
  const loading = loadOnDemand(missing, reload);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await loading).toBeUndefined();
  expect(reload).not.toHaveBeenCalled();
});
