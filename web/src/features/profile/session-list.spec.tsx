import { expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import type { SessionWire } from '@parlour/contracts/identity';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { SessionList } from './session-list.tsx';

const firefox: SessionWire = {
  _id: 's1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  address: '192.0.2.7',
  createdAt: '2026-06-01T10:00:00.000Z',
  lastUsedAt: '2026-06-02T10:00:00.000Z',
  current: true,
};
const other: SessionWire = { ...firefox, _id: 's2', address: '192.0.2.8', current: false };

function serve() {
  const served = { sessions: [firefox] };
  const server = fakeServer({ 'GET /user/sessions': () => ({ body: served.sessions }) });
  return { served, server };
}

test('the list is read again each time it is shown', async () => {
  const { served } = serve();
  const { store, unmount } = renderPage(<SessionList />);
  await screen.findByText('192.0.2.7');
  unmount();
  served.sessions = [firefox, other];
  renderPage(<SessionList />, { store });
  expect(await screen.findByText('192.0.2.8')).toBeVisible();
});

test('the list is read again when its tab becomes visible', async () => {
  const { served, server } = serve();
  renderPage(<SessionList />);
  await screen.findByText('192.0.2.7');
  served.sessions = [firefox, other];
  const visibility = jest.spyOn(document, 'visibilityState', 'get');
  const turn = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  turn('hidden');
  expect(server.calls).toHaveLength(1);
  turn('visible');
  expect(await screen.findByText('192.0.2.8')).toBeVisible();
  expect(server.calls).toHaveLength(2);
});
