import { expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { CommunityRowWire } from '@parlour/contracts/communities/communities';
import { useState } from 'react';
import ToastPlace from '../../../design/parts/feedback/toast-place.tsx';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { fill } from '../../../shared/testing/fill.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { communitiesLive } from '../communities.live.ts';
import { CreateCommunity } from './create-community.tsx';
import { Explore } from './explore.tsx';
import { OwnCommunities } from './own-communities.tsx';
import { communityOf, rowOf } from '../testing.ts';

const own = 'GET /community/userCommunities/ann';
const all = 'GET /community/allCommunities';
const contributions = 'GET /user/getUser/ann/contributions';
const create = 'POST /community/create';

const busy = () => ({ status: 503, body: { error: 'Parlour is busy.', code: 'service.unavailable' } });

/** Two per page, searched as the server does. */
function paged(rows: readonly CommunityRowWire[]) {
  return ({ query }: { readonly query: URLSearchParams }) => {
    const search = (query.get('search') ?? '').toLowerCase();
    const found = rows.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(search));
    const start = Number(query.get('cursor') ?? 0);
    const next = start + 2 < found.length ? { Link: `</x?cursor=${start + 2}>; rel="next"` } : {};
    return { body: found.slice(start, start + 2), headers: { 'X-Total-Count': String(found.length), ...next } };
  };
}

const names = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

test('[SC-46] the viewer’s communities show what they are, and link to their pages', async () => {
  const rows = [
    rowOf({ _id: 'c1', name: 'Sailors', description: 'Who sails', position: 1 }),
    rowOf({ _id: 'c2', visibility: 'private', position: 3 }),
  ];
  fakeServer({ [own]: () => ({ body: rows }) });
  renderPage(<OwnCommunities />);
  const [first, second] = await screen.findAllByRole('article');
  expect(first).toHaveTextContent('SailorsPublicWho sails3 membersOwner');
  expect(second).toHaveTextContent('Private');
  expect(screen.getAllByRole('link', { name: 'View Community' }).map((link) => link.getAttribute('href'))).toEqual([
    '/community/c1',
    '/community/c2',
  ]);
});

test.each([
  ['own communities', own, <OwnCommunities key="own" />],
  ['all communities', all, <Explore key="all" search="" onSearch={() => undefined} />],
])('[BE-6] a new name and description show in the list of %s', async (_, route, list) => {
  const row = rowOf({ _id: 'c1', name: 'Sailors', position: 3 });
  const server = fakeServer({ [own]: () => ({ body: [] }), [route]: () => ({ body: [row] }) });
  const { store } = renderPage(list);
  await screen.findByText('Sailors');
  const community = { name: 'Rowers', description: 'Who rows' };
  server.routes[route] = () => ({ body: [{ ...row, ...community }] });
  act(() => communitiesLive(store.dispatch).communityUpdate({ communityId: 'c1', position: 3, community }));
  expect(await screen.findByText('Who rows')).toBeInTheDocument();
  expect(screen.queryByText('Sailors')).not.toBeInTheDocument();
});

test('people without communities get a link to all of them', async () => {
  fakeServer({ [own]: () => ({ body: [] }) });
  renderPage(<OwnCommunities />);
  expect(await screen.findByRole('link', { name: 'Explore' })).toHaveAttribute('href', '/community/explore');
});

function SearchedExplore() {
  const [search, setSearch] = useState('');
  return <Explore search={search} onSearch={setSearch} />;
}

