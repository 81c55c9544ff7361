import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import { forgetOnline, onlineUpdate } from '../../../shared/state/online.ts';
import { heldRoute } from '../../../shared/testing/held-route.ts';
import type { renderPage } from '../../../shared/testing/render-page.tsx';
import {
  busy,
  chatId,
  chatOf,
  chats,
  emitLive,
  field,
  otherId,
  people,
  peopleOf,
  renderChats,
  said,
  serveChat,
  texts,
} from '../testing/talk.tsx';

const three = chatOf(chatId, { participants: ['ann', 'ben', 'cay'], messages: [said('m1')] });
const four = { ...three, participants: [...three.participants, 'dan'] };
const add = `POST /chat/${chatId}/addParticipant`;
const title = () => screen.getByRole('heading', { level: 2 });
const button = (name: string) => screen.findByRole('button', { name });

test('closing the panel adds none of those who are still to be added', async () => {
  const held = heldRoute();
  const server = serveChat(three, [three], { [people]: () => ({ body: peopleOf('dan', 'eve') }), [add]: held.route });
  const { user } = renderChats(chatId);
  await user.click(await button('Add a participant'));
  for (const name of ['dan', 'eve']) await user.click(await button(name));
  await user.click(await button('Add to the chat'));
  await user.click(await button('Add a participant'));
  act(() => field().focus());
  await held.answer({ body: four });
  await waitFor(() => expect(title()).toHaveTextContent('ben, cay, dan and you'));
  expect(server.to(`/chat/${chatId}/addParticipant`)).toHaveLength(1);
  expect(field()).toHaveFocus();
});

