import { expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import type { SessionWire } from '@parlour/contracts/identity/identity';
import ToastPlace from '../../design/parts/feedback/toast-place.tsx';
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

test('[CA-71, U-19] another session is ended, and the focus moves to the heading', async () => {
  const { served, server } = serve();
  served.sessions = [currentSession, other];
  render(<ToastPlace />);
  const { user } = renderPage(<SessionList />);
  const [end, ...more] = await screen.findAllByRole('button', { name: /^End / });
  expect([end, more]).toEqual([screen.getByRole('button', { name: 'End Firefox on Linux, 192.0.2.8' }), []]);
  server.routes['POST /user/endSession'] = () => ({
    status: 503,
    body: { error: 'Busy.', code: 'service.unavailable' },
  });
  await user.click(end!);
  await screen.findByText('Error while ending the session: Busy.');
  expect(end).toHaveFocus();
  await waitFor(() => expect(end).not.toHaveAttribute('aria-disabled'));
  server.routes['POST /user/endSession'] = () => {
    served.sessions = [currentSession];
    return { body: { loggedOut: true } };
  };
  await user.click(end!);
  await screen.findByText('The session has ended.');
  await waitFor(() => expect(screen.queryByText('192.0.2.8')).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { name: 'Your sessions' })).toHaveFocus();
  const calls = server.to('/user/endSession');
  expect(calls.map(({ body }) => body)).toEqual([{ sessionId: 's2' }, { sessionId: 's2' }]);
  // The outcome of the first one is unknown, so it is the same submission.
  expect(new Set(calls.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
});

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
