import { createHmac, createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { admitted } from '@parlour/contracts/identity/approval';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { readConfiguration } from '@parlour/kernel/config/config';
import { IdentityConfig } from '../../identity-config.ts';
import { StandInGoogle } from '../../testing/google.ts';
import { actorOfGrant, client, type IdentityWorld, startIdentity } from '../../testing/identity-world.ts';

let google: StandInGoogle;
let world: IdentityWorld;
beforeAll(async () => {
  google = await StandInGoogle.start();
  world = await startIdentity(google.config);
});
afterAll(async () => {
  await world.close();
  await google.stop();
});

let subjects = 0;

/** A new Google subject. */
function newSubject(): string {
  subjects += 1;
  return `10769150350006150715${subjects}`;
}

async function enter(
  googleToken: string,
  rest: { nonce?: string; key?: string; again?: string } = {},
): Promise<SessionGrant> {
  const { key, ...others } = rest;
  const request = { googleToken, ...others, ...client };
  return admitted((await world.call('identity.googleLogin', request, key === undefined ? {} : { key })).reply);
}

const refused = { code: 'google.refused', message: messages.googleLoginFailed };

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The parts of a token, to be recombined. */
function partsOf(
  token: string,
): [header: Record<string, unknown>, payload: Record<string, unknown>, signature: string] {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const read = (part: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  return [read(header), read(payload), signature];
}

describe('signing in with Google', () => {
  test('[CA-3] opens an account, named after the address, and signs in to it from then on', async () => {
    const sub = newSubject();
    const first = await enter(await google.token({ sub, email: 'gail.sea@example.org' }));
    expect(first.user).toMatchObject({ username: 'gail.sea', isGoogleUser: true, email: 'gail.sea@example.org' });
    const second = await enter(await google.token({ sub, email: 'gail.new@example.org', jti: '2' }));
    expect(second.user).toEqual({ ...first.user, email: 'gail.new@example.org' });
    expect(second.sessionId).not.toBe(first.sessionId);
    expect((await world.refresh(second.refreshToken)).user).toEqual(second.user);
  });

  test('[S-4] goes by the subject: an equal name or address is another account', async () => {
    const ann = await world.signup('tess');
    const tess = await enter(await google.token({ sub: newSubject(), email: 'tess@example.org' }));
    expect(tess.user.username).toBe('tess2');
    expect(tess.user._id).not.toBe(ann.user._id);
    const other = await enter(await google.token({ sub: newSubject(), email: 'tess@example.org' }));
    expect(other.user.username).toBe('tess3');
    expect((await enter(await google.token({ sub: newSubject(), email: 'Computer@example.org' }))).user.username).toBe(
      'user',
    );
  });

  test('[U-2] shows the address to its owner alone', async () => {
    const gail = await enter(await google.token({ sub: newSubject(), email: 'private.gail@example.org' }));
    const ann = await world.signup('Curious');
    const { username } = gail.user;
    const { reply } = await world.call('identity.getUser', { username }, { as: actorOfGrant(ann) });
    expect(reply).toMatchObject({ isGoogleUser: true });
    expect(reply).not.toHaveProperty('email');
    const own = await world.call('identity.getUser', { username }, { as: actorOfGrant(gail) });
    expect(own.reply.email).toBe('private.gail@example.org');
    expect(JSON.stringify([await world.events(), await world.sql('select * from commands')])).not.toContain(
      'example.org',
    );
  });

  test('of one person ten times at once opens one account', async () => {
    const sub = newSubject();
    const tokens = await Promise.all(
      Array.from({ length: 10 }, (_, index) => google.token({ sub, email: 'many@example.org', jti: String(index) })),
    );
    const grants = await Promise.all(tokens.map((token) => enter(token)));
    expect(new Set(grants.map((grant) => grant.user._id)).size).toBe(1);
    expect(await world.sql("select from users where canonical_name like 'many%'")).toHaveLength(1);
  });

  test('of ten people with one name at once opens ten', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 10 }, () => google.token({ sub: newSubject(), email: 'same@example.org' })),
    );
    const grants = await Promise.all(tokens.map((token) => enter(token)));
    expect(new Set(grants.map((grant) => grant.user.username))).toEqual(
      new Set(['same', ...Array.from({ length: 9 }, (_, index) => `same${index + 2}`)]),
    );
  });

  test('[U-4] has no password here', async () => {
    const gail = await enter(await google.token({ sub: newSubject(), email: 'nopass@example.org' }));
    const options = { as: actorOfGrant(gail), sessionId: gail.sessionId };
    await expect(world.call('identity.resetPassword', { password: 'x', ...client }, options)).rejects.toMatchObject({
      code: 'account.google',
      message: messages.googleAccountPassword,
    });
    await expect(world.login('nopass', 'x')).rejects.toMatchObject({ code: 'login.failed' });
  });

  test('opens a new account after deletion; the old name stays taken', async () => {
    const sub = newSubject();
    const first = await enter(await google.token({ sub, email: 'phoenix@example.org' }));
    const options = { as: actorOfGrant(first), sessionId: first.sessionId };
    await world.sql("update sessions set authenticated_at = now() - interval '31 minutes' where id = $1", [
      first.sessionId,
    ]);
    await expect(world.call('identity.deleteUser', {}, options)).rejects.toMatchObject({ code: 'reauth' });
    const again = await enter(await google.token({ sub, email: 'phoenix@example.org', jti: '2' }));
    await world.call('identity.deleteUser', {}, { as: actorOfGrant(again), sessionId: again.sessionId });
    expect(await world.sql("select from google_accounts where email like 'phoenix%'")).toEqual([]);
    const second = await enter(await google.token({ sub, email: 'phoenix@example.org', jti: '3' }));
    expect(second.user._id).not.toBe(first.user._id);
    expect(second.user.username).toBe('phoenix2');
  });
});

