import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import { ReportPlace } from '../../../design/parts/report/report-place.tsx';
import ToastPlace from '../../../design/parts/feedback/toast-place.tsx';
import { userKnown } from '../../../shared/state/session.slice.ts';
import { heldRoute } from '../../../shared/testing/held-route.ts';
import { nextFrame } from '../../../shared/testing/next-frame.ts';
import { ann, renderPage } from '../../../shared/testing/render-page.tsx';
import { messagingApi } from '../messaging.api.ts';
import { Room } from '../chats/room.tsx';
import {
  chatId,
  chatOf,
  emitLive,
  field,
  openRoom,
  renderChats,
  room,
  said,
  serveChat,
  settled,
  texts,
  touch,
  write,
} from '../testing/talk.tsx';

beforeEach(() => localStorage.clear());

const edits = 'PATCH /messaging/editMessage';
const mine = said('m1', 'ann', 'Helo');
const blanked = { ...mine, msg: '', deleted: { by: 'author', reason: null } } as const;

const editor = () => screen.getByRole('textbox', { name: 'Edited message' });
const form = () => screen.queryByRole('form', { name: 'Edit message' });
/** A message of the two: the viewer's is the first. */
const row = (place: 0 | 1) => within(screen.getByRole('log')).getAllByRole('listitem').slice(-2)[place]!;

/** Opens a room with a message of the viewer and one of ben. */
async function open(more: Parameters<typeof openRoom>[1] = {}) {
  const page = await openRoom([mine, said('m2')], more);
  return { ...page, edited: () => page.server.to('/messaging/editMessage').map(({ body }) => body) };
}

/** Opens the same room again. */
async function openAgain() {
  const page = renderPage(<Room />);
  await waitFor(() => expect(texts()).toHaveLength(2));
  return page;
}

/** Opens what can be done with a message. */
async function choose(user: ReturnType<typeof renderPage>['user'], name: string, place: 0 | 1 = 0): Promise<void> {
  act(() => row(place).focus());
  await user.click(within(row(place)).getByRole('button', { name }));
  if (name === 'Edit') await waitFor(() => expect(form()).toBeInTheDocument());
}

/** ArrowUp in the composer edits the viewer's last message. */
async function goUp(user: ReturnType<typeof renderPage>['user']): Promise<void> {
  await user.type(field(), '{ArrowUp}');
  await waitFor(() => expect(editor()).toHaveFocus());
}

test('[BE-1, M-11] ArrowUp in an empty composer edits one’s last message; Enter saves, and the time is marked', async () => {
  const saved = { ...mine, msg: 'Hello', version: 2, editedAt: '2026-06-01T10:05:00.000Z' };
  const { user, edited } = await open({ [edits]: () => ({ body: saved }) });
  await user.type(field(), 'x{ArrowUp}');
  expect(screen.queryByRole('textbox', { name: 'Edited message' })).not.toBeInTheDocument();
  await user.clear(field());
  await goUp(user);
  // Once it is open, too.
  await user.type(field(), '{ArrowUp}');
  expect(editor()).toHaveFocus();
  await user.clear(editor());
  await user.type(editor(), '{Enter}');
  expect(screen.getByText('Message cannot be empty')).toBeInTheDocument();
  await user.type(editor(), 'Hello {Enter}');
  await waitFor(() => expect(texts()).toEqual(['Hello', 'text of m2']));
  expect(edited()).toEqual([{ mid: 'm1', msg: 'Hello', version: 1 }]);
  expect(screen.getByText('edited')).toHaveAttribute('datetime', saved.editedAt);
  await waitFor(() => expect(field()).toHaveFocus());
});