test.each([
  ['own communities', own, 'Error fetching user communities', <OwnCommunities key="own" />],
  ['all communities', all, 'Error fetching all communities', <SearchedExplore key="all" />],
])('[TX-43] %s that fail to load say so and can be reloaded', async (_which, route, text, element) => {
  const server = fakeServer({ [route]: busy });
  const { user } = renderPage(element);
  expect(await screen.findByRole('alert')).toHaveTextContent(`${text}Parlour is busy.`);
  server.routes[route] = () => ({ body: [rowOf({ _id: 'c1' })] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Name of c1');
});

test('[SC-48, TX-48] all communities can be searched, cleared, refreshed and paged', async () => {
  const rows = [
    rowOf({ _id: 'c1', name: 'Sailors' }),
    rowOf({ _id: 'c2', name: 'Gardeners', description: 'SAILS are not for gardens' }),
    rowOf({ _id: 'c3', name: 'Cooks' }),
  ];
  const server = fakeServer({ [all]: paged(rows) });
  const { user } = renderPage(<SearchedExplore />);
  await screen.findByText('Sailors');
  await user.click(screen.getByRole('button', { name: 'Show more communities' }));
  await waitFor(() => expect(names()).toEqual(['Sailors', 'Gardeners', 'Cooks']));
  const box = screen.getByRole('searchbox', { name: 'Search communities' });
  await user.type(box, 'sail');
  await waitFor(() => expect(names()).toEqual(['Sailors', 'Gardeners']));
  await user.type(box, 'zz');
  await screen.findByText('No communities found matching sailzz');
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(box).toHaveValue('');
  await waitFor(() => expect(box).toHaveFocus());
  await waitFor(() => expect(names()[0]).toBe('Sailors'));
  server.routes[all] = paged([rowOf({ _id: 'c9', name: 'New ones' })]);
  const refresh = screen.getByRole('button', { name: 'Refresh List' });
  await waitFor(() => expect(refresh).not.toHaveAttribute('data-loading'));
  await user.click(refresh);
  await waitFor(() => expect(names()).toEqual(['New ones']));
});

test('no community moves while somebody points at them, and another search lists others at once', async () => {
  const rows = [rowOf({ _id: 'c1', name: 'Rowers' }), rowOf({ _id: 'c2', name: 'Sailors' })];
  const server = fakeServer({ [all]: ({ query }) => ({ body: query.get('search') === 's' ? [rows[1]] : rows }) });
  const { user, store } = renderPage(<SearchedExplore />);
  const find = async (search: string, found: readonly string[]) => {
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: search } });
    await waitFor(() => expect(names()).toEqual(found));
  };
  await find('s', ['Sailors']);
  await find('', ['Rowers', 'Sailors']);
  await user.hover(screen.getByRole('button', { name: 'Join: Sailors' }));
  await find('s', ['Sailors']);
  await find('', ['Rowers', 'Sailors']);
  server.routes[all] = () => ({ body: [rowOf({ _id: 'c3', name: 'Cooks' }), ...rows] });
  act(() => communitiesLive(store.dispatch).communityUpdate({ communityId: 'c3', position: 6 }));
  await screen.findByText('Cooks');
  expect(names()).toEqual(['Rowers', 'Sailors', 'Cooks']);
  await user.unhover(screen.getByRole('button', { name: 'Join: Sailors' }));
  await waitFor(() => expect(names()).toEqual(['Cooks', 'Rowers', 'Sailors']));
});

test.each([
  ['public', 'Join: Sailors', 'members/add', 'Member'],
  ['private', 'Request to join: Sailors', 'pendingMembers/add', 'Pending'],
] as const)('a %s community is joined from its card', async (visibility, name, path, role) => {
  const row = rowOf({ _id: 'c1', name: 'Sailors', visibility });
  const server = fakeServer({ [all]: () => ({ body: [row, rowOf({ _id: 'c2', position: 4 })] }) });
  const position = visibility === 'public' ? 3 : 5;
  server.routes[`POST /community/${path}`] = () => {
    server.routes[all] = () => ({ body: [{ ...row, position }] });
    return { body: communityOf({ ...row, position }) };
  };
  const { user } = renderPage(<SearchedExplore />);
  const card = within(await screen.findByRole('article', { name: 'Sailors' }));
  // Nobody is asked to join where they are banned.
  expect(screen.getAllByRole('button', { name: /join/i })).toHaveLength(1);
  await user.click(card.getByRole('button', { name }));
  await card.findByText(role);
  expect(card.queryByRole('button')).not.toBeInTheDocument();
  await waitFor(() => expect(card.getByRole('link', { name: 'View Community' })).toHaveFocus());
  expect(server.to(`/community/${path}`).map(({ body }) => body)).toEqual([{ communityId: 'c1', username: 'ann' }]);
});

test('who asks to join from a card is told what comes next, and can take it back', async () => {
  const row = rowOf({ _id: 'c1', name: 'Rowers', visibility: 'private' });
  const server = fakeServer({
    [all]: () => ({ body: [row] }),
    'POST /community/pendingMembers/add': () => ({ body: communityOf({ ...row, position: 5 }) }),
    'POST /community/pendingMembers/remove': () => ({ body: communityOf({ ...row, position: 6 }) }),
  });
  const { user } = renderPage(
    <>
      <SearchedExplore />
      <ToastPlace />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: 'Request to join: Rowers' }));
  const text = await screen.findByText('You asked to join Rowers. The owner or a moderator will decide.');
  const toast = text.closest<HTMLElement>('[role=alert]');
  await user.click(within(toast ?? text).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.to('/community/pendingMembers/remove')).toHaveLength(1));
});