test('[IN-3] whoever must be approved waits, and signs in with Google afterwards', async () => {
  const other = await startIdentity(google.config);
  try {
    const ann = await other.signup('ann');
    const operating = { as: actorOfGrant(ann), sessionId: ann.sessionId };
    await other.call('identity.changeSite', { signUp: 'approval' }, operating);
    const come = async (sub: string, jti: string) => {
      const googleToken = await google.token({ sub, jti, email: 'gull@example.org' });
      return (await other.call('identity.googleLogin', { googleToken, answer: ' Red ', ...client })).reply;
    };
    const waiting = async () => (await other.call('identity.getWaiting', { limit: 30 }, operating)).reply.rows;
    const [sub, declined] = [newSubject(), newSubject()];
    for (const each of [sub, declined]) {
      expect(await come(each, '1')).toEqual({ pending: true });
      await expect(come(each, '2')).rejects.toMatchObject({ code: 'account.waiting' });
    }
    const [first, second] = await waiting();
    expect([first, second]).toMatchObject([
      { username: 'gull', answer: 'Red', isGoogleUser: true },
      { username: 'gull2' },
    ]);
    await other.call('identity.approve', { userId: first!._id }, operating);
    const grant = admitted(await come(sub, '3'));
    expect(grant.user).toMatchObject({ _id: first!._id, isGoogleUser: true, email: 'gull@example.org' });
    await other.call('identity.decline', { userId: second!._id }, operating);
    expect(await come(declined, '3')).toEqual({ pending: true });
    expect(await waiting()).toMatchObject([{ username: 'gull2' }]);
  } finally {
    await other.close();
  }
});

describe('[U-4] reauthentication with Google', () => {
  const state = () =>
    Promise.all(
      ['users', 'sessions', 'reservations', 'google_accounts'].map((table) =>
        world.sql(`select to_jsonb(t) as row from ${table} t order by 1`),
      ),
    );

  test('signs in to the same account', async () => {
    const sub = newSubject();
    const first = await enter(await google.token({ sub, email: 'same.again@example.org' }));
    const token = await google.token({ sub, email: 'same.again@example.org', jti: '2' });
    expect((await enter(token, { again: first.user._id })).user).toEqual(first.user);
  });

  test.each(['another', 'a new'])('refuses %s account, and changes nothing', async (which) => {
    const own = await enter(await google.token({ sub: newSubject(), email: 'own@example.org' }));
    const sub = newSubject();
    if (which === 'another') await enter(await google.token({ sub, email: 'other@example.org' }));
    const token = await google.token({ sub, email: 'changed@example.org', jti: '2' });
    const before = await state();
    await expect(enter(token, { again: own.user._id })).rejects.toMatchObject(refused);
    expect(await state()).toEqual(before);
    // The token was not redeemed.
    await enter(token);
  });

  test('opens no account in place of one that was deleted meanwhile', async () => {
    const sub = newSubject();
    const first = await enter(await google.token({ sub, email: 'gone@example.org' }));
    await world.call('identity.deleteUser', {}, { as: actorOfGrant(first), sessionId: first.sessionId });
    const token = await google.token({ sub, email: 'gone@example.org', jti: '2' });
    await expect(enter(token, { again: first.user._id })).rejects.toMatchObject(refused);
  });
});

