import { beforeEach, expect, jest, test } from '@jest/globals';
import { StrictMode } from 'react';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type FileLimits, usualFileLimits } from '@parlour/contracts/files/file-limits';
import type { FileWire } from '@parlour/contracts/files/files';
import { fileIdOf } from '@parlour/contracts/testing/file-ids';
import { fakeServer, type FakeAnswer } from '../../../shared/testing/fake-server.ts';
import { fakeUploads } from '../../../shared/testing/fake-uploads.ts';
import { heldRoute } from '../../../shared/testing/held-route.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { SubmitWords } from '../form/submit-words.tsx';
import { useForm } from '../form/use-form.ts';
import { useUploadGate } from '../form/use-upload-gate.ts';
import { MarkdownField } from './markdown-field.tsx';

const providers = (files?: FileLimits) => () => ({ body: { google: false, ...(files && { files }) } });
const upload = 'POST /file/upload';

function stored(name: string, type = 'image/png', width = 300): FileWire {
  const _id = fileIdOf(type, { width, height: 200, size: 1_000 });
  const sizes = { width, height: 200, size: 1_000, alt: '', previews: [], url: `/file/${_id}` };
  return { _id, name, type, ...sizes, by: 'ann', at: '2026-01-01T00:00:00.000Z' };
}

const photo = stored('photo.png');
const icon = stored('icon.png', 'image/png', 30);
const plan = stored('plan.pdf', 'application/pdf');

const file = (name: string, type = 'image/png') => new File(['x'], name, { type });
const nameIn = (body: unknown) => ((body as FormData).get('file') as File).name;

const sent = jest.fn<(text: string) => void>();

function Form({ initial = '' }: { readonly initial?: string }) {
  const uploads = useUploadGate();
  const form = useForm({
    holds: uploads.holds,
    initial: { text: initial },
    check: () => ({}),
    send: async ({ text }) => void sent(text),
  });
  return (
    <form {...form.form}>
      <MarkdownField {...form.field('text')} onUploads={uploads.onUploads} label="Text" />
      <button type="submit">
        <SubmitWords of={uploads}>Post</SubmitWords>
      </button>
    </form>
  );
}

beforeEach(() => {
  fakeUploads();
  sent.mockClear();
});

async function open(answer: () => FakeAnswer | Promise<FakeAnswer>, initial?: string, chosen?: Partial<FileLimits>) {
  const server = fakeServer({
    'GET /user/providers': providers({ ...usualFileLimits, ...chosen }),
    [upload]: answer,
    'PATCH /file/alt': () => ({ body: photo }),
  });
  // Runs each effect twice, as two may follow each other closely: a file is sent once even so.
  const page = renderPage(
    <StrictMode>
      <Form {...(initial !== undefined && { initial })} />
    </StrictMode>,
  );
  const chooser = await screen.findByLabelText('Pictures or files to add');
  return { ...page, server, choose: (...files: File[]) => page.user.upload(chooser, files) };
}

const text = () => screen.getByLabelText<HTMLTextAreaElement>('Text');
const cancel = (name: string) => screen.findByRole('button', { name: `Cancel ${name}` });
const post = () => screen.findByRole('button', { name: 'Post' });

