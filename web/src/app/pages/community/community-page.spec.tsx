import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import type { CommunityPosition, CommunityVisibility, CommunityWire } from '@parlour/contracts/communities/communities';
import { unedited } from '@parlour/contracts/posts/editable';
import { messages } from '@parlour/contracts/messages';
import type { QuestionRowWire } from '@parlour/contracts/qa/qa';
import { toast } from 'react-toastify/unstyled';
import ToastPlace from '../../../design/parts/feedback/toast-place.tsx';
import { communitiesLive } from '../../../features/communities/communities.live.ts';
import { pollOf } from '../../../features/polls/testing.ts';
import { questionsLive } from '../../../features/questions/questions.live.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { keepDraft } from '../../../shared/drafts/drafts.ts';
import { ann, renderPage } from '../../../shared/testing/render-page.tsx';
import { AskPage } from '../question/ask-page.tsx';
import { CommunityPage } from './community-page.tsx';
import { CommunitySettingsPage } from './community-settings-page.tsx';
import { CreatePollPage } from './create-poll-page.tsx';
import { heldRoute } from '../../../shared/testing/held-route.ts';

// Those of the test before.
beforeEach(() => toast.dismiss());

const community: CommunityWire = {
  _id: 'c1',
  name: 'Sailors',
  description: 'Who sails',
  visibility: 'public',
  owner: 'bea',
  memberCount: 2,
  position: 3,
  createdAt: '2026-06-01T10:00:00.000Z',
  members: ['bea', 'cay'],
  moderators: ['cay'],
  pendingMembers: [],
  bannedMembers: [],
  closedAt: null,
  pendingCount: 0,
  reportedCount: 0,
  offeredTo: null,
  picture: null,
  banner: null,
  ...unedited,
};

function rowOf(id: string, askedBy: string, communityId: string | null = 'c1'): QuestionRowWire {
  return {
    _id: id,
    title: `Title of ${id}`,
    tags: [],
    askedBy,
    askDateTime: '2026-06-01T10:00:00.000Z',
    onlyFollowers: false,
    communityId,
    answerCount: 0,
    viewCount: 0,
    upVoteCount: 0,
    downVoteCount: 0,
    excerpt: 'Text',
    acceptedAnswerId: null,
    lastActivity: null,
    ...unedited,
  };
}

function show(change: Partial<CommunityWire> = {}, at = '/community/c1', questions = [rowOf('q1', 'cay')]) {
  let now: CommunityWire = { ...community, ...change };
  const server = fakeServer({
    'GET /community/c1': () => ({ body: now }),
    'GET /poll/getPollsByCommunityId/c1': () => ({ body: [] }),
    'GET /question/getQuestion': () => ({ body: questions, headers: { 'X-Total-Count': String(questions.length) } }),
  });
  const view = renderPage(<CommunityPage />, { at, path: '/community/:communityID' });
  const live = communitiesLive(view.store.dispatch);
  return {
    ...view,
    server,
    /** Changes the community on the server. */
    become: (next: Partial<CommunityWire>) => (now = { ...now, ...next }),
    tell: (position: CommunityPosition) => act(() => live.communityUpdate({ communityId: 'c1', position })),
  };
}

/**
 * The visible parts: the tabs, the link to the settings or what is left of them, the one for a new
 * poll, and buttons by name.
 */
async function seen(): Promise<string> {
  await screen.findByRole('heading', { level: 1, name: 'Sailors' });
  const marks = [
    screen.queryByRole('tab', { name: 'Polls' }) && screen.queryByRole('tab', { name: 'Posts' }) && 'tabs',
    screen.queryByRole('link', { name: 'Edit Community' }) && 'edit',
    screen.queryByRole('link', { name: 'Reports and log' }) && 'reports',
    screen.queryByRole('link', { name: 'Create Poll' }) && 'poll',
    ...['Join community', 'Leave community', 'Request to join', 'Cancel request'].map(
      (name) => screen.queryByRole('button', { name }) && name,
    ),
    screen.queryByText('You are banned from this community.') && 'banned',
  ];
  return marks.filter(Boolean).join(' ');
}

