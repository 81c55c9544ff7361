import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { InvitationWire, InvitedWire } from '@parlour/contracts/identity/invitations';
import { messages } from '@parlour/contracts/messages';
import { userLeft } from '../../shared/state/session.slice.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { fill } from '../../shared/testing/fill.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { InvitePage } from './invite-page.tsx';
import Invitations from './invitations.tsx';

const bakers = { _id: 'c1', name: 'Bakers' };
const invited: InvitedWire = { site: 'Knots', by: 'Bea', expiresAt: null, communities: [bakers] };
const made: InvitationWire = {
  ...{ _id: 'i1', code: 'abc', url: '/invite/abc', status: 'open', uses: 10, used: 1, by: 'ann', note: 'Class' },
  ...{ expiresAt: null, createdAt: '2026-06-01T10:00:00.000Z', communities: [bakers], people: ['Cay'] },
};
const at = { at: '/invite/abc', path: '/invite/:code' };

describe('[IN-1] the link of an invitation', () => {
  test('says who invites to what, and leads visitors to sign up', async () => {
    fakeServer({ 'GET /invitation/abc': () => ({ body: invited }) });
    const { store } = renderPage(<InvitePage />, at);
    store.dispatch(userLeft());
    expect(await screen.findByRole('heading', { name: 'You are invited to Knots' })).toBeVisible();
    expect(screen.getByText('Bea')).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Create account' })).toHaveAttribute('href', '/signup'),
    );
    expect(screen.queryByRole('link', { name: 'Bakers' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/');
  });

  test('tells who is signed in that it is for others, and leads to the communities', async () => {
    fakeServer({ 'GET /invitation/abc': () => ({ body: invited }) });
    renderPage(<InvitePage />, at);
    expect(await screen.findByRole('link', { name: 'Bakers' })).toHaveAttribute('href', '/community/c1');
    expect(screen.queryByRole('link', { name: 'Create account' })).not.toBeInTheDocument();
  });

  test('that is over says so', async () => {
    const body = { error: messages.invitationOver, code: 'invitation.over' };
    fakeServer({ 'GET /invitation/abc': () => ({ status: 404, body }) });
    renderPage(<InvitePage />, at);
    expect(await screen.findByRole('heading', { name: 'This invitation is over' })).toBeVisible();
  });
});

test('[IN-1] invitations are made, with communities to which the viewer may bring people, and revoked', async () => {
  const rows: InvitationWire[] = [];
  const community = { ...bakers, visibility: 'private', position: 1 };
  const server = fakeServer({
    'GET /invitation/own': () => ({ body: rows }),
    'GET /community/userCommunities/ann': () => ({
      body: [community, { ...community, _id: 'c2', name: 'Sailors', position: 3 }],
    }),
    'POST /invitation/create': () => {
      rows.push(made);
      return { body: made };
    },
    'POST /invitation/revoke': () => {
      rows.splice(0, 1, { ...made, status: 'revoked' });
      return { body: rows[0]! };
    },
  });
  const { user } = renderPage(<Invitations />);
  await screen.findByText('No invitations yet');
  await user.click(screen.getByRole('button', { name: 'New invitation' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByLabelText('Bakers'));
  expect(dialog.queryByLabelText('Sailors')).not.toBeInTheDocument();
  await user.click(dialog.getByLabelText('No end'));
  await user.click(dialog.getByLabelText('5 people'));
  await fill(user, dialog.getByLabelText(/Note/), ' Class ');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('1 of 10 uses')).toBeVisible();
  expect(server.to('/invitation/create')[0]?.body).toEqual({
    ...{ expiresAt: null, uses: 5, communityIds: ['c1'], note: 'Class' },
  });
  expect(screen.getByRole('link', { name: 'Cay' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Revoked')).toBeVisible();
  expect(server.to('/invitation/revoke')[0]?.body).toEqual({ code: 'abc' });
  expect(screen.queryByRole('button', { name: 'Copy link' })).not.toBeInTheDocument();
});
