import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { toast } from 'react-toastify/unstyled';
import ToastPlace from '../design/parts/feedback/toast-place.tsx';
import { createStore } from '../shared/state/store.ts';
import { fakeServer } from '../shared/testing/fake-server.ts';
import { installPage, newVersion } from './installed-page.ts';

class Worker extends EventTarget {
  readonly postMessage = jest.fn();
}

class Registration extends EventTarget {
  active: Worker | null = new Worker();
  waiting: Worker | null = null;
  installing: Worker | null = null;
  readonly update = jest.fn(async () => undefined);

  /** A newer worker comes in; it takes over at once only if there is none. */
  find(): void {
    const found = new Worker();
    this.installing = found;
    this.dispatchEvent(new Event('updatefound'));
    this.installing = null;
    if (this.active) this.waiting = found;
    else this.active = found;
    found.dispatchEvent(new Event('statechange'));
  }
}

let registration: Registration;
let container: EventTarget;
let served: string;

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true });
  registration = new Registration();
  container = Object.assign(new EventTarget(), { register: async () => registration });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  document.head.innerHTML = '<script type="module" src="/assets/index-1.js"></script>';
  served = '<script src=/assets/index-2.js></script>';
  fakeServer({ 'GET /index.html': () => ({ body: served }) });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  document.head.innerHTML = '';
  act(() => toast.dismiss());
  jest.useRealTimers();
});

async function open() {
  const reload = jest.fn();
  render(createElement(ToastPlace));
  const navigate = jest.fn(async (_to: unknown) => undefined);
  await act(() => installPage(createStore(), { navigate }, reload));
  return { reload, navigate, user: userEvent.setup({ delay: null }) };
}

test('a newer version says so until somebody answers, then takes over, and the page loads again', async () => {
  const { reload, user } = await open();
  act(() => registration.find());
  await screen.findByText(newVersion);
  // No time runs for it.
  expect(document.querySelector('[role=progressbar]')).not.toHaveStyle({ animationDuration: '5000ms' });

  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(registration.waiting?.postMessage).toHaveBeenCalledWith('take over');
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('one that has waited since an earlier visit says so too; another tab may answer first', async () => {
  registration.waiting = new Worker();
  const { reload, user } = await open();
  await screen.findByText(newVersion);
  registration.waiting = null;
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ['the first worker of a browser', () => (registration.active = null)],
  ['a worker whose version the page has already', () => (served = '<script src=/assets/index-1.js></script>')],
])('%s is no news', async (_name, before) => {
  before();
  await open();
  await act(async () => registration.find());
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByText(newVersion)).not.toBeInTheDocument();
});

test('an open page looks for a newer version every hour', async () => {
  await open();
  await jest.advanceTimersByTimeAsync(60 * 60 * 1_000);
  await waitFor(() => expect(registration.update).toHaveBeenCalledTimes(1));
});

test.each([
  ['the page goes where a notification leads', { open: '/games/1' }, [['/games/1']]],
  ['the page tells where it is', { ask: 'address' }, []],
])('[PU-2] %s', async (_name, data, gone) => {
  const { navigate } = await open();
  const postMessage = jest.fn();
  container.dispatchEvent(Object.assign(new Event('message'), { data, ports: [{ postMessage }] }));
  expect(postMessage.mock.calls).toEqual([[window.location.href]]);
  expect(navigate.mock.calls).toEqual(gone);
});
