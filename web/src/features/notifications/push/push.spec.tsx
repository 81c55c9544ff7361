import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { toast } from 'react-toastify/unstyled';
import ToastPlace from '../../../design/parts/feedback/toast-place.tsx';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { ann, renderPage } from '../../../shared/testing/render-page.tsx';
import { userKnown } from '../../../shared/state/session.slice.ts';
import { createStore } from '../../../shared/state/store.ts';
import { renewPush } from './push-device.ts';
import { offerPush } from './push-offer.ts';
import PushSwitch from './push-switch.tsx';
import { FakePush } from './testing.ts';

let push: FakePush;
beforeEach(() => {
  push = new FakePush();
  push.install();
});
afterEach(() => push.remove());

function serverWithKey(key = 'QUJD') {
  return fakeServer({
    'GET /push/key': () => ({ body: { key } }),
    'POST /push/subscribe': () => ({ body: { on: true } }),
    'DELETE /push/subscribe': () => ({ body: { on: false } }),
  });
}

const subscription = { endpoint: 'https://push.example/QUJD', keys: { p256dh: 'BCVx', auth: 'BTBZ' } };
const theSwitch = () => screen.findByRole('switch', { name: 'Push notifications on this device' });
const sent = ({ calls }: ReturnType<typeof fakeServer>) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body]);

describe('[PU-1] the switch', () => {
  test('asks for permission only when it is pressed; off, nothing is left', async () => {
    const server = serverWithKey();
    const { user } = renderPage(<PushSwitch />);
    expect(await theSwitch()).not.toBeChecked();
    expect(push.asked).toBe(0);
    await user.click(await theSwitch());
    await waitFor(async () => expect(await theSwitch()).toBeChecked());
    expect(push.asked).toBe(1);
    await user.click(await theSwitch());
    await waitFor(async () => expect(await theSwitch()).not.toBeChecked());
    expect(sent(server)).toEqual([
      ['POST', subscription],
      ['DELETE', {}],
    ]);
    expect(push.subscription).toBeNull();
  });

  test('says when its owner refuses, and that they can change that', async () => {
    push.answer = 'denied';
    const server = serverWithKey();
    const { user } = renderPage(<PushSwitch />);
    await user.click(await theSwitch());
    expect(await screen.findByText(/^This browser blocks notifications/)).toBeVisible();
    expect(await theSwitch()).toBeDisabled();
    expect(sent(server)).toEqual([]);
    // As in the browser's settings.
    push.permission = 'default';
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(async () => expect(await theSwitch()).toBeEnabled());
  });

  test('says when the push service or the server cannot be reached', async () => {
    push.isReachable = false;
    const server = serverWithKey();
    const { user } = renderPage(<PushSwitch />);
    await user.click(await theSwitch());
    expect(await screen.findByRole('alert')).toHaveTextContent('The push service of this browser cannot be reached.');
    push.isReachable = true;
    server.routes['POST /push/subscribe'] = () => ({
      status: 503,
      body: { error: 'Busy.', code: 'service.unavailable' },
    });
    await user.click(await theSwitch());
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Busy.'));
    expect(await theSwitch()).not.toBeChecked();
  });

  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64)', /^This browser can’t get push notifications/],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', /^On an iPhone or iPad, first choose Share/],
  ])('says what %s needs', async (agent, words) => {
    push.remove();
    Object.defineProperty(window, 'isSecureContext', { configurable: true, value: true });
    const named = jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
    serverWithKey();
    renderPage(<PushSwitch />);
    expect(await screen.findByText(words)).toBeVisible();
    expect(await theSwitch()).toBeDisabled();
    named.mockRestore();
  });
});

describe('[PU-3] at each load', () => {
  async function load() {
    const server = serverWithKey();
    const store = createStore();
    store.dispatch(userKnown(ann));
    await store.dispatch(renewPush());
    return sent(server);
  }

  test('it is renewed for who has switched it on, also with another key of the site', async () => {
    localStorage.setItem('parlour.push', ann._id);
    push.permission = 'granted';
    push.subscription = { key: 'QUJE' };
    expect(await load()).toEqual([['POST', subscription]]);
    expect(push.subscription).toEqual({ key: 'QUJD' });
  });

  test.each<[string, () => void]>([
    ['who has not', () => undefined],
    ['another person', () => localStorage.setItem('parlour.push', 'u2')],
    ['whose permission is gone', () => (push.permission = 'denied')],
  ])('not for %s', async (_, before) => {
    push.permission = 'granted';
    push.subscription = { key: 'QUJD' };
    before();
    expect(await load()).toEqual([]);
    expect(push.asked).toBe(0);
  });
});

describe('[PU-1] the offer', () => {
  async function offer() {
    serverWithKey();
    const { store } = renderPage(<ToastPlace />);
    await act(() => store.dispatch(offerPush()));
  }
  const turnOn = () => screen.queryByRole('button', { name: 'Turn on' });
  afterEach(() => act(() => toast.dismiss()));

  test('comes once, and asks for permission when it is accepted', async () => {
    await offer();
    await screen.findByText('Do you want to hear of answers when this site is closed?');
    expect(push.asked).toBe(0);
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
    await screen.findByText('Push notifications are on for this device.');
    expect(push.asked).toBe(1);
  });

  test.each<[string, () => void]>([
    ['it was made before', () => localStorage.setItem('parlour.push-offered', 'true')],
    ['somebody has decided', () => (push.permission = 'granted')],
    ['the browser has none', () => push.remove()],
  ])('does not come if %s', async (_, before) => {
    before();
    await offer();
    expect(turnOn()).not.toBeInTheDocument();
  });
});
