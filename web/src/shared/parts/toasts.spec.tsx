import { afterEach, expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { toast } from 'react-toastify/unstyled';
import ToastPlace from './toast-place.tsx';
import { showToast } from './toasts.ts';

afterEach(() => {
  act(() => toast.dismiss());
});

test('[LI-4] a toast stands at the top right for five seconds (specification 1, section 9)', async () => {
  const { container } = render(<ToastPlace />);
  await act(() => showToast('info', 'Something came'));
  await screen.findByText('Something came');
  expect(container.querySelector('.Toastify__toast-container--top-right')).not.toBeNull();
  // The library takes the toast away when this animation ends.
  expect(container.querySelector('[role=progressbar]')).toHaveStyle({ animationDuration: '5000ms' });
});
