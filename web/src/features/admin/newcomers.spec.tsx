import { expect, test } from '@jest/globals';
import { approvalTexts, type WaitingWire } from '@parlour/contracts/identity/approval';
import { siteDefaults } from '@parlour/contracts/site';
import { render, screen, waitFor, within } from '@testing-library/react';
import ToastPlace from '../../design/parts/feedback/toast-place.tsx';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { Newcomers } from './newcomers.tsx';

const site = { ...siteDefaults, name: 'Knots', description: '', signUp: 'approval', code: '', question: 'Which boat?' };
const waiting = (username: string, answer: string): WaitingWire => {
  return { _id: username, username, answer, since: '2026-01-02T00:00:00.000Z', isGoogleUser: answer === '' };
};

test('[IN-3] operators read who waits and what they answered, let them in, or decline them after a question', async () => {
  const rows = [waiting('Zoe', 'The red one'), waiting('Yan', ''), waiting('Xia', 'None')];
  const gone = (at: number) => () => {
    rows.splice(at, 1);
    return { body: { declined: true } };
  };
  const server = fakeServer({
    'GET /admin/site': () => ({ body: site }),
    'GET /admin/waiting': () => ({ body: rows }),
    'POST /admin/approve': gone(0),
    'POST /admin/decline': gone(0),
  });
  const { user } = renderPage(<Newcomers />);
  render(<ToastPlace />);
  expect(await screen.findByText('The red one')).toBeVisible();
  expect(screen.getByText('Which boat?')).toBeVisible();
  expect(screen.getByText('No answer')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Approve Zoe' }));
  expect(await screen.findByText('Zoe is approved.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('The red one')).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { name: 'Waiting for approval' })).toHaveFocus();
  expect(server.to('/admin/approve')[0]?.body).toEqual({ userId: 'Zoe' });
  await user.click(screen.getByRole('button', { name: 'Decline Yan' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline Yan?' }));
  expect(server.to('/admin/decline')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('Yan is declined.')).toBeVisible();
  expect(server.to('/admin/decline')[0]?.body).toEqual({ userId: 'Yan' });
  // Another operator was faster.
  server.routes['POST /admin/approve'] = () => {
    rows.length = 0;
    return { status: 404, body: { error: approvalTexts.decided, code: 'newcomer.unknown' } };
  };
  await user.click(await screen.findByRole('button', { name: 'Approve Xia' }));
  expect(await screen.findByText(approvalTexts.decided)).toBeVisible();
  expect(await screen.findByText('Nobody waits.')).toBeVisible();
});