test('[BE-1, M-11] ArrowUp edits no earlier message while the last one is on its way', async () => {
  const held = heldRoute();
  const { user, store } = await open({ [write]: held.route });
  // The editor has been loaded.
  await goUp(user);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(field()).toHaveFocus());
  await user.type(field(), 'new{Enter}{ArrowUp}');
  expect(screen.queryByRole('textbox', { name: 'Edited message' })).not.toBeInTheDocument();
  await held.answer({ body: said('m3', 'ann', 'new') });
  const outbox = messagingApi.endpoints.getOutbox.select('room');
  await waitFor(() => expect(outbox(store.getState()).data).toEqual([]));
  // The store notifies the page in the next frame.
  await act(nextFrame);
  await user.type(field(), '{ArrowUp}');
  expect(editor()).toHaveValue('new');
});

test('on a touch screen, Enter adds a line, and Ctrl and Enter save', async () => {
  touch();
  const { user, edited } = await open({ [edits]: () => ({ body: { ...mine, msg: 'Helo\nyou', version: 2 } }) });
  await goUp(user);
  await user.type(editor(), '{Enter}you{Control>}{Enter}{/Control}');
  await waitFor(() => expect(texts()).toEqual(['Helo\nyou', 'text of m2']));
  expect(edited()).toEqual([{ mid: 'm1', msg: 'Helo\nyou', version: 1 }]);
});

