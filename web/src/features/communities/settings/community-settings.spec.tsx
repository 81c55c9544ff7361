import { beforeEach, expect, jest, test } from '@jest/globals';
import { usualFileLimits } from '@parlour/contracts/files/file-limits';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import type {
  CommunityPersonWire,
  CommunityWire,
  ModerationEntryWire,
} from '@parlour/contracts/communities/communities';
import { messages } from '@parlour/contracts/messages';
import { toast } from 'react-toastify/unstyled';
import ToastPlace from '../../../design/parts/feedback/toast-place.tsx';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { communitiesLive } from '../communities.live.ts';
import { useGetCommunityQuery } from '../communities.api.ts';
import { CommunitySettings } from './community-settings.tsx';
import { communityOf } from '../testing.ts';
import { fakePictures } from '../../../shared/testing/fake-pictures.ts';
import { fakeUploads } from '../../../shared/testing/fake-uploads.ts';
import { heldRoute } from '../../../shared/testing/held-route.ts';

// Those of the test before.
beforeEach(() => {
  toast.dismiss();
  localStorage.clear();
});

const people: Record<string, readonly CommunityPersonWire[]> = {
  members: [
    { username: 'ann', position: 1 },
    { username: 'bea', position: 2 },
    { username: 'cay', position: 3 },
    { username: 'dan', position: 3 },
  ],
  moderators: [{ username: 'bea', position: 2 }],
  pendingMembers: [
    { username: 'eva', position: 5 },
    { username: 'fay', position: 5 },
  ],
  bannedMembers: [{ username: 'gus', position: 4 }],
};

function Settings() {
  const { data } = useGetCommunityQuery('c1');
  return (
    <>
      <h1 tabIndex={-1}>Settings</h1>
      {data && <CommunitySettings community={data} />}
    </>
  );
}

const settings = '/community/c1/settings';

function show(change: Partial<CommunityWire> = {}, at = settings, log: readonly ModerationEntryWire[] = []) {
  const community = communityOf({ _id: 'c1', owner: 'ann', position: 1, visibility: 'private', ...change });
  const server = fakeServer({
    'GET /community/c1': () => ({ body: community }),
    'GET /community/c1/people': ({ query }) => ({
      body: (people[query.get('list') ?? ''] ?? []).filter(({ username }) =>
        username.includes(query.get('search') ?? ''),
      ),
    }),
    'GET /community/c1/moderationLog': () => ({ body: log }),
    'GET /user/getUsers': () => ({ body: [{ _id: 'u9', username: 'zoe', dateJoined: '2026-01-01T00:00:00.000Z' }] }),
  });
  return { ...renderPage(<Settings />, { at, path: settings }), server, community };
}

const section = (name: string) => screen.findByRole('region', { name });

const filters = () => screen.findByRole('combobox', { name: 'Show:' });

/** Opens a section: one of the filters, if it is not shown already. */
async function open(user: ReturnType<typeof show>['user'], name: string) {
  const all = await filters();
  if (within(all).queryByRole('option', { name })) await user.selectOptions(all, name);
  return within(await section(name));
}

