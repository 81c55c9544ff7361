import 'reflect-metadata';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OAuth2Server } from 'oauth2-mock-server';
import { DomainError } from '@parlour/contracts/errors';
import { readConfiguration } from '@parlour/kernel/config/config';
import { GatewayConfig } from './gateway-config.ts';
import { idOf } from './testing/stand-ins.ts';
import { type Answer, cookiesOf, RunningGateway } from './testing/running-gateway.ts';

const clientId = 'parlour.apps.test';
let google: OAuth2Server;
let gateway: RunningGateway;
const lines: string[] = [];

beforeAll(async () => {
  google = new OAuth2Server();
  await google.issuer.keys.generate('RS256');
  await google.start(0, 'localhost');
  gateway = await RunningGateway.start(config(), { log: { write: (line) => lines.push(line) } });
});

const config = (): Partial<GatewayConfig> => ({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: 'told to nobody',
  GOOGLE_AUTH_URL: `${google.issuer.url}/authorize`,
  GOOGLE_TOKEN_URL: `${google.issuer.url}/token`,
  TRUSTED_PROXIES: '127.0.0.1',
});

afterAll(async () => {
  await gateway.stop();
  await google.stop();
});

beforeEach(() => {
  gateway.standIns.calls.length = 0;
});

/** A browser's headers when a link on another site is followed. */
const fromGoogle = {
  accept: 'text/html,application/xhtml+xml',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};

function locationOf(answer: Answer): URL {
  return new URL(answer.headers['location'] ?? '', gateway.origin);
}

/** Starts the flow. */
async function depart(query = '', session = ''): Promise<{ address: URL; cookie: string; answer: Answer }> {
  const answer = await gateway.send(`/auth/google${query}`, { headers: { accept: 'text/html', cookie: session } });
  return { address: locationOf(answer), cookie: cookiesOf(answer, 'parlour_google'), answer };
}

/** Signs in at Google: the redirect path with Google's parameters. */
async function visitGoogle(address: URL): Promise<string> {
  const { headers } = await fetch(address, { redirect: 'manual' });
  const back = new URL(headers.get('location') ?? '');
  return back.pathname + back.search;
}

function sessionCookies(answer: Answer): string {
  return cookiesOf(answer, 'parlour_access', 'parlour_refresh');
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}

/** What a browser without cookies is told besides. */
const offered = { signupCode: false, signUp: 'everyone', signedInBefore: false };

describe('leaving for Google', () => {
  it('[CA-69] asks for a code, with state, PKCE and a nonce, each new every time', async () => {
    const { address, answer } = await depart();
    expect(answer.status).toBe(302);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(address.origin + address.pathname).toBe(`${google.issuer.url}/authorize`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: `${gateway.origin}/auth/google/callback`,
      scope: 'openid email',
      prompt: 'select_account',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{32}$/),
      nonce: expect.stringMatching(/^[\w-]{32}$/),
    });
    const other = (await depart()).address;
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(other.searchParams.get(name)).not.toBe(address.searchParams.get(name));
    }
  });

  it('stores its state in a cookie for this path only, which no page can read', async () => {
    const { answer } = await depart();
    expect(answer.cookies).toHaveLength(1);
    const attributes = answer.cookies[0]?.split('; ').slice(1).toSorted();
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/auth/google', 'SameSite=Lax']);
  });

  it('is refused if Google is not configured', async () => {
    const plain = await RunningGateway.start();
    try {
      for (const path of ['/auth/google', '/auth/google/callback?code=x&state=y']) {
        const answer = await plain.send(path);
        expect(answer.json).toMatchObject({ code: 'google.unavailable' });
        expect(answer.status).toBe(400);
      }
      const { json } = await plain.send('/api/user/providers');
      expect(json).toEqual({ ...offered, google: false, googleClientId: null });
      const policy = (await plain.send('/')).headers['content-security-policy'];
      expect(policy).not.toContain('google');
    } finally {
      await plain.stop();
    }
  });

  it('is offered to a page without a session', async () => {
    for (const at of ['/', '/api/']) {
      const { json } = await gateway.send(`${at}user/providers`);
      expect(json).toEqual({ ...offered, google: true, googleClientId: clientId });
    }
    const { headers } = await gateway.send('/', { headers: fromGoogle });
    expect(headers['content-security-policy']).toMatch(
      /script-src 'self' 'sha256-[^ ]+' https:\/\/accounts\.google\.com\/gsi\/client;/,
    );
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  });
});

