import { expect, jest, test } from '@jest/globals';
import { act } from '@testing-library/react';
import { io } from 'socket.io-client';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { LiveConnection } from './live-connection.tsx';

test('[LI-8, T-12] the socket reconnects after 1 to 5 seconds and times out after 20', async () => {
  const idle = (callback: IdleRequestCallback) => {
    callback({ didTimeout: false, timeRemaining: () => 0 });
    return 0;
  };
  Object.assign(window, { requestIdleCallback: idle, cancelIdleCallback: () => undefined });
  jest.useFakeTimers();
  renderPage(<LiveConnection open={() => undefined} />);
  // No screen asks for anything.
  act(() => jest.advanceTimersByTime(2_000));
  jest.useRealTimers();
  // The module is loaded by now.
  await act(() => import('./live-socket.ts'));
  // Another namespace shares the connection's manager. It is ours: only ours starts with websocket.
  const { io: manager } = io('/probe', { autoConnect: false });
  expect(manager.opts.transports).toEqual(['websocket', 'polling']);
  expect(manager.reconnection()).toBe(true);
  expect([manager.reconnectionDelay(), manager.reconnectionDelayMax(), manager.timeout()]).toEqual([
    1_000, 5_000, 20_000,
  ]);
});
