import { describe, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import ToastPlace from '../../design/parts/feedback/toast-place.tsx';
import { showToast } from '../../design/parts/feedback/toasts.ts';
import { nimOf } from '../../features/games/testing/games.ts';
import { keepDraft } from '../../shared/drafts/drafts.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { userKnown } from '../../shared/state/session.slice.ts';
import { ann, renderPage } from '../../shared/testing/render-page.tsx';
import { CommunitiesPage } from '../pages/community/communities-page.tsx';
import { ExplorePage } from '../pages/community/explore-page.tsx';
import { loadProfileCard } from './header/profile-menu.tsx';
import { Shell } from './shell.tsx';
import { asPhone, asTablet } from './testing.ts';

test('[SC-6, S-5] Enter in the search box opens home with the search; blanks open home', async () => {
  const { user, router } = renderPage(<Shell />, { at: '/home' });
  const box = screen.getByRole('combobox', { name: 'Search questions' });
  await user.type(box, '  red & [blue] {Enter}'.replace('[', '[['));
  expect(router.state.location).toMatchObject({ pathname: '/home', search: '?search=red%20%26%20%5Bblue%5D' });
  await user.clear(screen.getByRole('combobox'));
  await user.type(screen.getByRole('combobox'), '   {Enter}');
  expect(router.state.location).toMatchObject({ pathname: '/home', search: '' });
});

test('the search box shows the search for questions, not the filter of another list', async () => {
  const { router } = renderPage(<Shell />, {
    at: '/home?search=tides',
    path: '*',
  });
  const box = () => screen.getByRole('combobox', { name: 'Search questions' });
  expect(box()).toHaveValue('tides');
  await act(() => router.navigate('/community/explore?search=chess'));
  expect(box()).toHaveValue('');
});

test('[SC-8, S-5] the sidebar has every entry, with absolute addresses, in groups that collapse', async () => {
  const { user } = renderPage(<Shell />, { at: '/home' });
  for (const group of ['Messaging', 'Games', 'Communities']) {
    const button = screen.getByRole('button', { name: group });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
  }
  const links = screen.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`);
  expect(links).toEqual(
    expect.arrayContaining([
      'Questions /home',
      'Tags /tags',
      'Global Messages /messaging',
      'Direct Messages /messaging/direct-message',
      'Users /users',
      'Public Games /games',
      'Your Hosted Games /games/hosted',
      'Your Private Games /games/private',
      'Create Game /games/new',
      'Your Communities /community',
      'Explore /community/explore',
      'Create /community/new',
    ]),
  );
  await user.click(screen.getByRole('button', { name: 'Games' }));
  expect(screen.queryByRole('link', { name: 'Create Game' })).not.toBeInTheDocument();
});

test('[SC-6] the header has the product’s title and links to notifications and profile', async () => {
  fakeServer({ 'GET /notifications/unread': () => ({ body: { unread: 0 } }) });
  renderPage(<Shell />, { at: '/home' });
  const header = within(screen.getByRole('banner'));
  expect(header.getByRole('link', { name: 'Parlour' })).toHaveAttribute('href', '/home');
  expect(await header.findByRole('link', { name: 'Notifications' })).toHaveAttribute('href', '/notifications');
  expect(header.getByRole('link', { name: 'Your profile' })).toHaveAttribute('href', '/user/ann');
  expect(header.getByRole('button', { name: 'Sign out' })).toBeInTheDocument();
});

test('[S-6] the button beside my avatar opens my menu, which keeps the focus and gives it back', async () => {
  fakeServer({ 'GET /notifications/unread': () => ({ body: { unread: 0 } }) });
  const { user, router } = renderPage(<Shell />, { at: '/home' });
  const button = screen.getByRole('button', { name: 'Your menu' });
  await user.click(button);
  const menu = within(await screen.findByRole('dialog', { name: 'Your menu' }));
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(menu.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/user/ann');
  await waitFor(() => expect(menu.getByRole('link', { name: 'Profile' })).toHaveFocus());
  // As index.html has them: what a phone's browser shows around the page.
  document.head.innerHTML = ['light', 'dark'].map((each) => `<meta name="theme-color" data-theme="${each}">`).join('');
  const around = () => [...document.head.querySelectorAll('meta')].map(({ media }) => media);
  await user.click(menu.getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
  expect(around()).toEqual(['not all', 'all']);
  await user.click(menu.getByRole('radio', { name: 'System' }));
  expect(around()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
  await user.click(menu.getByRole('radio', { name: 'Light' }));
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'light');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(button).toHaveFocus());

  await user.click(button);
  await user.click(await screen.findByRole('button', { name: 'Keyboard shortcuts' }));
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());

  await user.click(button);
  await user.click(await screen.findByRole('link', { name: 'Settings' }));
  expect(router.state.location.pathname).toBe('/settings');
});

test('[BM-60] my menu says how many reports are open, anew each time; only operators have them', async () => {
  let total = '1';
  const server = fakeServer({
    'GET /notifications/unread': () => ({ body: { unread: 0 } }),
    'GET /reports': () => ({ body: [], headers: { 'X-Total-Count': total } }),
  });
  const { user, store } = renderPage(<Shell />, { at: '/home' });
  const open = () => user.click(screen.getByRole('button', { name: 'Your menu' }));
  await open();
  await screen.findByRole('link', { name: 'Settings' });
  expect(screen.queryByRole('link', { name: /^Administration/ })).not.toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.to('/reports')).toEqual([]);
  act(() => {
    store.dispatch(userKnown({ ...ann, operator: true }));
  });
  expect(await screen.findByRole('link', { name: '1 open report' })).toHaveAttribute('href', '/admin/reports');
  await open();
  expect(await screen.findByRole('link', { name: 'Administration 1 open report' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  total = '2';
  await open();
  expect(await screen.findByRole('link', { name: 'Administration 2 open reports' })).toBeVisible();
});

test('the sidebar opens and closes', async () => {
  const { user } = renderPage(<Shell />, { at: '/home' });
  await user.click(screen.getByRole('button', { name: 'Close the sidebar' }));
  expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Open the sidebar' }));
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument();
});

test('the button of a closed sidebar counts turns and unread messages', async () => {
  fakeServer({
    'GET /notifications/unread': () => ({ body: { unread: 0 } }),
    'GET /chat/unread': () => ({ body: { unread: 3 } }),
    'GET /games/mine': () => ({ body: [nimOf('mine'), nimOf('theirs', [1])] }),
  });
  jest.spyOn(window, 'matchMedia').mockImplementation(asTablet);
  const { user } = renderPage(<Shell />, { at: '/home' });
  const header = within(screen.getByRole('banner'));
  const closed = 'Open the sidebar, 4 new: your turn in 1 game, 3 unread messages';
  const button = await header.findByRole('button', { name: closed });
  expect(button).toHaveTextContent('4');
  expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
  await user.click(button);
  expect(button).toHaveAccessibleName('Close the sidebar');
  expect(button).toHaveTextContent('');
  await user.click(button);
  expect(button).toHaveAccessibleName(closed);
});

test('the sidebar that covers the page closes when another page is opened, however', async () => {
  jest.spyOn(window, 'matchMedia').mockImplementation(asTablet);
  const { user, router } = renderPage(<Shell />, { at: '/home', path: '*' });
  const main = () => screen.getByRole('main', { hidden: true });
  await user.click(screen.getByRole('button', { name: /^Open the sidebar/ }));
  expect(main()).toHaveAttribute('inert');
  await user.click(screen.getByRole('link', { name: 'Your profile' }));
  expect(router.state.location.pathname).toBe('/user/ann');
  expect(main()).not.toHaveAttribute('inert');
  expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
  await act(() => router.navigate(-1));
  expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
});

test.each([
  ['my menu', 'Your menu', (user) => user.click(screen.getByRole('button', { name: 'Your menu' }))],
  ['what Ctrl+K opens', 'Jump to…', (user) => user.keyboard('{Control>}k{/Control}')],
  ['the list of shortcuts', 'Keyboard shortcuts', (user) => user.keyboard('?')],
] as const satisfies readonly (readonly [string, string, (user: UserEvent) => Promise<void>])[])(
  '%s closes when another page is opened, and Back does not open it again',
  async (_what, name, open) => {
    fakeServer({ 'GET /notifications/unread': () => ({ body: { unread: 0 } }) });
    const { user, router } = renderPage(<Shell />, { at: '/home', path: '*' });
    await open(user);
    await screen.findByRole('dialog', { name });
    await act(() => router.navigate('/tags'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe('/home');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  },
);

test('my menu does not open on a page that was opened while it loaded', async () => {
  fakeServer({ 'GET /notifications/unread': () => ({ body: { unread: 0 } }) });
  const { router } = renderPage(<Shell />, { at: '/home', path: '*' });
  await act(async () => {
    screen.getByRole('button', { name: 'Your menu' }).click();
    await router.navigate('/tags');
    await loadProfileCard();
  });
  expect(screen.getByRole('button', { name: 'Your menu' })).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('on a phone the bar counts them, and the button of the sidebar does not', async () => {
  fakeServer({
    'GET /notifications/unread': () => ({ body: { unread: 0 } }),
    'GET /chat/unread': () => ({ body: { unread: 3 } }),
    'GET /games/mine': () => ({ body: [] }),
  });
  jest.spyOn(window, 'matchMedia').mockImplementation(asPhone);
  renderPage(<Shell />, { at: '/home' });
  await screen.findByRole('link', { name: 'Talk , 3 unread messages' });
  expect(screen.getByRole('button', { name: 'Open the sidebar' })).toHaveTextContent('');
});

test('[SC-7, ST-1] signing out ends the session on the server, clears everything and opens the login', async () => {
  const server = fakeServer({ 'POST /user/logout': () => ({ body: {} }) });
  const { user, router, store } = renderPage(<Shell />, { at: '/home' });
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(server.to('/user/logout')).toHaveLength(1);
  await waitFor(() => expect(store.getState().session).toEqual({ status: 'signedOut', left: true }));
  expect(router.state.location.pathname).toBe('/');
});

test.each([
  ['session.missing', 'no failure', 0],
  ['session.ended', 'no failure', 0],
  ['service.unavailable', 'a failure', 1],
])('signing out that is refused with %s reports %s', async (code, _what, failures) => {
  const over = { status: 401, body: { error: 'No', code } };
  fakeServer({ 'POST /user/logout': () => over, 'POST /user/refresh': () => over });
  render(<ToastPlace />);
  const { user, router, store } = renderPage(<Shell />, { at: '/home' });
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(store.getState().session).toEqual({ status: 'signedOut', left: true });
  // A later toast, because an absent one cannot be awaited.
  await act(() => showToast('info', `after ${code}`));
  await screen.findByText(`after ${code}`);
  expect(screen.queryAllByText(/^We couldn’t sign you out everywhere/)).toHaveLength(failures);
});

test.each<[string, (router: ReturnType<typeof renderPage>['router']) => unknown]>([
  ['the viewer arrives there', (router) => router.navigate('/there?from=menu')],
  ['the viewer comes back to that tab', () => document.dispatchEvent(new Event('visibilitychange'))],
])('[N-3] a toast that leads somewhere closes when %s; others stay', async (_how, arrive) => {
  const { router } = renderPage(
    <>
      <Shell />
      <ToastPlace />
    </>,
    { at: '/home', path: '*' },
  );
  const open = () => undefined;
  await act(() => showToast('info', 'There', { address: '/there', open }));
  await act(() => showToast('info', 'Elsewhere', { address: '/elsewhere', open }));
  await act(() => showToast('info', 'Nowhere'));
  await screen.findByText('Nowhere');
  await act(() => router.navigate('/away'));
  window.history.replaceState(null, '', '/there?from=menu');
  await act(async () => arrive(router));
  const shown = () => screen.getAllByRole('alert').map((alert) => alert.textContent);
  await waitFor(() => expect(shown()).toEqual(['Elsewhere', 'Nowhere']));
  window.history.replaceState(null, '', '/');
});

describe('with drafts in this browser', () => {
  const signedOut = () => {
    keepDraft(ann._id, 'question', { values: { title: 'Why do my roses droop?', text: 'They hang.' }, changed: 3 });
    keepDraft(ann._id, 'answer:q1', { values: { text: 'x'.repeat(70) }, changed: 2 });
    keepDraft(ann._id, 'unsent:room/1', { values: { text: 'hello' }, changed: 1 });
    keepDraft('bea', 'question', { values: { title: 'not hers' } });
    return fakeServer({ 'POST /user/logout': () => ({ body: {} }) });
  };
  const dialog = () => screen.findByRole('dialog', { name: 'Sign out?' });

  test('signing out asks first and lists the drafts that will be deleted', async () => {
    const server = signedOut();
    const { user, store } = renderPage(<Shell />, { at: '/home' });
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    const inDialog = within(await dialog());
    expect(inDialog.getByText('Your drafts will be deleted:')).toBeInTheDocument();
    expect(inDialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Question: Why do my roses droop?',
      `Answer: ${'x'.repeat(60)}…`,
      'Message that was not sent: hello',
    ]);
    expect(server.to('/user/logout')).toEqual([]);
    await user.click(inDialog.getByRole('button', { name: 'Delete and sign out' }));
    await waitFor(() => expect(store.getState().session).toEqual({ status: 'signedOut', left: true }));
    expect(server.to('/user/logout')).toHaveLength(1);
  });

  test('Escape cancels', async () => {
    const server = signedOut();
    const { user, store } = renderPage(<Shell />, { at: '/home' });
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await dialog();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Sign out' })).toHaveFocus());
    expect(server.to('/user/logout')).toEqual([]);
    expect(store.getState().session.status).toBe('signedIn');
  });

  test('lists five drafts and counts the others', async () => {
    for (let n = 1; n <= 7; n++) keepDraft(ann._id, `comment:c${n}`, { values: { text: `no ${n}` }, changed: n });
    const { user } = renderPage(<Shell />, { at: '/home' });
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    const items = within(await dialog()).getAllByRole('listitem');
    expect([items.length, items[0]?.textContent, items[5]?.textContent]).toEqual([6, 'Comment: no 7', 'and 2 more']);
  });
});

test('a new page moves the focus to its heading; a field that changes the address keeps it', async () => {
  fakeServer({
    'GET /community/allCommunities': () => ({ body: [] }),
    'GET /community/userCommunities/ann': () => ({ body: [] }),
  });
  const pages = (
    <Routes>
      <Route element={<Shell />}>
        <Route path="/community" element={<CommunitiesPage />} />
        <Route path="/community/explore" element={<ExplorePage />} />
      </Route>
    </Routes>
  );
  const { user, router } = renderPage(pages, { at: '/community', path: '/*' });
  await act(() => router.navigate('/community/explore'));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Explore' })).toHaveFocus());
  const box = screen.getByRole('searchbox', { name: 'Search communities' });
  await user.type(box, 'gar');
  await waitFor(() => expect(router.state.location.search).toBe('?search=gar'));
  await user.keyboard('den');
  await waitFor(() => expect(router.state.location.search).toBe('?search=garden'));
  await waitFor(() => expect(box).toHaveFocus());
  await act(() => router.navigate('/community'));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Your Communities' })).toHaveFocus());
});
