import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { PollWire } from '@parlour/contracts/communities/communities';
import { Chart } from 'chart.js';
import { messages } from '@parlour/contracts/messages';
import ToastPlace from '../../design/parts/feedback/toast-place.tsx';
import { api } from '../../shared/api.ts';
import { type FakeAnswer, fakeServer } from '../../shared/testing/fake-server.ts';
import { ann, renderPage } from '../../shared/testing/render-page.tsx';
import { userKnown } from '../../shared/state/session.slice.ts';
import type { Store } from '../../shared/state/store.ts';
import { PollList } from './poll-list.tsx';
import { pollsLive } from './polls.live.ts';
import { optionOf, pollOf } from './testing.ts';
import { heldRoute } from '../../shared/testing/held-route.ts';

const polls = 'GET /poll/getPollsByCommunityId/c1';
const voteOnPoll = 'POST /poll/voteOnPoll';

beforeEach(() => {
  // jsdom can't draw. This canvas accepts every drawing call and measures every text as zero wide.
  const context = (canvas: HTMLCanvasElement) =>
    new Proxy<Record<string, unknown>>(
      { canvas, length: undefined, measureText: () => ({ width: 0 }) },
      { get: (known, name) => (name in known ? known[String(name)] : () => undefined), set: () => true },
    );
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return context(this) as unknown as ReturnType<HTMLCanvasElement['getContext']>; // the part that Chart.js uses
  });
});

afterEach(() => {
  jest.useRealTimers();
});

const north = { ...pollOf({ _id: 'p1', questionText: 'Where to?' }) };

function show(listed: readonly PollWire[] = [north]) {
  const server = fakeServer({ [polls]: () => ({ body: listed }) });
  return { ...renderPage(<PollList communityId="c1" createAt="/community/c1/createPoll" />), server };
}

/** A page of polls, with the cursor of the next one. */
function pageOf(rows: readonly PollWire[], next?: string): FakeAnswer {
  return { body: rows, headers: next === undefined ? {} : { Link: `</polls?cursor=${next}>; rel="next"` } };
}

const boat = pollOf({ _id: 'p0', questionText: 'Which boat?', status: 'closed' });

/** Renders the page with the server's active and closed polls. */
function showLists(active: readonly PollWire[], closed: readonly PollWire[]) {
  const lists = { active, closed };
  const server = fakeServer({
    [polls]: ({ query }) => ({ body: query.get('status') === 'closed' ? lists.closed : lists.active }),
  });
  return { ...renderPage(<PollList communityId="c1" createAt={undefined} />), server, lists };
}

const option = (name: RegExp) => screen.findByRole('button', { name });
const live = (store: Store) => pollsLive(store.dispatch);

/** Opens the chart of the only poll. */
async function openChart(user: ReturnType<typeof show>['user']): Promise<void> {
  await user.click(await screen.findByText('Show chart'));
}

async function chartOf(name: RegExp): Promise<Chart> {
  const canvas = await screen.findByRole<HTMLCanvasElement>('img', { name });
  const chart = Chart.getChart(canvas);
  if (!chart) throw new Error('There is no chart.');
  return chart;
}

