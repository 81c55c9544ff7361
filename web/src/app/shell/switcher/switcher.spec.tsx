import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { rowOf as communityRowOf } from '../../../features/communities/testing.ts';
import { rowOf as questionRowOf } from '../../../features/questions/testing.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { fill } from '../../../shared/testing/fill.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { Shell } from '../shell.tsx';

function show() {
  const server = fakeServer({
    'GET /notifications/unread': () => ({ body: { unread: 0 } }),
    'GET /chat/unread': () => ({ body: { unread: 0 } }),
    'GET /games/mine': () => ({ body: [] }),
    'GET /chat/getChatsByUser/ann': () => ({
      body: [
        { _id: 'c1', participants: ['ann', 'rosa', 'ben'], messages: [], unread: 2 },
        { _id: 'c2', participants: ['ann', 'cy'], messages: [], unread: 0 },
      ],
    }),
    'GET /user/getUsers': () => ({
      body: [{ _id: 'u2', username: 'rosa', dateJoined: '2026-01-01T00:00:00.000Z' }],
    }),
    'GET /question/getQuestion': () => ({ body: [questionRowOf({ _id: 'q1', title: 'Why do roses droop?' })] }),
    'GET /community/allCommunities': () => ({ body: [communityRowOf({ _id: 'k1', name: 'Rose growers' })] }),
    'GET /tag/getTagsWithQuestionNumber': ({ query }) => ({
      body: [
        { name: 'bread', description: '', qcnt: 4 },
        { name: 'roses', description: '', qcnt: 1 },
      ].filter(({ name }) => name.includes(query.get('search') ?? '')),
    }),
  });
  return { ...renderPage(<Shell />, { at: '/home' }), server };
}

const field = () => screen.findByRole('combobox', { name: 'Jump to' });
const header = () => screen.getByRole('combobox', { name: 'Search questions' });
const choices = () => screen.getAllByRole('option').map((option) => option.textContent.replace(/Enter$/, ''));
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent;

test('[S-10] Ctrl+K leads to people, questions, tags, communities and chats', async () => {
  const { user, router, server } = show();
  await user.keyboard('{Control>}k{/Control}');
  await waitFor(async () => expect(await field()).toHaveFocus());
  await fill(user, await field(), 'ros');
  await waitFor(() =>
    expect(choices()).toEqual([
      'Rrosa',
      'Message rosa',
      'Play with rosa',
      'roses1 question',
      'RGRose growers3 members',
      'Why do roses droop?0 answers',
      'Rrosa, ben2 unread messages',
      'Search questions for “ros”',
      'Search everything for “ros”',
    ]),
  );
  expect(server.to('/user/getUsers').map(({ query }) => query.get('search'))).toEqual(['ros']);
  await screen.findByText('9 results');
  expect(chosen()).toMatch(/^Rrosa/);
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(chosen()).toMatch(/^Why do roses/);
  expect(await field()).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id);
  await user.keyboard('{Enter}');
  expect(router.state.location.pathname).toBe('/question/q1');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('[S-10] before anything is typed, it has the actions, every entry of the sidebar, and my chats', async () => {
  const { user, router } = show();
  await user.click(screen.getByRole('button', { name: /^Jump to…/ }));
  await screen.findByRole('option', { name: /rosa, ben/ });
  expect(choices().slice(0, 4)).toEqual(['Ask a Question', 'Create Game', 'Start a Chat', 'Create a Community']);
  for (const name of ['Tags', 'Direct Messages', 'Your Private Games', 'Explore', 'Settings', 'Profile']) {
    expect(screen.getByRole('option', { name: new RegExp(`^${name}`) })).toBeInTheDocument();
  }
  await user.type(await field(), 'private');
  expect(choices()[0]).toBe('Your Private GamesGames');
  await user.click(screen.getByRole('option', { name: /Your Private Games/ }));
  expect(router.state.location.pathname).toBe('/games/private');
});

test('[S-10] the button in the search box takes along what is typed there', async () => {
  const { user } = show();
  await user.type(header(), 'ros');
  await user.click(screen.getByRole('button', { name: /^Jump to…/ }));
  expect(await field()).toHaveValue('ros');
  await screen.findByRole('option', { name: /Rose growers/ });
});

test('[S-10] Escape closes it, and the focus returns', async () => {
  const { user } = show();
  const tags = screen.getByRole('link', { name: 'Tags' });
  tags.focus();
  await user.keyboard('{Meta>}k{/Meta}');
  await fill(user, await field(), 'x');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(tags).toHaveFocus());
});

test('[S-10] what cannot be loaded is said, and the rest is there', async () => {
  const { user, server } = show();
  server.routes['GET /user/getUsers'] = () => ({ status: 500, body: { error: 'No', code: 'x' } });
  await user.keyboard('{Control>}k{/Control}');
  await fill(user, await field(), 'ros');
  await screen.findByText('Some results could not be loaded.');
  const list = within(screen.getByRole('listbox'));
  expect(await list.findByRole('option', { name: /roses droop/ })).toBeInTheDocument();
});

