import { expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { Fragment, type ReactNode, useState } from 'react';
import { userOf } from '../../../features/people/testing.ts';
import { BlockPlace } from '../../../features/people/block/block-place.tsx';
import { Dialog } from '../../../design/parts/overlay/dialog.tsx';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import { ReportPlace } from '../../../design/parts/report/report-place.tsx';
import { blockedKnown } from '../../../shared/state/blocked.slice.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { ann, renderPage } from '../../../shared/testing/render-page.tsx';
import { PersonCards } from './person-cards.tsx';

function Followers({ children }: { readonly children: ReactNode }) {
  const [opened, setOpened] = useState(true);
  return (
    <Dialog opened={opened} title="Followers" onClose={() => setOpened(false)}>
      {children}
    </Dialog>
  );
}

/** Rests a mouse on a name, which stands in a page or in something else. */
async function rest(user: UserWire, Around: typeof Followers | typeof Fragment = Fragment) {
  fakeServer({
    [`GET /user/getUser/${user.username}`]: () => ({ body: user }),
    'GET /user/getFollowing/ann': () => ({ body: [] }),
    'GET /games/wins': () => ({ body: { wins: 12 } }),
  });
  const view = renderPage(
    <>
      <Around>
        <PersonLink username={user.username} />
      </Around>
      <PersonCards />
      <ReportPlace />
      <BlockPlace />
    </>,
    { at: '/home' },
  );
  const event = new MouseEvent('pointerover', { bubbles: true, clientX: 5 });
  fireEvent(screen.getByRole('link', { name: user.username }), Object.assign(event, { pointerType: 'mouse' }));
  const card = within(await screen.findByRole('dialog', { name: `About ${user.username}` }, { timeout: 3_000 }));
  await card.findByText('Joined', { exact: false });
  return { ...view, card };
}

test('[U-7] a card has the first line of the biography, the badge, and ways to act', async () => {
  const { card, router } = await rest(
    userOf('bea', { biography: '\nGrows herbs.\nAnd more.', followerCount: 2, followingCount: 1 }),
  );
  expect(card.getByText('Grows herbs.')).toBeInTheDocument();
  expect(card.queryByText(/And more/)).not.toBeInTheDocument();
  expect(card.getByText('2 followers · 1 following')).toBeInTheDocument();
  await card.findByText('Bronze');
  await card.findByRole('button', { name: 'Follow bea' });
  expect(card.getByRole('link', { name: 'bea' })).toHaveAttribute('href', '/user/bea');
  expect(card.getByRole('link', { name: 'Message' })).toHaveAttribute('href', '/messaging/direct-message?with=bea');
  expect(card.getByRole('link', { name: 'Play' })).toHaveAttribute('href', '/games/new?with=bea');
  await act(() => router.navigate('/elsewhere'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('[U-1] no counts of somebody who hides them', async () => {
  const { card } = await rest(userOf('bea', { followVisibility: false }));
  expect(card.queryByText(/follower|following/)).not.toBeInTheDocument();
});

test('the viewer’s own card has no ways to act', async () => {
  const { card } = await rest(ann);
  expect(card.queryByRole('button')).not.toBeInTheDocument();
  for (const name of ['Message', 'Play']) expect(card.queryByRole('link', { name })).not.toBeInTheDocument();
});

test('[O-1] the card of somebody suspended offers no message and no game', async () => {
  const { card } = await rest(userOf('bea', { suspended: true }));
  expect(card.getByText(messages.profileSuspended)).toBeVisible();
  await card.findByRole('button', { name: 'Follow bea' });
  for (const name of ['Message', 'Play']) expect(card.queryByRole('link', { name })).not.toBeInTheDocument();
});

test('[BM-40, M-30] the card of somebody blocked says so, and offers only to unblock or report them', async () => {
  const { card, store } = await rest(userOf('bea'));
  expect(card.queryByText(messages.blockedByYou)).not.toBeInTheDocument();
  act(() => void store.dispatch(blockedKnown(['bea'])));
  expect(card.getByText(messages.blockedByYou)).toBeVisible();
  await card.findByRole('button', { name: 'Unblock bea' });
  expect(card.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    ...['Unblock bea', 'More about bea'],
  ]);
});

test.each([
  ['Report…', 'Report @bea'],
  ['Block @bea', 'Block @bea?'],
])('%s of a card opens its dialog in place of the card; the focus returns to the name', async (label, title) => {
  const { card, user } = await rest(userOf('bea'));
  await user.click(card.getByRole('button', { name: 'More about bea' }));
  await user.click(await screen.findByRole('menuitem', { name: label }));
  await screen.findByRole('dialog', { name: title });
  expect(screen.queryByRole('dialog', { name: 'About bea' })).not.toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('link', { name: 'bea' })).toHaveFocus());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('Escape closes only the card of a name in a dialog, and then the dialog', async () => {
  const { user } = await rest(userOf('bea'), Followers);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'About bea' })).not.toBeInTheDocument());
  expect(screen.getByRole('dialog', { name: 'Followers' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a dialog’s own button closes it also while a card lies above it', async () => {
  const { user } = await rest(userOf('bea'), Followers);
  screen.getByRole('button', { name: 'Close' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Followers' })).not.toBeInTheDocument());
});
