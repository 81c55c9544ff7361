import { afterEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { copyText } from './share.ts';
import ToastPlace from '../feedback/toast-place.tsx';

// There is no clipboard here, as on a page without HTTPS.

afterEach(() => {
  Reflect.deleteProperty(document, 'execCommand');
});

test('without a clipboard, a text is copied from a field beside the focus, which returns', async () => {
  render(
    <>
      <div role="dialog">
        <button>Copy</button>
      </div>
      <ToastPlace />
    </>,
  );
  const button = screen.getByRole('button', { name: 'Copy' });
  act(() => button.focus());
  let copied = '';
  const execCommand = jest.fn<Document['execCommand']>(() => {
    const field = document.activeElement as HTMLTextAreaElement; // what is selected is in one
    expect(screen.getByRole('dialog')).toContainElement(field);
    copied = field.value.slice(field.selectionStart, field.selectionEnd);
    return true;
  });
  Object.assign(document, { execCommand });
  await act(() => copyText('one\n two', 'Text copied.'));
  expect(execCommand).toHaveBeenCalledWith('copy');
  expect(copied).toBe('one\n two');
  expect(button).toHaveFocus();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  await screen.findByText('Text copied.');
});

test('what can’t be copied at all is shown', async () => {
  render(<ToastPlace />);
  await act(() => copyText('http://server.lan:3000/question/q1', 'Link copied.'));
  await screen.findByText('http://server.lan:3000/question/q1');
  expect(screen.queryByText('Link copied.')).not.toBeInTheDocument();
});