test('a refusal to join is shown on the card', async () => {
  fakeServer({
    [all]: () => ({ body: [rowOf({ _id: 'c1', name: 'Sailors' })] }),
    'POST /community/members/add': () => ({ status: 403, body: { error: 'Not you.', code: 'community.position' } }),
  });
  const { user } = renderPage(<SearchedExplore />);
  await user.click(await screen.findByRole('button', { name: 'Join: Sailors' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not you.');
});

function renderCreate(routes: Parameters<typeof fakeServer>[0] = {}) {
  const created: string[] = [];
  const server = fakeServer({
    [contributions]: () => ({ body: { total: 2 } }),
    [create]: () => ({ body: communityOf({ _id: 'new' }) }),
    ...routes,
  });
  const view = renderPage(<CreateCommunity onCreated={({ _id: id }) => created.push(id)} />);
  return { ...view, server, created };
}

const createButton = () => screen.findByRole('button', { name: 'Create' });

test('[SC-47, VA-21] a community is created with a name, a description and a visibility', async () => {
  const { user, server, created } = renderCreate();
  await user.click(await createButton());
  expect(screen.getByText('Name cannot be empty')).toBeInTheDocument();
  expect(screen.getByText('Question text cannot be empty')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText('Community Name')).toHaveFocus());
  await fill(user, screen.getByLabelText('Community Name'), ` ${'n'.repeat(101)}`);
  expect(screen.queryByText('Name cannot be empty')).not.toBeInTheDocument();
  await user.click(await createButton());
  expect(screen.getByText('Name cannot be more than 100 characters')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Community Name'), '{Backspace}');
  await fill(user, screen.getByLabelText('Description'), ' About ');
  await user.click(screen.getByRole('radio', { name: 'Private' }));
  await user.click(await createButton());
  await waitFor(() => expect(created).toEqual(['new']));
  expect(server.to('/community/create').map(({ body }) => body)).toEqual([
    {
      name: 'n'.repeat(100),
      description: 'About',
      visibility: 'private',
      owner: 'ann',
      members: ['ann'],
      moderators: [],
      pendingMembers: [],
      bannedMembers: [],
    },
  ]);
});

test('[TX-46] every failure to create is reported as a taken name; editing clears it; a repeat keeps its key', async () => {
  const { user, server, created } = renderCreate({ [create]: () => 'down' });
  await fill(user, await screen.findByLabelText('Community Name'), 'Sailors');
  await fill(user, screen.getByLabelText('Description'), 'About');
  await user.click(await createButton());
  expect(await screen.findByRole('alert')).toHaveTextContent('A community with this name already exists.');
  server.routes[create] = () => ({ body: communityOf({ _id: 'new' }) });
  await user.click(await createButton());
  await waitFor(() => expect(created).toEqual(['new']));
  const [first, second] = server.to('/community/create').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).toBe(first);
  server.routes[create] = () => ({ status: 409, body: { error: 'Taken', code: 'community.taken' } });
  await fill(user, screen.getByLabelText('Community Name'), 'Sailors');
  await fill(user, screen.getByLabelText('Description'), 'About');
  await user.click(await createButton());
  expect(await screen.findByRole('alert')).toHaveTextContent('A community with this name already exists.');
  await user.type(screen.getByLabelText('Community Name'), '2');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('[SC-47, TX-47] people with fewer than two posts are told so, and checked again at the next visit', async () => {
  const { server, unmount, store } = renderCreate({ [contributions]: () => ({ body: { total: 1 } }) });
  await screen.findByText("You don't have enough posts yet to create a community.");
  expect(screen.queryByRole('button', { name: 'Create' })).not.toBeInTheDocument();
  unmount();
  server.routes[contributions] = () => ({ body: { total: 2 } });
  renderPage(<CreateCommunity onCreated={() => undefined} />, { store });
  expect(screen.queryByText("You don't have enough posts yet to create a community.")).not.toBeInTheDocument();
  expect(await createButton()).toBeInTheDocument();
});

test('[TX-44] failing to load the number of posts is reported separately', async () => {
  const { server, user } = renderCreate({ [contributions]: busy });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Error fetching number of user posts');
  server.routes[contributions] = () => ({ body: { total: 2 } });
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await createButton()).toBeInTheDocument();
});
