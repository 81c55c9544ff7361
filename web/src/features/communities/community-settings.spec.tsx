import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { CommunityPersonWire, CommunityWire, ModerationEntryWire } from '@parlour/contracts/communities';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { communitiesLive } from './communities.live.ts';
import { useGetCommunityQuery } from './communities.api.ts';
import { CommunitySettings } from './community-settings.tsx';
import { communityOf } from './testing.ts';

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
  return data ? <CommunitySettings community={data} /> : null;
}

function show(change: Partial<CommunityWire> = {}, log: readonly ModerationEntryWire[] = []) {
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
  return { ...renderPage(<Settings />), server, community };
}

const section = (name: string) => screen.findByRole('region', { name });

test.each([
  ['Pending members', 'eva', 'Approve', 'pendingMembers/approve'],
  ['Pending members', 'fay', 'Deny', 'pendingMembers/deny'],
  ['Ban members', 'cay', 'Ban', 'bannedMembers/add'],
  ['Ban members', 'bea', 'Remove', 'members/remove'],
  ['Unban members', 'gus', 'Unban', 'bannedMembers/remove'],
  ['Add moderator', 'dan', 'Add moderator', 'moderators/add'],
  ['Remove moderator', 'bea', 'Remove moderator', 'moderators/remove'],
])('[SC-54, VA-23] %s: %s is selected, and %s calls %s', async (title, username, label, path) => {
  const { server, user, community } = show();
  server.routes[`POST /community/${path}`] = () => ({ body: community });
  const place = within(await section(title));
  const person = await place.findByRole('button', { name: username });
  const button = place.getByRole('button', { name: label });
  expect(button).toBeDisabled();
  await user.click(person);
  expect(person).toHaveAttribute('aria-pressed', 'true');
  await user.click(button);
  await waitFor(() => expect(button).toBeDisabled());
  expect(server.to(`/community/${path}`).map(({ body }) => body)).toEqual([{ communityId: 'c1', username }]);
  // The button is disabled now, so the keyboard focus moves here and not to the top of the page.
  await waitFor(() => expect(place.getByRole('heading', { name: title })).toHaveFocus());
});

test('each list has only the people its actions apply to', async () => {
  show();
  const ban = within(await section('Ban members'));
  await ban.findByRole('button', { name: 'cay' });
  expect(ban.queryByRole('button', { name: 'ann' })).not.toBeInTheDocument();
  const add = within(await section('Add moderator'));
  await add.findByRole('button', { name: 'dan' });
  expect(add.queryByRole('button', { name: 'bea' })).not.toBeInTheDocument();
});

test('[RO-14] moderators cannot ban or appoint moderators; a public community has no pending members', async () => {
  show({ position: 2, visibility: 'public', owner: 'bea' });
  const ban = within(await section('Ban members'));
  await ban.findByRole('button', { name: 'cay' });
  expect(ban.queryByRole('button', { name: 'bea' })).not.toBeInTheDocument();
  for (const title of ['Pending members', 'Add moderator', 'Remove moderator']) {
    expect(screen.queryByRole('region', { name: title })).not.toBeInTheDocument();
  }
});

test('lists are searchable, and people can be banned before they join', async () => {
  const { server, user } = show();
  const ban = within(await section('Ban members'));
  await user.type(ban.getByRole('searchbox'), 'da');
  await waitFor(() => expect(ban.queryByRole('button', { name: 'cay' })).not.toBeInTheDocument());
  expect(ban.getByRole('button', { name: 'dan' })).toBeInTheDocument();
  await user.click(ban.getByRole('checkbox', { name: 'Include people who are not members' }));
  await ban.findByRole('button', { name: 'zoe' });
  expect(server.to('/user/getUsers')[0]?.query.get('exclude')).toBe('ann');
});

test('[TX-49] a refusal is logged and not shown', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { server, user } = show();
  server.routes['POST /community/bannedMembers/remove'] = () => ({
    status: 409,
    body: { error: 'Not so.', code: 'community.membership' },
  });
  const place = within(await section('Unban members'));
  await user.click(await place.findByRole('button', { name: 'gus' }));
  await user.click(place.getByRole('button', { name: 'Unban' }));
  await waitFor(() => expect(logged).toHaveBeenCalledWith('A change of the community was refused.', 'Not so.'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('[SC-54] the visibility is set to the chosen value', async () => {
  const { server, user, community } = show();
  server.routes['PATCH /community/toggleCommunityVisibility'] = () => {
    server.routes['GET /community/c1'] = () => ({ body: { ...community, visibility: 'public' } });
    return { body: { visibility: 'public' } };
  };
  const select = await screen.findByRole('combobox', { name: 'Visibility' });
  expect(select).toHaveValue('private');
  await user.selectOptions(select, 'Public');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Pending members' })).not.toBeInTheDocument());
  expect(select).toHaveValue('public');
  expect(server.to('/community/toggleCommunityVisibility').map(({ body }) => body)).toEqual([
    { communityId: 'c1', visibility: 'public' },
  ]);
});

test('the log shows who did what, and Undo works', async () => {
  const at = '2026-06-01T10:00:00.000Z';
  const { server, user, community } = show({}, [
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

test('live events refetch the lists', async () => {
  const { server, store } = show();
  const place = within(await section('Pending members'));
  await place.findByRole('button', { name: 'eva' });
  server.routes['GET /community/c1/people'] = () => ({ body: [{ username: 'new', position: 5 }] });
  act(() => communitiesLive(store.dispatch).communityUpdate({ communityId: 'c1', position: 1 }));
  await place.findByRole('button', { name: 'new' });
  expect(place.queryByRole('button', { name: 'eva' })).not.toBeInTheDocument();
});