describe('[S-4] an invalid token', () => {
  const now = (): number => Math.floor(Date.now() / 1_000);

  test.each<[string, () => Readonly<Record<string, unknown>>]>([
    ['for another audience', () => ({ aud: 'somebody.else' })],
    ['for several audiences', () => ({ aud: ['parlour.apps.test', 'somebody.else'] })],
    ['given to another client', () => ({ azp: 'somebody.else' })],
    ['of another issuer', () => ({ iss: 'https://accounts.example.org' })],
    ['of an issuer with the same prefix', () => ({ iss: `${google.server.issuer.url}.example.org` })],
    ['that has expired', () => ({ exp: now() - 60 })],
    ['that is not valid yet', () => ({ nbf: now() + 120 })],
    ['without an end', () => ({ exp: undefined })],
    ['without a time of issue', () => ({ iat: undefined })],
    ['without a subject', () => ({ sub: undefined })],
    ['with an empty subject', () => ({ sub: '' })],
    ['with a number for a subject', () => ({ sub: 5 })],
    ['of an unverified address', () => ({ email_verified: false })],
    ['that does not say whether the address is verified', () => ({ email_verified: undefined })],
    ['without an address', () => ({ email: undefined })],
    ['with a list for an address', () => ({ email: ['a@example.org'] })],
    ['with an invalid address', () => ({ email: 'gail' })],
    ['with an address that cannot be stored', () => ({ email: 'a\0@example.org' })],
  ])('%s', async (_, claims) => {
    await expect(enter(await google.token({ sub: newSubject(), ...claims() }))).rejects.toMatchObject(refused);
  });

  test('signed by a foreign key with the id of ours', async () => {
    const foreign = await StandInGoogle.start();
    try {
      const kid = google.server.issuer.keys.get()?.kid ?? '';
      const claims = { sub: newSubject(), iss: google.server.issuer.url };
      await expect(enter(await foreign.token(claims, { kid }))).rejects.toMatchObject(refused);
      await expect(enter(await foreign.token(claims))).rejects.toMatchObject(refused);
    } finally {
      await foreign.stop();
    }
  });

  test('without a signature', async () => {
    const [header, payload, signature] = partsOf(await google.token({ sub: newSubject() }));
    for (const alg of ['none', 'None', 'NONE', '']) {
      for (const end of ['', signature]) {
        const token = `${base64url({ ...header, alg })}.${base64url(payload)}.${end}`;
        await expect(enter(token)).rejects.toMatchObject(refused);
      }
    }
  });

  test('signed with our public key as if it were a secret', async () => {
    const [header, payload] = partsOf(await google.token({ sub: newSubject() }));
    const [key] = google.server.issuer.keys.toJSON();
    const pem = createPublicKey({ key: { ...key }, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const signed = `${base64url({ ...header, alg: 'HS256' })}.${base64url(payload)}`;
    const token = `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`;
    await expect(enter(token)).rejects.toMatchObject(refused);
  });

  test('with another algorithm than the pinned one', async () => {
    const other = await StandInGoogle.start();
    const keys = other.server.issuer.keys;
    await keys.generate('ES256', { kid: 'curve' });
    const separate = await startIdentity(other.config);
    try {
      const token = await other.server.issuer.buildToken({
        kid: 'curve',
        scopesOrTransform: (_, payload) =>
          Object.assign(payload, {
            aud: other.config.GOOGLE_CLIENT_ID,
            sub: '1',
            email: 'a@example.org',
            email_verified: true,
          }),
      });
      await expect(separate.call('identity.googleLogin', { googleToken: token, ...client })).rejects.toMatchObject(
        refused,
      );
      // The provider works: its other key is valid.
      await separate.call('identity.googleLogin', { googleToken: await other.token(), ...client });
    } finally {
      await separate.close();
      await other.stop();
    }
  });

  test('that was modified', async () => {
    const [header, payload, signature] = partsOf(await google.token({ sub: newSubject() }));
    const token = `${base64url(header)}.${base64url({ ...payload, sub: '1' })}.${signature}`;
    await expect(enter(token)).rejects.toMatchObject(refused);
  });

  test.each(['', '.', '..', 'x', 'a.b.c', `${'x'.repeat(8_000)}`, '\0'])('%j, which is not a token', async (token) => {
    await expect(enter(token)).rejects.toMatchObject(refused);
  });

  test('that was redeemed before, in whatever way', async () => {
    const token = await google.token({ sub: newSubject(), email: 'once@example.org' });
    await enter(token, { key: 'page 1' });
    await expect(enter(token)).rejects.toMatchObject(refused);
    await expect(enter(token, { key: 'page 2' })).rejects.toMatchObject(refused);
    // A retry by the page that asked, and lost the answer.
    expect((await enter(token, { key: 'page 1' })).user.username).toBe('once');
    const kept = ['reservations', 'commands', 'events', 'google_accounts', 'sessions'];
    const tables = await Promise.all(kept.map((table) => world.sql(`select to_jsonb(t) as row from ${table} t`)));
    for (const part of token.split('.').slice(1)) expect(JSON.stringify(tables)).not.toContain(part);
    const both = await google.token({ sub: newSubject(), email: 'race@example.org' });
    const results = await Promise.allSettled([enter(both), enter(both), enter(both)]);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  test('with the nonce of another journey', async () => {
    const token = await google.token({ sub: newSubject(), nonce: 'mine' });
    await expect(enter(token, { nonce: 'other' })).rejects.toMatchObject(refused);
    await expect(enter(await google.token({ sub: newSubject() }), { nonce: 'mine' })).rejects.toMatchObject(refused);
    await enter(token, { nonce: 'mine' });
  });

  test('leaves no trace', async () => {
    const [before] = await world.sql<{ users: number }>('select users from user_totals');
    const reserved = await world.sql('select from reservations');
    await expect(enter(await google.token({ sub: newSubject(), aud: 'x' }))).rejects.toMatchObject(refused);
    expect(await world.sql('select users from user_totals')).toEqual([before]);
    expect(await world.sql('select from reservations')).toHaveLength(reserved.length);
  });
});

describe('a site', () => {
  test('without a Google client says so', async () => {
    const plain = await startIdentity();
    try {
      await expect(
        plain.call('identity.googleLogin', { googleToken: await google.token(), ...client }),
      ).rejects.toMatchObject({ code: 'google.unavailable', message: messages.googleUnavailable });
    } finally {
      await plain.close();
    }
  });

  test('that cannot reach Google’s keys is busy, and does not refuse', async () => {
    const cutOff = await startIdentity({ ...google.config, GOOGLE_JWKS_URL: 'http://127.0.0.1:9/jwks' });
    const broken = await startIdentity({ ...google.config, GOOGLE_JWKS_URL: `${google.server.issuer.url}/nowhere` });
    try {
      for (const each of [cutOff, broken]) {
        await expect(
          each.call('identity.googleLogin', { googleToken: await google.token(), ...client }),
        ).rejects.toMatchObject({ code: 'service.unavailable' });
      }
    } finally {
      await cutOff.close();
      await broken.close();
    }
  });

  test('trusts no other issuer than Google in production', () => {
    const given = {
      GOOGLE_CLIENT_ID: 'x',
      GOOGLE_ISSUER: 'http://localhost:1',
      GOOGLE_JWKS_URL: 'http://localhost:1/jwks',
    };
    expect(readConfiguration(IdentityConfig, given)).toMatchObject(given);
    const production = { ...given, NODE_ENV: 'production' };
    expect(() => readConfiguration(IdentityConfig, production)).toThrow(/GOOGLE_ISSUER[^]*GOOGLE_JWKS_URL/);
    expect(readConfiguration(IdentityConfig, { NODE_ENV: 'production', GOOGLE_CLIENT_ID: 'x' })).toMatchObject({
      GOOGLE_ISSUER: 'https://accounts.google.com',
      GOOGLE_JWKS_URL: 'https://www.googleapis.com/oauth2/v3/certs',
    });
    expect(() => readConfiguration(IdentityConfig, { GOOGLE_JWKS_URL: 'nowhere' })).toThrow('GOOGLE_JWKS_URL');
  });
});