describe('a list of polls', () => {
  test('[TX-50] shows loading, then that there are none and where to create one', async () => {
    let answer: () => void = () => undefined;
    const later = new Promise<void>((resolve) => (answer = resolve));
    fakeServer({ [polls]: () => later.then(() => ({ body: [] })) });
    renderPage(<PollList communityId="c1" createAt={undefined} />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading polls...');
    answer();
    await screen.findByText('No polls yet.');
    expect(screen.queryByRole('link', { name: 'Create Poll' })).not.toBeInTheDocument();
  });

  test('[TX-51] that failed to load says so and can be reloaded', async () => {
    const server = fakeServer({ [polls]: () => 'down' });
    const { user } = renderPage(<PollList communityId="c1" createAt="/community/c1/createPoll" />);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Error loading polls');
    expect(alert).toHaveTextContent(`Error when fetching poll: ${messages.unreachable}`);
    server.routes[polls] = () => ({ body: [north] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'Where to?' });
    expect(screen.getByRole('link', { name: 'Create Poll' })).toHaveAttribute('href', '/community/c1/createPoll');
  });

  test('shows closed polls with their results on demand', async () => {
    const { server, user } = showLists([north], [boat]);
    await screen.findByRole('article', { name: 'Where to?' });
    expect(server.to('/poll/getPollsByCommunityId/c1').map(({ query }) => query.get('status'))).toEqual(['active']);
    await user.click(screen.getByRole('switch', { name: 'Show closed and removed polls' }));
    const card = within(await screen.findByRole('article', { name: 'Which boat?' }));
    expect(card.getByText('Closed on')).toBeInTheDocument();
    for (const button of card.getAllByRole('button', { name: /votes?$/ })) expect(button).toBeDisabled();
    expect(card.getByRole('button', { name: 'North 2 votes' })).toBeInTheDocument();
  });

  test('[T-5] the address says whether closed polls are shown, beside what else it says', async () => {
    fakeServer({ [polls]: ({ query }) => ({ body: query.get('status') === 'closed' ? [boat] : [north] }) });
    const { user, router } = renderPage(<PollList communityId="c1" createAt={undefined} />, {
      at: '/community/c1?tab=polls&show=all',
    });
    await screen.findByRole('article', { name: 'Which boat?' });
    const shows = screen.getByRole('switch', { name: 'Show closed and removed polls' });
    await user.click(shows);
    expect(router.state.location.search).toBe('?tab=polls');
    expect(screen.queryByRole('article', { name: 'Which boat?' })).not.toBeInTheDocument();
    await user.click(shows);
    expect(router.state.location.search).toBe('?tab=polls&show=all');
    expect(router.state.historyAction).toBe('REPLACE');
  });

  test('says that none is active any more, or that none has closed', async () => {
    const first = showLists([], [boat]);
    await screen.findByText('No active polls.');
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    first.unmount();
    const { user } = showLists([north], []);
    await user.click(await screen.findByRole('switch', { name: 'Show closed and removed polls' }));
    await screen.findByText('No polls have closed yet.');
  });

  test('loads page after page', async () => {
    let answer: () => void = () => undefined;
    const pages: Record<string, () => FakeAnswer | Promise<FakeAnswer>> = {
      '': () => pageOf([north], 'second'),
      second: () => new Promise((resolve) => (answer = () => resolve(pageOf([pollOf({ _id: 'p2' })], 'third')))),
      third: () => 'down',
    };
    fakeServer({ [polls]: ({ query }) => pages[query.get('cursor') ?? '']?.() ?? 'down' });
    const { user } = renderPage(<PollList communityId="c1" createAt={undefined} />);
    await user.click(await screen.findByRole('button', { name: 'Show more polls' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Show more polls' })).toHaveAttribute('data-loading'),
    );
    answer();
    await screen.findByRole('article', { name: 'Question of p2' });
    await user.click(screen.getByRole('button', { name: 'Show more polls' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Error loading polls');
    expect(screen.getAllByRole('article')).toHaveLength(2);
    pages['third'] = () => pageOf([pollOf({ _id: 'p3' }), north]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('article', { name: 'Question of p3' });
    // A poll that moved between two pages appears once.
    expect(screen.getAllByRole('article')).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Show more polls' })).not.toBeInTheDocument();
  });

  test('also pages through closed polls', async () => {
    fakeServer({
      [polls]: ({ query }) => {
        if (query.get('status') !== 'closed') return { body: [] };
        return query.has('cursor') ? pageOf([pollOf({ _id: 'p9', status: 'closed' })]) : pageOf([boat], 'second');
      },
    });
    const { user } = renderPage(<PollList communityId="c1" createAt={undefined} />);
    await user.click(screen.getByRole('switch', { name: 'Show closed and removed polls' }));
    await user.click(await screen.findByRole('button', { name: 'Show more closed polls' }));
    await screen.findByRole('article', { name: 'Question of p9' });
  });

  test('[SC-52] shows when a poll expires', async () => {
    const expiresAt = new Date(2126, 0, 5, 9, 3, 7).toISOString();
    show([{ ...north, expiresAt }]);
    const shown = await screen.findByText('Jan 5, 2126 at 09:03');
    expect(shown).toHaveAttribute('datetime', expiresAt);
    expect(shown).toHaveAttribute('title', 'Jan 05, 2126 at 09:03:07');
  });
});

test('a chart is drawn when it is asked for, and goes away again', async () => {
  const { user } = show([north, pollOf({ _id: 'p2' })]);
  const [first] = await screen.findAllByText('Show chart');
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
  await user.click(first!); // of two
  expect(await screen.findAllByRole('img')).toHaveLength(1);
  await user.click(screen.getByText('Hide chart'));
  await waitFor(() => expect(screen.queryByRole('img')).not.toBeInTheDocument());
});

describe('an option', () => {
  const texts = () => screen.getAllByRole('button', { name: /votes?$/ }).map((button) => button.textContent);

  test('shows its share and whether it is the viewer’s own', async () => {
    show([{ ...north, options: [optionOf('North', ['ann']), optionOf('South', ['bea', 'cay'])] }]);
    await screen.findByRole('button', { name: 'North 1 vote' });
    expect(texts()).toEqual(['NorthYour vote1 vote33%', 'South2 votes67%']);
    expect(screen.getByText('3 votes in all')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'South 2 votes' })).not.toHaveAccessibleDescription();
  });

  test('of a closed poll says whether it won', async () => {
    const { user } = showLists([], [boat]);
    await user.click(await screen.findByRole('switch', { name: 'Show closed and removed polls' }));
    await screen.findByRole('article', { name: 'Which boat?' });
    expect(texts()).toEqual(['NorthWinner2 votes100%', 'South0 votes0%']);
    expect(screen.getByRole('button', { name: 'North 2 votes' })).toHaveAccessibleDescription('Winner');
    expect(screen.getByText('Closed')).toBeInTheDocument();
  });
});

test('an active poll says how long it is open', async () => {
  const expiresAt = new Date(Date.now() + 2.5 * 86_400_000).toISOString();
  show([{ ...north, expiresAt }]);
  await screen.findByText('2 days left');
});

describe('voting', () => {
  test('[SC-52, ST-11, TX-52] is possible once, confirmed, and shown as the viewer’s own', async () => {
    const { server, user } = show();
    const voted = { ...north, options: [optionOf('North', ['bea', 'cay']), optionOf('South', ['ann'])] };
    server.routes[voteOnPoll] = () => ({ body: voted });
    const how = 'Choose an option. Your vote is final.';
    expect(await screen.findByText(how)).toBeInTheDocument();
    await user.click(await option(/South/));
    await waitFor(async () => expect(await screen.findByText('You have voted!')).toHaveFocus());
    expect(screen.queryByText(how)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'South 1 vote' })).toHaveAttribute('aria-pressed', 'true');
    for (const button of within(screen.getByRole('group', { name: 'Where to?' })).getAllByRole('button'))
      expect(button).toBeDisabled();
    expect(server.to('/poll/voteOnPoll').map(({ body }) => body)).toEqual([
      { pollId: 'p1', optionId: 'option South', username: 'ann' },
    ]);
  });

  test('leaves the focus to somebody who went on to something else meanwhile', async () => {
    const held = heldRoute();
    const { server, user } = show();
    const voted = { ...north, options: [optionOf('North', ['bea', 'cay']), optionOf('South', ['ann'])] };
    server.routes[voteOnPoll] = held.route;
    await user.click(await option(/South/));
    const elsewhere = screen.getByRole('heading', { name: 'Community Polls' });
    act(() => elsewhere.focus());
    await held.answer({ body: voted });
    await screen.findByText('You have voted!');
    expect(elsewhere).toHaveFocus();
  });

  test('[SC-52, ST-11] is shown as done if it was done before', async () => {
    show([{ ...north, options: [optionOf('North', ['ann']), optionOf('South')] }]);
    expect(await screen.findByText('You have voted!')).not.toHaveFocus();
    expect(await option(/North/)).toHaveAttribute('aria-pressed', 'true');
  });

  test('[ST-11, TX-53] reports a failure, keeps the option selected, and keeps its key on retry', async () => {
    const { server, user } = show();
    server.routes[voteOnPoll] = () => 'down';
    await user.click(await option(/South/));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Error submitting your vote. Please try again.');
    expect(alert).toHaveTextContent(`Error while voting: ${messages.unreachable}`);
    const button = await option(/South/);
    expect(button).toHaveAttribute('aria-pressed', 'true');
    expect(button).toBeEnabled();
    server.routes[voteOnPoll] = () => ({
      body: { ...north, options: [optionOf('North'), optionOf('South', ['ann', 'b', 'c'])] },
    });
    await user.click(button);
    await screen.findByText('You have voted!');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    const [first, second] = server.to('/poll/voteOnPoll').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(second).toBe(first);
  });

  test('in a poll that has closed meanwhile refetches the polls', async () => {
    const { server, user, lists } = showLists([north], []);
    server.routes[voteOnPoll] = () => ({ status: 409, body: { error: 'This poll is closed.', code: 'poll.closed' } });
    await option(/South/);
    lists.active = [];
    lists.closed = [{ ...north, status: 'closed' }];
    await user.click(await option(/South/));
    await screen.findByText('Closed on');
  });
});

describe('live', () => {
  test('[EV-14] votes replace a poll’s options and keep the viewer’s own', async () => {
    const mine = { ...north, options: [optionOf('North', ['ann']), optionOf('South')] };
    const { store } = show([mine, pollOf({ _id: 'p2' })]);
    await option(/North 1 vote/);
    // Among more than a thousand voters, the viewer is not named.
    const many = [{ ...optionOf('North', ['bea']), voteCount: 1_001 }, optionOf('South', ['cay'])];
    act(() => live(store).pollUpdate({ pollId: 'p1', options: many }));
    const button = await option(/North 1,001 votes/);
    expect(button).toHaveAttribute('aria-pressed', 'true');
    expect(button).toBeDisabled();
    expect(await option(/South 1 vote/)).toBeDisabled();
    expect(screen.getByRole('button', { name: 'North 2 votes' })).toBeEnabled();
  });

  describe('while somebody points at the polls or the focus is there', () => {
    const [when, who] = [pollOf({ _id: 'p2', questionText: 'When?' }), pollOf({ _id: 'p3', questionText: 'Who?' })];
    const newest = pollOf({ _id: 'p4', questionText: 'Why?' });
    const namesIn = (list: string) =>
      within(screen.getByRole('list', { name: list }))
        .getAllByRole('heading')
        .map(({ textContent }) => textContent);
    const firstOf = (name: string) =>
      within(screen.getByRole('article', { name })).getByRole('button', { name: /^North/ });

    test('each card keeps its place, also one that closes, and new ones come after', async () => {
      const { store, lists, user } = showLists([north, when], [boat]);
      await user.click(await screen.findByRole('switch', { name: 'Show closed and removed polls' }));
      await screen.findByRole('article', { name: 'Which boat?' });
      await user.hover(firstOf('When?'));
      lists.active = [who, when];
      lists.closed = [{ ...north, status: 'closed' }, boat];
      act(() => live(store).pollStatusChange({ pollId: 'p1', communityId: 'c1' }));
      await screen.findByRole('article', { name: 'Who?' });
      expect(namesIn('Polls')).toEqual(['Where to?', 'When?', 'Who?']);
      expect(firstOf('Where to?')).toBeDisabled();
      expect(namesIn('Closed polls')).toEqual(['Which boat?']);
      lists.active = [newest, who, when];
      act(() => live(store).pollCreation({ pollId: 'p4', communityId: 'c1' }));
      await screen.findByRole('article', { name: 'Why?' });
      expect(namesIn('Polls')).toEqual(['Where to?', 'When?', 'Who?', 'Why?']);
      await user.unhover(firstOf('When?'));
      await waitFor(() => expect(namesIn('Polls')).toEqual(['Why?', 'Who?', 'When?']));
      expect(namesIn('Closed polls')).toEqual(['Where to?', 'Which boat?']);
    });

    test('one that is removed stays in its place, as what remains of it', async () => {
      const { store, lists, user } = showLists([north, when], []);
      await screen.findByRole('article', { name: 'When?' });
      act(() => firstOf('When?').focus());
      lists.active = [when];
      const deleted = { by: 'author', reason: null } as const;
      const poll = { ...north, version: 2, status: 'closed', deleted } as const;
      act(() => live(store).pollUpdate({ pollId: 'p1', options: poll.options, poll }));
      await screen.findByText('Deleted by its author');
      expect(namesIn('Polls')).toEqual(['Where to?', 'When?']);
      expect(screen.queryByRole('list', { name: 'Removed polls' })).not.toBeInTheDocument();
      await user.click(screen.getByRole('heading', { name: 'Community Polls' }));
      act(() => screen.getByRole('heading', { name: 'Community Polls' }).focus());
      await waitFor(() => expect(namesIn('Polls')).toEqual(['When?']));
      expect(namesIn('Removed polls')).toEqual(['Where to?']);
    });

    test('no card gets shorter than it was', async () => {
      jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300);
      const { user } = show();
      const button = await option(/^North/);
      const card = button.closest('li');
      await user.hover(button);
      expect(card).toHaveStyle({ minHeight: '300px' });
      await user.unhover(button);
      expect(card).not.toHaveStyle({ minHeight: '300px' });
    });
  });

  test('an older state changes nothing', async () => {
    const { store } = show([north, pollOf({ _id: 'p2', options: [optionOf('Red'), optionOf('Blue')] })]);
    await option(/North 2 votes/);
    act(() => {
      live(store).pollUpdate({ pollId: 'p1', options: [optionOf('North', ['bea']), optionOf('South')] });
      live(store).pollUpdate({ pollId: 'p2', options: [optionOf('Red', ['bea']), optionOf('Blue')] });
    });
    await option(/Red 1 vote/);
    expect(screen.getByRole('button', { name: 'North 2 votes' })).toBeInTheDocument();
  });

  test.each(['pollCreation', 'pollStatusChange'] as const)(
    '[EV-15, EV-16] %s reads the polls of that community again',
    async (event) => {
      const { store, server } = show();
      await option(/North/);
      act(() => live(store)[event]({ pollId: 'p7', communityId: 'another' }));
      server.routes[polls] = () => ({ body: [pollOf({ _id: 'p2', questionText: 'The new one' }), north] });
      act(() => live(store)[event]({ pollId: 'p2', communityId: 'c1' }));
      await screen.findByRole('heading', { name: 'The new one' });
      expect(server.to('/poll/getPollsByCommunityId/c1')).toHaveLength(2);
    },
  );
});

describe('a poll that closes while its page is open', () => {
  const other = pollOf({ _id: 'p2', questionText: 'When?', options: [optionOf('Now'), optionOf('Later')] });
  const card = (name: string) => within(screen.getByRole('article', { name }));

  test.each([
    ['the only one', [north]],
    ['one of two', [north, other]],
  ])('[ST-12] %s stays, as closed, with its result', async (_, listed) => {
    const { store, lists } = showLists(listed, [boat]);
    await option(/North 2 votes/);
    lists.active = listed.filter((poll) => poll !== north);
    // The last votes came in a burst, so their event may come after the end.
    const result = { ...north, status: 'closed' as const, options: [optionOf('North', ['bea', 'cay', 'dan'])] };
    lists.closed = [result, boat];
    act(() => live(store).pollStatusChange({ pollId: 'p1', communityId: 'c1' }));
    expect(card('Where to?').getByText('Closed on')).toBeInTheDocument();
    for (const button of card('Where to?').getAllByRole('button', { name: /votes?$/ })) expect(button).toBeDisabled();
    await waitFor(() => expect(card('Where to?').getByRole('button', { name: 'North 3 votes' })).toBeDisabled());
    expect(within(screen.getByRole('list', { name: 'Closed polls' })).getAllByRole('article')).toHaveLength(1);
    expect(screen.queryByText('No polls yet.')).not.toBeInTheDocument();
    if (listed.length === 1) expect(screen.getByText('No active polls.')).toBeInTheDocument();
    else expect(within(screen.getByRole('list', { name: 'Polls' })).getAllByRole('article')).toHaveLength(1);
  });

  test('stays even if the event was missed', async () => {
    const { store, lists } = showLists([north, other], [boat]);
    await screen.findByRole('article', { name: 'When?' });
    lists.active = [other];
    lists.closed = [{ ...north, status: 'closed' }, boat];
    act(() => void store.dispatch(api.util.invalidateTags(['Polls'])));
    await waitFor(() => expect(card('Where to?').getByText('Closed on')).toBeInTheDocument());
    expect(screen.queryByRole('article', { name: 'Which boat?' })).not.toBeInTheDocument();
  });

  test('is not confused with one that is only not loaded any more', async () => {
    const { store, lists } = showLists([north, other], [boat]);
    await screen.findByRole('article', { name: 'When?' });
    lists.active = [other];
    act(() => void store.dispatch(api.util.invalidateTags(['Polls'])));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Where to?' })).not.toBeInTheDocument());
  });
});

describe('the chart', () => {
  test('[SC-53, LI-17] has a bar per option, in five cycling colours, from zero in single steps, without a legend', async () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((text, votes) => ({ ...optionOf(text), voteCount: votes }));
    const { user } = show([{ ...north, options: five }]);
    await openChart(user);
    const { data, options } = await chartOf(/a: 0 votes; b: 1 vote; c: 2 votes/);
    expect(data.labels).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(data.datasets[0]?.data).toEqual([0, 1, 2, 3, 4]);
    expect(new Set(data.datasets[0]?.backgroundColor as string[]).size).toBe(5); // one per bar
    expect(options.plugins?.legend?.display).toBe(false);
    expect(options.scales).toMatchObject({
      x: { title: { display: true, text: 'Options' } },
      y: { title: { display: true, text: 'Votes' }, beginAtZero: true, ticks: { stepSize: 1 } },
    });
  });

  test('[TX-55, P-4] updates in place and is destroyed on unmount', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { store, unmount, user } = show();
    await openChart(user);
    const chart = await chartOf(/North: 2 votes/);
    const { canvas } = chart;
    const destroy = jest.spyOn(chart, 'destroy');
    act(() =>
      live(store).pollUpdate({ pollId: 'p1', options: [optionOf('North', ['a', 'b', 'c']), optionOf('South')] }),
    );
    expect(await chartOf(/North: 3 votes/)).toBe(chart);
    expect(chart.data.datasets[0]?.data).toEqual([3, 0]);
    unmount();
    expect(destroy).toHaveBeenCalledTimes(1);
    expect(Chart.getChart(canvas)).toBeUndefined();
    expect(logged).not.toHaveBeenCalled();
  });

  test('[TX-55] without a drawing context logs the error; the buttons show the votes', async () => {
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user } = show();
    await openChart(user);
    await waitFor(() => expect(logged).toHaveBeenCalledWith('There is no drawing context for a chart.'));
    expect(await option(/North 2 votes/)).toBeEnabled();
  });
});

