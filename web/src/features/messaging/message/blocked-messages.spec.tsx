import { expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { blockChanged, blockedKnown } from '../../../shared/state/blocked.slice.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { chatId, chatOf, chats, openRoom, renderChats, said } from '../testing/talk.tsx';

const offer = said('m1', 'ben', 'Buy my tea');

test('[BM-20, M-18] a blocked person’s message in the room is one line, until Show', async () => {
  const { store, user } = await openRoom([offer, said('m2', 'cay', 'Hello all')]);
  act(() => void store.dispatch(blockChanged({ username: 'ben', blocked: true })));
  expect(screen.queryByText('Buy my tea')).not.toBeInTheDocument();
  expect(screen.getByText('Hello all')).toBeInTheDocument();
  await screen.findByText('Message from somebody you blocked', { exact: false });
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByText('Buy my tea')).toBeInTheDocument();
});

test('[BM-20, M-18] the list of chats does not show it either', async () => {
  fakeServer({ [chats]: () => ({ body: [chatOf(chatId, { messages: [offer] })] }) });
  const { store } = renderChats();
  const list = await screen.findByRole('list', { name: 'Chats' });
  expect(within(list).getByText('Buy my tea')).toBeInTheDocument();
  act(() => void store.dispatch(blockedKnown(['ben'])));
  expect(within(list).queryByText('Buy my tea')).not.toBeInTheDocument();
  expect(within(list).getByText('Message from somebody you blocked')).toBeInTheDocument();
});
