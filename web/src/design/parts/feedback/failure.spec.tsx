import { MantineProvider } from '@mantine/core';
import { expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
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

function Shown({ title }: { readonly title: string }) {
  const [isThere, setIsThere] = useState(false);
  return (
    <MantineProvider env="test">
      <h1 tabIndex={-1}>{title}</h1>
      {!isThere && <Failure title="It failed" onRetry={() => setIsThere(true)} />}
    </MantineProvider>
  );
}

test('once a retry has worked, the page’s heading has the focus', async () => {
  render(<Shown title="Tags" />);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Tags' })).toHaveFocus();
});
