import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { messages } from '@parlour/contracts/messages';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { heldRoute } from '../../../shared/testing/held-route.ts';
import { chatId, chatOf, chats, people, peopleOf, renderChats } from '../testing/talk.tsx';

const hit = (name: string) => screen.findByRole('button', { name });
const chosen = (name: string) => screen.queryByRole('button', { name: `Do not chat with ${name}` });
const search = () => screen.getByRole('searchbox', { name: 'Search Usernames' });

/** Begins a new chat, with these people to choose from. */
async function begin(names: readonly string[], create: Parameters<typeof fakeServer>[0][string] = () => 'down') {
  const server = fakeServer({
    [chats]: () => ({ body: [] }),
    [people]: ({ query }) => ({ body: peopleOf(...names.filter((name) => name.includes(query.get('search') ?? ''))) }),
    'POST /chat/createChat': create,
  });
  const view = renderChats();
  expect(screen.getByText('Select a user to start chatting')).toBeInTheDocument();
  await view.user.click(screen.getByRole('button', { name: 'Start a Chat' }));
  return { ...view, server };
}

test('[SC-25, VA-9] without a chat, the page asks to select a user; without a user, none is created', async () => {
  const { user, opened, server } = await begin(['ben', 'cay'], () => ({ body: chatOf(chatId, { messages: [] }) }));
  await user.click(screen.getByRole('button', { name: 'Create New Chat' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Please select a user to chat with');
  await user.click(await hit('ben'));
  expect(server.to('/user/getUsers')[0]?.query.get('exclude')).toBe('ann');
  await user.click(screen.getByRole('button', { name: 'Create New Chat' }));
  await waitFor(() => expect(opened).toEqual([chatId]));
  expect(server.to('/chat/createChat')[0]?.body).toEqual({ participants: ['ann', 'ben'], messages: [] });
});

test('the people of a new chat stand in its field, until they are taken out', async () => {
  const { user } = await begin(['ben']);
  await user.click(await hit('ben'));
  await user.click(screen.getByRole('button', { name: 'Do not chat with ben' }));
  expect(chosen('ben')).not.toBeInTheDocument();
  await waitFor(() => expect(search()).toHaveFocus());
  await user.click(await hit('ben'));
  await user.type(search(), '{Backspace}');
  expect(chosen('ben')).not.toBeInTheDocument();
});

test('who starts a chat types one name after the other', async () => {
  const { user } = await begin(['ben', 'cay']);
  expect(search()).toHaveFocus();
  await user.keyboard('be');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'cay' })).not.toBeInTheDocument());
  await user.keyboard('{Enter}');
  expect(search()).toHaveFocus();
  expect(search()).toHaveValue('');
  await user.click(await hit('cay'));
  for (const name of ['ben', 'cay']) expect(chosen(name)).toBeInTheDocument();
});

test('a group that is being sent is not changed any more, nor made twice', async () => {
  const held = heldRoute();
  const { user, opened, server } = await begin(['ben', 'cay', 'dan'], held.route);
  for (const name of ['ben', 'cay']) await user.click(await hit(name));
  const create = screen.getByRole('button', { name: 'Create New Chat' });
  await user.click(create);
  await user.click(await hit('dan'));
  expect(chosen('dan')).not.toBeInTheDocument();
  expect(create).toHaveAttribute('data-loading', 'true');
  await held.asked();
  expect(server.to('/chat/createChat')).toHaveLength(1);
  await held.answer({ body: chatOf(chatId, { participants: ['ann', 'ben', 'cay'], messages: [] }) });
  await waitFor(() => expect(opened).toEqual([chatId]));
});

test('people who could not be searched for are not shown as if they were found', async () => {
  const { user, server } = await begin(['ben']);
  await hit('ben');
  server.routes[people] = () => 'down';
  await user.keyboard('zo');
  expect(await screen.findByText(messages.usersFailed)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'ben' })).not.toBeInTheDocument();
  server.routes[people] = () => ({ body: [] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No Users Found')).toHaveRole('status');
});

test('a group is named while it is made', async () => {
  const group = chatOf(chatId, { participants: ['ann', 'ben', 'cay'], messages: [] });
  const { user, opened, server } = await begin(['ben', 'cay'], () => ({ body: group }));
  server.routes['PATCH /chat/rename'] = () => ({ body: { ...group, name: 'Allotment' } });
  await user.click(await hit('ben'));
  expect(screen.queryByRole('textbox', { name: 'Name of the chat' })).not.toBeInTheDocument();
  await user.click(await hit('cay'));
  await user.type(screen.getByRole('textbox', { name: 'Name of the chat' }), ' Allotment ');
  await user.click(screen.getByRole('button', { name: 'Create New Chat' }));
  await waitFor(() => expect(opened).toEqual([chatId]));
  expect(server.to('/chat/rename')[0]?.body).toMatchObject({ chatId, name: 'Allotment' });
  expect(await screen.findByRole('link', { name: /^Allotment/ })).toBeInTheDocument();
});

test('the empty place of a chat has a way to start one', async () => {
  const server = fakeServer({ [chats]: () => ({ body: [] }), [people]: () => ({ body: peopleOf('ben') }) });
  const { user } = renderChats();
  await user.click(screen.getByRole('button', { name: 'New message' }));
  expect(search()).toHaveFocus();
  expect(await hit('ben')).toBeInTheDocument();
  expect(server.calls.length).toBeGreaterThan(0);
});