test('[S-10] a chat is found among all of them, and a tag by the server', async () => {
  const { user, server } = show();
  server.routes['GET /chat/getChatsByUser/ann'] = ({ query }) => {
    const older = query.get('cursor') === 'older';
    const chat = {
      _id: older ? 'c9' : 'c1',
      participants: ['ann', older ? 'Rosalind' : 'cy'],
      messages: [],
      unread: 0,
    };
    return { body: [chat], ...(!older && { headers: { Link: '</x?cursor=older>; rel="next"' } }) };
  };
  await user.keyboard('{Control>}k{/Control}');
  await fill(user, await field(), 'rosal');
  await screen.findByRole('option', { name: /Rosalind/ });
  expect(server.to('/tag/getTagsWithQuestionNumber').at(-1)?.query.get('search')).toBe('rosal');
  expect(screen.queryByRole('option', { name: /roses1/ })).not.toBeInTheDocument();
});

test('[S-10] a chat is found in a Turkish browser too, where a capital I is no i', async () => {
  jest.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(function (this: string) {
    return this.replaceAll('I', 'ı').toLowerCase();
  });
  const { user, server } = show();
  server.routes['GET /chat/getChatsByUser/ann'] = () => ({
    body: [{ _id: 'c1', participants: ['ann', 'Ivan'], messages: [], unread: 0 }],
  });
  await user.keyboard('{Control>}k{/Control}');
  await fill(user, await field(), 'ivan');
  await screen.findByRole('option', { name: /Ivan/ });
});

test('[S-10] a pointer moves the one choice that the keys move', async () => {
  const { user } = show();
  await user.keyboard('{Control>}k{/Control}');
  await user.hover(await screen.findByRole('option', { name: /^Explore/ }));
  expect(screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Explore/),
  ]);
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toMatch(/^Profile/);
});

test('[S-10] a person who is likely meant can be written to and played with at once', async () => {
  const { user, router } = show();
  await user.keyboard('{Control>}k{/Control}');
  await fill(user, await field(), 'ros');
  await user.click(await screen.findByRole('option', { name: 'Message rosa' }));
  expect(router.state.location.search).toBe('?with=rosa');
});

test('[S-10] without an exact match, the questions that come close are listed', async () => {
  const { user, server, router } = show();
  server.routes['GET /question/getQuestion'] = () => ({ body: [] });
  server.routes['GET /search'] = () => ({
    body: [
      {
        id: 'q7',
        type: 'questions',
        title: 'How are tides made?',
        excerpt: '',
        url: '/question/q7',
        by: 'ben',
        at: null,
      },
    ],
  });
  await fill(user, header(), 'how to make tides');
  await user.click(await screen.findByRole('option', { name: /How are tides made/ }));
  expect(server.to('/search').map(({ query }) => query.get('match'))).toEqual(['close']);
  expect(router.state.location.pathname).toBe('/question/q7');
});

test('[S-10] what was chosen comes first the next time', async () => {
  const { user, router } = show();
  await user.keyboard('{Control>}k{/Control}');
  await fill(user, await field(), 'ros');
  await user.click(await screen.findByRole('option', { name: /^roses/ }));
  expect(router.state.location.search).toBe('?tag=roses');
  await user.keyboard('{Control>}k{/Control}');
  await field();
  expect(choices().slice(0, 2)).toEqual(['roses1 question', 'Ask a Question']);
});

describe('typing in the header', () => {
  test('[S-10] lists places; the arrow keys choose one, and Enter goes there', async () => {
    const { user, router } = show();
    await user.type(header(), 'ros');
    expect(header()).toHaveAttribute('aria-expanded', 'true');
    await screen.findByRole('option', { name: /^roses/ });
    expect(chosen()).toBeUndefined();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(chosen()).toMatch(/^Rrosa/);
    expect(header()).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id);
    await user.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe('/user/rosa');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  test('[SC-6, S-10] Enter without a choice searches, and the list closes', async () => {
    const { user, router } = show();
    await user.type(header(), 'ros');
    await screen.findByRole('option', { name: /^roses/ });
    await user.keyboard('{Enter}');
    expect(router.state.location).toMatchObject({ pathname: '/home', search: '?search=ros' });
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  test('[S-10] Escape closes the list and leaves what is typed; Down opens it', async () => {
    const { user } = show();
    await user.type(header(), 'ros');
    await screen.findByRole('listbox');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(header()).toHaveFocus();
    expect(header()).toHaveValue('ros');
    await user.keyboard('{ArrowDown}');
    await screen.findByRole('listbox');
    await user.tab();
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });
});