describe('[S-4] coming back', () => {
  it('signs in, by the ID token that the code is exchanged for', async () => {
    const { address, cookie } = await depart();
    const back = await visitGoogle(address);
    const answer = await gateway.send(back, { headers: { ...fromGoogle, cookie } });
    expect(answer.status).toBe(302);
    expect(locationOf(answer).pathname).toBe('/home');
    const { request } = gateway.standIns.last('identity.googleLogin');
    const nonce = address.searchParams.get('nonce');
    expect(request).toMatchObject({ nonce, address: '127.0.0.1' });
    expect(claimsOf(request.googleToken)).toMatchObject({ aud: clientId, nonce, iss: google.issuer.url });
    // The flow cannot be used a second time.
    expect(answer.cookies).toContainEqual(expect.stringMatching(/^parlour_google=;.*Path=\/auth\/google/));
    const session = await gateway.send('/api/user/session', { headers: { cookie: sessionCookies(answer) } });
    expect(session.json).toMatchObject({ username: 'Gail' });
    // Also when the access token has expired.
    const browser = { cookie: cookiesOf(answer, 'parlour_browser') };
    expect((await gateway.send('/api/user/providers', { headers: browser })).json).toMatchObject({
      signedInBefore: true,
    });
  });

  type Change = (way: { back: URL; cookie: string }) => Promise<void> | void;
  it.each<[string, Change]>([
    ['without a cookie', (way) => void (way.cookie = '')],
    ['without a state', ({ back }) => back.searchParams.delete('state')],
    ['with an empty state', ({ back }) => back.searchParams.set('state', '')],
    [
      'with another’s state',
      async ({ back }) => back.searchParams.set('state', (await depart()).address.searchParams.get('state') ?? ''),
    ],
    ['with two states', ({ back }) => back.searchParams.append('state', 'x')],
    ['with another’s cookie', async (way) => void (way.cookie = (await depart()).cookie)],
    [
      'with a cookie that was changed',
      (way) => void (way.cookie = way.cookie.replace(/=(.)/, (_, first) => `=${first === 'A' ? 'B' : 'A'}`)),
    ],
    [
      'with a cookie of one’s own making',
      (way) =>
        void (way.cookie = `parlour_google=${Buffer.from(JSON.stringify({ state: way.back.searchParams.get('state'), nonce: 'n', verifier: 'v'.repeat(43), expiresAt: 1e15 })).toString('base64url')}.`),
    ],
    ['without a code', ({ back }) => back.searchParams.delete('code')],
    ['with a code that Google does not know', ({ back }) => back.searchParams.set('code', 'x')],
    ['with two codes', ({ back }) => back.searchParams.append('code', 'x')],
    ['after a refusal at Google', ({ back }) => back.searchParams.set('error', 'access_denied')],
    ['after a refusal at Google of another kind', ({ back }) => back.searchParams.set('error', 'invalid_scope')],
  ])('with %s fails', async (_, change) => {
    const { address, cookie } = await depart();
    const way = { back: new URL(await visitGoogle(address), gateway.origin), cookie };
    await change(way);
    gateway.standIns.calls.length = 0;
    const path = way.back.pathname + way.back.search;
    const answer = await gateway.send(path, { headers: { ...fromGoogle, cookie: way.cookie } });
    expect(answer.status).toBe(302);
    expect(answer.headers['location']).toBe('/?google=failed');
    expect(sessionCookies(answer)).toBe('');
    const { 'x-request-id': requestId = 'none' } = answer.headers;
    const line = lines.find((each) => each.includes(requestId)) ?? '{}';
    const logged = { level: 40, message: 'Google sign-in failed', requestId, address: '127.0.0.1' };
    expect(JSON.parse(line)).toMatchObject(logged);
    for (const secret of ['told to nobody', way.cookie.split('=')[1], way.back.searchParams.get('code')]) {
      if (secret && secret !== 'x') expect(line).not.toContain(secret);
    }
    const call = await gateway.send(path, { headers: { accept: 'application/json', cookie: way.cookie } });
    expect(call.status).toBe(401);
    expect(call.json).toMatchObject({ code: 'google.refused', error: 'Google login failed. Please try again.' });
    expect(gateway.standIns.calls).toEqual([]);
  });

  it('works once', async () => {
    const { address, cookie } = await depart();
    const back = await visitGoogle(address);
    expect((await gateway.send(back, { headers: { cookie } })).headers['location']).toBe('/home');
    const again = await gateway.send(back, { headers: { ...fromGoogle, cookie } });
    expect(again.headers['location']).toBe('/?google=failed');
    expect(gateway.standIns.count('identity.googleLogin')).toBe(1);
  });

  it('works for ten minutes', async () => {
    const { JourneySeals } = await import('./auth/journey.ts');
    const seals = new JourneySeals([Buffer.alloc(32, 7)]);
    const journey = { state: 's', nonce: 'n', verifier: 'v', expiresAt: 1_000 };
    expect(seals.open(seals.seal(journey), 999)).toEqual(journey);
    expect(seals.open(seals.seal(journey), 1_000)).toBeUndefined();
    // A rotated key is accepted while it is listed after the new one.
    const changed = new JourneySeals([Buffer.alloc(32, 8), Buffer.alloc(32, 7)]);
    expect(changed.open(seals.seal(journey), 999)).toEqual(journey);
    expect(seals.open(changed.seal(journey), 999)).toBeUndefined();
  });

  it('without an ID token, or with one that identity refuses, fails', async () => {
    const first = await depart();
    google.service.once(
      'beforeResponse',
      (response: { body: Record<string, unknown> }) => delete response.body['id_token'],
    );
    const without = await gateway.send(await visitGoogle(first.address), {
      headers: { ...fromGoogle, cookie: first.cookie },
    });
    expect(without.headers['location']).toBe('/?google=failed');
    gateway.standIns.answer({
      'identity.googleLogin': () => {
        throw new DomainError('google.refused', 'no');
      },
    });
    const second = await depart();
    const refused = await gateway.send(await visitGoogle(second.address), {
      headers: { ...fromGoogle, cookie: second.cookie },
    });
    expect(refused.headers['location']).toBe('/?google=failed');
    expect(sessionCookies(refused)).toBe('');
  });

  it('distinguishes an outage, of Google or ours, from a refusal', async () => {
    const { address, cookie } = await depart();
    google.service.once('beforeResponse', (response: { statusCode: number; body: unknown }) => {
      Object.assign(response, { statusCode: 502, body: '<html>Bad gateway</html>' });
    });
    const broken = await gateway.send(await visitGoogle(address), { headers: { ...fromGoogle, cookie } });
    expect(broken.headers['location']).toBe('/?google=error');
    for (const [error, outcome] of [
      ['temporarily_unavailable', 'error'],
      ['access_denied', 'failed'],
    ]) {
      const back = `/auth/google/callback?error=${error}`;
      expect((await gateway.send(back, { headers: fromGoogle })).headers['location']).toBe(`/?google=${outcome}`);
    }
    gateway.standIns.refuse('identity.googleLogin', 'service.unavailable', 'no');
    const next = await depart();
    const away = await gateway.send(await visitGoogle(next.address), {
      headers: { ...fromGoogle, cookie: next.cookie },
    });
    expect(away.headers['location']).toBe('/?google=error');
  });

  it.each([
    ['the person is suspended', 'account.suspended', 'suspended'],
    ['nobody can sign up', 'signup.closed', 'closed'],
  ] as const)('says so if %s', async (_, code, outcome) => {
    gateway.standIns.refuse('identity.googleLogin', code, 'no');
    const { address, cookie } = await depart();
    const answer = await gateway.send(await visitGoogle(address), { headers: { ...fromGoogle, cookie } });
    expect(answer.headers['location']).toBe(`/?google=${outcome}`);
  });

  it('[IN-3] says that people wait for approval, at once and whenever they come back', async () => {
    const arrive = async () => {
      const { address, cookie } = await depart();
      const answered = `${cookie}; parlour_signup_code=The%20red%20one`;
      return gateway.send(await visitGoogle(address), { headers: { ...fromGoogle, cookie: answered } });
    };
    gateway.standIns.answer({ 'identity.googleLogin': () => ({ pending: true }) });
    const first = await arrive();
    expect([first.headers['location'], cookiesOf(first, 'parlour_access')]).toEqual(['/waiting', '']);
    expect(gateway.standIns.last('identity.googleLogin').request).toMatchObject({ answer: 'The red one' });
    gateway.standIns.refuse('identity.googleLogin', 'account.waiting', 'no');
    expect((await arrive()).headers['location']).toBe('/waiting');
  });

  it.each([
    ['http', ''],
    ['https', '__Secure-'],
  ])('passes on the sign-up code, and asks for it again if it was wrong, over %s', async (proto, prefix) => {
    gateway.standIns.refuse('identity.googleLogin', 'signup.code', 'no');
    const via = { 'x-forwarded-proto': proto };
    const departed = await gateway.send('/auth/google', { headers: { accept: 'text/html', ...via } });
    const cookie = `${cookiesOf(departed, `${prefix}parlour_google`)}; ${prefix}parlour_signup_code=Karten%20haus`;
    const back = await visitGoogle(locationOf(departed));
    const answer = await gateway.send(back, { headers: { ...fromGoogle, ...via, cookie } });
    expect(answer.headers['location']).toBe('/signup?google=code');
    expect(gateway.standIns.last('identity.googleLogin').request).toMatchObject({ code: 'Karten haus' });
    expect(cookiesOf(answer, `${prefix}parlour_signup_code`)).toBe(`${prefix}parlour_signup_code=`);
    const secure = answer.cookies.map((each) => each.includes('; Secure'));
    expect(secure).toEqual([prefix !== '', prefix !== '']);
  });

  it('delays guesses at the sign-up code, and nobody who brings none', async () => {
    const strict = await RunningGateway.start({ ...config(), LIMITS: 'strict', SIGNUP_CODE: 'Kartenhaus' });
    try {
      strict.standIns.refuse('identity.signup', 'signup.code', 'no');
      strict.standIns.answer({
        'identity.googleLogin': ({ request: { code } }) => {
          if (code === undefined) return strict.standIns['grant']('Gail');
          throw new DomainError('signup.code', 'no');
        },
      });
      const journeys = [];
      for (let number = 1; number <= 6; number += 1) {
        // Each from another address: departures are limited, too.
        const headers = { accept: 'text/html', 'x-forwarded-for': `192.0.2.${number}` };
        const departed = await strict.send('/auth/google', { headers });
        const back = await visitGoogle(locationOf(departed));
        journeys.push({ back, cookie: cookiesOf(departed, 'parlour_google') });
      }
      const from = { 'x-forwarded-for': '192.0.2.99' };
      const account = { username: 'zoe', password: 'right', code: 'guessed' };
      expect((await strict.post('/api/user/signup', account, from)).status).toBe(403);
      const outcomes = [];
      for (const [index, { back, cookie }] of journeys.entries()) {
        const brought = index < 5 ? `${cookie}; parlour_signup_code=guessed` : cookie;
        const answer = await strict.send(back, { headers: { ...fromGoogle, ...from, cookie: brought } });
        outcomes.push(answer.headers['location']);
      }
      const wrong = '/signup?google=code';
      expect(outcomes).toEqual([wrong, wrong, wrong, wrong, '/?google=limit&wait=1', '/home']);
    } finally {
      await strict.stop();
    }
  });

  it('from another site reaches no other route', async () => {
    const answer = await gateway.send('/auth/google', { headers: fromGoogle });
    expect(answer.json).toMatchObject({ code: 'origin.foreign' });
  });
});

