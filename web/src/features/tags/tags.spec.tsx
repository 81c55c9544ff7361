import { expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import ToastPlace from '../../design/parts/feedback/toast-place.tsx';
import { api } from '../../shared/api.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { fill } from '../../shared/testing/fill.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { TagDescription } from './tag-description.tsx';
import { TagList, TagTotal } from './tag-list.tsx';
import { tagsApi } from './tags.api.ts';

const garden = { name: 'garden', description: 'All that grows', qcnt: 1_200 };
const cplus = { name: 'c++', description: 'user added tag', qcnt: 1 };

const sea = { name: 'sea', description: 'user added tag', qcnt: 2, version: 1, editedAt: null };

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

test('no tag moves while somebody points at the list', async () => {
  const server = fakeServer({ 'GET /tag/getTagsWithQuestionNumber': () => ({ body: [cplus, garden] }) });
  const { user, store } = show();
  const names = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
  await user.hover(await screen.findByRole('link', { name: 'garden' }));
  server.routes['GET /tag/getTagsWithQuestionNumber'] = () => ({ body: [sea, cplus, garden] });
  act(() => void store.dispatch(api.util.invalidateTags(['Tags'])));
  await screen.findByRole('link', { name: 'sea' });
  expect(names()).toEqual(['c++', 'garden', 'sea']);
  await user.unhover(screen.getByRole('link', { name: 'garden' }));
  await waitFor(() => expect(names()).toEqual(['sea', 'c++', 'garden']));
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

const versions = [
  { version: 2, text: 'Salt water.', by: 'bea', at: '2026-01-01T10:00:00.000Z' },
  { version: 1, text: 'user added tag', by: null, at: null },
];

test('[BW-5] who has posts with a tag edits its description, on the tag’s page', async () => {
  let tag = sea;
  const server = fakeServer({
    'GET /tag/getTagByName/sea': () => ({ body: tag }),
    'GET /tag/history/sea': () => ({ body: { mayEdit: true, versions: versions.slice(1) } }),
    'PATCH /tag/describe': ({ body }) => {
      tag = { ...sea, description: (body as { text: string }).text, version: 2 };
      return { body: tag };
    },
  });
  const { user } = renderPage(<TagDescription name="sea" />);
  await user.click(await screen.findByRole('button', { name: 'Edit description' }));
  const field = await screen.findByRole('textbox', { name: 'Description' });
  expect(field).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(field).toHaveAccessibleDescription(/Description cannot be empty/);
  await fill(user, field, ' Salt water. ');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Salt water.');
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit description' })).toHaveFocus());
  expect(server.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    ...{ tag: 'sea', text: 'Salt water.', version: 1, username: 'ann' },
  });
});

test('[BW-5] the form stays, with what is written in it, when the tag could not be read again', async () => {
  const server = fakeServer({
    'GET /tag/getTagByName/sea': () => ({ body: sea }),
    'GET /tag/history/sea': () => ({ body: { mayEdit: true, versions } }),
  });
  const { user, store } = renderPage(<TagDescription name="sea" />);
  await user.click(await screen.findByRole('button', { name: 'Edit description' }));
  await fill(user, await screen.findByRole('textbox', { name: 'Description' }), 'Mine');
  server.routes['GET /tag/getTagByName/sea'] = () => 'down';
  act(() => void store.dispatch(api.util.invalidateTags(['Tags'])));
  const readOf = tagsApi.endpoints.getTag.select('sea');
  await waitFor(() => expect(readOf(store.getState()).isError).toBe(true));
  expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Mine');
});

test('[BW-5] the draft of a tag whose name begins like another’s is its own', async () => {
  const named = (name: string) => ({ body: { ...sea, name } });
  fakeServer({
    'GET /tag/getTagByName/c': () => named('c'),
    'GET /tag/getTagByName/c%23': () => named('c#'),
    'GET /tag/history/c': () => ({ body: { mayEdit: true, versions } }),
    'GET /tag/history/c%23': () => ({ body: { mayEdit: true, versions } }),
  });
  const edit = async (name: string) => {
    const view = renderPage(<TagDescription name={name} />);
    await view.user.click(await screen.findByRole('button', { name: 'Edit description' }));
    return { ...view, field: await screen.findByRole('textbox', { name: 'Description' }) };
  };
  const sharp = await edit('c#');
  await fill(sharp.user, sharp.field, 'In C major');
  sharp.unmount();
  const plain = await edit('c');
  expect(plain.field).toHaveValue('');
  plain.unmount();
  expect((await edit('c#')).field).toHaveValue('In C major');
});

test('[BW-5] a stale description is shown beside the draft', async () => {
  const current = { ...sea, description: 'Changed elsewhere.', version: 5 };
  fakeServer({
    'GET /tag/getTagByName/sea': () => ({ body: sea }),
    'GET /tag/history/sea': () => ({ body: { mayEdit: true, versions } }),
    'PATCH /tag/describe': () => ({
      status: 409,
      body: { error: 'Somebody changed this.', code: 'edit.stale', current },
    }),
  });
  const { user } = renderPage(<TagDescription name="sea" />);
  await user.click(await screen.findByRole('button', { name: 'Edit description' }));
  await fill(user, await screen.findByRole('textbox', { name: 'Description' }), 'Mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Changed elsewhere.');
  expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Mine');
});

test('[BW-5] who has too few posts with a tag learns how many it takes', async () => {
  fakeServer({
    'GET /tag/getTagByName/sea': () => ({ body: sea }),
    'GET /tag/history/sea': () => ({ body: { mayEdit: false, versions } }),
  });
  const { user } = renderPage(<TagDescription name="sea" />);
  await user.click(await screen.findByRole('button', { name: 'Edit description' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Anybody with 5 posts under a tag can edit');
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'History' }));
  const list = await screen.findByRole('list', { name: 'Versions' });
  await waitFor(() => expect(list).toHaveTextContent('Version 2 bea'));
  expect(list).toHaveTextContent('Version 1 Added with the first question');
  expect(screen.queryByRole('button', { name: 'Restore this version' })).not.toBeInTheDocument();
});

test('[BM-62] a description from before the viewer could see the tag has no author', async () => {
  fakeServer({
    'GET /tag/getTagByName/sea': () => ({ body: { ...sea, version: 3 } }),
    'GET /tag/history/sea': () => ({
      body: { mayEdit: false, versions: [{ version: 3, text: 'Of three', by: null, at: null }] },
    }),
  });
  const { user } = renderPage(<TagDescription name="sea" />);
  await user.click(await screen.findByRole('button', { name: 'History' }));
  await waitFor(() => {
    const list = screen.getByRole('list', { name: 'Versions' });
    expect(list).toHaveTextContent('Version 3 From before you could see this tag');
  });
});

test('[BW-5] an earlier description is restored, as a change', async () => {
  const server = fakeServer({
    'GET /tag/getTagByName/sea': () => ({ body: { ...sea, version: 2 } }),
    'GET /tag/history/sea': () => ({ body: { mayEdit: true, versions } }),
    'PATCH /tag/describe': () => ({ body: sea }),
  });
  const { user } = renderPage(<TagDescription name="sea" />);
  await user.click(await screen.findByRole('button', { name: 'History' }));
  await user.dblClick(await screen.findByRole('button', { name: 'Restore this version' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('button', { name: 'History' })).toHaveFocus());
  expect(server.to('/tag/describe')).toHaveLength(1);
  expect(server.calls.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
    ...{ tag: 'sea', text: 'user added tag', version: 2 },
  });
});

test('[BW-5] a restoration that is refused says why, and the history stays', async () => {
  fakeServer({
    'GET /tag/getTagByName/sea': () => ({ body: { ...sea, version: 2 } }),
    'GET /tag/history/sea': () => ({ body: { mayEdit: true, versions } }),
    'PATCH /tag/describe': () => ({ status: 409, body: { error: 'Somebody else changed it.', code: 'edit.stale' } }),
  });
  const { user } = renderPage(
    <>
      <TagDescription name="sea" />
      <ToastPlace />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: 'History' }));
  await user.click(await screen.findByRole('button', { name: 'Restore this version' }));
  expect(await screen.findByText('Somebody else changed it.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Restore this version' })).toBeEnabled();
});

