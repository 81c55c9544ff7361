import { describe, expect, test } from '@jest/globals';
import { approvalTexts } from '@parlour/contracts/identity/approval';
import { act, screen } from '@testing-library/react';
import { userLeft } from '../../shared/state/session.slice.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { fill } from '../../shared/testing/fill.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { LoginPage } from './login-page.tsx';
import { SignupPage } from './signup-page.tsx';
import { WaitingPage } from './waiting-page.tsx';

const ways = (more: object) => () => ({ body: { google: true, signupCode: false, signUp: 'approval', ...more } });
const question = 'Which boat is yours?';

describe('[IN-3] where newcomers must be approved', () => {
  test('sign-up says so, asks the question, and leads to what the person waits for', async () => {
    const server = fakeServer({
      'GET /user/providers': ways({ question }),
      'POST /user/signup': () => ({ body: { pending: true } }),
    });
    const { user, router, store } = renderPage(<SignupPage />, { at: '/signup' });
    act(() => void store.dispatch(userLeft()));
    const answer = await screen.findByLabelText(question);
    expect(screen.getByText(/approve each new account/)).toBeVisible();
    await fill(user, screen.getByLabelText('Username'), 'zoe');
    await fill(user, screen.getByLabelText('Password'), 'one');
    await fill(user, screen.getByLabelText('Confirm password'), 'one');
    await fill(user, answer, 'x'.repeat(501));
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(answer).toHaveAccessibleDescription(expect.stringContaining(approvalTexts.answer));
    await user.clear(answer);
    await fill(user, answer, ' The red one ');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(server.to('/user/signup').map(({ body }) => body)).toEqual([
      { username: 'zoe', password: 'one', answer: 'The red one' },
    ]);
    expect(router.state.location.pathname).toBe('/waiting');
    expect(store.getState().session.status).toBe('signedOut');
  });

  test('without a question there is no field, and an invitation leads past both', async () => {
    fakeServer({ 'GET /user/providers': ways({}) });
    const { router } = renderPage(<SignupPage />);
    expect(await screen.findByText(/approve each new account/)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: question })).not.toBeInTheDocument();
    await act(() => router.navigate('/', { state: { invitation: 'abc' } }));
    expect(await screen.findByText(/You are invited/)).toBeVisible();
    expect(screen.queryByText(/approve each new account/)).not.toBeInTheDocument();
  });

  test('signing in leads there too', async () => {
    const body = { error: approvalTexts.waiting, code: 'account.waiting' };
    fakeServer({ 'POST /user/login': () => ({ status: 403, body }) });
    const { user, router } = renderPage(<LoginPage />);
    await fill(user, screen.getByLabelText('Username'), 'zoe');
    await fill(user, screen.getByLabelText('Password'), 'one', '{Enter}');
    await screen.findByText('elsewhere');
    expect(router.state.location.pathname).toBe('/waiting');
  });

  test('the page says for what, how long, and who helps', async () => {
    fakeServer({ 'GET /user/providers': ways({ contact: 'Ms Lee, room 12' }) });
    renderPage(<WaitingPage />, { at: '/waiting' });
    expect(screen.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
    expect(screen.getByText(approvalTexts.waiting)).toBeVisible();
    expect(screen.getByText(/60 days/)).toBeVisible();
    expect(await screen.findByText('Ms Lee, room 12')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/');
  });
});