test('[BE-1, M-11] Escape cancels; the same text is not sent; others’ messages have no such button', async () => {
  const { user, edited } = await open();
  await choose(user, 'Edit');
  await user.type(editor(), '{Escape}');
  expect(texts()).toEqual(['Helo', 'text of m2']);
  await choose(user, 'Edit');
  await user.type(editor(), '{Enter}');
  await waitFor(() => expect(form()).not.toBeInTheDocument());
  expect(edited()).toEqual([]);
  const others = row(1);
  act(() => others.focus());
  expect(within(others).getByRole('button', { name: 'Copy text' })).toBeInTheDocument();
  expect(within(others).queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
});

test('the focus stays with somebody who moves on while an edit is saved', async () => {
  const held = heldRoute();
  const { user } = await open({ [edits]: held.route });
  await choose(user, 'Edit');
  await user.clear(editor());
  await user.type(editor(), 'Hello{Enter}');
  const elsewhere = screen.getByRole('log', { name: 'Messages' });
  act(() => elsewhere.focus());
  await held.answer({ body: { ...mine, msg: 'Hello', version: 2 } });
  await waitFor(() => expect(texts()).toEqual(['Hello', 'text of m2']));
  expect(elsewhere).toHaveFocus();
});

test('Escape and Cancel ask before they discard what was changed', async () => {
  const { user } = await open();
  await choose(user, 'Edit');
  await user.type(editor(), ' and more{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(editor()).toHaveFocus());
  expect(editor()).toHaveValue('Helo and more');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(texts()).toEqual(['Helo', 'text of m2']);
  await waitFor(() => expect(field()).toHaveFocus());
});

test('what was changed in one editor is not lost to another', async () => {
  const { user } = await openRoom([mine, said('m2', 'ann')]);
  await choose(user, 'Edit');
  await user.type(editor(), '!');
  await choose(user, 'Edit', 1);
  await waitFor(() => expect(editor()).toHaveFocus());
  expect(editor()).toHaveValue('Helo!');
  await goUp(user);
  expect(editor()).toHaveValue('Helo!');
  await user.type(editor(), '{Backspace}');
  await user.type(field(), '{ArrowUp}');
  expect(editor()).toHaveValue('text of m2');
});

test('[BE-1, M-11] a stale edit shows what is current, keeps what was typed, and is saved over it when asked again', async () => {
  const current = { ...mine, msg: 'Hello from my phone', version: 2, editedAt: '2026-06-01T10:05:00.000Z' };
  const stale = { status: 409, body: { error: 'Changed', code: 'edit.stale', current } };
  const { user, server, edited } = await open({ [edits]: () => stale });
  await choose(user, 'Edit');
  await user.type(editor(), '!{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Hello from my phone');
  expect(editor()).toHaveValue('Helo!');
  server.routes[edits] = () => ({ body: { ...current, msg: 'Helo!', version: 3 } });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(texts()).toEqual(['Helo!', 'text of m2']));
  expect(edited().at(-1)).toEqual({ mid: 'm1', msg: 'Helo!', version: 2 });
});

test('[BE-1, M-11] an edit that was left is still there, until it is saved or cancelled', async () => {
  const { server, edited, ...first } = await open();
  await choose(first.user, 'Edit');
  await first.user.type(editor(), '!');
  first.unmount();
  const second = await openAgain();
  await choose(second.user, 'Edit');
  expect(editor()).toHaveValue('Helo!');
  expect(screen.getByText('Draft restored')).toBeInTheDocument();
  await second.user.type(editor(), '{Escape}');
  await second.user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(Object.keys(localStorage)).toEqual([]);
  await choose(second.user, 'Edit');
  expect(editor()).toHaveValue('Helo');
  await second.user.type(editor(), '!');
  second.unmount();
  server.routes[edits] = () => ({ body: { ...mine, msg: 'Helo!', version: 2 } });
  const third = await openAgain();
  await choose(third.user, 'Edit');
  await third.user.type(editor(), '{Enter}');
  await waitFor(() => expect(texts()).toEqual(['Helo!', 'text of m2']));
  expect(Object.keys(localStorage)).toEqual([]);
  expect(edited()).toEqual([{ mid: 'm1', msg: 'Helo!', version: 1 }]);
});

test('what was left of an edit is shown beside a newer version', async () => {
  const { server, ...first } = await open();
  await choose(first.user, 'Edit');
  await first.user.type(editor(), '!');
  first.unmount();
  server.routes[room] = () => ({ body: [{ ...mine, msg: 'Hello', version: 2 }, said('m2')] });
  const second = await openAgain();
  await choose(second.user, 'Edit');
  expect(editor()).toHaveValue('Helo!');
  expect(await screen.findByRole('alert')).toHaveTextContent('It now says:Hello');
});

test('a refusal stays beside what was typed', async () => {
  const { user } = await open({
    [edits]: () => ({ status: 429, body: { error: 'Slow down.', code: 'limit.reached' } }),
  });
  await choose(user, 'Edit');
  await user.type(editor(), '!{Enter}');
  expect(await screen.findByText('Slow down.')).toBeInTheDocument();
  expect(editor()).toHaveValue('Helo!');
});

test('an edited message settles no pending one of the same text', async () => {
  const held = heldRoute();
  const { user, store } = await open({ [write]: held.route });
  await user.type(field(), 'Hello{Enter}');
  await screen.findByText('Sending…');
  emitLive(store, 'messageUpdate', { msg: { ...mine, msg: 'Hello', version: 2 } });
  await waitFor(() => expect(texts()).toEqual(['Hello', 'text of m2', 'Hello']));
  expect(screen.getByText('Sending…')).toBeInTheDocument();
  await held.answer({ body: said('m3', 'ann', 'Hello') });
  await settled();
});

test('[BE-3] a restored message settles no pending one of the same text', async () => {
  const { user, store } = await open({ [write]: () => 'down' });
  await user.type(field(), 'Helo{Enter}');
  await screen.findByText('Waiting for the connection');
  emitLive(store, 'messageUpdate', { msg: blanked });
  await screen.findByText('Deleted by its author');
  emitLive(store, 'messageUpdate', { msg: mine });
  await waitFor(() => expect(texts()).toEqual(['Helo', 'text of m2', 'Helo']));
  expect(screen.getByText('Waiting for the connection')).toBeInTheDocument();
});

test('an older version does not replace a newer one, in the room or in a chat', async () => {
  const now: MessageWire = { ...said('m1', 'ben', 'now'), version: 3, editedAt: '2026-06-01T10:05:00.000Z' };
  const before: MessageWire = { ...now, msg: 'before', version: 2 };
  const after: MessageWire = { ...said('m2', 'ben', 'after that'), version: 2 };
  const chat = chatOf(chatId, { messages: [now, said('m2')] });
  const inRoom = await openRoom(chat.messages);
  emitLive(inRoom.store, 'messageUpdate', { msg: before });
  emitLive(inRoom.store, 'messageUpdate', { msg: after });
  await screen.findByText('after that');
  expect(texts()).toEqual(['now', 'after that']);
  inRoom.unmount();
  serveChat(chat, [chat]);
  const { store } = renderChats(chatId);
  await waitFor(() => expect(texts()).toEqual(['now', 'text of m2']));
  const late = { ...chat, messages: [before, after] };
  emitLive(store, 'chatUpdate', { chat: late, type: 'changedMessage', total: 0 });
  await waitFor(() => expect(texts()).toContain('after that'));
  expect(texts()).toEqual(['now', 'after that']);
});

test('[BE-3, M-12] a deleted message leaves a line, until the toast or the line restores it', async () => {
  const { user, server, store } = await open({
    'DELETE /messaging/deleteMessage': () => ({ body: blanked }),
    'POST /messaging/restoreMessage': () => ({ body: mine }),
  });
  renderPage(<ToastPlace />, { store });
  await choose(user, 'Delete');
  const line = await screen.findByText('Deleted by its author');
  expect(screen.getByRole('log')).not.toHaveTextContent('Helo');
  expect(server.to('/messaging/deleteMessage')[0]?.body).toEqual({ mid: 'm1' });
  await waitFor(() => expect(line.closest('li')).toHaveFocus());
  expect(screen.queryByRole('group', { name: 'Actions' })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(texts()).toEqual(['Helo', 'text of m2']));
  await choose(user, 'Delete');
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(texts()).toEqual(['Helo', 'text of m2']));
  expect(server.to('/messaging/restoreMessage').map(({ body }) => body)).toEqual([{ mid: 'm1' }, { mid: 'm1' }]);
});

