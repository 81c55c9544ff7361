import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { messages } from '@parlour/contracts/messages';
import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import { api } from '../../../shared/api.ts';
import ToastPlace from '../../../design/parts/feedback/toast-place.tsx';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { positionIn, rememberPosition } from './history-position.ts';
import { Room } from '../chats/room.tsx';
import {
  busy,
  chatId,
  chatOf,
  chats,
  composer,
  emitLive,
  field,
  openRoom,
  renderChats,
  room,
  said,
  serveChat,
  serveLongRoom,
  serveRoom,
  texts,
} from '../testing/talk.tsx';

beforeEach(() => localStorage.clear());

const older = () => screen.findByRole('button', { name: 'Show older messages' });

/** Expects the line above the first new message, and this message below it. */
async function expectNewBefore(text: string): Promise<void> {
  const line = (await screen.findByText('New')).closest('li');
  expect(line?.nextElementSibling).toHaveTextContent(text);
}

/** Opens a room with more messages than are read at once, and those before. */
async function openLongRoom() {
  const server = serveLongRoom();
  const view = renderPage(<Room />);
  await view.user.click(await older());
  await screen.findByText('text of m99');
  return { ...view, server };
}

test.each([
  ['messages', () => renderPage(<Room />), room],
  ['chats', () => renderChats(), chats],
])('[TX-11] failing %s say what failed and can be reloaded', async (what, show, call) => {
  const server = fakeServer({ [call]: () => 'down' });
  const { user } = show();
  expect(await screen.findByRole('alert')).toHaveTextContent(`Error when fetching ${what}`);
  server.routes[call] = () => ({ body: [] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

test('[SC-24] the room shows its messages, or that there are none', async () => {
  const server = serveRoom([]);
  renderPage(<Room />);
  await screen.findByText('No messages yet');
  expect(server.to('/messaging/getMessages')[0]?.query.get('limit')).toBe('200');
});

test('older messages are requested before the oldest loaded one, and are not read out as if they were new', async () => {
  const { server } = await openLongRoom();
  expect(screen.getByRole('log')).toHaveAttribute('aria-live', 'off');
  expect(server.to('/messaging/getMessages')[1]?.query.get('before')).toBe('m100');
  expect(texts()[0]).toBe('text of m99');
  expect(screen.queryByRole('button', { name: 'Show older messages' })).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('log')).toHaveAttribute('aria-live', 'polite'), { timeout: 5_000 });
});

test('older messages that can’t be loaded say so beside the history, until they can', async () => {
  const server = serveLongRoom();
  const { user } = renderPage(<Room />);
  await older();
  server.routes[room] = () => busy;
  await user.click(await older());
  const failure = await screen.findByRole('alert');
  expect(failure).toHaveTextContent(`${messages.messagesFailed}Busy.`);
  // What is added there is read out as a message.
  expect(screen.getByRole('log')).not.toContainElement(failure);
  server.routes[room] = () => ({ body: [said('m99')] });
  await user.click(await older());
  await screen.findByText('text of m99');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a blanked message is replaced in place; one older than those loaded is not added', async () => {
  const { store } = await openRoom(Array.from({ length: 200 }, (_, n) => said(`m${n + 1}`)));
  emitLive(store, 'messageUpdate', { msg: said('m199', 'ben', 'Removed') });
  await waitFor(() => expect(texts().slice(-2)).toEqual(['Removed', 'text of m200']));
  emitLive(store, 'messageUpdate', {
    msg: { ...said('m0', 'ben', 'Removed'), msgDateTime: '2026-05-01T10:00:00.000Z' },
  });
  emitLive(store, 'messageUpdate', { msg: said('m201') });
  await waitFor(() => expect(texts().slice(-3)).toEqual(['Removed', 'text of m200', 'text of m201']));
});

test('[M-8] the first unread message of a chat has a line above it', async () => {
  const history = [said('m1'), said('m2'), said('m3')];
  serveChat(chatOf(chatId, { messages: history, unread: 2 }));
  const { store } = renderChats(chatId);
  await expectNewBefore('text of m2');
  // It stays where it is once the server knows that they were seen.
  emitLive(store, 'chatRead', { chatId, unread: 0, total: 0 });
  expect(screen.getByText('New')).toBeInTheDocument();
});

test('[M-8] who comes back to the room sees what is new since', async () => {
  const { server, unmount } = await openRoom([said('m1')]);
  expect(screen.queryByText('New')).not.toBeInTheDocument();
  unmount();
  server.routes[room] = () => ({ body: [said('m1'), said('m2', 'ann'), said('m3')] });
  renderPage(<Room />);
  await expectNewBefore('text of m3');
});

test('[M-8] what was missed while the device slept comes after its reader, and has a line above it', async () => {
  const back = Date.now();
  const at = (message: MessageWire, ms: number) => ({ ...message, msgDateTime: new Date(back + ms).toISOString() });
  const { server, store } = await openRoom([at(said('m1'), -9_000)]);
  const visibility = jest.spyOn(document, 'visibilityState', 'get');
  for (const state of ['hidden', 'visible'] as const) {
    visibility.mockReturnValue(state);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  }
  const later = at(said('m4'), 60_000);
  emitLive(store, 'messageUpdate', { msg: later });
  await screen.findByText('text of m4');
  expect(screen.queryByText('New')).not.toBeInTheDocument();
  const missed = [at(said('m2', 'ann'), -8_000), at(said('m3'), -7_000)];
  server.routes[room] = () => ({ body: [at(said('m1'), -9_000), ...missed, later] });
  act(() => void store.dispatch(api.util.invalidateTags(['Messages'])));
  await expectNewBefore('text of m3');
});

test('[M-8] a place that is not loaded any more does not hide the first unread message', async () => {
  const history = [said('m1'), said('m2'), said('m3')];
  serveChat(chatOf(chatId, { messages: history, unread: 2 }));
  // Above what is in view at the end.
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, this.getAttribute('data-id') === 'm2' ? -500 : 0, 100, 100);
  });
  rememberPosition('ann', `chat:${chatId}`, { newest: 'm0', top: { id: 'm0', offset: 0 } });
  renderChats(chatId);
  expect(await screen.findByRole('button', { name: '2 new messages' })).toBeInTheDocument();
});

