import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { fill } from '../../shared/testing/fill.ts';
import { ann, renderPage } from '../../shared/testing/render-page.tsx';
import { ByMailPage } from './by-mail-pages.tsx';
import { LoginPage } from './login-page.tsx';

const withMail = { 'GET /user/providers': () => ({ body: { google: false, mail: true } }) };
const oldLink = () => ({ status: 400, body: { error: 'This link has expired.', code: 'link.invalid' } });

test('[ML-3] the login leads to it, and only where the site sends mail', async () => {
  fakeServer(withMail);
  renderPage(<LoginPage />);
  expect(await screen.findByRole('link', { name: 'Forgot your password?' })).toHaveAttribute('href', '/forgot');
});

test('[ML-3] without mail, the page says so and has no form', async () => {
  fakeServer({ 'GET /user/providers': () => ({ body: { google: false } }) });
  renderPage(<ByMailPage />, { at: '/forgot' });
  expect(await screen.findByText('This site sends no mail.')).toBeVisible();
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
});

test('[ML-3] asks for a link: Enter submits, and the answer does not tell whether there is an account', async () => {
  const server = fakeServer({ ...withMail, 'POST /user/forgotPassword': () => ({ body: { sent: true } }) });
  const { user } = renderPage(<ByMailPage />, { at: '/forgot' });
  const name = await screen.findByLabelText('Username or e-mail address');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(name).toHaveAccessibleDescription('Please enter your username or e-mail address');
  await fill(user, name, ' ann@example.org ', '{Enter}');
  expect(await screen.findByRole('status')).toHaveTextContent(/^If ann@example.org has an account .* 60 minutes/);
  expect(server.to('/user/forgotPassword').map(({ body }) => body)).toEqual([{ name: 'ann@example.org' }]);
});

test('[ML-3] a link chooses another password, and signs in', async () => {
  const server = fakeServer({ ...withMail, 'POST /user/resetForgotten': () => ({ body: ann }) });
  const { user, router, store } = renderPage(<ByMailPage />, { at: '/reset/t0ken', path: '/reset/:token' });
  // Opening it sends nothing.
  await screen.findByRole('heading', { name: 'Choose a new password' });
  expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  await fill(user, screen.getByLabelText('New password'), 'long enough');
  await fill(user, screen.getByLabelText('Confirm new password'), 'another', '{Enter}');
  expect(screen.getByLabelText('Confirm new password')).toBeInvalid();
  await user.clear(screen.getByLabelText('Confirm new password'));
  await fill(user, screen.getByLabelText('Confirm new password'), 'long enough', '{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  expect(server.to('/user/resetForgotten').map(({ body }) => body)).toEqual([
    { token: 't0ken', password: 'long enough' },
  ]);
  expect(store.getState().session).toEqual({ status: 'signedIn', user: ann });
});

test('[ML-3] a link that was used says so, and leads to another', async () => {
  fakeServer({ ...withMail, 'POST /user/resetForgotten': oldLink });
  const { user } = renderPage(<ByMailPage />, { at: '/reset/t0ken', path: '/reset/:token' });
  await fill(user, screen.getByLabelText('New password'), 'long enough');
  await fill(user, screen.getByLabelText('Confirm new password'), 'long enough', '{Enter}');
  await screen.findByRole('heading', { name: 'This link no longer works' });
  expect(screen.getByRole('link', { name: 'Ask for a new one' })).toHaveAttribute('href', '/forgot');
});

test('[ML-6] mails of a kind end by a button, not by opening the link', async () => {
  const server = fakeServer({ ...withMail, 'POST /user/unsubscribe': () => ({ body: { kind: 'answer' } }) });
  const { user } = renderPage(<ByMailPage />, { at: '/unsubscribe/t0ken', path: '/unsubscribe/:token' });
  const button = screen.getByRole('button', { name: 'Unsubscribe' });
  expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  await user.click(button);
  expect(await screen.findByRole('status')).toHaveTextContent(/^You get no more mails of this kind: New answers\./);
  expect(server.to('/user/unsubscribe').map(({ body }) => body)).toEqual([{ token: 't0ken' }]);
});

test('[ML-6] a link that ends nothing leads to the settings', async () => {
  fakeServer({ ...withMail, 'POST /user/unsubscribe': oldLink });
  const { user } = renderPage(<ByMailPage />, { at: '/unsubscribe/t0ken', path: '/unsubscribe/:token' });
  await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  await screen.findByRole('heading', { name: 'This link does not work' });
  expect(screen.getByRole('link', { name: /^Choose/ })).toHaveAttribute('href', '/settings/notifications');
});

test('[ML-2] an address is confirmed by a button, not by opening the link', async () => {
  const confirmed = { email: 'ann@example.org' };
  const server = fakeServer({ ...withMail, 'POST /user/confirmEmail': () => ({ body: confirmed }) });
  const { user } = renderPage(<ByMailPage />, { at: '/confirm/t0ken', path: '/confirm/:token' });
  const button = screen.getByRole('button', { name: 'Confirm' });
  expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  await user.click(button);
  await screen.findByRole('heading', { name: 'Your address is confirmed' });
  expect(screen.getByText('ann@example.org')).toBeVisible();
  expect(server.to('/user/confirmEmail').map(({ body }) => body)).toEqual([{ token: 't0ken' }]);
});

test('[ML-2] an old link says where another comes from', async () => {
  fakeServer({ ...withMail, 'POST /user/confirmEmail': oldLink });
  const { user } = renderPage(<ByMailPage />, { at: '/confirm/t0ken', path: '/confirm/:token' });
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByRole('heading', { name: 'This link no longer works' });
});