test('[BW-5] cancelling the edit and closing the history return the focus to their buttons', async () => {
  fakeServer({
    'GET /tag/getTagByName/sea': () => ({ body: sea }),
    'GET /tag/history/sea': () => ({ body: { mayEdit: true, versions } }),
  });
  const { user } = renderPage(<TagDescription name="sea" />);
  await user.click(await screen.findByRole('button', { name: 'Edit description' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit description' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'History' }));
  await screen.findByRole('list', { name: 'Versions' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('button', { name: 'History' })).toHaveFocus());
});

test('[BW-5] the form and the history say that they load and that they failed, with a retry', async () => {
  const busy = { status: 503, body: { error: 'Busy.', code: 'service.unavailable' } };
  let answer: (reply: typeof busy) => void = () => {};
  const pending = new Promise<typeof busy>((resolve) => (answer = resolve));
  const server = fakeServer({
    'GET /tag/getTagByName/sea': () => ({ body: sea }),
    'GET /tag/history/sea': () => pending,
  });
  const { user } = renderPage(<TagDescription name="sea" />);
  await user.click(await screen.findByRole('button', { name: 'Edit description' }));
  await screen.findByLabelText('Loading the form');
  answer(busy);
  expect(await screen.findByRole('alert')).toHaveTextContent('Busy.');
  await user.click(screen.getByRole('button', { name: 'History' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'History' }));
  server.routes['GET /tag/history/sea'] = () => ({ body: { mayEdit: true, versions } });
  await user.click(await dialog.findByRole('button', { name: 'Try again' }));
  expect(await dialog.findAllByRole('listitem')).toHaveLength(2);
});

test('[BW-5] a form that could not be loaded is there after a retry', async () => {
  const server = fakeServer({
    'GET /tag/getTagByName/sea': () => ({ body: sea }),
    'GET /tag/history/sea': () => ({ status: 503, body: { error: 'Busy.', code: 'service.unavailable' } }),
  });
  const { user } = renderPage(<TagDescription name="sea" />);
  await user.click(await screen.findByRole('button', { name: 'Edit description' }));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.routes['GET /tag/history/sea'] = () => ({ body: { mayEdit: true, versions } });
  await user.click(retry);
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Description' })).toHaveFocus());
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
