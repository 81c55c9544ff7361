import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { admitted } from '@parlour/contracts/identity/approval';
import { messages } from '@parlour/contracts/messages';
import { StandInGoogle } from '../../testing/google.ts';
import { client, type IdentityWorld, startIdentity } from '../../testing/identity-world.ts';

let google: StandInGoogle;
let world: IdentityWorld;
beforeAll(async () => {
  google = await StandInGoogle.start();
  world = await startIdentity({ ...google.config, SIGNUP_CODE: 'Kartenhaus' });
});
afterAll(async () => {
  await world.close();
  await google.stop();
});

const refused = { code: 'signup.code', message: messages.signupCodeWrong };
const signup = (code?: string): Promise<unknown> =>
  world.call('identity.signup', {
    username: 'ann',
    password: 'secret',
    ...client,
    ...(code !== undefined && { code }),
  });

describe('a site that asks for a code', () => {
  test('[O-2] refuses sign-ups without it, and stores nothing of the attempt', async () => {
    await expect(signup()).rejects.toMatchObject(refused);
    await expect(signup('kartenhaus')).rejects.toMatchObject(refused);
    expect(await world.events()).toEqual([]);
    expect(await world.sql('select key from reservations')).toEqual([]);
    await signup('Kartenhaus');
    expect((await world.login('ann')).user.username).toBe('ann');
    // Without the code one does not learn which names exist either.
    await expect(signup()).rejects.toMatchObject(refused);
  });

  test('asks for it of new Google accounts, which then need their token again, and not of existing ones', async () => {
    const sub = '107691503500061507151';
    const token = await google.token({ sub, email: 'gail@example.org' });
    const enter = async (googleToken: string, code?: string) => {
      const request = { googleToken, ...client, ...(code !== undefined && { code }) };
      return admitted((await world.call('identity.googleLogin', request)).reply).user.username;
    };
    const before = await world.events();
    await expect(enter(token)).rejects.toMatchObject(refused);
    await expect(enter(token, 'wrong')).rejects.toMatchObject(refused);
    expect(await world.events()).toEqual(before);
    expect(await enter(token, 'Kartenhaus')).toBe('gail');
    expect(await enter(await google.token({ sub, email: 'gail@example.org', jti: '2' }))).toBe('gail');
  });
});
