import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { OAuth2Server } from 'oauth2-mock-server';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import type { PersonalBrowser } from './browsers.ts';
import { ownSite } from './own-site.ts';
import { Visitor } from './person.ts';

const clientId = 'parlour.apps.test';
/** The provider's claims for the person who signs in there. */
let claims: Record<string, unknown>;
let google: OAuth2Server;
let visitor: PersonalBrowser;

beforeAll(async () => {
  google = new OAuth2Server();
  await google.issuer.keys.generate('RS256');
  await google.start(0, 'localhost');
  google.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => {
    Object.assign(token.payload, { aud: clientId }, claims);
  });
});
afterAll(() => google?.stop());
const site = ownSite(() => {
  const url = google.issuer.url ?? '';
  return {
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: 'told to nobody',
    GOOGLE_ISSUER: url,
    GOOGLE_JWKS_URL: `${url}/jwks`,
    GOOGLE_AUTH_URL: `${url}/authorize`,
    GOOGLE_TOKEN_URL: `${url}/token`,
  };
});
beforeEach(async () => {
  claims = { sub: 'google-1', email: 'ada.brook@example.org', email_verified: true };
  visitor = await site.open();
});
afterEach(() => visitor.context.close());

test('[SC-3, CA-69, U-2] one click signs up, and the next time in; the e-mail is shown to its owner only', async () => {
  const { page } = visitor;
  for (const [path, button] of [
    ['/signup', /Google/],
    ['/', /Google/],
  ] as const) {
    await page.goto(path);
    await page
      .getByRole('button', { name: button })
      .or(page.getByRole('link', { name: button }))
      .click();
    await page.getByRole('heading', { name: 'All Questions' }).waitFor();
    await page.goto('/user/ada.brook');
    await page.getByText('ada.brook@example.org').waitFor();
    expect(await page.getByText('Reset password').count()).toBe(0);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Submit' }).waitFor();
  }
  const other = new Visitor(site.url);
  await other.post('/user/signup', { username: 'Other', password: 'x' });
  const { body } = await other.get<UserWire>('/user/getUser/ada.brook');
  expect(body.isGoogleUser).toBe(true);
  expect(JSON.stringify(body)).not.toContain('example.org');
});

test('an address that Google has not verified signs nobody in', async () => {
  claims = { sub: 'google-2', email: 'mallory@example.org', email_verified: false };
  const { page } = visitor;
  await page.goto('/');
  await page
    .getByRole('button', { name: /Google/ })
    .or(page.getByRole('link', { name: /Google/ }))
    .click();
  await page.getByText(messages.googleLoginFailed).waitFor();
});
