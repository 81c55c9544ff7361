import { expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { CancelButton, Dialog, useDiscarding } from './dialog.tsx';

/** A dialog with a field, as pages open and close them. */
function Some({ pending = false }: { readonly pending?: boolean }) {
  const opener = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  return (
    <>
      <button ref={opener} type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <Dialog
        opened={opened}
        title="Some"
        isForm
        isChanged={text !== ''}
        pending={pending}
        returnFocus={false}
        onClose={() => {
          setOpened(false);
          setText('');
          opener.current?.focus();
        }}
      >
        <input aria-label="Text" data-autofocus value={text} onChange={(event) => setText(event.currentTarget.value)} />
        <CancelButton />
      </Dialog>
    </>
  );
}

async function open(pending = false) {
  const { user } = renderPage(<Some pending={pending} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = await screen.findByRole('dialog', { name: 'Some' });
  const field = within(dialog).getByRole('textbox', { name: 'Text' });
  await waitFor(() => expect(field).toHaveFocus());
  const isAsked = () => screen.findByRole('dialog', { name: 'Discard your changes?' });
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  return { user, dialog, field, isAsked, isClosed };
}

type Opened = Awaited<ReturnType<typeof open>>;

const ways: readonly [string, (opened: Opened) => Promise<void>][] = [
  ['Escape', ({ user }) => user.keyboard('{Escape}')],
  ['Cancel', ({ user, dialog }) => user.click(within(dialog).getByRole('button', { name: 'Cancel' }))],
  ['its cross', ({ user, dialog }) => user.click(dialog.querySelector('.mantine-Modal-close') ?? document.body)],
];

test.each(ways)('%s asks before it throws away what was typed', async (_, close) => {
  const opened = await open();
  const { user, field, isAsked, isClosed } = opened;
  await user.type(field, 'Half a thought');
  await close(opened);
  await user.click(within(await isAsked()).getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Discard/ })).not.toBeInTheDocument());
  expect(field).toHaveValue('Half a thought');
  await close(opened);
  await user.click(within(await isAsked()).getByRole('button', { name: 'Discard' }));
  await isClosed();
});

test.each(ways)('%s closes it at once while nothing is typed', async (_, close) => {
  const opened = await open();
  await close(opened);
  await opened.isClosed();
});

test.each(ways)('%s does nothing while it is being sent', async (_, close) => {
  const opened = await open(true);
  await close(opened);
  expect(screen.getAllByRole('dialog')).toEqual([opened.dialog]);
});

test('Escape answers the question only, and the focus returns to the field', async () => {
  const { user, field, isAsked } = await open();
  await user.type(field, 'Half a thought');
  await user.keyboard('{Escape}');
  await waitFor(async () => {
    expect(within(await isAsked()).getByRole('button', { name: 'Keep editing' })).toHaveFocus();
  });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveValue('Half a thought');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

test('after Discard, the focus stays where the page has moved it', async () => {
  function Editor() {
    const menu = useRef<HTMLButtonElement>(null);
    const onClose = () => menu.current?.focus();
    const { close, question } = useDiscarding({ isChanged: true, pending: false, onClose });
    return (
      <>
        <button ref={menu} type="button">
          Menu
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
        {question}
      </>
    );
  }
  const { user } = renderPage(<Editor />);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  const discard = await screen.findByRole('button', { name: 'Discard' });
  jest.useFakeTimers();
  fireEvent.click(discard);
  act(() => jest.runAllTimers());
  jest.useRealTimers();
  expect(screen.getByRole('button', { name: 'Menu' })).toHaveFocus();
});