describe('[BE-5] changing a poll', () => {
  const fresh = pollOf({ _id: 'p1', questionText: 'Where to?', options: [optionOf('North'), optionOf('South')] });
  const mine = { ...fresh, createdBy: 'ann' };
  const actions = () => screen.findByRole('button', { name: 'Actions: Where to?' });

  function showAs(leads: boolean, listed: PollWire, isReadOnly = false) {
    const server = fakeServer({ [polls]: () => ({ body: [listed] }) });
    const list = <PollList communityId="c1" createAt={undefined} leads={leads} isReadOnly={isReadOnly} />;
    return { ...renderPage(list), server };
  }

  async function choose(user: ReturnType<typeof showAs>['user'], item: string): Promise<HTMLElement> {
    await user.click(await actions());
    await user.click(await screen.findByRole('menuitem', { name: item }));
    return screen.findByRole('dialog');
  }

  test('is for its creator and for those who lead the community, unless that is closed', async () => {
    const others = showAs(false, fresh);
    await option(/North/);
    expect(screen.queryByRole('button', { name: /^Actions/ })).not.toBeInTheDocument();
    others.unmount();
    const closed = showAs(true, mine, true);
    expect(await option(/North/)).toBeDisabled();
    expect(screen.queryByRole('button', { name: /^Actions/ })).not.toBeInTheDocument();
    closed.unmount();
    const leader = showAs(true, fresh);
    await actions();
    leader.unmount();
    showAs(false, mine);
    await actions();
  });

  test('asks before it closes, and stays in its place while its button has the focus', async () => {
    const { server, user } = showAs(false, mine);
    server.routes['POST /poll/closePoll'] = () => ({ body: { ...mine, status: 'closed' } });
    const dialog = within(await choose(user, 'Close now'));
    expect(dialog.getByText('Where to?')).toBeInTheDocument();
    server.routes[polls] = ({ query }) => ({
      body: query.get('status') === 'closed' ? [{ ...mine, status: 'closed' }] : [],
    });
    await user.click(dialog.getByRole('button', { name: 'Close poll' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await screen.findByText('Closed on');
    await waitFor(async () => expect(await actions()).toHaveFocus());
    expect(within(screen.getByRole('list', { name: 'Polls' })).getByText('Closed on')).toBeInTheDocument();
    expect(server.to('/poll/closePoll').map(({ body }) => body)).toEqual([{ pollId: 'p1', username: 'ann' }]);
  });

  test('cannot be cancelled while it closes, so that a failure is shown', async () => {
    const { server, user } = showAs(false, mine);
    const held = heldRoute();
    server.routes['POST /poll/closePoll'] = held.route;
    const dialog = within(await choose(user, 'Close now'));
    await user.click(dialog.getByRole('button', { name: 'Close poll' }));
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await user.keyboard('{Escape}');
    await held.answer('down');
    expect(await dialog.findByRole('alert')).toHaveTextContent(messages.unreachable);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('keeps what was written if somebody has voted in the meantime', async () => {
    const { server, user } = showAs(false, mine);
    server.routes['PATCH /poll/editPoll'] = () => ({
      status: 409,
      body: { error: messages.pollBegun, code: 'poll.begun' },
    });
    const dialog = within(await choose(user, 'Edit'));
    await waitFor(() => expect(dialog.getByRole('textbox', { name: /^Poll Question/ })).toHaveFocus());
    const first = dialog.getByRole('textbox', { name: 'Option 1' });
    expect(first).toHaveValue('North');
    await user.clear(first);
    await user.type(first, 'West');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(messages.pollBegun)).toBeInTheDocument();
    expect(first).toHaveValue('West');
    const { body } = server.to('/poll/editPoll')[0]!; // one was sent
    const sent = { pollId: 'p1', question: 'Where to?', options: ['West', 'South'], version: 1, username: 'ann' };
    expect(body).toEqual(sent);
    const options = [optionOf('West'), optionOf('South')];
    server.routes['PATCH /poll/editPoll'] = () => ({ body: { ...mine, version: 2, options } });
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).not.toHaveAttribute('data-loading'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await option(/West 0 votes/)).toBeInTheDocument();
  });

  test('asks before what was written is thrown away, and keeps it over a reload', async () => {
    const { user, unmount } = showAs(false, mine);
    const dialog = within(await choose(user, 'Edit'));
    await user.type(dialog.getByRole('textbox', { name: 'Option 1' }), 'west');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    unmount();
    const again = showAs(false, mine);
    const restored = within(await choose(again.user, 'Edit'));
    expect(restored.getByText('Draft restored')).toBeInTheDocument();
    expect(restored.getByRole('textbox', { name: 'Option 1' })).toHaveValue('Northwest');
    await again.user.click(restored.getByRole('button', { name: 'Cancel' }));
    await again.user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await actions()).toHaveFocus());
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test('shows what somebody else made of it meanwhile, and replaces that when saved again', async () => {
    const { server, user } = showAs(false, mine);
    const current = { ...mine, version: 2, questionText: 'Whither?', options: [optionOf('East'), optionOf('South')] };
    server.routes['PATCH /poll/editPoll'] = () => ({
      status: 409,
      body: { error: messages.editStale, code: 'edit.stale', current },
    });
    const dialog = within(await choose(user, 'Edit'));
    const first = dialog.getByRole('textbox', { name: 'Option 1' });
    await user.clear(first);
    await user.type(first, 'West');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(messages.editStale);
    expect(dialog.getByRole('alert')).toHaveTextContent(
      'It now asks: Whither?EastSouthSave to overwrite it with yours.',
    );
    expect(first).toHaveValue('West');
    server.routes['PATCH /poll/editPoll'] = () => ({ body: { ...mine, version: 3, options: [optionOf('West')] } });
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).not.toHaveAttribute('data-loading'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.to('/poll/editPoll').map(({ body }) => body)).toMatchObject([
      { version: 1 },
      { question: 'Where to?', options: ['West', 'South'], version: 2 },
    ]);
  });

  test('is not offered for question and options once somebody has voted', async () => {
    const { user } = showAs(false, { ...north, createdBy: 'ann' });
    await user.click(await actions());
    const item = await screen.findByRole('menuitem', { name: 'Edit (only before the first vote)' });
    expect(item).toBeDisabled();
  });

  test('[P-8] shows live on other pages: other options, and that it is removed and restored', async () => {
    const { server, store } = show([fresh]);
    await option(/North/);
    const editedAt = new Date().toISOString();
    const edited = { ...fresh, version: 2, editedAt, options: [optionOf('East'), optionOf('South')] };
    act(() => live(store).pollUpdate({ pollId: 'p1', options: edited.options, poll: edited }));
    await option(/East 0 votes/);
    expect(screen.queryByRole('button', { name: /North/ })).not.toBeInTheDocument();
    expect(screen.getByText(/^edited/)).toBeInTheDocument();
    // The earlier one comes late.
    act(() => live(store).pollUpdate({ pollId: 'p1', options: fresh.options, poll: fresh }));
    expect(await option(/East 0 votes/)).toBeInTheDocument();
    const deleted = { by: 'author', reason: null } as const;
    const gone = { ...edited, status: 'closed', deleted } as const;
    server.routes[polls] = () => ({ body: [] });
    act(() => live(store).pollUpdate({ pollId: 'p1', options: gone.options, poll: gone }));
    await screen.findByText('Deleted by its author');
    expect(screen.queryByRole('button', { name: /East/ })).not.toBeInTheDocument();
    server.routes[polls] = ({ query }) => ({ body: query.get('status') === 'active' ? [edited] : [] });
    act(() => live(store).pollUpdate({ pollId: 'p1', options: edited.options, poll: edited }));
    await option(/East 0 votes/);
    expect(screen.queryByText('Deleted by its author')).not.toBeInTheDocument();
  });
});

describe('[BE-8] removing and restoring a poll', () => {
  const mine = { ...north, createdBy: 'ann' };
  const removed = { ...north, status: 'closed', deleted: { by: 'moderator', reason: 'Asked before' } } as const;

  /** A community with this poll, whose lists follow what is done with it. */
  function showAs(poll: PollWire, rights: { leads?: boolean; isReadOnly?: boolean; operator?: boolean } = {}) {
    const { operator = false, ...given } = rights;
    let current = poll;
    const server = fakeServer({
      [polls]: ({ query }) => ({
        body: query.get('status') === (current.deleted ? 'removed' : current.status) ? [current] : [],
      }),
      'DELETE /poll/deletePoll': ({ body }) => {
        const { reason = null } = body as { reason?: string };
        const by = reason === null ? 'author' : operator ? 'operator' : 'moderator';
        current = { ...current, status: 'closed', deleted: { by, reason } };
        return { body: current };
      },
      'POST /poll/restorePoll': () => {
        current = { ...current, status: 'active', deleted: null };
        return { body: current };
      },
    });
    const page = renderPage(
      <>
        <PollList communityId="c1" createAt={undefined} {...given} />
        <ToastPlace />
      </>,
    );
    if (operator) act(() => void page.store.dispatch(userKnown({ ...ann, operator: true })));
    return { ...page, server };
  }

  const choose = async (user: ReturnType<typeof showAs>['user'], item: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions: Where to?' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };

  test('by its creator needs no reason, and can be undone in the toast', async () => {
    const { server, user } = showAs(mine);
    await choose(user, 'Delete');
    await screen.findByText('Deleted by its author');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Community Polls' })).toHaveFocus());
    expect(server.to('/poll/deletePoll').map(({ body }) => body)).toEqual([{ pollId: 'p1', username: 'ann' }]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await option(/North/)).toBeEnabled();
    expect(server.to('/poll/restorePoll').map(({ body }) => body)).toEqual([{ pollId: 'p1', username: 'ann' }]);
  });

  test.each([
    ['deleted', mine, 'Delete', 'DELETE /poll/deletePoll'],
    [
      'restored',
      { ...removed, createdBy: 'ann', deleted: { by: 'author', reason: null } },
      'Restore',
      'POST /poll/restorePoll',
    ],
  ] as const)('once it is %s, the focus stays with somebody who has moved on', async (_, poll, act_, call) => {
    let answer = () => {};
    const later = new Promise<void>((resolve) => (answer = resolve));
    const { server, user } = showAs(poll);
    const change = server.routes[call]!; // of showAs
    server.routes[call] = async (asked) => {
      await later;
      return change(asked);
    };
    const elsewhere = await screen.findByRole('switch', { name: 'Show closed and removed polls' });
    if (act_ === 'Delete') await choose(user, 'Delete');
    else {
      await user.click(elsewhere);
      await user.click(await screen.findByRole('button', { name: 'Restore' }));
    }
    act(() => elsewhere.focus());
    answer();
    await screen.findByText(act_ === 'Delete' ? 'Deleted by its author' : /North/);
    expect(elsewhere).toHaveFocus();
  });

  test.each([
    ['a moderator', { leads: true }, 'Removed by a moderator: Asked before'],
    ['a moderator of a closed community', { leads: true, isReadOnly: true }, 'Removed by a moderator: Asked before'],
    ['an operator', { operator: true, isReadOnly: true }, "Removed by the site's operator: Asked before"],
  ] as const)('by %s needs a reason, which stands in its place', async (_, rights, text) => {
    const { server, user } = showAs(north, rights);
    await choose(user, 'Remove…');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await dialog.findByText('Please give a reason.')).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), ' Asked before');
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await screen.findByText(text);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Community Polls' })).toHaveFocus());
    expect(server.to('/poll/deletePoll').map(({ body }) => body)).toEqual([
      { pollId: 'p1', username: 'ann', reason: 'Asked before' },
    ]);
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await option(/North/);
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  test('what remains is listed below the closed ones, and restored from there', async () => {
    const { user } = showAs({ ...removed, questionText: '', options: [] }, { leads: true });
    await user.click(await screen.findByRole('switch', { name: 'Show closed and removed polls' }));
    const list = within(await screen.findByRole('list', { name: 'Removed polls' }));
    expect(await list.findByRole('article', { name: 'Removed poll' })).toHaveTextContent(
      'Removed by a moderator: Asked before',
    );
    const restore = list.getByRole('button', { name: 'Restore' });
    await user.click(restore);
    // Until the pointer goes, it stays where it is.
    await user.unhover(restore);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Removed polls' })).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Community Polls' })).toHaveFocus());
  });

  test.each([
    ['to its creator, if a moderator removed it', { ...removed, createdBy: 'ann' }, {}],
    [
      'to moderators, if an operator removed it',
      { ...removed, deleted: { by: 'operator', reason: 'Spam' } },
      { leads: true },
    ],
    [
      'in a closed community, to whoever removed their own',
      { ...removed, createdBy: 'ann', deleted: { by: 'author', reason: null } },
      { leads: true, isReadOnly: true },
    ],
  ] as const)('is not offered %s', async (_, poll, rights) => {
    const { user } = showAs(poll, rights);
    await user.click(await screen.findByRole('switch', { name: 'Show closed and removed polls' }));
    await screen.findByText(/^(Removed|Deleted) by/);
    expect(screen.queryByRole('button', { name: 'Restore' })).not.toBeInTheDocument();
  });

  test('is not offered to others', async () => {
    showAs(north);
    await screen.findByRole('button', { name: 'More about Where to?' });
    expect(screen.queryByRole('button', { name: /^Actions/ })).not.toBeInTheDocument();
  });
});
