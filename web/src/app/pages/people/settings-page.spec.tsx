import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { usualFileLimits } from '@parlour/contracts/files/file-limits';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { noticeKinds } from '@parlour/contracts/notifications/notices';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { ann, renderPage } from '../../../shared/testing/render-page.tsx';
import { SettingsPage } from './settings-page.tsx';

const kinds = Object.fromEntries(noticeKinds.map((kind) => [kind, { page: true, push: true, mail: false }]));

function open(at = '/settings', user: UserWire = ann, files = true) {
  const shown = { value: true };
  const server = fakeServer({
    'GET /user/onlineShown': () => ({ body: { shown: shown.value } }),
    'PATCH /user/showOnline': ({ body }) => {
      shown.value = (body as { shown: boolean }).shown;
      return { body: { shown: shown.value } };
    },
    'GET /user/getUser/ann': () => ({ body: user }),
    'GET /user/sessions': () => ({ body: [] }),
    'GET /push/key': () => ({ body: { key: 'QUJD' } }),
    'GET /user/blocked': () => ({ body: [] }),
    'GET /user/providers': () => ({
      body: { google: false, passwordLength: 8, ...(files && { files: usualFileLimits }) },
    }),
    'GET /file/own': () => ({ body: [] }),
    'GET /file/use': () => ({ body: { bytes: 0, most: 1 } }),
    'GET /user/notices': () => ({ body: { kinds, quiet: null, until: null } }),
  });
  return { ...renderPage(<SettingsPage />, { at, path: at === '/settings' ? at : '/settings/:part' }), server };
}

test('[SC-57, U-7] Account has the biography, who sees follows, and the password', async () => {
  open();
  await screen.findByRole('heading', { level: 2, name: 'Biography' });
  expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeInTheDocument();
  expect(screen.getByRole('switch', { name: 'Show others my followers and who I follow' })).toBeChecked();
  expect(screen.getByRole('form', { name: 'Reset password' })).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(/^At least 8 characters/),
  );
  expect(screen.getByRole('link', { name: 'Account' })).toHaveAttribute('aria-current', 'page');
  expect(document.title).toBe('Account · Settings · Parlour');
});

test('[BG-5, P-11] others see when one is online, unless one switches it off', async () => {
  const { user, server } = open();
  const shows = await screen.findByRole('switch', { name: 'Show when I am online' });
  expect(shows).toBeChecked();
  await user.click(shows);
  await screen.findByText('Nobody sees when you are online.');
  expect(shows).not.toBeChecked();
  expect(server.to('/user/showOnline').map(({ body }) => body)).toEqual([{ username: 'ann', shown: false }]);
});

test('[SC-29] a Google account has its address instead of a password', async () => {
  open('/settings', { ...ann, isGoogleUser: true, email: 'ann@example.org' });
  await screen.findByText('ann@example.org');
  expect(screen.queryByRole('form', { name: 'Reset password' })).not.toBeInTheDocument();
});

test.each([
  ['sessions', 'button', 'Sign out everywhere'],
  ['notifications', 'switch', 'New answers'],
  ['notifications', 'switch', 'New answers: push'],
  ['notifications', 'switch', 'Push notifications on this device'],
  ['blocked', 'heading', 'Blocked people'],
  ['files', 'heading', 'Your files'],
  ['appearance', 'radio', 'System'],
  ['danger', 'button', 'Delete This User'],
] as const)('[SC-57] /settings/%s has the %s %s', async (part, role, name) => {
  open(`/settings/${part}`);
  expect(await screen.findByRole(role, { name })).toBeInTheDocument();
});

test('[FI-7] where the site takes no files, there is nothing about them', async () => {
  const { router, server } = open('/settings/files', ann, false);
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
  expect(screen.queryByRole('link', { name: 'Files' })).not.toBeInTheDocument();
  expect(server.to('/file/own')).toEqual([]);
});

test('an unknown part leads to the first', async () => {
  const { router } = open('/settings/nothing');
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
});
