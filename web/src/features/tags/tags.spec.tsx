import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { TagDescription } from './tag-description.tsx';
import { TagList, TagTotal } from './tag-list.tsx';

const garden = { name: 'garden', description: 'All that grows', qcnt: 1_200 };
const cplus = { name: 'c++', description: 'user added tag', qcnt: 1 };

const all = { search: '', order: 'questions' } as const;

function show() {
  return renderPage(
    <>
      <TagTotal choice={all} />
      <TagList choice={all} />
    </>,
  );
}

test('[SC-13] a card per tag links to its questions, with the number of all of them', async () => {
  fakeServer({
    'GET /tag/getTagsWithQuestionNumber': () => ({ body: [garden, cplus], headers: { 'X-Total-Count': '2345' } }),
  });
  show();
  expect(await screen.findByRole('link', { name: 'c++' })).toHaveAttribute('href', '/home?tag=c%2B%2B');
  expect(screen.getByText('All that grows')).toBeInTheDocument();
  expect(screen.getByText('1,200 questions')).toBeInTheDocument();
  expect(screen.getByText('1 question')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('2,345 tags');
});

test('more tags are loaded with the cursor', async () => {
  const server = fakeServer({
    'GET /tag/getTagsWithQuestionNumber': ({ query }) =>
      query.get('cursor') === 'xyz'
        ? { body: [cplus], headers: { 'X-Total-Count': '2' } }
        : {
            body: [garden],
            headers: { 'X-Total-Count': '2', Link: '</api/tag/getTagsWithQuestionNumber?cursor=xyz>; rel="next"' },
          },
  });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Show more tags' }));
  await screen.findByRole('link', { name: 'c++' });
  expect(screen.getByRole('link', { name: 'garden' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show more tags' })).not.toBeInTheDocument();
  expect(server.calls).toHaveLength(2);
});

test('without tags, the page suggests asking a question', async () => {
  fakeServer({ 'GET /tag/getTagsWithQuestionNumber': () => ({ body: [] }) });
  show();
  await screen.findByText('No tags yet');
  expect(screen.getByRole('link', { name: 'Ask a Question' })).toHaveAttribute('href', '/new/question');
});

test('[TX-3] a failed list says what failed, with a retry', async () => {
  const server = fakeServer({
    'GET /tag/getTagsWithQuestionNumber': () => ({
      status: 503,
      body: { error: 'Busy.', code: 'service.unavailable' },
    }),
  });
  const { user } = show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Error when fetching tags with question number');
  server.routes['GET /tag/getTagsWithQuestionNumber'] = () => ({ body: [garden] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('link', { name: 'garden' });
});

test('[T-10] a tag’s description is requested by its encoded name', async () => {
  fakeServer({ 'GET /tag/getTagByName/a%2Fb': () => ({ body: { name: 'a/b', description: 'Either or' } }) });
  renderPage(<TagDescription name="a/b" />);
  await screen.findByText('Either or');
});

test('[TX-2] a tag that fails to load is named', async () => {
  fakeServer({
    'GET /tag/getTagByName/nix': () => ({ status: 404, body: { error: 'Tag not found', code: 'tag.unknown' } }),
  });
  renderPage(<TagDescription name="nix" />);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Error when fetching tag: nix');
  expect(alert).toHaveTextContent('Tag not found');
});
