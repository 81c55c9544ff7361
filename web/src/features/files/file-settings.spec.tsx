import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { OwnFileWire } from '@parlour/contracts/files/files';
import { fileIdOf } from '@parlour/contracts/testing/file-ids';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import FileSettings from './file-settings.tsx';

const at = '2026-01-05T09:00:00.000Z';

const photo: OwnFileWire = {
  _id: fileIdOf('image/png', { width: 1_000, height: 200 }),
  name: 'photo.png',
  type: 'image/png',
  size: 2_000_000,
  width: 1_000,
  height: 200,
  alt: '',
  url: '',
  previews: [],
  by: 'ann',
  at,
  uses: [
    { type: 'question', id: 'q1', title: 'Why?', url: '/question/q1' },
    { type: 'message', id: 'm1', title: '', url: null },
    { type: 'report', id: 'r1', title: '', url: null },
  ],
};

const plan: OwnFileWire = {
  ...photo,
  _id: fileIdOf('application/pdf', { size: 1_000 }),
  name: 'plan.pdf',
  type: 'application/pdf',
  size: 1_000,
  uses: [],
};

function show(files: readonly OwnFileWire[], routes: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    'GET /file/own': () => ({ body: files }),
    'GET /file/use': () => ({ body: { bytes: 12_000_000, most: 1_000_000_000 } }),
    ...routes,
  });
  const page = renderPage(
    <section>
      <h2 tabIndex={-1}>Your files</h2>
      <FileSettings />
    </section>,
  );
  return { ...page, server };
}

test('[FI-7] one’s own files are listed with size and uses, and what all of them take', async () => {
  show([photo, plan]);
  expect(await screen.findByText('12 MB of 1.0 GB')).toBeInTheDocument();
  const [first, second] = within(screen.getByRole('list', { name: 'Your files' })).getAllByRole('listitem');
  expect(first).toHaveTextContent('PNG, 2.0 MB');
  expect(first?.querySelector('img')).toHaveAttribute('src', `/file/${photo._id}?w=320`);
  expect(within(first!).getByRole('link', { name: 'Question: Why?' })).toHaveAttribute('href', '/question/q1');
  expect(first).toHaveTextContent(/Message \(deleted\)Report(?! )/);
  expect(second).toHaveTextContent('PDF, 1.0 kB');
  expect(second).toHaveTextContent('In no text');
});

test('[FI-7] a file is deleted after a question', async () => {
  let files = [photo, plan];
  const { user, server } = show([], {
    'GET /file/own': () => ({ body: files }),
    'DELETE /file/deleteFile': () => {
      files = [plan];
      return { body: { deleted: true } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Delete photo.png' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete photo.png?' });
  expect(dialog).toHaveTextContent('The texts that have it stay, without it.');
  await user.click(within(dialog).getByRole('button', { name: 'Delete for good' }));
  await waitFor(() => expect(screen.queryByText('photo.png')).not.toBeInTheDocument());
  expect(server.to('/file/deleteFile').map(({ body }) => body)).toEqual([{ fileId: photo._id }]);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Your files' })).toHaveFocus());
});

test('a file that could not be deleted stays, and the dialog says why', async () => {
  const { user } = show([plan], {
    'DELETE /file/deleteFile': () => ({ status: 503, body: { error: 'Busy.', code: 'service.unavailable' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete plan.pdf' }));
  await user.click(await screen.findByRole('button', { name: 'Delete for good' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Busy.');
  expect(screen.getByText('plan.pdf')).toBeInTheDocument();
});

test('that there are no files, or that they could not be loaded, is said', async () => {
  const { server, user } = show([], {
    'GET /file/own': () => ({ status: 503, body: { error: 'Busy.', code: 'service.unavailable' } }),
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('Your files could not be loaded');
  server.routes['GET /file/own'] = () => ({ body: [] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('You have no files')).toBeInTheDocument();
});
