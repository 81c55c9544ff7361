import { expect, test } from '@jest/globals';
import { act } from '@testing-library/react';
import { io } from 'socket.io-client';
import { renderPage } from '../shared/testing/render-page.tsx';
import { LiveConnection } from './live-connection.tsx';

test('[LI-8, T-12] the socket comes back after 1 to 5 seconds and gives a connection 20', async () => {
  renderPage(<LiveConnection open={() => undefined} />);
  // It is loaded by then.
  await act(() => import('./keep-live.ts'));
  // Another namespace shares the connection's manager: it is ours, for ours alone begins by websocket.
  const { io: manager } = io('/probe', { autoConnect: false });
  expect(manager.opts.transports).toEqual(['websocket', 'polling']);
  expect(manager.reconnection()).toBe(true);
  expect([manager.reconnectionDelay(), manager.reconnectionDelayMax(), manager.timeout()]).toEqual([
    1_000, 5_000, 20_000,
  ]);
});
