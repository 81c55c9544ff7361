import { MantineProvider } from '@mantine/core';
import { expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Failure } from './failure.tsx';

test('it stays during a retry, and its button shows that it is busy', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  render(
    <MantineProvider env="test">
      <Failure title="It failed" onRetry={() => answered} />
    </MantineProvider>,
  );
  const again = screen.getByRole('button', { name: 'Try again' });
  await userEvent.click(again);
  expect(again).toBeDisabled();
  expect(screen.getByRole('alert')).toHaveTextContent('It failed');
  await act(async () => {
    answer();
    await answered;
  });
  expect(again).toBeEnabled();
});
