import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { blockChanged, blockedKnown } from '../../../shared/state/blocked.slice.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { Collapsed } from './collapsed.tsx';

function show() {
  return renderPage(
    <>
      <Collapsed by="bea">
        <p>Knots and cake</p>
      </Collapsed>
      <Collapsed by="carl">
        <p>Tea</p>
      </Collapsed>
    </>,
  );
}

test('[BM-20, M-18] what a blocked person wrote is one line, until Show', async () => {
  const { store, user } = show();
  expect(screen.getByText('Knots and cake')).toBeInTheDocument();
  act(() => void store.dispatch(blockedKnown(['bea'])));
  expect(screen.queryByText('Knots and cake')).not.toBeInTheDocument();
  expect(await screen.findByText(/Hidden: by somebody you blocked/)).toBeInTheDocument();
  expect(screen.getByText('Tea')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(screen.getByText('Knots and cake').parentElement).toHaveFocus());
});

test('[BM-20, M-18] it is there again once the block is lifted', () => {
  const { store } = show();
  act(() => void store.dispatch(blockedKnown(['bea'])));
  act(() => void store.dispatch(blockChanged({ username: 'bea', blocked: false })));
  expect(screen.getByText('Knots and cake')).toBeInTheDocument();
});