test('[M-6] people can be added to a chat of three, once they are chosen; not to a chat of two', async () => {
  const server = serveChat(three, [three], {
    [`GET /chat/${otherId}`]: () => ({ body: chatOf(otherId) }),
    [people]: () => ({ body: peopleOf('ben', 'dan', 'eve') }),
    [add]: ({ body }) => ((body as { username: string }).username === 'dan' ? { body: four } : busy), // as the page sends it
  });
  const { user, unmount } = renderChats(chatId);
  await user.click(await button('Add a participant'));
  expect(await screen.findByRole('button', { name: 'ben already here' })).toBeDisabled();
  await user.click(await button('Add to the chat'));
  expect(screen.getByRole('alert')).toHaveTextContent('Please select a user to add');
  for (const name of ['dan', 'eve']) await user.click(await button(name));
  expect(server.to(`/chat/${chatId}/addParticipant`)).toEqual([]);
  await user.click(await button('Add to the chat'));
  await waitFor(() => expect(title()).toHaveTextContent('ben, cay, dan and you'));
  act(() => onlineUpdate({ people: [{ username: 'ben', online: true }] }));
  expect(title()).toHaveTextContent('ben (online), cay, dan and you');
  act(forgetOnline);
  // Who could not be added is still chosen.
  expect(await screen.findByRole('alert')).toHaveTextContent('This person could not be addedBusy.');
  expect(screen.queryByRole('button', { name: 'Do not add dan' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Do not add eve' })).toBeInTheDocument();
  server.routes[add] = () => ({ body: { ...four, participants: [...four.participants, 'eve'] } });
  await user.click(await button('Add to the chat'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add a participant' })).toHaveFocus());
  expect(server.to(`/chat/${chatId}/addParticipant`).map(({ body }) => body)).toEqual(
    ['dan', 'eve', 'eve'].map((username) => ({ username })),
  );
  unmount();
  renderChats(otherId);
  await screen.findByRole('heading', { name: 'ben' });
  expect(screen.queryByRole('button', { name: 'Add a participant' })).not.toBeInTheDocument();
});

describe('[BM-2, M-9] a group', () => {
  const notice = (id: string, msgFrom: string, kind: MessageWire['notice'], msg: string): MessageWire => ({
    ...said(id, msgFrom, msg),
    notice: kind,
  });

  const serve = (chat = three) => serveChat(chat, [chat]);

  async function choose(user: ReturnType<typeof renderPage>['user'], name: string): Promise<void> {
    await user.click(await button('Chat options'));
    await user.click(await screen.findByRole('menuitem', { name }));
  }

  /** The dialog stays while the call is under way: the answer would come to one that is gone. */
  async function expectStays(
    user: ReturnType<typeof renderPage>['user'],
    calls: () => readonly unknown[],
  ): Promise<void> {
    await waitFor(() => expect(calls()).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeVisible();
  }

  test('gets a name, which its head and its row show, and filters find', async () => {
    const server = serve();
    const named = { ...three, name: 'Bakers', messages: [notice('n1', 'ann', 'named', 'named the chat “Bakers”')] };
    const held = heldRoute();
    server.routes['PATCH /chat/rename'] = held.route;
    const { user } = renderChats(chatId);
    await choose(user, 'Name this chat');
    const dialog = await screen.findByRole('dialog', { name: 'Name of the chat' });
    const name = within(dialog).getByRole('textbox', { name: 'Name' });
    await waitFor(() => expect(name).toHaveFocus());
    await user.type(name, 'Two  blanks{Enter}');
    expect(await within(dialog).findByText(/^Name cannot contain/)).toBeInTheDocument();
    await user.clear(name);
    await user.type(name, ' Bakers ');
    // A click beside it is often a slip.
    await user.click(document.querySelector('.mantine-Modal-overlay') ?? document.body);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(await button('Keep editing'));
    await user.type(name, '{Enter}');
    await expectStays(user, () => server.to('/chat/rename'));
    await held.answer({ body: named });
    await waitFor(() => expect(title()).toHaveTextContent('Bakers'));
    // A long one is cut.
    expect(title()).toHaveAttribute('title', 'Bakers');
    expect(server.to('/chat/rename')[0]?.body).toEqual({ chatId, name: 'Bakers' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Chat options' })).toHaveFocus());
    expect(screen.getByRole('log')).toHaveTextContent('You named the chat “Bakers”');
    expect(screen.getByText('ben', { selector: 'header a, header a *' })).toBeInTheDocument();
    const row = within(screen.getByRole('list', { name: 'Chats' })).getByRole('link');
    expect(row).toHaveTextContent('Bakers');
    await user.type(screen.getByRole('searchbox', { name: 'Filter chats' }), 'bak');
    expect(screen.getByRole('list', { name: 'Chats' })).toBeInTheDocument();
  });

  test('others name it or leave: a line says so, which is neither a message nor unread', async () => {
    serve({ ...three, unread: 1 });
    const { store } = renderChats(chatId);
    await waitFor(() => expect(texts()).toEqual(['text of m1']));
    const changed = { ...three, participants: ['ann', 'cay'], unread: 1 };
    emitLive(store, 'chatUpdate', {
      chat: { ...changed, messages: [notice('n1', 'ben', 'left', 'left the chat')] },
      type: 'left',
      total: 1,
    });
    const line = (await within(screen.getByRole('log')).findByText('left the chat')).closest('li');
    expect(line).toHaveTextContent('ben left the chat');
    expect(within(line!).queryByRole('group', { name: 'Actions' })).not.toBeInTheDocument(); // found above
    await waitFor(() => expect(title()).toHaveTextContent('cay'));
    // It stays a group, that others can be added to.
    expect(screen.getByRole('button', { name: 'Add a participant' })).toBeInTheDocument();
    expect(screen.getByRole('list', { name: 'Chats' })).toHaveTextContent('ben left the chat');
  });

  test('somebody is added: a line says so, which moves the chat up', async () => {
    const server = serve();
    server.routes[chats] = () => ({ body: [chatOf(otherId), three] });
    const { store } = renderChats(chatId);
    await waitFor(() => expect(texts()).toEqual(['text of m1']));
    const line = notice('n1', 'ben', 'added', 'added my_old_friend');
    const chat = { ...three, participants: [...three.participants, 'my_old_friend'], messages: [line] };
    emitLive(store, 'chatUpdate', { chat, type: 'newParticipant', total: 0 });
    await within(screen.getByRole('log')).findByText('added my_old_friend');
    const rows = within(screen.getByRole('list', { name: 'Chats' })).getAllByRole('link');
    // A name is no Markdown.
    expect(rows[0]).toHaveTextContent('ben added my_old_friend');
  });

  test('is left after asking; it is gone from the list, and not asked for again', async () => {
    const server = serve();
    const rest = { ...three, participants: ['ben', 'cay'], messages: [] };
    const held = heldRoute();
    server.routes['POST /chat/leave'] = held.route;
    const { user, store, onLeft } = renderChats(chatId);
    await choose(user, 'Leave');
    await user.click(await button('Cancel'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Chat options' })).toHaveFocus());
    expect(server.to('/chat/leave')).toEqual([]);
    await choose(user, 'Leave');
    await user.click(await button('Leave'));
    await expectStays(user, () => server.to('/chat/leave'));
    // The event may come before the reply.
    emitLive(store, 'chatLeft', { chatId });
    await held.answer({ body: rest });
    await waitFor(() => expect(onLeft).toHaveBeenCalledTimes(1));
    expect(server.to('/chat/leave')[0]?.body).toEqual({ chatId });
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Direct Messages' })).toHaveFocus());
    await screen.findByText('You have no chats yet.');
    expect(screen.queryByText('Invalid chat ID')).not.toBeInTheDocument();
    expect(server.to(`/chat/${chatId}`)).toHaveLength(1);
  });

  test('that was left in another tab is gone here', async () => {
    const server = serve();
    const { store } = renderChats(chatId);
    await waitFor(() => expect(texts()).toEqual(['text of m1']));
    emitLive(store, 'chatLeft', { chatId });
    await screen.findByText('Invalid chat ID');
    expect(screen.getByText('You have no chats yet.')).toBeInTheDocument();
    expect(server.to(`/chat/${chatId}`)).toHaveLength(1);
    // Until somebody adds the viewer again.
    emitLive(store, 'chatUpdate', { chat: three, type: 'newParticipant', total: 0 });
    await waitFor(() => expect(texts()).toEqual(['text of m1']));
  });

  test('a chat between two can be muted, but not left or named', async () => {
    const server = serve(chatOf(chatId));
    server.routes['POST /chat/mute'] = ({ body }) => ({
      body: chatOf(chatId, { muted: (body as { muted: boolean }).muted }), // as the page sends it
    });
    const { user, store } = renderChats(chatId);
    await user.click(await button('Chat options'));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['Mute']);
    await user.click(items[0]!); // the only one
    await waitFor(() => expect(screen.getAllByText('Muted')).toHaveLength(2));
    expect(server.to('/chat/mute')[0]?.body).toEqual({ chatId, muted: true });
    emitLive(store, 'chatMuted', { chatId, muted: false });
    await waitFor(() => expect(screen.queryByText('Muted')).not.toBeInTheDocument());
  });
});