test('[FI-1] where the site takes no files, nothing is offered', async () => {
  const server = fakeServer({ 'GET /user/providers': providers() });
  renderPage(<Form />);
  await waitFor(() => expect(server.to('/user/providers')).toHaveLength(1));
  expect(screen.queryByLabelText('Pictures or files to add')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add pictures or files' })).not.toBeInTheDocument();
});

test('[FI-1] the button of the toolbar opens the browser’s own dialog', async () => {
  const { user } = await open(() => 'down');
  const click = jest.spyOn(screen.getByLabelText('Pictures or files to add'), 'click');
  await user.click(screen.getByRole('button', { name: 'Add pictures or files' }));
  expect(click).toHaveBeenCalled();
});

test('[FI-1] chosen files are uploaded one by one and come into the text in their order', async () => {
  const answers = [photo, plan].map((body) => ({ body }));
  const { server, choose } = await open(() => answers.shift() ?? 'down');
  await choose(file('photo.png'), file('plan.pdf', 'application/pdf'));
  await waitFor(() => expect(text()).toHaveValue(`![](/file/${photo._id})\n\n[plan.pdf](/file/${plan._id}) `));
  const calls = server.to('/file/upload');
  expect(calls.map(({ body }) => nameIn(body))).toEqual(['photo.png', 'plan.pdf']);
  const [first] = calls;
  expect(first?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
  expect(first?.headers.get('traceparent')).toMatch(/^00-/);
  // The browser writes it, with what divides the parts.
  expect(first?.headers.get('Content-Type')).toBeNull();
  expect(screen.getByText('plan.pdf is in the text.')).toHaveRole('status');
});

test('[FI-1] what is sent is shown, and can be cancelled; the next one follows', async () => {
  const held = heldRoute();
  const answers = [held.route, () => ({ body: icon })];
  const { user, choose } = await open(() => answers.shift()?.() ?? 'down');
  await choose(file('photo.png'), file('icon.png'));
  const bar = await screen.findByRole('progressbar', { name: 'Upload of photo.png' });
  await waitFor(() => expect(bar).toHaveValue(0.5));
  await user.click(await cancel('photo.png'));
  await waitFor(() => expect(text()).toHaveValue(`![](/file/${icon._id})\n\n`));
  expect(text()).toHaveFocus();
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});

test('[FI-1] a failed upload says why, and is tried again under its key', async () => {
  const full = { status: 409, body: { error: 'Your files take all the space that you have.', code: 'file.full' } };
  const answers: FakeAnswer[] = [full, { body: photo }];
  const { user, server, choose } = await open(() => answers.shift() ?? 'down');
  await choose(file('photo.png'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your files take all the space that you have.');
  await user.click(screen.getByRole('button', { name: 'Try photo.png again' }));
  await waitFor(() => expect(text()).toHaveValue(`![](/file/${photo._id})\n\n`));
  const keys = server.to('/file/upload').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('[FI-2, FI-3] what is larger than the operator allows is refused before it is sent', async () => {
  const { user, server, choose } = await open(() => 'down', undefined, { imageMegabytes: 3 });
  const large = file('photo.png');
  jest.spyOn(large, 'size', 'get').mockReturnValue(3 * 1024 * 1024 + 1);
  await choose(large);
  expect(await screen.findByRole('alert')).toHaveTextContent('A picture can’t be larger than 3 MB');
  await user.click(screen.getByRole('button', { name: 'Remove photo.png' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(server.to('/file/upload')).toEqual([]);
});

test('[FI-1] posting waits for uploads', async () => {
  const held = heldRoute();
  const { user, choose } = await open(held.route, 'so');
  await choose(file('photo.png'));
  await held.asked();
  await user.click(await post());
  expect(sent).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Waiting for the upload…' })).toBeInTheDocument();
  await held.answer({ body: photo });
  await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.stringContaining(photo._id)));
  expect(await post()).toBeInTheDocument();
});

test('[FI-1] nothing is posted without a file that was waited for: it failed, or was cancelled', async () => {
  const held = heldRoute();
  const { user, choose } = await open(held.route, 'so');
  await choose(file('photo.png'), file('icon.png'));
  await held.asked();
  await user.click(await post());
  await user.click(await cancel('icon.png'));
  expect(await post()).toBeInTheDocument();
  await user.click(await post());
  expect(screen.getByRole('button', { name: 'Waiting for the upload…' })).toBeInTheDocument();
  await held.answer({ status: 400, body: { error: 'It may be damaged.', code: 'file.broken' } });
  expect(await screen.findByRole('alert')).toHaveTextContent('It may be damaged.');
  expect(await post()).toBeInTheDocument();
  expect(sent).not.toHaveBeenCalled();
});

test('[FI-1] pasted and dropped files are taken; formatted text with its picture is not', async () => {
  const { server } = await open(() => ({ body: photo }));
  const files = [file('photo.png')];
  const paste = (types: string[]) => {
    const event = createEvent.paste(text(), { clipboardData: { types, files, getData: () => '' } });
    fireEvent(text(), event);
    return event.defaultPrevented;
  };
  expect(paste(['text/plain', 'text/html', 'Files'])).toBe(false);
  expect(paste(['Files'])).toBe(true);
  await waitFor(() => expect(text()).toHaveValue(`![](/file/${photo._id})\n\n`));
  const transfer = { dataTransfer: { types: ['Files'], files } };
  fireEvent.dragOver(text(), transfer);
  expect(text().closest('[data-dropping]')).not.toBeNull();
  fireEvent.drop(text(), transfer);
  expect(text().closest('[data-dropping]')).toBeNull();
  await waitFor(() => expect(server.to('/file/upload')).toHaveLength(2));
});

test('a file that is dropped beside the field does not take the place of the page', async () => {
  await open(() => 'down');
  const drop = createEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [] } });
  fireEvent(document.body, drop);
  expect(drop.defaultPrevented).toBe(true);
  const words = createEvent.drop(document.body, { dataTransfer: { types: ['text/plain'], files: [] } });
  fireEvent(document.body, words);
  expect(words.defaultPrevented).toBe(false);
});

test('[FI-1] the words for a picture are written below the field, into the text, and kept with the file', async () => {
  const { user, server } = await open(() => 'down', `so\n\n![](/file/${photo._id})\n\n![b](/file/${icon._id})`);
  const words = await screen.findByLabelText('What picture 1 shows');
  await user.type(words, 'A [[green] leaf');
  expect(words).toHaveFocus();
  expect(text()).toHaveValue(`so\n\n![A \\[green\\] leaf](/file/${photo._id})\n\n![b](/file/${icon._id})`);
  expect(server.to('/file/alt')).toEqual([]);
  await user.tab();
  const described = () => server.to('/file/alt').map(({ body }) => body);
  await waitFor(() => expect(described()).toEqual([{ fileId: photo._id, alt: 'A [green] leaf' }]));
  await user.click(screen.getByRole('button', { name: 'Remove picture 1' }));
  expect(text()).toHaveValue(`so\n\n![b](/file/${icon._id})`);
  expect(text()).toHaveFocus();
  const list = within(screen.getByRole('list', { name: 'Files' }));
  expect(list.getAllByRole('listitem')).toHaveLength(1);
});

test('what has ten files takes no more', async () => {
  const ids = Array.from({ length: 10 }, (_, at) => stored('a', 'image/png', at + 1)._id);
  const { server, choose } = await open(() => 'down', ids.map((id) => `![](/file/${id})`).join('\n'));
  await choose(file('photo.png'));
  expect(await screen.findByRole('alert')).toHaveTextContent('A post can’t have more than 10 files');
  expect(server.to('/file/upload')).toEqual([]);
});

test('an upload ends with its form', async () => {
  const held = heldRoute();
  const { choose, unmount } = await open(held.route);
  await choose(file('photo.png'));
  await held.asked();
  const signal = jest.mocked(fetch).mock.lastCall?.[1]?.signal;
  expect(signal?.aborted).toBe(false);
  unmount();
  expect(signal?.aborted).toBe(true);
});
