import { beforeEach, expect, test } from '@jest/globals';
import { usualFileLimits } from '@parlour/contracts/files/file-limits';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { toast } from 'react-toastify/unstyled';
import ToastPlace from '../../design/parts/feedback/toast-place.tsx';
import { forgetFaces } from '../../shared/state/known-faces.ts';
import { fakePictures } from '../../shared/testing/fake-pictures.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { fakeUploads } from '../../shared/testing/fake-uploads.ts';
import { ann, renderPage } from '../../shared/testing/render-page.tsx';
import { OwnPicture } from './own-picture.tsx';

// Those of the test before.
beforeEach(() => {
  toast.dismiss();
  forgetFaces();
});

const photo = new File(['photo'], 'IMG_1.png', { type: 'image/png' });

interface Site {
  readonly picture?: string | null;
  readonly files?: boolean;
}

async function open({ picture = null, files = true }: Site = {}) {
  let now = picture;
  let render = (): void => undefined;
  const drawn = fakePictures({ width: 600, height: 900 });
  fakeUploads();
  const server = fakeServer({
    'GET /user/providers': () => ({ body: { google: false, ...(files && { files: usualFileLimits }) } }),
    'POST /file/upload': () => ({ body: { _id: 'f1' } }),
    'POST /user/setPicture': ({ body }) => {
      const { fileId } = body as { readonly fileId: string | null };
      now = fileId === null ? null : `/file/${fileId}`;
      render();
      return { body: { ...ann, picture: now } };
    },
  });
  function Card() {
    const [, count] = useState(0);
    render = () => count((before) => before + 1);
    return <OwnPicture user={{ ...ann, picture: now }} />;
  }
  const page = renderPage(
    <>
      <h1>Settings</h1>
      <Card />
      <ToastPlace />
    </>,
  );
  await waitFor(() => expect(server.to('/user/providers')).toHaveLength(1));
  return { ...page, server, drawn };
}

async function choose(user: Awaited<ReturnType<typeof open>>['user'], file = photo) {
  await screen.findByRole('button', { name: 'Choose a picture…' });
  const field = screen.getByLabelText('A file for the picture');
  await user.upload(field, file);
  return screen.findByRole('dialog', { name: 'Choose what the picture shows' });
}

/** The frame, once the picture is in it. */
async function frame(drawn: readonly unknown[]) {
  const found = await screen.findByRole('application');
  await waitFor(() => expect(drawn).not.toEqual([]));
  return found;
}

test('[FI-8] a square of a picture is uploaded and set, which is said', async () => {
  const { user, server, drawn, container } = await open();
  await choose(user);
  expect(await frame(drawn)).toHaveFocus();
  // The middle, in the frame.
  expect(drawn.at(-1)).toEqual([0, 150, 600, 600, 0, 0, 512, 512]);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('The picture was saved.');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  const [sent] = server.to('/file/upload').map(({ body }) => (body as FormData).get('file') as File);
  expect([sent?.name, sent?.type]).toEqual(['picture.jpg', 'image/jpeg']);
  expect(server.to('/user/setPicture').map(({ body }) => body)).toEqual([{ fileId: 'f1' }]);
  expect(container.querySelector('img')).toHaveAttribute('src', '/file/f1?w=320');
});

test('[FI-8] keys move, zoom and save', async () => {
  const { user, server, drawn } = await open();
  await choose(user);
  await frame(drawn);
  await user.keyboard('{ArrowDown}');
  expect(drawn.at(-1)?.slice(0, 4)).toEqual([0, 120, 600, 600]);
  await user.keyboard('+');
  const [, , nearer] = drawn.at(-1) ?? [];
  expect(nearer).toBe(Math.round(600 / 1.1));
  await user.keyboard('-{Enter}');
  await screen.findByText('The picture was saved.');
  // As it was framed, in its own size.
  expect(drawn.at(-1)).toEqual([0, 120, 600, 600, 0, 0, 512, 512]);
  expect(server.to('/file/upload')).toHaveLength(1);
});

test('[FI-8] a pointer drags the picture, and a slider zooms', async () => {
  const { user, drawn } = await open();
  await choose(user);
  const canvas = await frame(drawn);
  Object.assign(canvas, { setPointerCapture: () => undefined });
  // jsdom has no events of pointers.
  const point = (type: string, clientY: number) =>
    fireEvent(canvas, new MouseEvent(type, { bubbles: true, clientX: 100, clientY }));
  for (const part of ['clientWidth', 'clientHeight']) Object.defineProperty(canvas, part, { value: 300 });
  point('pointerdown', 100);
  point('pointermove', 145);
  point('pointerup', 145);
  // Down with the finger: more of what is above.
  expect(drawn.at(-1)?.slice(0, 4)).toEqual([0, 60, 600, 600]);
  point('pointermove', 200);
  expect(drawn.at(-1)?.slice(0, 4)).toEqual([0, 60, 600, 600]);
  fireEvent.change(screen.getByRole('slider', { name: 'Zoom' }), { target: { value: '2' } });
  expect(drawn.at(-1)?.slice(0, 4)).toEqual([150, 210, 300, 300]);
});

test('[FI-8] Escape closes, sets nothing, and gives the focus back', async () => {
  const { user, server, drawn } = await open();
  const button = await screen.findByRole('button', { name: 'Choose a picture…' });
  button.focus();
  await choose(user);
  await frame(drawn);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(button).toHaveFocus());
  expect(server.to('/file/upload')).toEqual([]);
});

test.each([
  ['POST /file/upload', 'The disk is full.'],
  ['POST /user/setPicture', 'Too many attempts.'],
])('[FI-8] a refusal of %s is shown in the dialog, and can be tried again', async (route, error) => {
  const { user, server, drawn } = await open();
  const answers = server.routes[route];
  server.routes[route] = () => ({ status: 400, body: { error, code: 'refused' } });
  await choose(user);
  await frame(drawn);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(error);
  if (answers) server.routes[route] = answers;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('The picture was saved.');
});

test('[FI-8] a file that is no picture is told at once', async () => {
  const { user } = await open();
  await choose(user, new File(['text'], 'broken', { type: 'image/png' }));
  await screen.findByText('This is no picture that your browser can show');
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeInTheDocument();
});

test('[FI-8] a picture is removed, and the letter is back', async () => {
  const { user, server, container } = await open({ picture: '/file/f0' });
  await user.click(await screen.findByRole('button', { name: 'Remove picture' }));
  await screen.findByText('The picture was removed.');
  expect(server.to('/user/setPicture').map(({ body }) => body)).toEqual([{ fileId: null }]);
  expect(container.querySelector('img')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove picture' })).not.toBeInTheDocument();
});

test('[FI-8] where files are off, a picture can only be removed, and nothing is said of others', async () => {
  const { unmount } = await open({ picture: '/file/f0', files: false });
  await screen.findByRole('button', { name: 'Remove picture' });
  expect(screen.queryByRole('button', { name: 'Choose a picture…' })).not.toBeInTheDocument();
  unmount();
  await open({ files: false });
  expect(screen.queryByRole('heading', { name: 'Picture' })).not.toBeInTheDocument();
});