test.each([
  ['Pending members', 'eva', 'Approve', 'pendingMembers/approve'],
  ['Pending members', 'fay', 'Deny', 'pendingMembers/deny'],
  ['Ban members', 'cay', 'Ban', 'bannedMembers/add'],
  ['Ban members', 'bea', 'Remove', 'members/remove'],
  ['Unban members', 'gus', 'Unban', 'bannedMembers/remove'],
  ['Add moderator', 'dan', 'Add moderator', 'moderators/add'],
  ['Remove moderator', 'bea', 'Remove moderator', 'moderators/remove'],
])('[SC-54, VA-23] %s: in the row of %s, %s calls %s', async (title, username, label, path) => {
  const { server, user, community } = show();
  server.routes[`POST /community/${path}`] = () => {
    server.routes['GET /community/c1/people'] = () => ({ body: [] });
    return { body: community };
  };
  const place = await open(user, title);
  await user.click(await place.findByRole('button', { name: `${label}: ${username}` }));
  if (label === 'Ban' || label === 'Remove') {
    expect(server.to(`/community/${path}`)).toEqual([]);
    const dialog = within(await screen.findByRole('dialog', { name: `${label} ${username}?` }));
    await user.click(dialog.getByRole('button', { name: label }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }
  await waitFor(() => expect(server.to(`/community/${path}`)).toHaveLength(1));
  expect(server.to(`/community/${path}`)[0]?.body).toEqual({ communityId: 'c1', username });
  // The row is gone or will be, so the keyboard focus moves here and not to the top of the page.
  await waitFor(() => expect(place.getByRole('heading', { name: title })).toHaveFocus());
});

test('each filter has only the people its act applies to', async () => {
  const { user } = show();
  const ban = await open(user, 'Ban members');
  await ban.findByRole('button', { name: 'Ban: cay' });
  expect(ban.queryByRole('link', { name: 'ann' })).not.toBeInTheDocument();
  const add = await open(user, 'Add moderator');
  await add.findByRole('button', { name: 'Add moderator: dan' });
  expect(add.queryByRole('link', { name: 'bea' })).not.toBeInTheDocument();
});

test('[C-7] all members are in one table, with their roles and a menu each', async () => {
  const { user, server, community } = show();
  const place = within(await section('Members'));
  const table = within(await place.findByRole('table', { name: 'Members' }));
  const rows = table.getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual(['AannOwner', 'BbeaModerator', 'CcayMember', 'DdanMember']);
  // Nothing can be done with the owner.
  expect(table.queryByRole('button', { name: 'Actions: ann' })).not.toBeInTheDocument();

  await user.click(table.getByRole('button', { name: 'Actions: bea' }));
  const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  expect(items).toEqual(['Remove moderator', 'Remove', 'Ban']);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(table.getByRole('button', { name: 'Actions: bea' })).toHaveFocus());

  server.routes['POST /community/moderators/add'] = () => ({ body: community });
  await user.click(table.getByRole('button', { name: 'Actions: dan' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Make moderator' }));
  await waitFor(() => expect(server.to('/community/moderators/add')).toHaveLength(1));
  await waitFor(() => expect(table.getByRole('button', { name: 'Actions: dan' })).toHaveFocus());
});

test('a dialog that names the person can be left without harm, and the focus returns', async () => {
  const { user, server } = show();
  await user.click(await screen.findByRole('button', { name: 'Actions: cay' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Ban' }));
  const dialog = await screen.findByRole('dialog', { name: 'Ban cay?' });
  expect(dialog).toHaveTextContent('They lose their membership');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Actions: cay' })).toHaveFocus());
  expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('[RO-14] moderators cannot ban or appoint moderators; a public community has no pending members', async () => {
  const { user } = show({ position: 2, visibility: 'public', owner: 'bea' });
  await user.click(await screen.findByRole('button', { name: 'Actions: cay' }));
  const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  expect(items).toEqual(['Remove', 'Ban']);
  expect(screen.queryByRole('button', { name: 'Actions: bea' })).not.toBeInTheDocument();
  await user.keyboard('{Escape}');
  const ban = await open(user, 'Ban members');
  await ban.findByRole('button', { name: 'Ban: cay' });
  expect(ban.queryByRole('link', { name: 'bea' })).not.toBeInTheDocument();
  const offered = within(await filters()).getAllByRole('option');
  expect(offered.map((option) => option.textContent)).toEqual(['All members', 'Ban members', 'Unban members']);
  expect(screen.queryByRole('region', { name: 'Pending members' })).not.toBeInTheDocument();
});

test('a filter for owners shows moderators all members', async () => {
  show({ position: 2, owner: 'bea' }, `${settings}?show=add-moderator`);
  await section('Members');
});

test('lists are searchable, and people can be banned before they join', async () => {
  const { server, user } = show({}, `${settings}?show=ban`);
  const ban = within(await section('Ban members'));
  await user.type(ban.getByRole('searchbox'), 'da');
  await waitFor(() => expect(ban.queryByRole('link', { name: 'cay' })).not.toBeInTheDocument());
  await ban.findByRole('link', { name: 'dan' });
  await user.click(ban.getByRole('checkbox', { name: 'Include people who are not members' }));
  await ban.findByRole('button', { name: 'Ban: zoe' });
  expect(ban.queryByRole('button', { name: 'Remove: zoe' })).not.toBeInTheDocument();
  expect(server.to('/user/getUsers')[0]?.query.get('exclude')).toBe('ann');
});

test('what is confirmed cannot be cancelled, also while it waits for what is done before it', async () => {
  const { user, server, community } = show();
  const held = heldRoute();
  server.routes['POST /community/moderators/add'] = held.route;
  server.routes['POST /community/bannedMembers/add'] = () => ({ body: community });
  await user.click(await screen.findByRole('button', { name: 'Actions: dan' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Make moderator' }));
  await user.click(await screen.findByRole('button', { name: 'Actions: cay' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Ban' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ban cay?' }));
  await user.click(dialog.getByRole('button', { name: 'Ban' }));
  expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Actions: cay' })).not.toHaveFocus();
  await held.answer({ body: community });
  await waitFor(() => expect(server.to('/community/bannedMembers/add')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('[TX-49] a refusal is logged and not shown', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { server, user } = show();
  server.routes['POST /community/bannedMembers/remove'] = () => ({
    status: 409,
    body: { error: 'Not so.', code: 'community.membership' },
  });
  const place = await open(user, 'Unban members');
  const button = await place.findByRole('button', { name: 'Unban: gus' });
  await user.click(button);
  await waitFor(() => expect(logged).toHaveBeenCalledWith('A change of the community was refused.', 'Not so.'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await waitFor(() => expect(button).toHaveFocus());
});

test('[SC-54] the visibility is set to the chosen value', async () => {
  const { server, user, community } = show({ name: 'Sailors', pendingCount: 2 });
  server.routes['PATCH /community/toggleCommunityVisibility'] = () => {
    server.routes['GET /community/c1'] = () => ({ body: { ...community, visibility: 'public' } });
    return { body: { visibility: 'public' } };
  };
  const select = await screen.findByRole('combobox', { name: 'Visibility' });
  expect(select).toHaveValue('private');
  await user.selectOptions(select, 'Public');
  const dialog = await screen.findByRole('dialog', { name: 'Make Sailors public?' });
  expect(dialog).toHaveTextContent('2 people waiting to join will be let in');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await waitFor(() => expect(select).toHaveFocus());
  expect(select).toHaveValue('private');
  expect(server.to('/community/toggleCommunityVisibility')).toEqual([]);
  await user.selectOptions(select, 'Public');
  await user.click(await screen.findByRole('button', { name: 'Make public' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Pending members' })).not.toBeInTheDocument());
  await waitFor(() => expect(select).toHaveFocus());
  expect(select).toHaveValue('public');
  expect(server.to('/community/toggleCommunityVisibility').map(({ body }) => body)).toEqual([
    { communityId: 'c1', visibility: 'public' },
  ]);
});

test('[C-3] moderators make a community private, and are told that only its owner makes it public', async () => {
  const { server, user, community } = show({ name: 'Sailors', visibility: 'public', position: 2, owner: 'bea' });
  render(<ToastPlace />);
  server.routes['PATCH /community/toggleCommunityVisibility'] = () => {
    server.routes['GET /community/c1'] = () => ({ body: { ...community, visibility: 'private' } });
    return { body: { visibility: 'private' } };
  };
  const select = await screen.findByRole('combobox', { name: 'Visibility' });
  await user.selectOptions(select, 'Private');
  await waitFor(() => expect(select).toHaveAccessibleDescription(/Only the owner can make it public\.$/));
  expect(within(select).getByRole('option', { name: 'Public' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('what is made private can be public again by Undo, which says if it fails', async () => {
  const { server, user, community } = show({ name: 'Sailors', visibility: 'public' });
  render(<ToastPlace />);
  server.routes['PATCH /community/toggleCommunityVisibility'] = () => {
    server.routes['GET /community/c1'] = () => ({ body: { ...community, visibility: 'private' } });
    return { body: { visibility: 'private' } };
  };
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Visibility' }), 'Private');
  const text = await screen.findByText('Sailors is now private.');
  server.routes['PATCH /community/toggleCommunityVisibility'] = () => 'down';
  await user.click(within(text.closest<HTMLElement>('[role=alert]') ?? text).getByRole('button', { name: 'Undo' }));
  await screen.findByText('This change could not be undone. Please try again.');
  expect(server.to('/community/toggleCommunityVisibility').map(({ body }) => body)).toEqual([
    { communityId: 'c1', visibility: 'private' },
    { communityId: 'c1', visibility: 'public' },
  ]);
});

test('the log shows who did what, and Undo works', async () => {
  const at = '2026-06-01T10:00:00.000Z';
  const { server, user, community } = show({}, `${settings}?tab=log`, [
    { _id: '3', act: 'banned', by: 'bea', to: 'gus', at, undo: { list: 'bannedMembers', action: 'remove' } },
    { _id: '2', act: 'madePrivate', by: 'ann', at, undo: { visibility: 'public' } },
    { _id: '1', act: 'approved', by: 'ann', to: 'cay', at },
    { _id: '0', act: 'moderatorRemoved', by: 'ann', to: 'cay', at },
  ]);
  server.routes['POST /community/bannedMembers/remove'] = () => ({ body: community });
  server.routes['PATCH /community/toggleCommunityVisibility'] = () => ({ body: { visibility: 'public' } });
  const log = await screen.findByRole('list', { name: 'Moderation log' });
  const entries = within(log).getAllByRole('listitem');
  expect(entries.map((entry) => /^(.*?)(?=Jun|May)/.exec(entry.textContent)?.[1]?.trim())).toEqual([
    'bea banned gus',
    'ann made the community private',
    'ann approved cay',
    'ann removed cay as a moderator',
  ]);
  expect(within(log).getAllByRole('button')).toHaveLength(2);
  const undo = within(log).getByRole('button', { name: 'Undo: gus' });
  expect(undo).toHaveAccessibleDescription(expect.stringContaining('bea banned gus'));
  await user.click(undo);
  await waitFor(() => expect(server.to('/community/bannedMembers/remove')).toHaveLength(1));
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/^bea banned gus/));
  await user.click(within(log).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.to('/community/toggleCommunityVisibility')).toHaveLength(1));
});

test('no entry of the log moves while somebody points at it', async () => {
  const at = '2026-06-01T10:00:00.000Z';
  const undo = { list: 'bannedMembers', action: 'remove' } as const;
  const banned = (to: string) => ({ _id: to, act: 'banned', by: 'bea', to, at, undo }) as const;
  const { server, store, user } = show({}, `${settings}?tab=log`, [banned('cay'), banned('dan')]);
  const list = within(await screen.findByRole('list', { name: 'Moderation log' }));
  const people = () => list.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  await user.hover(list.getByRole('button', { name: 'Undo: cay' }));
  server.routes['GET /community/c1/moderationLog'] = () => ({ body: ['gus', 'cay', 'dan'].map(banned) });
  act(() => communitiesLive(store.dispatch).communityUpdate({ communityId: 'c1', position: 1 }));
  await list.findByRole('button', { name: 'Undo: gus' });
  expect(people()).toEqual(['Undo: cay', 'Undo: dan', 'Undo: gus']);
  await user.unhover(list.getByRole('button', { name: 'Undo: cay' }));
  await waitFor(() => expect(people()).toEqual(['Undo: gus', 'Undo: cay', 'Undo: dan']));
});

test('live events refetch the lists', async () => {
  const { server, store } = show();
  const place = within(await section('Pending members'));
  await place.findByRole('link', { name: 'eva' });
  server.routes['GET /community/c1/people'] = () => ({ body: [{ username: 'new', position: 5 }] });
  act(() => communitiesLive(store.dispatch).communityUpdate({ communityId: 'c1', position: 1 }));
  await place.findByRole('link', { name: 'new' });
  expect(place.queryByRole('link', { name: 'eva' })).not.toBeInTheDocument();
});

test('no row moves while somebody points at the list', async () => {
  const { server, store, user } = show();
  const place = within(await section('Pending members'));
  const rows = () =>
    within(place.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  await place.findByRole('link', { name: 'eva' });
  await user.hover(place.getByRole('button', { name: 'Approve: fay' }));
  const change = (...usernames: readonly string[]) => {
    server.routes['GET /community/c1/people'] = () => ({
      body: usernames.map((username) => ({ username, position: 5 })),
    });
    act(() => communitiesLive(store.dispatch).communityUpdate({ communityId: 'c1', position: 1 }));
  };
  change('dora', 'fay');
  await place.findByRole('link', { name: 'dora' });
  const [eva, fay, dora] = rows();
  expect(eva).toMatch(/^E?eva.*Done$/);
  expect(fay).toMatch(/fay.*ApproveDeny$/);
  expect(dora).toMatch(/dora.*ApproveDeny$/);
  await user.unhover(place.getByRole('button', { name: 'Approve: fay' }));
  await waitFor(() => expect(rows().map((row) => /dora|fay/.exec(row)?.[0])).toEqual(['dora', 'fay']));

  // The same for the keyboard; a control that goes away releases them.
  act(() => place.getByRole('button', { name: 'Approve: dora' }).focus());
  change('fay');
  await place.findByText('Done');
  act(() => place.getByRole('heading').focus());
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test('what chooses the people shown keeps the focus, and begins without a search', async () => {
  const { user } = show();
  const all = within(await section('Members'));
  await user.type(await all.findByRole('searchbox'), 'dan');
  await waitFor(() => expect(all.getByRole('status')).toHaveTextContent('1 user'));
  expect(all.queryByRole('link', { name: 'cay' })).not.toBeInTheDocument();
  await user.selectOptions(await filters(), 'Unban members');
  const banned = within(await section('Unban members'));
  await banned.findByRole('link', { name: 'gus' });
  expect(banned.getByRole('combobox', { name: 'Show:' })).toHaveFocus();
  expect(banned.getByRole('searchbox')).toHaveValue('');
});

test.each([
  ['Unban members', 'gus', 'Unban', 'bannedMembers/remove', 'bannedMembers/add'],
  ['Add moderator', 'dan', 'Add moderator', 'moderators/add', 'moderators/remove'],
  ['Remove moderator', 'bea', 'Remove moderator', 'moderators/remove', 'moderators/add'],
])('%s: what was done to %s by %s can be undone', async (title, username, label, path, back) => {
  const { server, user, community } = show();
  render(<ToastPlace />);
  for (const each of [path, back]) server.routes[`POST /community/${each}`] = () => ({ body: community });
  const place = await open(user, title);
  await user.click(await place.findByRole('button', { name: `${label}: ${username}` }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.to(`/community/${back}`)[0]?.body).toEqual({ communityId: 'c1', username }));
});

const general = `${settings}?tab=general`;

test('[BE-6] the owner edits name and description', async () => {
  const { server, user, community } = show({ name: 'Sailors', description: 'Who sails' }, general);
  const form = within(await section('Name and description'));
  const name = form.getByRole('textbox', { name: 'Community Name' });
  expect(name).toHaveValue('Sailors');
  await user.clear(name);
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(name).toHaveAccessibleDescription('Name cannot be empty');
  await user.type(name, ' Rowers ');
  server.routes['PATCH /community/edit'] = () => ({
    status: 409,
    body: { error: 'A community with this name already exists.', code: 'community.taken' },
  });
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('A community with this name already exists.')).toBeInTheDocument();
  expect(name).toHaveValue(' Rowers ');
  const edited = { ...community, name: 'Rowers', version: 2 };
  server.routes['PATCH /community/edit'] = () => ({ body: edited });
  server.routes['GET /community/c1'] = () => ({ body: edited });
  await waitFor(() => expect(form.getByRole('button', { name: 'Save' })).not.toHaveAttribute('data-loading'));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Community Name' })).toHaveValue('Rowers'));
  const sent = { communityId: 'c1', name: 'Rowers', description: 'Who sails', version: 1 };
  expect(server.to('/community/edit').map(({ body }) => body)).toEqual([sent, sent]);
});

test('[BE-6] a stale change of the texts keeps what was written, and is saved over the other one when asked again', async () => {
  const { server, user, community } = show({ name: 'Sailors', description: 'Who sails' }, general);
  const form = within(await section('Name and description'));
  const name = form.getByRole('textbox', { name: 'Community Name' });
  await user.clear(name);
  await user.type(name, 'Rowers');
  const current = { ...community, name: 'Fishers', version: 2 };
  server.routes['GET /community/c1'] = () => ({ body: current });
  server.routes['PATCH /community/edit'] = () => ({
    status: 409,
    body: { error: 'Somebody changed this in the meantime.', code: 'edit.stale', current },
  });
  const reads = server.to('/community/c1').length;
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.to('/community/c1').length).toBeGreaterThan(reads));
  expect(await form.findByRole('alert')).toHaveTextContent('Somebody changed this in the meantime.');
  expect(form.getByRole('alert')).toHaveTextContent('It is now called Fishers');
  expect(form.getByRole('textbox', { name: 'Community Name' })).toHaveValue('Rowers');
  server.routes['PATCH /community/edit'] = () => ({ body: { ...current, name: 'Rowers', version: 3 } });
  await waitFor(() => expect(form.getByRole('button', { name: 'Save' })).not.toHaveAttribute('data-loading'));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(form.queryByRole('alert')).not.toBeInTheDocument());
  const versions = server.to('/community/edit').map(({ body }) => body);
  expect(versions).toMatchObject([{ version: 1 }, { name: 'Rowers', version: 2 }]);
});

test('[BE-6] what the owner has typed is still there after another tab, until it is saved', async () => {
  const { server, user, community } = show({ name: 'Sailors', description: 'Who sails' }, general);
  const description = () => screen.findByRole('textbox', { name: 'Description' });
  const visit = (tab: string) => user.click(screen.getByRole('link', { name: tab }));
  await user.type(await description(), ' and rows');
  await visit('Moderation log');
  await section('Moderation log');
  await visit('General');
  expect(await description()).toHaveValue('Who sails and rows');
  expect(screen.getByText('Draft restored')).toBeInTheDocument();
  const edited = { ...community, description: 'Who sails and rows', version: 2 };
  server.routes['PATCH /community/edit'] = () => ({ body: edited });
  server.routes['GET /community/c1'] = () => ({ body: edited });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByText('Draft restored')).not.toBeInTheDocument());
  expect(await description()).toHaveValue('Who sails and rows');
  await user.type(await description(), '.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const versions = () => server.to('/community/edit').map(({ body }) => body);
  await waitFor(() => expect(versions()).toMatchObject([{ version: 1 }, { version: 2 }]));
  expect(Object.keys(localStorage)).toEqual([]);
});

test('handing over says that nobody has such a name, and that the members could not be read', async () => {
  const { server, user } = show({}, general);
  const part = within(await section('Hand over'));
  await part.findByRole('button', { name: 'Offer to cay' });
  const search = part.getByRole('searchbox', { name: 'Search members to hand over to' });
  await user.type(search, 'a');
  await waitFor(() => expect(part.getByRole('status')).toHaveTextContent('3 users'));
  await user.type(search, 'zzz');
  expect(await part.findByText('No Users Found')).toHaveRole('status');
  server.routes['GET /community/c1/people'] = () => 'down';
  await user.clear(search);
  await user.type(search, 'yyy');
  expect(await part.findByRole('alert')).toHaveTextContent(messages.usersFailed);
  server.routes['GET /community/c1/people'] = () => ({ body: [] });
  await user.click(part.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(part.queryByRole('alert')).not.toBeInTheDocument());
});

test('nobody to hand over to moves while somebody points at them', async () => {
  const { server, store, user } = show({}, general);
  const list = within(await screen.findByRole('list', { name: 'Members to hand over to' }));
  const names = () => list.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  await user.hover(list.getByRole('button', { name: 'Offer to cay' }));
  const members = ['abe', 'bea', 'cay', 'dan'].map((username) => ({ username, position: 3 }));
  server.routes['GET /community/c1/people'] = () => ({ body: members });
  act(() => communitiesLive(store.dispatch).communityUpdate({ communityId: 'c1', position: 1 }));
  await list.findByRole('button', { name: 'Offer to abe' });
  expect(names()).toEqual(['Offer to bea', 'Offer to cay', 'Offer to dan', 'Offer to abe']);
  await user.unhover(list.getByRole('button', { name: 'Offer to cay' }));
  await waitFor(() => expect(names()[0]).toBe('Offer to abe'));
});

test.each([
  [1, 'Close community', 'Close community', 'close'],
  [2, 'Resign as moderator', 'Resign', 'moderators/resign'],
] as const)(
  'a dialog stays while its call runs and shows why that failed: %d, %s',
  async (position, name, act, path) => {
    const { server, user } = show({ position }, general);
    let answer: () => void = () => undefined;
    const later = new Promise<void>((resolve) => (answer = resolve));
    server.routes[`POST /community/${path}`] = () => later.then(() => 'down' as const);
    await user.click(await screen.findByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: act }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.keyboard('{Escape}');
    answer();
    expect(await dialog.findByRole('alert')).toHaveTextContent(messages.unreachable);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  },
);

test('[BE-6] the owner offers the community to a member, and withdraws the offer', async () => {
  const { server, user, community } = show({}, general);
  const answer = (offeredTo: string | null) => {
    server.routes['POST /community/offerOwnership'] = () => ({ body: { ...community, offeredTo } });
    server.routes['GET /community/c1'] = () => ({ body: { ...community, offeredTo } });
  };
  answer('cay');
  const part = within(await section('Hand over'));
  const members = within(await part.findByRole('list', { name: 'Members to hand over to' }));
  expect(members.queryByText('ann')).not.toBeInTheDocument();
  await user.click(members.getByRole('button', { name: 'Offer to cay' }));
  const withdraw = await part.findByRole('button', { name: 'Withdraw offer' });
  const heading = part.getByRole('heading', { name: 'Hand over' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(part.getByRole('status')).toHaveTextContent('You offered it to cay, who has not answered yet.');
  answer(null);
  await waitFor(() => expect(withdraw).not.toHaveAttribute('data-loading'));
  await user.click(withdraw);
  await part.findByRole('button', { name: 'Offer to cay' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(server.to('/community/offerOwnership').map(({ body }) => body)).toEqual([
    { communityId: 'c1', username: 'cay' },
    { communityId: 'c1', username: '' },
  ]);
});

test('[BE-6] the owner closes the community after a question that names it; then only the log is left', async () => {
  const { server, user, community } = show({ name: 'Sailors' }, general);
  const part = within(await section('Close community'));
  const button = part.getByRole('button', { name: 'Close community' });
  await user.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Close Sailors?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(button).toHaveFocus());
  await user.click(button);
  const closed = { ...community, closedAt: '2026-06-05T10:00:00.000Z' };
  server.routes['POST /community/close'] = () => ({ body: closed });
  server.routes['GET /community/c1'] = () => ({ body: closed });
  const again = within(await screen.findByRole('dialog', { name: 'Close Sailors?' }));
  await user.click(again.getByRole('button', { name: 'Close community' }));
  await section('Moderation log');
  expect(screen.queryByRole('link', { name: 'General' })).not.toBeInTheDocument();
  expect(screen.getByText(/^This community is closed/)).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('[BE-6] a moderator can resign, and cannot do what the owner does', async () => {
  const { server, user, community } = show({ position: 2, owner: 'bea' }, general);
  const part = within(await section('Your role'));
  for (const name of ['Name and description', 'Hand over', 'Close community']) {
    expect(screen.queryByRole('region', { name })).not.toBeInTheDocument();
  }
  server.routes['POST /community/moderators/resign'] = () => ({ body: { ...community, position: 3 } });
  await user.click(part.getByRole('button', { name: 'Resign as moderator' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Resign as moderator?' }));
  await user.click(dialog.getByRole('button', { name: 'Resign' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.to('/community/moderators/resign')).toHaveLength(1);
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('[BE-4, BE-6] the log says what was done with the community, its polls and posts', async () => {
  const at = '2026-06-05T10:00:00.000Z';
  show({ pendingCount: 2 }, `${settings}?tab=log`, [
    { _id: 'e1', act: 'pollDeleted', by: 'bea', poll: 'Tea?', reason: 'Asked before', at },
    { _id: 'e2', act: 'ownerOffered', by: 'ann', to: 'cay', at },
    { _id: 'e3', act: 'edited', by: 'ann', at },
    {
      ...{ _id: 'e4', act: 'postRemoved', by: 'ann', to: 'cay', reason: 'Spam', at },
      post: { kind: 'answer', id: 'a1', questionId: 'q1' },
    },
  ]);
  const items = within(await screen.findByRole('list', { name: 'Moderation log' })).getAllByRole('listitem');
  const texts = items.map((item) => item.textContent.replaceAll(/\s+/g, ' '));
  expect(texts[0]).toContain('bea removed the poll “Tea?”: Asked before');
  expect(texts[1]).toContain('ann offered the community to cay');
  expect(texts[2]).toContain('ann changed name or description');
  expect(texts[3]).toContain('ann removed an answer of cay: Spam');
  expect(screen.getByRole('link', { name: 'an answer' })).toHaveAttribute('href', '/question/q1#answer-a1');
  expect(screen.getByRole('link', { name: 'People 2 requests' })).toBeInTheDocument();
});

test('[BM-60] the tab of reports says how many are open', async () => {
  show({ reportedCount: 2 });
  expect(await screen.findByRole('link', { name: 'Reports 2 open reports' })).toBeInTheDocument();
});

test.each([
  ['picture', 1, [0, 150, 600, 600, 0, 0, 512, 512]],
  ['banner', 2, [0, 375, 600, 150, 0, 0, 600, 150]],
] as const)('[FI-8] owner and moderators choose a %s, and remove it', async (place, position, part) => {
  const drawn = fakePictures({ width: 600, height: 900 });
  fakeUploads();
  const { server, user, community } = show({ position }, `${settings}?tab=general`);
  let now = community;
  server.routes['GET /user/providers'] = () => ({ body: { google: false, files: usualFileLimits } });
  server.routes['POST /file/upload'] = () => ({ body: { _id: 'f1' } });
  server.routes['GET /community/c1'] = () => ({ body: now });
  server.routes['POST /community/setPicture'] = ({ body }) => {
    const { fileId } = body as { readonly fileId: string | null };
    now = { ...now, [place]: fileId === null ? null : `/file/${fileId}` };
    return { body: now };
  };
  render(<ToastPlace />);
  await screen.findByRole('heading', { name: 'Picture and banner' });
  await user.upload(
    screen.getByLabelText(`A file for the ${place}`),
    new File(['photo'], 'photo.png', { type: 'image/png' }),
  );
  await screen.findByRole('application');
  await waitFor(() => expect(drawn).not.toEqual([]));
  await user.keyboard('{Enter}');
  await screen.findByText(`The ${place} was saved.`);
  expect(drawn.at(-1)).toEqual(part);
  await user.click(await screen.findByRole('button', { name: `Remove ${place}` }));
  await screen.findByText(`The ${place} was removed.`);
  expect(server.to('/community/setPicture').map(({ body }) => body)).toEqual([
    { communityId: 'c1', place, fileId: 'f1' },
    { communityId: 'c1', place, fileId: null },
  ]);
});
