import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { fill } from '../../shared/testing/fill.ts';
import { ann, renderPage } from '../../shared/testing/render-page.tsx';
import { EmailSetting } from './email-setting.tsx';

function open(of: Partial<UserWire> = {}, isGiven = true) {
  const server = fakeServer({
    'POST /user/email': () => ({ body: { ...ann, email: 'ann@example.org', emailConfirmed: false } }),
    'DELETE /user/email': () => ({ body: ann }),
  });
  const page = renderPage(<EmailSetting user={{ ...ann, ...of }} reauthenticate={() => Promise.resolve(isGiven)} />);
  return { ...page, server };
}

test('[ML-2] an address is given, which is said to nobody else, and a link is sent there', async () => {
  const { user, server } = open();
  expect(screen.getByText(/Nobody else sees it\.$/)).toBeVisible();
  const field = screen.getByLabelText('E-mail address');
  await user.click(screen.getByRole('button', { name: 'Send a link' }));
  expect(field).toHaveAccessibleDescription('Please enter an e-mail address such as name@example.org.');
  await fill(user, field, ' ann@example.org ', '{Enter}');
  await screen.findByText('A link was sent to ann@example.org.');
  expect(server.to('/user/email').map(({ body }) => body)).toEqual([{ email: 'ann@example.org' }]);
});

test('[ML-2] one that waits can be sent again', async () => {
  const { user, server } = open({ email: 'ann@example.org', emailConfirmed: false });
  expect(screen.getByText('Not confirmed yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send it again' }));
  await screen.findByText('A link was sent to ann@example.org.');
  expect(server.to('/user/email').map(({ body }) => body)).toEqual([{ email: 'ann@example.org' }]);
});

test('[ML-2] a confirmed one stays until the next is confirmed, and can be removed', async () => {
  const { user, server } = open({ email: 'ann@example.org', emailConfirmed: true, newEmail: 'new@example.org' });
  expect(screen.getByText('Confirmed')).toBeVisible();
  expect(screen.getByText(/^Open the link that was sent to/)).toHaveTextContent('new@example.org');
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await screen.findByText('The address was removed.');
  expect(server.calls.map(({ method }) => method)).toEqual(['DELETE']);
});

test.each([
  [true, 2, 'A link was sent to ann@example.org.'],
  [false, 1, 'Please sign in again.'],
])('[U-4] an old login is renewed first: %j', async (isGiven, calls, words) => {
  const { user, server } = open({}, isGiven);
  const answers = server.routes['POST /user/email'];
  server.routes['POST /user/email'] = () => {
    if (answers) server.routes['POST /user/email'] = answers;
    return { status: 403, body: { error: 'Please sign in again.', code: 'reauth' } };
  };
  await fill(user, screen.getByLabelText('E-mail address'), 'ann@example.org', '{Enter}');
  await screen.findByText(words);
  expect(server.to('/user/email')).toHaveLength(calls);
});

test('[ML-7] says that mail was refused, and Google’s address is not ours to change', async () => {
  const { unmount } = open({ email: 'ann@example.org', emailConfirmed: true, emailStopped: true });
  expect(screen.getByText(/refused three times/)).toBeVisible();
  unmount();
  open({ email: 'ann@gmail.example', isGoogleUser: true });
  expect(screen.queryByText('ann@gmail.example')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument();
});
