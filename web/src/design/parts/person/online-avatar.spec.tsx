import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { deletedUserName, limits } from '@parlour/contracts/limits';
import { forgetOnline, onlineUpdate, watchAgain } from '../../../shared/state/online.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { OnlineAvatar, OnlineMark } from './online-avatar.tsx';

const emit = jest.fn();
const socket = { connected: true, emit } as unknown as Parameters<typeof watchAgain>[0];
const watched = (): unknown[] => emit.mock.calls.map(([, names]) => names);
const pass = (): void =>
  act(() => {
    jest.advanceTimersByTime(200);
  });
const tell = (username: string, online: boolean): void => act(() => onlineUpdate({ people: [{ username, online }] }));

beforeEach(() => {
  jest.useFakeTimers();
  watchAgain(socket);
  jest.advanceTimersByTime(200);
  emit.mockClear();
});

afterEach(() => {
  act(forgetOnline);
  cleanup();
  jest.advanceTimersByTime(200);
  jest.useRealTimers();
});

test('[BG-4] a dot, which says Online, while somebody is; nobody without a connection', () => {
  renderPage(<OnlineAvatar username="ben" />);
  expect(screen.queryByText('Online')).not.toBeInTheDocument();
  tell('ben', true);
  expect(screen.getByText('Online')).toBeInTheDocument();
  tell('cay', false);
  expect(screen.getByText('Online')).toBeInTheDocument();
  tell('ben', false);
  expect(screen.queryByText('Online')).not.toBeInTheDocument();
  tell('ben', true);
  act(forgetOnline);
  expect(screen.queryByText('Online')).not.toBeInTheDocument();
});

test('[BG-4] all who are shown are watched by one request, again after a reconnect, and not once they are gone', () => {
  const { unmount } = renderPage(
    <>
      {['ben', 'cay', 'ben', 'ann', deletedUserName, ''].map((name, index) => (
        <OnlineMark key={index} username={name} />
      ))}
    </>,
  );
  pass();
  expect(watched()).toEqual([['cay', 'ben']]);
  watchAgain(socket);
  pass();
  expect(watched()).toEqual([
    ['cay', 'ben'],
    ['cay', 'ben'],
  ]);
  tell('ben', true);
  unmount();
  pass();
  expect(watched().at(-1)).toEqual([]);
  // What was known of somebody who is not watched any more would not be current.
  renderPage(<OnlineAvatar username="ben" />);
  expect(screen.queryByText('Online')).not.toBeInTheDocument();
});

test('[BG-4] a list that could not be answered is asked again; not one that is refused for good', () => {
  renderPage(<OnlineMark username="ben" />);
  pass();
  const answerWith = (code: string): void => {
    const [, , done] = emit.mock.lastCall as [string, string[], (answer: unknown) => void]; // what was emitted
    done({ error: 'No.', code });
    act(() => {
      jest.advanceTimersByTime(10_000);
    });
  };
  answerWith('service.unavailable');
  expect(watched()).toEqual([['ben'], ['ben']]);
  answerWith('request.invalid');
  expect(watched()).toHaveLength(2);
});

test('[BG-4] of more people than can be watched, the first ones have no dot', () => {
  const many = Array.from({ length: limits.watchedPeople }, (_, number) => `p${number}`);
  const marks = (names: readonly string[]) => names.map((name) => <OnlineMark key={name} username={name} />);
  renderPage(marks(['ben']));
  pass();
  tell('ben', true);
  expect(screen.getByText('Online')).toBeInTheDocument();
  renderPage(marks(many));
  pass();
  expect(watched().at(-1)).toEqual(many);
  expect(screen.queryByText('Online')).not.toBeInTheDocument();
});