test('[M-8] a place in a history is kept for half an hour; what was seen there, for the visit', () => {
  jest.useFakeTimers();
  const left = { newest: 'm9', top: { id: 'm1', offset: 5 } };
  rememberPosition('ann', 'room', left);
  jest.advanceTimersByTime(29 * 60_000);
  expect(positionIn('ann', 'room')).toEqual(left);
  jest.advanceTimersByTime(2 * 60_000);
  expect(positionIn('ann', 'room')).toEqual({ newest: 'm9', top: undefined });
  rememberPosition('ann', 'room', { newest: undefined, top: undefined });
  jest.useRealTimers();
});

test('[M-8] a history stays loaded while its reader is elsewhere, and takes in what comes', async () => {
  const { server, store, router } = await openLongRoom();
  jest.useFakeTimers();
  await act(() => router.navigate('/elsewhere'));
  await act(() => jest.advanceTimersByTimeAsync(29 * 60_000));
  jest.useRealTimers();
  emitLive(store, 'messageUpdate', { msg: said('n1') });
  await act(() => router.navigate('/'));
  await screen.findByText('text of n1');
  expect(texts()).toHaveLength(202);
  expect(server.to('/messaging/getMessages')).toHaveLength(2);
});

test('[M-8] an address leads to a message, however old', async () => {
  const server = serveLongRoom();
  renderPage(<Room linked="m99" />);
  const row = (await screen.findByText('text of m99')).closest('li');
  expect(row).toHaveAttribute('data-marked', 'true');
  expect(server.to('/messaging/getMessages')).toHaveLength(2);
});

test('an address of a message that is not there says so', async () => {
  serveRoom([said('m1')]);
  renderPage(
    <>
      <Room linked="gone" />
      <ToastPlace />
    </>,
  );
  await screen.findByText('This message is too old to show here, or was deleted.');
});

test('a message can be copied, linked to and quoted by keyboard', async () => {
  serveChat(chatOf(chatId, { messages: [said('m1'), said('m2')] }));
  const { user } = renderChats(chatId);
  await user.type(await composer(), 'so');
  await screen.findByText('text of m2');
  const rows = within(screen.getByRole('log')).getAllByRole('listitem').slice(-2);
  // One of them is a tab stop; the arrow keys lead to the others.
  expect(rows.map((row) => row.tabIndex)).toEqual([-1, 0]);
  act(() => rows[1]?.focus());
  await user.keyboard('{ArrowUp}');
  await waitFor(() => expect(rows[0]).toHaveFocus());
  // The log reads out messages, and not what can be done with each.
  expect(within(rows[0]!).getByRole('group', { name: 'Actions' }).closest('[aria-live]')).toHaveAttribute(
    'aria-live',
    'off',
  );
  const press = async (name: string) => {
    act(() => within(rows[0]!).getByRole('button', { name }).focus()); // of two
    await user.keyboard('{Enter}');
  };
  await press('Copy text');
  expect(await navigator.clipboard.readText()).toBe('text of m1');
  await press('Copy link');
  expect(await navigator.clipboard.readText()).toBe(
    `${location.origin}/messaging/direct-message?chat=${chatId}&message=m1`,
  );
  // The browser's way into a field's history, so that a quote can be undone.
  const execCommand = jest.fn<Document['execCommand']>(() => false);
  Object.assign(document, { execCommand });
  await press('Reply with quote');
  expect(execCommand).toHaveBeenCalledWith('insertText', false, '> **ben:** text of m1\n\n');
  Reflect.deleteProperty(document, 'execCommand');
  expect(field()).toHaveValue('> **ben:** text of m1\n\nso');
  await waitFor(() => expect(field()).toHaveFocus());
  await user.clear(field());
});
