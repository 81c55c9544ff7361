import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { toast } from 'react-toastify/unstyled';
import ToastPlace from './toast-place.tsx';
import { showToast, showUndo } from './toasts.ts';

afterEach(() => {
  act(() => toast.dismiss());
});

test('[LI-4] news that lead somewhere are shown at the top right for five seconds, what was done at the foot', async () => {
  const { container } = render(<ToastPlace />);
  const at = (place: string) => container.querySelector(`.Toastify__toast-container--${place}`)?.textContent;
  await act(() => showToast('info', 'Something came', { address: '/there', open: () => undefined }));
  await screen.findByText('Something came');
  expect(at('top-right')).toBe('Something came');
  await act(() => showToast('success', 'Saved'));
  await screen.findByText('Saved');
  expect(at('bottom-left')).toBe('Saved');
  // The library removes the toast when this animation ends.
  expect(container.querySelector('[role=progressbar]')).toHaveStyle({ animationDuration: '5000ms' });
});

test('[N-2] a repeated toast is shown once, with a count, until it is gone', async () => {
  render(<ToastPlace />);
  const open = jest.fn();
  for (let count = 0; count < 3; count++)
    await act(() => showToast('info', 'Something came', { address: '/there', open }));
  await act(() => showToast('error', 'Something failed'));
  await screen.findByText('Something came (3)');
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
  await userEvent.click(screen.getByText('Something came (3)'));
  expect(open).toHaveBeenCalledTimes(1);
  act(() => toast.dismiss());
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  await act(() => showToast('info', 'Something came'));
  expect(await screen.findByText('Something came')).toBeInTheDocument();
});

test('a toast that leads somewhere does so by the keyboard too', async () => {
  render(<ToastPlace />);
  const user = userEvent.setup({ delay: null });
  const open = jest.fn();
  await act(() => showToast('info', 'Something came', { address: '/there', open }));
  await screen.findByRole('button', { name: 'Something came' });
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(open).toHaveBeenCalledTimes(1);
});

test('[N-2] at most three are shown', async () => {
  render(<ToastPlace />);
  for (const text of ['One', 'Two', 'Three', 'Four']) await act(() => showToast('info', text));
  await screen.findByText('Three');
  expect(screen.getAllByRole('alert')).toHaveLength(3);
});

test('what was done can be undone, also by the keyboard', async () => {
  const { container } = render(<ToastPlace />);
  const user = userEvent.setup({ delay: null });
  const undo = jest.fn();
  await act(() => showUndo('You left Allotment Lane.', undo));
  await screen.findByText('You left Allotment Lane.');
  // The time runs once the toast has come in, which jsdom doesn't tell.
  act(() => toast.play());
  expect(container.querySelector('[role=progressbar]')).toHaveStyle({ animationPlayState: 'running' });
  // To the toast, and to its button.
  await user.tab();
  await user.tab();
  const button = screen.getByRole('button', { name: 'Undo' });
  await waitFor(() => expect(button).toHaveFocus());
  // It stops meanwhile.
  expect(container.querySelector('[role=progressbar]')).toHaveStyle({ animationPlayState: 'paused' });
  expect(undo).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(undo).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

describe('after Undo the focus is', () => {
  const undo = () => screen.getByRole('button', { name: 'Undo' });
  const click = (user: UserEvent) => user.click(undo());

  async function undoFrom(press: (user: UserEvent) => Promise<void>, forget?: () => void): Promise<void> {
    const user = userEvent.setup({ delay: null });
    render(
      <>
        <main>
          <h1 tabIndex={-1}>Communities</h1>
          <button type="button">Leave</button>
        </main>
        <ToastPlace />
      </>,
    );
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await act(() => showUndo('You left Allotment Lane.', () => undefined));
    await screen.findByText('You left Allotment Lane.');
    forget?.();
    await press(user);
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  }

  test.each<[string, (user: UserEvent) => Promise<void>]>([
    ['a click', click],
    [
      'keys',
      async (user) => {
        await user.keyboard('{Alt>}t{/Alt}');
        await user.tab();
        await waitFor(() => expect(undo()).toHaveFocus());
        await user.keyboard('{Enter}');
      },
    ],
  ])('where it was before, by %s', async (_how, press) => {
    await undoFrom(press);
    expect(screen.getByRole('button', { name: 'Leave' })).toHaveFocus();
  });

  test('on the heading of the page if what had it is gone', async () => {
    await undoFrom(click, () => screen.getByRole('button', { name: 'Leave' }).remove());
    expect(screen.getByRole('heading')).toHaveFocus();
  });
});
