import { expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { messages } from '@parlour/contracts/messages';
import { blockedKnown } from '../../../shared/state/blocked.slice.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { SearchPage } from './search-page.tsx';

const tide = {
  type: 'questions',
  id: 'q1',
  title: 'Why do tides run?',
  excerpt: '…the \u0001tide\u0002 follows the moon',
  url: '/question/q1',
  at: '2026-01-01T00:00:00.000Z',
  by: 'rosa',
};

/** Totals by type; the rows are of questions. */
function serve(totals: Readonly<Record<string, number>>) {
  return fakeServer({
    'GET /search': ({ query }) => {
      const total = totals[query.get('type') ?? ''] ?? 0;
      return { body: total === 0 ? [] : [tide], headers: { 'X-Total-Count': String(total) } };
    },
  });
}

test('[BF-1] each type is a tab with its number, and words found are marked', async () => {
  const server = serve({ questions: 1, answers: 12, messages: 1_001 });
  const { user } = renderPage(<SearchPage />, { at: '/search?q=tides' });
  const row = await screen.findByRole('listitem');
  expect(within(row).getByRole('link', { name: 'Why do tides run?' })).toHaveAttribute('href', '/question/q1');
  expect(row).toHaveTextContent('…the tide follows the moon');
  expect(row.querySelector('mark')).toHaveTextContent('tide');
  const tabs = screen.getByRole('navigation', { name: 'Results' });
  await waitFor(() =>
    expect(
      within(tabs)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual([...['Questions1', 'Answers12', 'Comments0', 'People0', 'Tags0', 'Communities0', 'Messages1,000+']]),
  );
  expect(screen.getByRole('status')).toHaveTextContent('1 question');
  await user.click(within(tabs).getByRole('link', { name: /Answers/ }));
  await screen.findByText('12 answers');
  await user.click(screen.getByRole('radio', { name: 'Newest' }));
  await waitFor(() => {
    const { query } = server.calls.at(-1)!;
    expect([query.get('q'), query.get('type'), query.get('order')]).toEqual(['tides', 'answers', 'newest']);
  });
});

test('[BF-1] what is typed is searched for once typing pauses, and stands in the address', async () => {
  const server = serve({});
  const { user, router } = renderPage(<SearchPage />, { at: '/search' });
  expect(screen.getByText('What are you looking for?')).toBeVisible();
  expect(server.calls).toEqual([]);
  await user.type(screen.getByRole('searchbox', { name: 'Search everything' }), '"low tide" -moon');
  await screen.findByText('No questions found');
  expect(router.state.location.search).toBe(`?${new URLSearchParams({ q: '"low tide" -moon' }).toString()}`);
  expect(screen.getByText('without this word')).toBeVisible();
});

test.each(['-moon', '%', '""', 'user:'])(
  '[S-14] %s names nothing to look for: it says so, and asks for nothing',
  async (q) => {
    const server = serve({});
    renderPage(<SearchPage />, { at: `/search?${new URLSearchParams({ q }).toString()}` });
    expect(await screen.findByText('Nothing to search for')).toBeVisible();
    expect(screen.getByText('Add at least one word to search for.')).toBeVisible();
    expect(screen.getByText('without this word')).toBeVisible();
    expect(server.calls).toEqual([]);
  },
);

test('[BF-1] where nothing is found, tabs with results are named; fewer words are advised for several', async () => {
  serve({ people: 1, communities: 3 });
  const { user, router } = renderPage(<SearchPage />, { at: '/search?q=Allotment&order=newest' });
  await screen.findByText('No questions found');
  const link = await screen.findByRole('link', { name: '3 communities' });
  expect(screen.getByRole('link', { name: '1 person' })).toBeVisible();
  expect(screen.queryByText(/fewer words/)).not.toBeInTheDocument();
  await user.click(link);
  expect(router.state.location.search).toBe('?q=Allotment&type=communities&order=newest');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  await act(() => router.navigate('/search?q=Allotment+Lane'));
  expect(await screen.findByText(/Try fewer words/)).toBeVisible();
});

test('[S-14] where no question has all words, those that come close are shown, and where else something is', async () => {
  const server = fakeServer({
    'GET /search': ({ query }) => {
      const isFound = query.get('match') === 'close' || query.get('type') === 'people';
      return { body: isFound ? [tide] : [], headers: { 'X-Total-Count': isFound ? '1' : '0' } };
    },
  });
  const { router } = renderPage(<SearchPage />, { at: '/search?q=how+to+tides' });
  await screen.findByText('No exact match; close ones:');
  const list = within(screen.getByRole('list', { name: 'Close matches' }));
  expect(list.getByRole('link', { name: 'Why do tides run?' })).toHaveAttribute('href', '/question/q1');
  expect(await screen.findByRole('link', { name: '1 person' })).toBeVisible();
  expect(screen.queryByText('No questions found')).not.toBeInTheDocument();
  // What has no word has nothing to be close to.
  await act(() => router.navigate('/search?q=%5Bsea%5D'));
  await screen.findByText('No questions found');
  expect(server.calls.filter(({ query }) => query.get('match') === 'close')).toHaveLength(1);
});

test('other words are not said to find nothing before they were looked for', async () => {
  let answer = () => {};
  const later = new Promise<void>((resolve) => (answer = resolve));
  const server = serve({});
  const { router } = renderPage(<SearchPage />, { at: '/search?q=tydes' });
  await screen.findByText('No questions found');
  server.routes['GET /search'] = () => later.then(() => ({ body: [tide] }));
  await act(() => router.navigate('/search?q=tides'));
  expect(screen.queryByText('No questions found')).not.toBeInTheDocument();
  expect(screen.getByRole('group', { name: 'Loading results' })).toBeInTheDocument();
  answer();
  await screen.findByRole('link', { name: 'Why do tides run?' });
});

test('[BM-40, M-30] what somebody blocked wrote is collapsed where it is found, until Show', async () => {
  serve({ questions: 1 });
  const { user, store } = renderPage(<SearchPage />, { at: '/search?q=tides' });
  act(() => void store.dispatch(blockedKnown(['rosa'])));
  const row = await screen.findByRole('listitem');
  await within(row).findByText(messages.hiddenByBlocked, { exact: false });
  expect(row).not.toHaveTextContent('tides');
  expect(row).not.toHaveTextContent('rosa');
  await user.click(within(row).getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(row).toHaveTextContent('the tide follows the moon'));
});

test('a search that fails says so, and can be tried again', async () => {
  const server = fakeServer({ 'GET /search': () => ({ status: 500, body: { error: 'Down' } }) });
  const { user } = renderPage(<SearchPage />, { at: '/search?q=tides' });
  await screen.findByText('The search failed');
  server.routes['GET /search'] = () => ({ body: [tide] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('link', { name: 'Why do tides run?' });
});

test('[S-14] a state is chosen by a link, which writes it into the search', async () => {
  const server = serve({ questions: 1 });
  const { user } = renderPage(<SearchPage />, { at: '/search?q=tides+is%3Amine' });
  const states = within(await screen.findByRole('navigation', { name: 'Show' }));
  expect(states.getByRole('link', { current: 'page' })).toHaveTextContent('Mine');
  await user.click(states.getByRole('link', { name: 'Unanswered' }));
  await waitFor(() =>
    expect(screen.getByRole('searchbox', { name: 'Search everything' })).toHaveValue('tides is:unanswered'),
  );
  await waitFor(() => expect(server.calls.at(-1)?.query.get('q')).toBe('tides is:unanswered'));
  await user.click(states.getByRole('link', { name: 'Any' }));
  await waitFor(() => expect(server.calls.at(-1)?.query.get('q')).toBe('tides'));
});

test('[S-14] what the signs of a search mean is shown, and can be taken away', async () => {
  const server = serve({ questions: 1 });
  const q = 'tides user:"Ann Lee" [Sea] [sky] -moon is:mine';
  const { user } = renderPage(<SearchPage />, { at: `/search?${new URLSearchParams({ q }).toString()}` });
  const chips = within(await screen.findByRole('navigation', { name: 'Show' }));
  const shown = chips.getAllByRole('link').map(({ textContent }) => textContent);
  expect(shown.slice(0, 4)).toEqual(['By ann lee', 'Tagged sea', 'Tagged sky', 'Without moon']);
  const field = screen.getByRole('searchbox', { name: 'Search everything' });
  for (const [chip, left] of [
    ['Tagged sea', 'tides user:"Ann Lee" [sky] -moon is:mine'],
    ['By ann lee', 'tides [sky] -moon is:mine'],
    ['Without moon', 'tides [sky] is:mine'],
  ] as const) {
    await user.click(chips.getByRole('link', { name: `${chip}: remove` }));
    await waitFor(() => expect(field).toHaveValue(left));
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    await waitFor(() => expect(server.calls.at(-1)?.query.get('q')).toBe(left));
  }
});
