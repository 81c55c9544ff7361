import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { messages } from '@parlour/contracts/messages';
import { type ReactElement, useState } from 'react';
import { userLeft } from '../../shared/state/session.slice.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { heldRoute } from '../../shared/testing/held-route.ts';
import { fill } from '../../shared/testing/fill.ts';
import { ann, renderPage } from '../../shared/testing/render-page.tsx';
import { LoginPage } from './login-page.tsx';
import { openWantedAfterGoogle, rememberWanted, storeSignupCode, wantedBeforeGoogle } from './google-redirect.ts';
import { useReauthentication } from './reauthentication.tsx';
import { SignupPage } from './signup-page.tsx';

const providers = 'GET /user/providers';

/** The calls made, without those about the site's sign-in options. */
const writes = (server: ReturnType<typeof fakeServer>) => server.calls.filter((call) => call.method !== 'GET');

const username = () => screen.getByLabelText('Username');
const password = () => screen.getByLabelText('Password');
const submit = () => screen.getByRole('button', { name: 'Submit' });

describe('login', () => {
  test('[SC-1] requires both fields, marks the missing one, and sends nothing', async () => {
    const server = fakeServer({});
    const { user } = renderPage(<LoginPage />);
    await user.click(submit());
    expect(username()).toHaveAccessibleDescription('Please enter a username and password');
    await waitFor(() => expect(username()).toHaveFocus());
    await fill(user, username(), 'ann');
    expect(screen.queryByText('Please enter a username and password')).not.toBeInTheDocument();
    await fill(user, password(), '   ', '{Enter}');
    expect(password()).toHaveAccessibleDescription('Please enter a username and password');
    expect(writes(server)).toEqual([]);
  });

  test('[VA-1] sends both trimmed, with a key, on Enter', async () => {
    const server = fakeServer({ 'POST /user/login': () => ({ body: ann }) });
    const { user, store } = renderPage(<LoginPage />);
    await fill(user, username(), '  ann ');
    await fill(user, password(), ' secret ', '{Enter}');
    expect(writes(server)[0]?.body).toEqual({ username: 'ann', password: 'secret' });
    expect(writes(server)[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
    expect(store.getState().session).toEqual({ status: 'signedIn', user: ann });
  });

  test('[TX-12] shows the server’s words', async () => {
    fakeServer({ 'POST /user/login': () => ({ status: 401, body: { error: 'Login failed', code: 'login.failed' } }) });
    const { user } = renderPage(<LoginPage />);
    await fill(user, username(), 'ann');
    await fill(user, password(), 'wrong', '{Enter}');
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Error while logging in: Login failed')).toBeVisible();
    // In words that help.
    expect(alert).toHaveTextContent('The username or the password is wrong.');
  });

  test.each([
    [{}, 'Ask whoever runs this site for a new one.'],
    [{ contact: 'Ms Lee, room 12' }, 'Ask Ms Lee, room 12 for a new one.'],
  ])('[S-20] says who helps when the password is gone: %j', async (ways, words) => {
    fakeServer({ [providers]: () => ({ body: { google: false, ...ways } }) });
    renderPage(<LoginPage />);
    await waitFor(() => expect(screen.getByText(/^Forgot your password/)).toHaveTextContent(words));
  });

  test('[SC-1] shows the password on demand', async () => {
    const { user } = renderPage(<LoginPage />);
    expect(password()).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('checkbox', { name: 'Show password' }));
    expect(password()).toHaveAttribute('type', 'text');
  });

  test('[S-4] disables Google and says why', async () => {
    fakeServer({ [providers]: () => ({ body: { google: false } }) });
    renderPage(<LoginPage />);
    await screen.findByText('Google sign-in is not set up on this site.');
    const google = screen.getByRole('button', { name: 'Sign in with Google' });
    expect(google).toBeDisabled();
    expect(google).toHaveAccessibleDescription('Google sign-in is not set up on this site.');
  });
});

test('[O-6] where nobody may sign up, the page says so instead of the form', async () => {
  fakeServer({ [providers]: () => ({ body: { google: false, signupCode: false, signUp: 'nobody' } }) });
  renderPage(<SignupPage />);
  expect(await screen.findByText('Nobody can sign up on this site at the moment.')).toBeVisible();
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('[S-20] a site without accounts says that the first one runs it', async () => {
  fakeServer({ [providers]: () => ({ body: { google: false, isNew: true } }) });
  const { unmount } = renderPage(<LoginPage />);
  const first = await screen.findByRole('link', { name: 'Create the first account' });
  expect(first).toHaveAttribute('href', '/signup');
  // One button stands out.
  expect(first).not.toHaveAttribute('data-variant', 'default');
  expect(screen.getByRole('button', { name: 'Submit' })).toHaveAttribute('data-variant', 'default');
  unmount();
  renderPage(<SignupPage />);
  await screen.findByRole('heading', { name: 'Create the first account' });
  expect(screen.getByText(/^The first account runs this site/)).toBeVisible();
});

test.each([
  [1, ''],
  [6, 'At least 6 characters.'],
  [8, 'At least 8 characters, and not easy to guess.'],
])('[S-20] signup says what a password of %i characters or more needs', async (passwordLength, words) => {
  const server = fakeServer({ [providers]: () => ({ body: { google: false, passwordLength } }) });
  renderPage(<SignupPage />);
  await waitFor(() => expect(server.calls).toHaveLength(1));
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(words));
});

test.each([
  ['login', <LoginPage key="a" />],
  ['signup', <SignupPage key="b" />],
])('where cookies are blocked, the %s says so and sends nothing', async (_name, page) => {
  const server = fakeServer({ 'GET /user/providers': () => ({ body: { google: false } }) });
  jest.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  const { user } = renderPage(page);
  await user.type(screen.getByLabelText('Username'), 'ann');
  for (const field of screen.getAllByLabelText(/password$/i)) await user.type(field, 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await screen.findByText(/Your browser blocks the cookies of this site/);
  expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test.each([
  ['login', <LoginPage key="a" />, ['username', 'current-password']],
  ['signup', <SignupPage key="b" />, ['username', 'new-password', 'new-password']],
])('the %s takes what is pasted, and tells password managers what its fields are', async (_name, page, purposes) => {
  fakeServer({ 'GET /user/providers': () => ({ body: { google: false } }) });
  const { user } = renderPage(page);
  const fields = [username(), ...screen.getAllByLabelText(/password$/i, { selector: 'input:not([type=checkbox])' })];
  for (const field of fields) {
    await user.click(field);
    await user.paste('correct horse');
    expect(field).toHaveValue('correct horse');
  }
  expect(fields.map((field) => field.getAttribute('autocomplete'))).toEqual(purposes);
});

test('what a password manager fills in without an event is sent', async () => {
  const server = fakeServer({ 'POST /user/login': () => ({ body: ann }) });
  const { user } = renderPage(<LoginPage />);
  // React replaces the setter of a field to notice what scripts write; managers go around it.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  set?.call(username(), 'ann');
  set?.call(password(), 'secret');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(writes(server)[0]?.body).toEqual({ username: 'ann', password: 'secret' }));
});

describe('in the demo', () => {
  const freya = { username: 'Freya', password: 'come on in', about: 'owns the sailing club' };
  const demonstration = { google: false, demo: [freya, { ...freya, username: 'Ben', about: 'is new' }] };

  test('pressing a name fills in the form and submits it', async () => {
    const server = fakeServer({
      [providers]: () => ({ body: demonstration }),
      'POST /user/login': () => ({ body: ann }),
    });
    const { user, store } = renderPage(<LoginPage />);
    await user.click(await screen.findByRole('button', { name: 'Freya owns the sailing club' }));
    expect(username()).toHaveValue('Freya');
    expect(password()).toHaveValue('come on in');
    await waitFor(() => {
      expect(store.getState().session).toEqual({ status: 'signedIn', user: ann });
    });
    expect(writes(server)).toHaveLength(1);
    expect(writes(server)[0]?.body).toEqual({ username: 'Freya', password: 'come on in' });
    expect(writes(server)[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
  });

  test('shows the password of all other accounts', async () => {
    fakeServer({ [providers]: () => ({ body: demonstration }) });
    renderPage(<LoginPage />);
    expect(await screen.findByText(/^All other accounts have the same password/)).toHaveTextContent('come on in');
  });

  test.each([{ google: false }, { google: false, demo: [] }])('on other sites nothing of it is shown', async (body) => {
    fakeServer({ [providers]: () => ({ body }) });
    renderPage(<LoginPage />);
    await screen.findByText('Google sign-in is not set up on this site.');
    expect(screen.queryByRole('region', { name: 'Demonstration' })).not.toBeInTheDocument();
  });
});

describe('Google', () => {
  const withGoogle = () => fakeServer({ [providers]: () => ({ body: { google: true } }) });
  const link = (name: string) => screen.findByRole('link', { name });

  test('[SC-3] leaves the page for Google, from login and from signup', async () => {
    withGoogle();
    const login = renderPage(<LoginPage />);
    expect(await link('Sign in with Google')).toHaveAttribute('href', '/auth/google');
    login.unmount();
    renderPage(<SignupPage />);
    expect(await link('Sign up with Google')).toHaveAttribute('href', '/auth/google');
  });

  test('the wanted address is kept in this tab', async () => {
    withGoogle();
    const { router, user } = renderPage(<LoginPage />, { at: '/' });
    await act(() => router.navigate('/', { state: { wanted: '/question/7?a=b' } }));
    const way = await link('Sign in with Google');
    way.addEventListener('click', (event) => {
      // jsdom can't navigate away.
      event.preventDefault();
    });
    await user.click(way);
    expect(wantedBeforeGoogle()).toBe('/question/7?a=b');
    rememberWanted(undefined);
    expect(wantedBeforeGoogle()).toBeUndefined();
  });

  test('after Google, it is opened once', () => {
    const opens = (at: string) => {
      window.history.replaceState(null, '', at);
      openWantedAfterGoogle();
      return window.location.pathname + window.location.search;
    };
    rememberWanted('/question/7?a=b');
    expect(opens('/users')).toBe('/users');
    expect(opens('/home')).toBe('/question/7?a=b');
    expect(opens('/home')).toBe('/home');
    // One person's address waits at the login's guard until the session is known.
    rememberWanted('/question/7?a=b', 'u1');
    expect(opens('/home')).toBe('/');
    expect([wantedBeforeGoogle('u2'), wantedBeforeGoogle('u1')]).toEqual([undefined, '/question/7?a=b']);
  });

  test('one person’s address is not used for another, also after a second attempt', async () => {
    withGoogle();
    const { router, user } = renderPage(<LoginPage />, { at: '/' });
    await act(() => router.navigate('/', { state: { wanted: '/users?name=b', of: 'u1' } }));
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const way = await link('Sign in with Google');
      way.addEventListener('click', (event) => event.preventDefault());
      await user.click(way);
      expect([wantedBeforeGoogle(), wantedBeforeGoogle('u2')]).toEqual([undefined, undefined]);
      expect(wantedBeforeGoogle('u1')).toBe('/users?name=b');
      // Google returns without the state.
      await act(() => router.navigate('/'));
    }
  });

  test('an address that nobody in particular wanted is opened', () => {
    sessionStorage.setItem('parlour.wanted', `${Date.now()} /question/7?a=b`);
    expect(wantedBeforeGoogle('u1')).toBe('/question/7?a=b');
  });

  test.each([
    ['of another site', `${Date.now()} //evil.example/`],
    ['from long ago', `${Date.now() - 11 * 60_000} /users`],
    ['without a time', '/users'],
  ])('an address %s is not opened', (_what, kept) => {
    sessionStorage.setItem('parlour.wanted', kept);
    expect(wantedBeforeGoogle()).toBeUndefined();
  });

  test.each([
    ['/?google=failed', 'Google login failed. Please try again.'],
    ['/?google=suspended', 'This account is suspended. Contact the site’s operator.'],
    ['/?google=closed', 'Nobody can sign up on this site at the moment.'],
    ['/?google=limit&wait=40', 'Too many requests. Please try again in 40 seconds.'],
    ['/?google=error', 'Error logging in with Google. Please try again.'],
  ])('[TX-14] returning to %s shows what failed', async (at, text) => {
    withGoogle();
    renderPage(<LoginPage />, { at, path: '/' });
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });
});

test('[SC-1, SC-2] login and signup link to each other', () => {
  const login = renderPage(<LoginPage />);
  expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
  login.unmount();
  renderPage(<SignupPage />);
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('checkbox', { name: /^Show password/ })).toBeInTheDocument();
});

test('[TX-29] the login shows why someone was sent there', () => {
  const { store } = renderPage(<LoginPage />);
  act(() => void store.dispatch(userLeft('User ann deleted successfully.')));
  expect(screen.getByText('User ann deleted successfully.')).toBeInTheDocument();
});

describe('reauthentication', () => {
  function Probe() {
    const [answer, setAnswer] = useState('');
    const { reauthenticate, dialog } = useReauthentication(ann, '/user/ann');
    return (
      <>
        <button
          type="button"
          onClick={async () => {
            setAnswer((await reauthenticate()) ? 'it is ann' : 'it is nobody');
          }}
        >
          do it
        </button>
        <p>{answer}</p>
        {dialog}
      </>
    );
  }

  test('with Google, only the same account may come back', async () => {
    function GoogleProbe() {
      const { reauthenticate, dialog } = useReauthentication({ ...ann, isGoogleUser: true }, '/user/ann');
      return (
        <>
          <button type="button" onClick={() => void reauthenticate()}>
            do it
          </button>
          {dialog}
        </>
      );
    }
    const { user } = renderPage(<GoogleProbe />);
    await ask(user);
    const way = screen.getByRole('link', { name: 'Sign in with Google' });
    expect(way).toHaveAttribute('href', '/auth/google?again=1');
    way.addEventListener('click', (event) => event.preventDefault());
    await user.click(way);
    expect([wantedBeforeGoogle('u2'), wantedBeforeGoogle(ann._id)]).toEqual([undefined, '/user/ann']);
  });

  const ask = async (user: UserEvent) => {
    await user.click(screen.getByRole('button', { name: 'do it' }));
    return screen.findByRole('dialog', { name: 'Confirm it’s you' });
  };

  test('logs in again and continues the pending action', async () => {
    const server = fakeServer({
      'POST /user/login': () => ({ status: 401, body: { error: 'Login failed', code: 'login.failed' } }),
    });
    const { user } = renderPage(<Probe />);
    await ask(user);
    await waitFor(() => expect(password()).toHaveFocus());
    await fill(user, password(), 'wrong', '{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Error while logging in: Login failed');
    server.routes['POST /user/login'] = () => ({ body: ann });
    await user.clear(password());
    await fill(user, password(), ' secret ', '{Enter}');
    await screen.findByText('it is ann');
    expect(writes(server)[1]?.body).toEqual({ username: 'ann', password: 'secret' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('a click beside it loses no password, and nothing closes it while it is being checked', async () => {
    const held = heldRoute();
    fakeServer({ 'POST /user/login': held.route });
    const { user } = renderPage(<Probe />);
    const dialog = await ask(user);
    await fill(user, password(), 'secret');
    await user.click(document.querySelector('.mantine-Modal-overlay') ?? document.body);
    await user.type(password(), '{Enter}');
    await user.keyboard('{Escape}');
    expect(dialog).toBeVisible();
    await held.answer({ body: ann });
    await screen.findByText('it is ann');
  });

  test('Escape cancels and returns the focus', async () => {
    const { user } = renderPage(<Probe />);
    await ask(user);
    await user.keyboard('{Escape}');
    await screen.findByText('it is nobody');
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'do it' })).toHaveFocus();
    });
  });
});

describe('[O-15] while the site is busy', () => {
  const busy = (status: number, code: string, seconds: number) => () => ({
    status,
    body: { error: 'Busy', code },
    headers: { 'Retry-After': String(seconds) },
  });
  const waiting = () => screen.queryByText('This site is busy right now. Trying again in a moment…');
  afterEach(() => void jest.useRealTimers());

  async function submitted(page: ReactElement, confirmed = false) {
    const rendered = renderPage(page);
    await fill(rendered.user, username(), 'ann');
    await fill(rendered.user, password(), 'secret');
    if (confirmed) await fill(rendered.user, screen.getByLabelText('Confirm password'), 'secret');
    // From here on the test's own clock runs.
    jest.useFakeTimers();
    fireEvent.submit(screen.getByRole('form'));
    await pass(0);
    return rendered;
  }
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  test.each([
    [503, 'service.unavailable'],
    [429, 'limit.reached'],
  ])('a sign-up refused with %i waits and is sent again, as the same one', async (status, code) => {
    const server = fakeServer({ 'POST /user/signup': busy(status, code, 40) });
    const { store } = await submitted(<SignupPage />, true);
    expect(waiting()).toBeVisible();
    await pass(39_000);
    expect(writes(server)).toHaveLength(1);
    server.routes['POST /user/signup'] = () => ({ body: ann });
    await pass(1_000);
    expect(store.getState().session).toEqual({ status: 'signedIn', user: ann });
    expect(waiting()).toBeNull();
    const keys = writes(server).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test('each try waits for longer', async () => {
    const server = fakeServer({ 'POST /user/login': busy(503, 'service.unavailable', 1) });
    await submitted(<LoginPage />);
    for (const seconds of [1, 2, 4, 8, 16, 32, 32]) {
      const before = writes(server).length;
      await pass(seconds * 1_000 - 1);
      expect(writes(server)).toHaveLength(before);
      await pass(1);
      expect(writes(server)).toHaveLength(before + 1);
    }
  });

  test('stops when its person wants, or leaves, and says what the site said', async () => {
    const server = fakeServer({ 'POST /user/login': busy(503, 'service.unavailable', 1) });
    const { unmount } = await submitted(<LoginPage />);
    fireEvent.click(screen.getByRole('button', { name: 'Stop trying' }));
    await pass(60_000);
    expect(screen.getByRole('alert')).toHaveTextContent('Error while logging in: Busy');
    expect(waiting()).toBeNull();
    expect(writes(server)).toHaveLength(1);
    fireEvent.submit(screen.getByRole('form'));
    await pass(0);
    unmount();
    await pass(60_000);
    expect(writes(server)).toHaveLength(2);
  });

  test.each([
    ['for more than two minutes', <SignupPage key="a" />, 'POST /user/signup', busy(429, 'limit.reached', 121)],
    ['after wrong passwords', <LoginPage key="b" />, 'POST /user/login', busy(429, 'limit.reached', 4)],
    ['for another reason', <LoginPage key="c" />, 'POST /user/login', busy(401, 'login.failed', 4)],
  ])('nobody waits %s', async (_, page, route, refusal) => {
    const server = fakeServer({ [route]: refusal });
    await submitted(page, route.endsWith('signup'));
    expect(screen.getByRole('alert')).toHaveTextContent('Busy');
    await pass(150_000);
    expect(writes(server)).toHaveLength(1);
  });
});

describe('signup', () => {
  const confirm = () => screen.getByLabelText('Confirm password');

  test('[SC-2, VA-2] requires the same password twice', async () => {
    const server = fakeServer({});
    const { user } = renderPage(<SignupPage />);
    await fill(user, username(), 'ann');
    await fill(user, password(), 'one');
    await fill(user, confirm(), 'two');
    await user.click(submit());
    expect(confirm()).toHaveAccessibleDescription('Passwords do not match');
    await waitFor(() => expect(confirm()).toHaveFocus());
    expect(writes(server)).toEqual([]);
  });

  test('asks for the sign-up code if the site requires one, and keeps it for Google', async () => {
    const server = fakeServer({
      [providers]: () => ({ body: { google: true, signupCode: true } }),
      'POST /user/signup': () => ({ status: 403, body: { error: 'That is not it', code: 'signup.code' } }),
    });
    const { user } = renderPage(<SignupPage />);
    const code = await screen.findByLabelText('Code');
    await fill(user, username(), 'ann');
    await fill(user, password(), 'one');
    await fill(user, confirm(), 'one', '{Enter}');
    expect(code).toHaveAccessibleDescription(expect.stringContaining('Please enter the sign-up code'));
    expect(writes(server)).toEqual([]);
    await fill(user, code, ' Karten haus ', '{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Error while signing up: That is not it');
    expect(writes(server)[0]?.body).toEqual({ username: 'ann', password: 'one', code: 'Karten haus' });
    const written: string[] = [];
    Object.defineProperty(document, 'cookie', { configurable: true, set: (text: string) => written.push(text) });
    const google = screen.getByRole('link', { name: 'Sign up with Google' });
    google.addEventListener('click', (event) => event.preventDefault());
    await user.click(google);
    storeSignupCode('Karten haus', { protocol: 'https:', port: '' });
    storeSignupCode('Karten haus', { protocol: 'http:', port: '3100' });
    Reflect.deleteProperty(document, 'cookie');
    const cookie = '=Karten%20haus; path=/auth/google; max-age=600; samesite=lax';
    expect(written).toEqual([
      `parlour_signup_code_${window.location.port}${cookie}`,
      `__Secure-parlour_signup_code${cookie}; secure`,
      `parlour_signup_code_3100${cookie}`,
    ]);
  });

  test.each([
    ['a code', 'signup.code', { signupCode: true, signUp: 'code' }, () => screen.findByLabelText('Code')],
    [
      'that nobody signs up',
      'signup.closed',
      { signupCode: false, signUp: 'nobody' },
      () => screen.findByText('Nobody can sign up on this site at the moment.'),
    ],
  ])('follows an operator who wants %s while the page is open', async (_what, code, ways, shown) => {
    const server = fakeServer({
      [providers]: () => ({ body: { google: false, signupCode: false, signUp: 'everyone' } }),
      'POST /user/signup': () => ({ status: 403, body: { error: 'No', code } }),
    });
    const { user } = renderPage(<SignupPage />);
    await fill(user, username(), 'ann');
    await fill(user, password(), 'one');
    await fill(user, confirm(), 'one');
    server.routes[providers] = () => ({ body: { google: false, ...ways } });
    await user.click(submit());
    expect(await shown()).toBeVisible();
  });

  test('[IN-1] sends the invitation by which somebody comes, also where nobody else can sign up', async () => {
    const server = fakeServer({
      [providers]: () => ({ body: { google: true, signupCode: false, signUp: 'nobody' } }),
      'POST /user/signup': () => ({ body: ann }),
    });
    const { user, router } = renderPage(<SignupPage />);
    expect(await screen.findByText(messages.signupClosed)).toBeVisible();
    await act(() => router.navigate('/', { state: { invitation: 'abc' } }));
    await fill(user, await screen.findByLabelText('Username'), 'ann');
    await fill(user, password(), 'one');
    await fill(user, confirm(), 'one', '{Enter}');
    expect(writes(server)[0]?.body).toEqual({ username: 'ann', password: 'one', invitation: 'abc' });
    expect(screen.queryByText('Sign up with Google')).not.toBeInTheDocument();
  });

  test('asks for no code otherwise', async () => {
    const server = fakeServer({ [providers]: () => ({ body: { google: true, signupCode: false } }) });
    renderPage(<SignupPage />);
    await screen.findByRole('link', { name: 'Sign up with Google' });
    expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
    expect(writes(server)).toEqual([]);
  });

  test('reports that Google sign-in failed for lack of the code', async () => {
    renderPage(<SignupPage />, { at: '/signup?google=code' });
    expect(await screen.findByRole('alert')).toHaveTextContent('The sign-up code is missing or wrong');
  });

  test('refuses a name that cannot be part of an address', async () => {
    const server = fakeServer({});
    const { user } = renderPage(<SignupPage />);
    await fill(user, username(), 'a/b');
    await fill(user, password(), 'one');
    await fill(user, confirm(), 'one', '{Enter}');
    expect(username()).toHaveAccessibleDescription('Username cannot contain control characters or any of / \\ ? # %');
    expect(writes(server)).toEqual([]);
  });

  test('[TX-13] a retry after a lost reply keeps its key; after a refusal it is a new submission', async () => {
    const answers = [
      'down',
      { status: 409, body: { error: 'This username is already taken' } },
      { body: ann },
    ] as const;
    let next = 0;
    const server = fakeServer({ 'POST /user/signup': () => answers[next++] ?? 'down' });
    const { user } = renderPage(<SignupPage />);
    await fill(user, username(), 'ann');
    await fill(user, password(), 'one');
    await fill(user, confirm(), 'one');
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent(`Error while signing up: ${messages.unreachable}`);
    await user.click(submit());
    await screen.findByText('Error while signing up: This username is already taken');
    await user.click(submit());
    const keys = writes(server).map((call) => call.headers.get('Idempotency-Key'));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('a form is not sent twice at once', async () => {
    const server = fakeServer({ 'POST /user/signup': () => new Promise(() => undefined) });
    const { user } = renderPage(<SignupPage />);
    await fill(user, username(), 'ann');
    await fill(user, password(), 'one');
    await fill(user, confirm(), 'one');
    fireEvent.submit(screen.getByRole('form'));
    fireEvent.submit(screen.getByRole('form'));
    expect(writes(server)).toHaveLength(1);
  });
});

describe('a temporary password', () => {
  const temporary = { error: 'good for signing in once', code: 'password.temporary' };

  test('requires a new one, twice, and signs in with it', async () => {
    const bodies: unknown[] = [];
    const server = fakeServer({
      'POST /user/login': () => {
        const { body } = writes(server).at(-1) ?? {};
        bodies.push(body);
        return typeof body === 'object' && body !== null && 'newPassword' in body
          ? { body: ann }
          : { status: 403, body: temporary };
      },
    });
    const { user, store } = renderPage(<LoginPage />);
    await user.type(username(), 'ann');
    await user.type(password(), 'given{Enter}');
    const chosen = await screen.findByLabelText('New password');
    expect(screen.getByText('This password is temporary. Please choose a new one.')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await waitFor(() => expect(chosen).toHaveFocus());
    await user.click(submit());
    expect(chosen).toHaveAccessibleDescription('Please enter and confirm your new password.');
    await user.type(chosen, ' my own ');
    await user.type(screen.getByLabelText('Confirm new password'), 'my won{Enter}');
    expect(screen.getByLabelText('Confirm new password')).toHaveAccessibleDescription('Passwords do not match.');
    await user.clear(screen.getByLabelText('Confirm new password'));
    await user.type(screen.getByLabelText('Confirm new password'), 'my own{Enter}');
    await waitFor(() =>
      expect(bodies).toEqual([
        { username: 'ann', password: 'given' },
        { username: 'ann', password: 'given', newPassword: 'my own' },
      ]),
    );
    await waitFor(() => expect(store.getState().session).toEqual({ status: 'signedIn', user: ann }));
  });

  test('shows what is wrong with the new one; another person is not asked for one', async () => {
    fakeServer({ 'POST /user/login': () => ({ status: 403, body: temporary }) });
    const { user } = renderPage(<LoginPage />);
    await user.type(username(), 'ann');
    await user.type(password(), 'given{Enter}');
    for (const label of ['New password', 'Confirm new password']) {
      await user.type(await screen.findByLabelText(label), 'given');
    }
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('Error while logging in: good for signing in once');
    await user.type(username(), 'e');
    expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
  });
});
