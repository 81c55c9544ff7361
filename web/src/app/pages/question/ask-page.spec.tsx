import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import type { CommunityWire } from '@parlour/contracts/communities/communities';
import { messages } from '@parlour/contracts/messages';
import { communitiesLive } from '../../../features/communities/communities.live.ts';
import { communityOf } from '../../../features/communities/testing.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { fill } from '../../../shared/testing/fill.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { AskPage } from './ask-page.tsx';

const banned = 'You are banned from this community, so you cannot post in it.';
const membersOnly = 'Only members can post in this community.';

function show(change: Partial<CommunityWire>) {
  let now = communityOf({ _id: 'c1', ...change });
  const server = fakeServer({
    'GET /community/c1': () => ({ body: now }),
    'GET /question/similar': () => ({ body: [] }),
  });
  const view = renderPage(<AskPage />, { at: '/new/question?communityId=c1', path: '/new/question' });
  return { ...view, server, become: (next: Partial<CommunityWire>) => (now = { ...now, ...next }) };
}

const post = () => screen.getByRole('button', { name: 'Post Question' });

test.each<readonly [string, Partial<CommunityWire>, string]>([
  ['a closed community', { position: 1, closedAt: '2026-06-05T10:00:00.000Z' }, messages.communityClosed],
  ['a community that banned them', { position: 4 }, banned],
  ['a private community of others', { position: 6, visibility: 'private' }, membersOnly],
  ['a private community that they asked to join', { position: 5, visibility: 'private' }, membersOnly],
])('[SC-56, C-6] nobody asks in %s: the form says so first, and sends nothing', async (_, change, refusal) => {
  const { user, server } = show(change);
  await waitFor(() => expect(screen.getByRole('form')).toHaveTextContent(new RegExp(`^${refusal}`)));
  expect(post()).toHaveAttribute('data-disabled', 'true');
  await user.click(post());
  await user.type(screen.getByLabelText('Question Title'), '{Control>}{Enter}{/Control}');
  expect(screen.getByLabelText('Question Title')).toHaveAccessibleDescription(expect.stringContaining(refusal));
  expect(server.to('/question/addQuestion')).toEqual([]);
});

test.each<Partial<CommunityWire>>([{ position: 6 }, { position: 3, visibility: 'private' }])(
  '[C-6] with %j they do',
  async (change) => {
    show(change);
    await screen.findByRole('link', { name: 'Name of c1' });
    expect(post()).not.toHaveAttribute('data-disabled', 'true');
  },
);

test('[C-6, Q-16] whoever is banned meanwhile learns it in the form, and can copy their text', async () => {
  const { user, store, become } = show({ position: 3 });
  await screen.findByRole('link', { name: 'Name of c1' });
  await fill(user, screen.getByLabelText('Question Title'), 'Half a title');
  become({ position: 4 });
  act(() => communitiesLive(store.dispatch).communityUpdate({ communityId: 'c1', position: 4 }));
  await screen.findByText(`${banned} To keep your text, copy it.`);
  expect(screen.getByLabelText('Question Title')).toHaveValue('Half a title');
});
