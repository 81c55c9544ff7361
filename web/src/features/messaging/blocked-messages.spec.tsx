import { expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { unedited } from '@parlour/contracts/editable';
import type { ChatWire, MessageWire } from '@parlour/contracts/messaging';
import { blockChanged, blockedKnown } from '../../shared/state/blocked.slice.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { DirectMessages } from './direct-messages.tsx';
import { Room } from './room.tsx';

const said = (msgFrom: string, msg: string): MessageWire => ({
  ...{ _id: `by ${msgFrom}`, msg, msgFrom, msgDateTime: '2026-06-01T10:00:00.000Z', notice: null },
  ...unedited,
});

test('[BM-20, M-18] a blocked person’s message in the room is one line, until Show', async () => {
  fakeServer({ 'GET /messaging/getMessages': () => ({ body: [said('ben', 'Buy my tea'), said('cay', 'Hello all')] }) });
  const { store, user } = renderPage(<Room />);
  await screen.findByText('Buy my tea');
  act(() => void store.dispatch(blockChanged({ username: 'ben', blocked: true })));
  expect(screen.queryByText('Buy my tea')).not.toBeInTheDocument();
  expect(screen.getByText('Hello all')).toBeInTheDocument();
  await screen.findByText('Message from somebody you blocked', { exact: false });
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByText('Buy my tea')).toBeInTheDocument();
});

test('[BM-20, M-18] the list of chats does not show it either', async () => {
  const chat: ChatWire = {
    ...{ _id: '01900000-0000-7000-8000-0000000000c1', participants: ['ann', 'ben'], group: false },
    ...{ messages: [said('ben', 'Buy my tea')], unread: 0, name: null, muted: false },
  };
  fakeServer({ 'GET /chat/getChatsByUser/ann': () => ({ body: [chat] }) });
  const { store } = renderPage(
    <DirectMessages chatId={undefined} addressOf={() => '/dm'} onOpen={() => undefined} onLeft={() => true} />,
  );
  const list = await screen.findByRole('list', { name: 'Chats' });
  expect(within(list).getByText('Buy my tea')).toBeInTheDocument();
  act(() => void store.dispatch(blockedKnown(['ben'])));
  expect(within(list).queryByText('Buy my tea')).not.toBeInTheDocument();
  expect(within(list).getByText('Message from somebody you blocked')).toBeInTheDocument();
});
