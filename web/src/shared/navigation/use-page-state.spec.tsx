import { expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { usePageState } from './use-page-state.ts';

function Frame() {
  const [value = 'closed', set] = usePageState<string>();
  return <button onClick={() => set('open')}>{value}</button>;
}

/** A frame whose second page takes until it `arrives`. */
function show() {
  let arrive = () => {};
  const arrived = new Promise<null>((resolve) => (arrive = () => resolve(null)));
  const children = [{ index: true }, { path: 'slow', loader: () => arrived }];
  const router = createMemoryRouter([{ path: '/', Component: Frame, children }]);
  render(<RouterProvider router={router} />);
  const go = async () => {
    await act(async () => {
      const left = router.navigate('/slow');
      arrive();
      await left;
    });
  };
  return { router, arrive, go, button: screen.getByRole('button'), user: userEvent.setup({ delay: null }) };
}

test('what was opened on a page closes when that is left', async () => {
  const { go, button, user } = show();
  await user.click(button);
  expect(button).toHaveTextContent('open');
  await go();
  expect(button).toHaveTextContent('closed');
});

test('what is opened while the next page is on its way stays there, and not longer', async () => {
  const { router, arrive, button, user } = show();
  let left: Promise<void> | undefined;
  act(() => {
    left = router.navigate('/slow');
  });
  await user.click(button);
  expect(button).toHaveTextContent('open');
  await act(async () => {
    arrive();
    await left;
  });
  expect(router.state.location.pathname).toBe('/slow');
  expect(button).toHaveTextContent('open');
  await act(() => router.navigate('/'));
  expect(button).toHaveTextContent('closed');
});
