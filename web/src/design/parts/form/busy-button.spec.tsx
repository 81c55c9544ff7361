import { Button } from '@mantine/core';
import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { renderPage } from '../../../shared/testing/render-page.tsx';

function Form({ onSubmit, onOutside }: { readonly onSubmit: () => void; readonly onOutside: () => void }) {
  const [pending, setPending] = useState(false);
  return (
    <div onClick={onOutside}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
          setPending(true);
        }}
      >
        <input aria-label="Name" />
        <Button type="submit" loading={pending}>
          Save
        </Button>
        <Button disabled>Later</Button>
      </form>
    </div>
  );
}

test('a button that is loading keeps the focus, and neither a press nor Enter in a field submits again', async () => {
  const [onSubmit, onOutside] = [jest.fn(), jest.fn()];
  const { user } = renderPage(<Form onSubmit={onSubmit} onOutside={onOutside} />);
  const save = screen.getByRole('button', { name: 'Save' });
  save.focus();
  await user.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(save).toHaveFocus();
  expect(save).toBeEnabled();
  expect(save).toHaveAttribute('aria-disabled', 'true');
  onOutside.mockClear();
  await user.keyboard('{Enter} ');
  await user.click(save);
  expect(onOutside).not.toHaveBeenCalled();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'ann{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('a button that only looks disabled keeps the focus too', async () => {
  const onClick = jest.fn();
  const { user } = renderPage(
    <Button data-disabled onClick={onClick}>
      Next
    </Button>,
  );
  const next = screen.getByRole('button', { name: 'Next' });
  await user.click(next);
  expect(next).toHaveFocus();
  expect(next).toHaveAttribute('aria-disabled', 'true');
  expect(onClick).not.toHaveBeenCalled();
});

test('a button that is disabled is so for the browser', () => {
  renderPage(<Form onSubmit={jest.fn()} onOutside={jest.fn()} />);
  expect(screen.getByRole('button', { name: 'Later' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Later' })).toHaveAttribute('type', 'button');
});