describe('[U-4] reauthentication with Google', () => {
  const comeBack = async (query: string, session: string): Promise<Answer> => {
    const { address, cookie } = await depart(query, session);
    const back = await visitGoogle(address);
    return gateway.send(back, { headers: { ...fromGoogle, cookie: `${cookie}; ${session}` } });
  };

  it('tells identity which user must come back', async () => {
    const { cookie } = await gateway.signIn();
    gateway.standIns.answer({ 'identity.googleLogin': () => gateway.standIns['grant']('Ann') });
    expect((await comeBack('?again=1', cookie)).headers['location']).toBe('/home');
    expect(gateway.standIns.last('identity.googleLogin').request.again).toBe(idOf('Ann'));
  });

  it('keeps the session if another account came back', async () => {
    const { cookie } = await gateway.signIn();
    gateway.standIns.answer({
      'identity.googleLogin': ({ request: { again } }) => {
        if (again === undefined) return gateway.standIns['grant']('Gail');
        throw new DomainError('google.refused', 'no');
      },
    });
    const answer = await comeBack('?again=1', cookie);
    expect(answer.headers['location']).toBe('/?google=failed');
    expect(sessionCookies(answer)).toBe('');
    expect(gateway.standIns.count('identity.logout')).toBe(0);
    const session = await gateway.send('/api/user/session', { headers: { cookie } });
    expect(session.json).toMatchObject({ username: 'Ann' });
  });

  it.each([
    ['without a session', '?again=1', ''],
    ['with an invalid session', '?again=1', 'parlour_access=x'],
    ['that nobody asked for', '', undefined],
  ])('%s is an ordinary sign-in', async (_, query, given) => {
    const session = given ?? (await gateway.signIn()).cookie;
    gateway.standIns.answer({ 'identity.googleLogin': () => gateway.standIns['grant']('Gail') });
    expect((await comeBack(query, session)).headers['location']).toBe('/home');
    expect(gateway.standIns.last('identity.googleLogin').request).not.toHaveProperty('again');
  });
});

it('accepts other addresses than Google’s in tests only', () => {
  const given = { GOOGLE_AUTH_URL: 'http://localhost:1', GOOGLE_TOKEN_URL: 'http://localhost:1' };
  expect(readConfiguration(GatewayConfig, given)).toMatchObject(given);
  expect(() => readConfiguration(GatewayConfig, { ...given, NODE_ENV: 'production' })).toThrow(
    /GOOGLE_AUTH_URL[^]*GOOGLE_TOKEN_URL/,
  );
  expect(() => readConfiguration(GatewayConfig, { GOOGLE_CLIENT_ID: clientId })).toThrow('GOOGLE_CLIENT_SECRET');
  readConfiguration(GatewayConfig, { NODE_ENV: 'production', GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: 'x' });
});
