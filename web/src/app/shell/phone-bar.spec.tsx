import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { nimOf } from '../../features/games/testing/games.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { userKnown } from '../../shared/state/session.slice.ts';
import { ann, renderPage } from '../../shared/testing/render-page.tsx';
import { Shell } from './shell.tsx';
import { asPhone } from './testing.ts';

function show(path = '/home') {
  const server = fakeServer({
    'GET /notifications/unread': () => ({ body: { unread: 0 } }),
    'GET /chat/unread': () => ({ body: { unread: 3 } }),
    'GET /games/mine': () => ({ body: [nimOf('mine'), nimOf('theirs', [1])] }),
  });
  jest.spyOn(window, 'matchMedia').mockImplementation(asPhone);
  const page = renderPage(<Shell />, { at: '/home', path });
  return { ...page, server, bar: within(screen.getByRole('navigation', { name: 'Bar' })) };
}

test('[S-7] a phone has a bar with turns and unread messages; wider screens have none', async () => {
  const { bar } = show();
  expect(bar.getByRole('link', { name: 'Questions' })).toHaveAttribute('aria-current', 'page');
  const talk = await bar.findByRole('link', { name: 'Talk , 3 unread messages' });
  expect(talk).toHaveAttribute('href', '/messaging/direct-message');
  expect(await bar.findByRole('link', { name: 'Games , your turn in 1 game' })).toHaveAttribute('href', '/games');
});

test('[BM-60] an operator’s You says how many reports are open', async () => {
  const { bar, server, store } = show();
  server.routes['GET /reports'] = () => ({ body: [], headers: { 'X-Total-Count': '2' } });
  act(() => void store.dispatch(userKnown({ ...ann, operator: true })));
  await bar.findByRole('button', { name: 'You , 2 open reports' });
  expect(screen.queryByRole('link', { name: '2 open reports' })).not.toBeInTheDocument();
});

test('[S-7] its + leads to what one can begin, and You to my menu', async () => {
  const { bar, user, router } = show();
  const plus = bar.getByRole('button', { name: 'Create' });
  await user.click(plus);
  const create = within(await screen.findByRole('dialog', { name: 'Create' }));
  expect(create.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Ask a Question', '/new/question'],
    ['Create Game', '/games/new'],
    ['Start a Chat', '/messaging/direct-message'],
    ['Create a Community', '/community/new'],
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(plus).toHaveFocus());
  await user.click(bar.getByRole('button', { name: 'You' }));
  expect(await screen.findByRole('radio', { name: 'Dark' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Jump to…' }));
  await screen.findByRole('combobox', { name: 'Jump to' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(bar.getByRole('button', { name: 'You' })).toHaveFocus());
  await user.click(plus);
  await user.click(await screen.findByRole('link', { name: 'Create Game' }));
  expect(router.state.location.pathname).toBe('/games/new');
});

test.each([
  ['Create', 'Create'],
  ['You', 'Your menu'],
])('[S-7] what %s opens closes when another page is opened, and Back does not open it again', async (label, name) => {
  const { bar, user, router } = show('*');
  await user.click(bar.getByRole('button', { name: label }));
  await screen.findByRole('dialog', { name });
  await act(() => router.navigate('/tags'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe('/home');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('[S-7] an open drawer makes the bar inert', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: /Open the sidebar/ }));
  expect(screen.getByRole('navigation', { name: 'Bar', hidden: true })).toHaveAttribute('inert');
});

test('[S-7] on wide screens there is no bar', () => {
  renderPage(<Shell />, { at: '/home' });
  expect(screen.queryByRole('navigation', { name: 'Bar' })).not.toBeInTheDocument();
});
