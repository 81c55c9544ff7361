import { expect, test } from '@jest/globals';
import { usualFileLimits } from '@parlour/contracts/files/file-limits';
import { act, screen, waitFor, within } from '@testing-library/react';
import { messages } from '@parlour/contracts/messages';
import type { Reportable } from '@parlour/contracts/communities/reports';
import { fileIdOf } from '@parlour/contracts/testing/file-ids';
import { unreachable } from '../../../shared/http/call-failure.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { fakeUploads } from '../../../shared/testing/fake-uploads.ts';
import { fill } from '../../../shared/testing/fill.ts';
import { heldRoute } from '../../../shared/testing/held-route.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { PostMenu } from '../post/post-menu.tsx';
import { ReportPlace } from './report-place.tsx';
import ToastPlace from '../feedback/toast-place.tsx';
import { useReport } from './use-report.ts';

type Load = NonNullable<Parameters<typeof ReportPlace>[0]['load']>;

function Some({ type, id, load }: { readonly type: Reportable; readonly id: string; readonly load?: Load }) {
  return (
    <>
      <PostMenu label="Actions" acts={[useReport(type, id)]} />
      <ReportPlace {...(load && { load })} />
      <ToastPlace />
    </>
  );
}

async function open(type: Reportable, id: string, title: string, routes: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({ 'POST /report': () => ({ body: {} }), ...routes });
  const { user, router } = renderPage(<Some type={type} id={id} />);
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Report…' }));
  const dialog = await screen.findByRole('dialog', { name: title });
  const send = () => user.click(within(dialog).getByRole('button', { name: 'Report' }));
  return { server, user, router, dialog, send };
}

test('[BM-21, BM-26] a report has one of six reasons, and a text', async () => {
  const { server, user, dialog, send } = await open('answer', 'a1', 'Report this answer');
  expect(
    within(dialog)
      .getAllByRole('radio')
      .map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent),
  ).toEqual([...['Spam', 'Harassment', 'Hate', 'Illegal or dangerous', 'Off topic', 'Something else']]);
  await send();
  expect(within(dialog).getByText(messages.reportReasonMissing)).toBeVisible();
  await user.click(within(dialog).getByRole('radio', { name: 'Something else' }));
  await send();
  const text = within(dialog).getByLabelText('What is it?');
  expect(text).toHaveAccessibleDescription(messages.reportTextMissing);
  await fill(user, text, ' It is copied ');
  // A click beside it is often a slip.
  const beside = document.querySelector('.mantine-Modal-overlay');
  await user.click(beside ?? document.body);
  expect(dialog).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await send();
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  expect(server.to('/report').map(({ body }) => body)).toEqual([
    { type: 'answer', id: 'a1', reason: 'other', text: 'It is copied' },
  ]);
});

test('[FI-1] takes pictures, and is sent once they are uploaded', async () => {
  fakeUploads();
  const held = heldRoute();
  const { server, user, dialog, send } = await open('answer', 'a1', 'Report this answer', {
    'GET /user/providers': () => ({ body: { google: false, files: usualFileLimits } }),
    'POST /file/upload': held.route,
  });
  await user.click(within(dialog).getByRole('radio', { name: 'Spam' }));
  await user.upload(
    await within(dialog).findByLabelText('Pictures or files to add'),
    new File(['x'], 'screen.png', { type: 'image/png' }),
  );
  await held.asked();
  await send();
  expect(within(dialog).getByRole('button', { name: 'Waiting for the upload…' })).toBeInTheDocument();
  expect(server.to('/report')).toEqual([]);
  const _id = fileIdOf('image/png', { width: 3, height: 2 });
  await held.answer({ body: { _id, name: 'screen.png' } });
  await waitFor(() => expect(server.to('/report')).toHaveLength(1));
  expect(server.to('/report')[0]?.body).toMatchObject({ text: `![](/file/${_id})` });
});

test('without a reason, the focus goes to the first one', async () => {
  const { server, dialog, send } = await open('answer', 'a1', 'Report this answer');
  await send();
  await waitFor(() => expect(within(dialog).getByRole('radio', { name: 'Spam' })).toHaveFocus());
  expect(server.to('/report')).toEqual([]);
});

test('[BM-26] a refusal is said in the dialog; Cancel sends nothing', async () => {
  const { server, user, dialog, send } = await open('person', 'ben', 'Report @ben');
  server.routes['POST /report'] = () => ({ status: 409, body: { error: messages.reportsFull, code: 'report.full' } });
  await user.click(within(dialog).getByRole('radio', { name: 'Spam' }));
  await send();
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(messages.reportsFull);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  expect(server.to('/report')).toHaveLength(1);
});

test.each([
  ['poll', 'Report this poll', 'Moderators or operators will read this. The person you report isn’t told who you are.'],
  ['message', 'Report this message', 'Operators will read this. The person you report isn’t told who you are.'],
  ['community', 'Report this community', 'Operators will read this. The community’s owner isn’t told who you are.'],
] as const)('[BM-26] says who reads the report of a %s', async (type, title, text) => {
  const { dialog } = await open(type, 'x1', title);
  expect(within(dialog).getByText(text)).toBeVisible();
});

test('the focus returns to the button of the menu, each time', async () => {
  const { user, dialog } = await open('person', 'ben', 'Report @ben');
  const button = screen.getByRole('button', { name: 'Actions' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(button).toHaveFocus());
  await user.click(button);
  await user.click(await screen.findByRole('menuitem', { name: 'Report…' }));
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('another page closes the dialog, and Back does not open it again', async () => {
  const { router } = await open('person', 'ben', 'Report @ben');
  await act(() => router.navigate('/?tab=other'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await act(() => router.navigate(-1));
  expect(router.state.location.search).toBe('');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a toast says if the dialog cannot be loaded, and the next try loads it', async () => {
  let tries = 0;
  const load: Load = () => (++tries === 1 ? Promise.reject(new Error('404')) : import('./report-dialog.tsx'));
  const { user } = renderPage(<Some type="answer" id="a1" load={load} />);
  const choose = async () => {
    await user.click(screen.getByRole('button', { name: 'Actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Report…' }));
  };
  await choose();
  expect(await screen.findByText(unreachable().text)).toBeInTheDocument();
  await choose();
  expect(await screen.findByRole('dialog', { name: 'Report this answer' })).toBeVisible();
});
