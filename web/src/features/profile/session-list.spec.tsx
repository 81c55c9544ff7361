import { expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import type { SessionWire } from '@parlour/contracts/identity';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { SessionList } from './session-list.tsx';
import { currentSession } from './testing.ts';

const other: SessionWire = { ...currentSession, _id: 's2', address: '192.0.2.8', current: false };

function serve() {
  const served = { sessions: [currentSession] };
  const server = fakeServer({ 'GET /user/sessions': () => ({ body: served.sessions }) });
  return { served, server };
}

test('the list is read again each time it is shown', async () => {
  const { served } = serve();
  const { store, unmount } = renderPage(<SessionList />);
  await screen.findByText('192.0.2.7');
  unmount();
  served.sessions = [currentSession, other];
  renderPage(<SessionList />, { store });
  expect(await screen.findByText('192.0.2.8')).toBeVisible();
});

test('the list is read again when its tab becomes visible', async () => {
  const { served, server } = serve();
  renderPage(<SessionList />);
  await screen.findByText('192.0.2.7');
  served.sessions = [currentSession, other];
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