test('after a report by keyboard, the focus is on the message', async () => {
  const { user, store } = await open();
  renderPage(<ReportPlace />, { store });
  const reported = row(1);
  act(() => reported.focus());
  act(() => within(reported).getByRole('button', { name: 'Report…' }).focus());
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Report this message' });
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Spam' })).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(reported).toHaveFocus());
});

test('[BE-3] messages of others that are deleted say by whom, and cannot be restored', async () => {
  const { store } = await open();
  const deleted = { by: 'operator', reason: 'Spam' } as const;
  emitLive(store, 'messageUpdate', { msg: { ...said('m2', 'ben', ''), deleted } });
  expect(await screen.findByText(/Removed by the site's operator/)).toHaveTextContent(
    "Removed by the site's operator: Spam",
  );
  expect(screen.queryByRole('button', { name: 'Restore' })).not.toBeInTheDocument();
});

test.each([false, true])(
  '[BE-3, M-12] removing what others wrote in the room, as an operator: %s',
  async (operator) => {
    const gone: MessageWire = { ...said('m2', 'ben', ''), deleted: { by: 'operator', reason: 'Spam' } };
    const { user, store, server } = await open({
      'DELETE /messaging/deleteMessage': () => ({ body: gone }),
      'POST /messaging/restoreMessage': () => ({ body: said('m2') }),
    });
    if (operator) act(() => void store.dispatch(userKnown({ ...ann, operator })));
    const others = row(1);
    act(() => others.focus());
    await within(others).findByRole('button', { name: 'Copy text' });
    if (!operator) return expect(within(others).queryByRole('button', { name: 'Remove…' })).not.toBeInTheDocument();
    await user.click(within(others).getByRole('button', { name: 'Remove…' }));
    await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Spam{Enter}');
    expect(await screen.findByText(/Removed by the site's operator/)).toHaveTextContent(
      "Removed by the site's operator: Spam",
    );
    expect(server.to('/messaging/deleteMessage')[0]?.body).toEqual({ mid: 'm2', reason: 'Spam' });
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(texts()).toEqual(['Helo', 'text of m2']));
    return undefined;
  },
);