describe('what each position sees', () => {
  test.each<[CommunityPosition, CommunityVisibility, string]>([
    [1, 'public', 'tabs edit poll'],
    [2, 'public', 'tabs edit poll Leave community'],
    [3, 'public', 'tabs poll Leave community'],
    [4, 'public', 'banned'],
    [5, 'public', 'tabs poll'],
    [6, 'public', 'tabs poll Join community'],
    [1, 'private', 'tabs edit poll'],
    [2, 'private', 'tabs edit poll Leave community'],
    [3, 'private', 'tabs Leave community'],
    [4, 'private', 'banned'],
    [5, 'private', 'Cancel request'],
    [6, 'private', 'Request to join'],
  ])('[SC-49, SC-50, RO-14] position %s of a %s community: %s', async (position, visibility, expected) => {
    show({ position, visibility });
    expect(await seen()).toBe(expected);
    expect(screen.getByText('Who sails')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Return to communities' })).toHaveAttribute('href', '/community');
    expect(screen.getByRole('img', { name: 'Owner' })).toBeInTheDocument();
  });
});

describe('calls', () => {
  test.each<[CommunityPosition, CommunityVisibility, string, string, CommunityPosition]>([
    [6, 'public', 'Join community', 'members/add', 3],
    [3, 'public', 'Leave community', 'members/remove', 6],
    [6, 'private', 'Request to join', 'pendingMembers/add', 5],
    [5, 'private', 'Cancel request', 'pendingMembers/remove', 6],
  ])('[SC-49] position %s, %s, %s', async (position, visibility, name, path, next) => {
    const { server, user, become } = show({ position, visibility });
    await seen();
    server.routes[`POST /community/${path}`] = () => ({ body: become({ position: next }) });
    await user.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('button', { name })).not.toBeInTheDocument());
    expect(server.to(`/community/${path}`).map(({ body }) => body)).toEqual([{ communityId: 'c1', username: 'ann' }]);
  });

  test.each<[CommunityPosition, CommunityVisibility, string, string, string]>([
    [3, 'public', 'Leave community', 'Join community', 'members'],
    [5, 'private', 'Cancel request', 'Request to join', 'pendingMembers'],
  ])('position %s of a %s community: %s can be undone', async (position, visibility, name, opposite, list) => {
    const { server, user, become } = show({ position, visibility });
    render(<ToastPlace />);
    await seen();
    server.routes[`POST /community/${list}/remove`] = () => ({ body: become({ position: 6 }) });
    server.routes[`POST /community/${list}/add`] = () => ({ body: become({ position }) });
    await user.click(screen.getByRole('button', { name }));
    await screen.findByRole('button', { name: opposite });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name });
    expect(server.to(`/community/${list}/add`)[0]?.body).toEqual({ communityId: 'c1', username: 'ann' });
  });

  test.each<Partial<CommunityWire>>([{ position: 2 }, { visibility: 'private' }])(
    'leaving cannot be undone if one does not come back as one was: %j',
    async (change) => {
      const { server, user, become } = show(change);
      render(<ToastPlace />);
      await seen();
      server.routes['POST /community/members/remove'] = () => ({ body: become({ position: 6 }) });
      await user.click(screen.getByRole('button', { name: 'Leave community' }));
      await user.click(await screen.findByRole('button', { name: 'Leave' }));
      await screen.findByRole('button', { name: /^Join community$|^Request to join$/ });
      expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    },
  );

  test('leaving a closed community cannot be undone', async () => {
    const { server, user, become } = show({ closedAt: '2026-06-02T10:00:00.000Z' });
    render(<ToastPlace />);
    await seen();
    server.routes['POST /community/members/remove'] = () => ({ body: become({ position: 6 }) });
    await user.click(screen.getByRole('button', { name: 'Leave community' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Leave community' })).not.toBeInTheDocument());
    // A toast would be loaded first.
    await act(async () => {
      await import('../../../design/parts/feedback/action-toast.tsx');
    });
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  test('leaving a private community asks for confirmation', async () => {
    const { server, user, become } = show({ visibility: 'private' });
    await seen();
    server.routes['POST /community/members/remove'] = () => ({ body: become({ position: 6 }) });
    await user.click(screen.getByRole('button', { name: 'Leave community' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Leave community' })).toHaveFocus());
    expect(server.to('/community/members/remove')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Leave community' }));
    await screen.findByRole('dialog', { name: 'Leave Sailors?' });
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await screen.findByRole('button', { name: 'Request to join' });
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test.each<[CommunityVisibility, RegExp]>([
    ['public', /^(?!.*private).*Only the owner can make you a moderator again\./],
    ['private', /It is private: .*Only the owner can make you a moderator again\./],
  ])('moderators are asked before they leave a %s community', async (visibility, text) => {
    const { server, user, become } = show({ position: 2, visibility });
    await seen();
    server.routes['POST /community/members/remove'] = () => ({ body: become({ position: 6 }) });
    await user.click(screen.getByRole('button', { name: 'Leave community' }));
    expect(await screen.findByRole('dialog', { name: 'Leave Sailors?' })).toHaveTextContent(text);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Leave community' })).toHaveFocus());
    expect(server.to('/community/members/remove')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Leave community' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const left = visibility === 'public' ? { name: 'Join community' } : { name: 'Sailors' };
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(left.name));
  });

  test('leaving cannot be cancelled while the call runs, so that a failure is shown', async () => {
    const { server, user } = show({ visibility: 'private' });
    await seen();
    const held = heldRoute();
    server.routes['POST /community/members/remove'] = held.route;
    await user.click(screen.getByRole('button', { name: 'Leave community' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Leave' }));
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await user.keyboard('{Escape}');
    await held.answer('down');
    expect(await dialog.findByRole('alert')).toHaveTextContent(messages.unreachable);
  });

  test('a refusal is shown in the server’s words', async () => {
    const { server, user } = show({ position: 6 });
    await seen();
    server.routes['POST /community/members/add'] = () => ({
      status: 403,
      body: { error: 'You are not allowed to do this in this community.', code: 'community.position' },
    });
    await user.click(screen.getByRole('button', { name: 'Join community' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('You are not allowed to do this in this community.');
  });
});

describe('live', () => {
  test('[EV-17] banned people see the notice at once, before anything is refetched', async () => {
    const { tell, server } = show();
    await seen();
    const held = heldRoute();
    server.routes['GET /community/c1'] = held.route;
    tell(4);
    await screen.findByText('You are banned from this community.');
    expect(screen.queryByRole('tab')).not.toBeInTheDocument();
    await held.answer({ body: { ...community, position: 4 } });
  });

  test('the page opens for new members and closes for removed ones', async () => {
    const { tell, become } = show({ visibility: 'private', position: 5 });
    await seen();
    become({ position: 3 });
    tell(3);
    await screen.findByRole('tab', { name: 'Polls' });
    become({ position: 6 });
    tell(6);
    await screen.findByRole('button', { name: 'Request to join' });
    expect(screen.queryByRole('tab')).not.toBeInTheDocument();
  });

  test('a burst of events causes one refetch', async () => {
    const { tell, server, become } = show({ position: 1 });
    await seen();
    const polls = () => server.to('/poll/getPollsByCommunityId/c1').map(({ query }) => query.get('status'));
    await waitFor(() => expect(polls()).toEqual(['active', 'closed']));
    become({ memberCount: 99 });
    for (let times = 0; times < 50; times++) tell(1);
    await screen.findByText('99 members');
    expect(server.to('/community/c1')).toHaveLength(2);
    // Owners and moderators see what they saw before.
    expect(polls()).toEqual(['active', 'closed']);
  });

  test('a new moderator sees the questions of removed polls', async () => {
    const { tell, server, become, user } = show({ position: 3 });
    const deleted = { by: 'moderator', reason: 'Asked before' } as const;
    const removed = pollOf({ _id: 'p1', status: 'closed', deleted, questionText: '', options: [] });
    const polls = 'GET /poll/getPollsByCommunityId/c1';
    server.routes[polls] = ({ query }) => ({ body: query.get('status') === 'removed' ? [removed] : [] });
    await user.click(await screen.findByRole('switch', { name: 'Show closed and removed polls' }));
    await screen.findByRole('article', { name: 'Removed poll' });
    become({ position: 2 });
    server.routes[polls] = ({ query }) => ({
      body: query.get('status') === 'removed' ? [{ ...removed, questionText: 'Where to?' }] : [],
    });
    tell(2);
    await screen.findByRole('article', { name: 'Where to?' });
  });

  test('a refusal of the polls makes the page refetch the viewer’s position', async () => {
    const { server, become, user } = show({ position: 6 });
    await user.click(await screen.findByRole('tab', { name: 'Posts' }));
    become({ visibility: 'private' });
    server.routes['GET /poll/getPollsByCommunityId/c1'] = () => ({
      status: 404,
      body: { error: 'Community not found', code: 'community.unknown' },
    });
    await user.click(screen.getByRole('tab', { name: 'Polls' }));
    await screen.findByRole('button', { name: 'Request to join' });
  });

  test('an arrow key moves between the tabs, but with Alt it is for the browser', async () => {
    const { user } = show();
    const polls = await screen.findByRole('tab', { name: 'Polls' });
    polls.focus();
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    expect(polls).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Posts' })).toHaveAttribute('aria-selected', 'true');
  });

  test('a new question appears in the list of its own community only', async () => {
    const { store } = show({}, '/community/c1?tab=posts');
    await screen.findByText('Title of q1');
    const live = questionsLive(store.dispatch);
    act(() => {
      live.questionUpdate(rowOf('of another', 'bea', 'c2'));
      live.questionUpdate(rowOf('of none', 'bea', null));
      live.questionUpdate(rowOf('of this', 'bea'));
    });
    await screen.findByText('Title of of this');
    expect(screen.queryByText('Title of of another')).not.toBeInTheDocument();
    expect(screen.queryByText('Title of of none')).not.toBeInTheDocument();
  });
});

test('[SC-50, SC-51] the posts are loaded by community and order, with marks for owner and moderators', async () => {
  const { server, user } = show();
  await user.click(await screen.findByRole('tab', { name: 'Posts' }));
  await screen.findByRole('heading', { name: 'Community Posts' });
  expect(screen.getByText('Community Questions')).toBeInTheDocument();
  await screen.findByText('1 question');
  expect(screen.getByRole('img', { name: 'Moderator' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Ask a Question' })).toHaveAttribute('href', '/new/question?communityId=c1');
  await user.click(screen.getByRole('button', { name: 'Active' }));
  await waitFor(() => expect(server.to('/question/getQuestion')).toHaveLength(2));
  const requests = server
    .to('/question/getQuestion')
    .map(({ query }) => [query.get('communityId'), query.get('order')]);
  expect(requests).toEqual([
    ['c1', 'newest'],
    ['c1', 'active'],
  ]);
});

test('arrow keys switch the tabs', async () => {
  const { user } = show();
  const polls = await screen.findByRole('tab', { name: 'Polls' });
  expect(polls).toHaveAttribute('aria-selected', 'true');
  act(() => polls.focus());
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(screen.getByRole('tab', { name: 'Posts' })).toHaveFocus());
  expect(screen.getByRole('tab', { name: 'Posts' })).toHaveAttribute('aria-selected', 'true');
});

test('each tab has its address; the keys Home and End lead to the first and last', async () => {
  const { user, router } = show({}, '/community/c1?tab=about');
  const about = await screen.findByRole('tab', { name: 'About' });
  expect(about).toHaveAttribute('aria-selected', 'true');
  act(() => about.focus());
  await user.keyboard('{Home}');
  await waitFor(() => expect(screen.getByRole('tab', { name: 'Polls' })).toHaveFocus());
  expect(router.state.location.search).toBe('');
  await user.keyboard('{ArrowLeft}');
  expect(router.state.location.search).toBe('?tab=about');
  expect(screen.getByRole('tabpanel', { name: 'About' })).toBeInTheDocument();
});

test('Members lists everyone with their roles, and can be searched', async () => {
  const { server, user } = show({}, '/community/c1?tab=members');
  server.routes['GET /community/c1/people'] = ({ query }) => ({
    body: [
      { username: 'bea', position: 1 },
      { username: 'cay', position: 2 },
      { username: 'dan', position: 3 },
    ].filter(({ username }) => username.includes(query.get('search') ?? '')),
  });
  const list = within(await screen.findByRole('list', { name: 'Members' }));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['BbeaOwner', 'CcayModerator', 'Ddan']);
  expect(list.getByRole('link', { name: 'dan' })).toHaveAttribute('href', '/user/dan');
  await user.type(screen.getByRole('searchbox', { name: 'Search members' }), 'nobody');
  expect(await screen.findByText('No Users Found')).toHaveRole('status');
  expect(new Set(server.to('/community/c1/people').map(({ query }) => query.get('list')))).toEqual(
    new Set(['members']),
  );
});

test('About says who leads it, since when, and how much there is', async () => {
  show({}, '/community/c1?tab=about');
  const about = within(await screen.findByRole('region', { name: 'About' }));
  expect(about.getByText('Who sails')).toBeInTheDocument();
  expect(about.getByText('June 1, 2026')).toBeInTheDocument();
  expect(about.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/user/bea', '/user/cay']);
});

test.each([
  [503, 'Error when fetching a community'],
  [404, 'Community not found'],
])('[TX-45] a response %s for the community shows: %s', async (status, text) => {
  fakeServer({ 'GET /community/c1': () => ({ status, body: { error: 'No.', code: 'x' } }) });
  renderPage(<CommunityPage />, { at: '/community/C1', path: '/community/:communityID' });
  await screen.findByText(text);
});

test('[SC-56, Q-11] after asking in a community, its posts are shown', async () => {
  const question = {
    ...rowOf('q2', 'ann'),
    text: 'T',
    answers: [],
    comments: [],
    upVotes: [],
    downVotes: [],
    views: [],
    following: [],
  };
  const server = fakeServer({
    'GET /community/c1': () => ({ body: community }),
    'POST /question/addQuestion': () => ({ body: question }),
  });
  const { user, router } = renderPage(<AskPage />, { at: '/new/question?communityId=c1' });
  await screen.findByRole('link', { name: 'Sailors' });
  await user.type(screen.getByLabelText('Question Title'), 'T');
  await user.type(screen.getByLabelText('Question Text'), 'T');
  await user.type(screen.getByLabelText('Tags'), 't{Enter}{Enter}');
  await screen.findByText('elsewhere');
  expect(router.state.location).toMatchObject({ pathname: '/community/c1', search: '?tab=posts' });
  expect(server.to('/question/addQuestion')[0]?.body).toMatchObject({ communityId: 'c1' });
});

test.each([
  ['settings', <CommunitySettingsPage key="settings" />, { position: 3 }],
  ['createPoll', <CreatePollPage key="poll" />, { position: 3, visibility: 'private' }],
  ['createPoll', <CreatePollPage key="poll" />, { position: 4, visibility: 'public' }],
] as const)('[SC-54] %s is not for everyone', async (below, element, change) => {
  fakeServer({ 'GET /community/c1': () => ({ body: { ...community, ...change } }) });
  renderPage(element, { at: `/community/c1/${below}`, path: `/community/:communityID/${below}` });
  expect(await screen.findByRole('alert')).toHaveTextContent('You are not allowed to do this in this community.');
  expect(screen.getByRole('link', { name: 'Return to community' })).toHaveAttribute('href', '/community/c1');
});

test.each([
  ['who may create none there', { body: { ...community, position: 3, visibility: 'private' } }],
  ['who lost the community', { status: 404, body: { error: 'Community not found', code: 'community.unknown' } }],
])('[Q-16] what was written for a poll is left to somebody %s', async (_, reply) => {
  fakeServer({ 'GET /community/c1': () => reply });
  const texts = { questionText: 'Where to?', option1: 'North', option2: '' };
  keepDraft(ann._id, 'poll:c1', { values: { ...texts, optionCount: '3', expiresAt: '2026-12-01T09:00' } });
  renderPage(<CreatePollPage />, { at: '/community/c1/createPoll', path: '/community/:communityID/createPoll' });
  expect(await screen.findByLabelText('Poll')).toHaveValue('Where to?\n\nNorth\n\nDec 1, 2026 at 09:00');
  expect(screen.getByRole('button', { name: 'Discard poll' })).toBeInTheDocument();
});

describe('[BE-6] a closed community', () => {
  const closedAt = '2026-06-05T10:00:00.000Z';

  test.each<[CommunityPosition, CommunityVisibility, string]>([
    [1, 'private', 'tabs reports'],
    [2, 'public', 'tabs reports Leave community'],
    [3, 'private', 'tabs Leave community'],
    [6, 'public', 'tabs'],
  ])('says so, and to position %d of a %s one offers only what is left', async (position, visibility, wanted) => {
    const { user } = show({ position, visibility, closedAt });
    expect(await seen()).toBe(wanted);
    const notice = 'This community is closed. You can read it, but you cannot add to it.';
    expect(screen.getByText(notice)).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Posts' }));
    await screen.findByText('Title of q1');
    expect(screen.queryByRole('link', { name: 'Ask a Question' })).not.toBeInTheDocument();
  });

  test('has no settings left, but reports and a log', async () => {
    fakeServer({
      'GET /community/c1': () => ({ body: { ...community, position: 2, closedAt } }),
      'GET /community/c1/moderationLog': () => ({ body: [] }),
    });
    const at = '/community/c1/settings';
    renderPage(<CommunitySettingsPage />, { at, path: '/community/:communityID/settings' });
    await screen.findByRole('heading', { level: 1, name: 'Reports and log' });
  });

  test('without a matching question, it offers none to ask', async () => {
    const { user } = show({ position: 3, closedAt }, undefined, []);
    await user.click(await screen.findByRole('tab', { name: 'Posts' }));
    await screen.findByText('No questions yet');
    expect(screen.queryByText(/ask/i)).not.toBeInTheDocument();
    expect(screen.queryAllByRole('paragraph').map(({ textContent }) => textContent)).not.toContain('');
  });

  test('closes and is renamed on an open page', async () => {
    const { tell, become, store } = show({ position: 3 });
    await screen.findByRole('heading', { level: 1, name: 'Sailors' });
    const live = communitiesLive(store.dispatch);
    become({ name: 'Rowers', closedAt });
    const texts = { name: 'Rowers', description: 'Who rows' };
    act(() => live.communityUpdate({ communityId: 'c1', position: 3, community: texts }));
    await screen.findByRole('heading', { level: 1, name: 'Rowers' });
    tell(3);
    await screen.findByText(/^This community is closed/);
  });
});

describe('[BE-6] a community that is offered to the viewer', () => {
  test.each([
    ['Accept', true, 1],
    ['Decline', false, 3],
  ] as const)('%s', async (name, accept, position) => {
    const { user, server, become } = show({ offeredTo: 'ann' });
    const answered = { ...community, position };
    server.routes['POST /community/acceptOwnership'] = () => {
      become(answered);
      return { body: answered };
    };
    const offer = within(await screen.findByRole('region', { name: 'Offer' }));
    await user.click(offer.getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Offer' })).not.toBeInTheDocument());
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(server.to('/community/acceptOwnership').map(({ body }) => body)).toEqual([{ communityId: 'c1', accept }]);
    expect(screen.queryAllByRole('link', { name: 'Edit Community' })).toHaveLength(accept ? 1 : 0);
  });

  test('is not shown to the owner, who offered it', async () => {
    show({ offeredTo: 'cay', position: 1 });
    await screen.findByRole('heading', { level: 1, name: 'Sailors' });
    expect(screen.queryByRole('region', { name: 'Offer' })).not.toBeInTheDocument();
  });
});

test('[BE-6] the settings’ button says how many people ask to join', async () => {
  show({ position: 2, visibility: 'private', pendingCount: 3 });
  expect(await screen.findByRole('link', { name: 'Edit Community 3 requests' })).toBeInTheDocument();
});

test('[BM-60] the settings’ button says how much is reported, also when the community is closed', async () => {
  show({ position: 2, visibility: 'private', pendingCount: 3, reportedCount: 1 });
  expect(await screen.findByRole('link', { name: 'Edit Community 3 requests, 1 open report' })).toHaveTextContent('4');
  cleanup();
  show({ position: 1, visibility: 'private', closedAt: '2026-06-05T10:00:00.000Z', pendingCount: 3, reportedCount: 2 });
  expect(await screen.findByRole('link', { name: 'Reports and log 2 open reports' })).toBeInTheDocument();
});
