import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { questionsLive } from '../../../features/questions/questions.live.ts';
import { rowOf } from '../../../features/questions/testing.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { TagsPage } from './tags-page.tsx';
import { heldRoute } from '../../../shared/testing/held-route.ts';

const garden = { name: 'garden', description: 'All that grows', qcnt: 1_200 };
const cplus = { name: 'c++', description: 'user added tag', qcnt: 1 };

test('the filter and the order are in the address, and asked of the server', async () => {
  const server = fakeServer({
    'GET /tag/getTagsWithQuestionNumber': ({ query }) => ({ body: query.get('search') === 'gar' ? [garden] : [cplus] }),
  });
  const { user } = renderPage(<TagsPage />, { at: '/tags' });
  await screen.findByRole('link', { name: 'c++' });
  await user.type(screen.getByRole('searchbox', { name: 'Filter tags' }), 'gar');
  await screen.findByRole('link', { name: 'garden' });
  await user.click(screen.getByRole('radio', { name: 'Name' }));
  await waitFor(() => {
    const { query } = server.calls.at(-1)!;
    expect([query.get('search'), query.get('order')]).toEqual(['gar', 'name']);
  });
  expect(screen.getByRole('searchbox', { name: 'Filter tags' })).toHaveValue('gar');
});

test('a filter that no tag meets says so', async () => {
  fakeServer({ 'GET /tag/getTagsWithQuestionNumber': () => ({ body: [] }) });
  renderPage(<TagsPage />, { at: '/tags?name=zzz' });
  await screen.findByText('No Tags Found');
  expect(screen.getByText('zzz')).toBeInTheDocument();
});

test('other letters are not said to find nothing before they were looked for', async () => {
  const held = heldRoute();
  const tags = 'GET /tag/getTagsWithQuestionNumber';
  const server = fakeServer({ [tags]: () => ({ body: [] }) });
  const { router } = renderPage(<TagsPage />, { at: '/tags?name=zzz' });
  await screen.findByText('No Tags Found');
  server.routes[tags] = held.route;
  await act(() => router.navigate('/tags?name=gar'));
  expect(screen.queryByText('No Tags Found')).not.toBeInTheDocument();
  await held.answer({ body: [garden] });
  await screen.findByRole('link', { name: 'garden' });
});

test('a new question has the numbers refetched, an answer has not', async () => {
  const server = fakeServer({ 'GET /tag/getTagsWithQuestionNumber': () => ({ body: [garden] }) });
  const { store } = renderPage(<TagsPage />, { at: '/tags' });
  await screen.findByText('1,200 questions');
  const live = questionsLive(store.dispatch);
  jest.useFakeTimers();
  live.questionUpdate(rowOf({ _id: 'q1', answerCount: 1 }));
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(server.calls).toHaveLength(1);
  server.routes['GET /tag/getTagsWithQuestionNumber'] = () => ({ body: [{ ...garden, qcnt: 1_202 }] });
  live.questionUpdate(rowOf({ _id: 'q2' }));
  live.questionUpdate(rowOf({ _id: 'q3' }));
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  jest.useRealTimers();
  await screen.findByText('1,202 questions');
  expect(server.calls).toHaveLength(2);
});
