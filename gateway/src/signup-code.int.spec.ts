import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RunningGateway } from './testing/running-gateway.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await RunningGateway.start({ LIMITS: 'strict', TRUSTED_PROXIES: '127.0.0.1', SIGNUP_CODE: 'Kartenhaus' });
});
afterAll(() => gateway.stop());

const account = { username: 'zoe', password: 'right' };

describe('a site that asks for a code', () => {
  it('says so to the page, without the code', async () => {
    const { json } = await gateway.send('/api/user/providers');
    expect(json).toEqual({
      google: false,
      googleClientId: null,
      signupCode: true,
      signUp: 'code',
      signedInBefore: false,
    });
  });

  it('passes on the typed code, and no other field', async () => {
    const answer = await gateway.post('/api/user/signup', { ...account, code: 'Kartenhaus', owner: true });
    expect(answer.status).toBe(200);
    expect(gateway.standIns.last('identity.signup').request).toMatchObject({ ...account, code: 'Kartenhaus' });
    expect((await gateway.post('/api/user/signup', { ...account, code: { $ne: '' } })).status).toBe(400);
    await gateway.post('/api/user/signup', account);
    expect(gateway.standIns.last('identity.signup').request).not.toHaveProperty('code');
  });

  it('[IN-1] passes on an invitation instead, which is no guess', async () => {
    gateway.standIns.refuse('identity.signup', 'invitation.over', 'no');
    const invited = { ...account, invitation: 'A'.repeat(22) };
    for (let time = 0; time < 6; time += 1) {
      expect((await gateway.post('/api/user/signup', invited)).json).toMatchObject({ code: 'invitation.over' });
    }
    expect(gateway.standIns.last('identity.signup').request).toMatchObject(invited);
    expect((await gateway.post('/api/user/signup', { ...account, invitation: 5 })).status).toBe(400);
    gateway.standIns.reset();
  });

  it.each(['signup', 'googleLogin'])('delays guesses by %s, from that address only', async (way) => {
    gateway.standIns.refuse('identity.signup', 'signup.code', 'no');
    gateway.standIns.refuse('identity.googleLogin', 'signup.code', 'no');
    const guess = async (address: string): Promise<number> => {
      const body = { ...(way === 'signup' ? account : { googleToken: 'of Google' }), code: 'guessed' };
      return (await gateway.post(`/api/user/${way}`, body, { 'x-forwarded-for': address })).status;
    };
    const [guesser, other] = way === 'signup' ? ['192.0.2.1', '192.0.2.2'] : ['192.0.2.3', '192.0.2.4'];
    for (let time = 0; time < 5; time += 1) expect(await guess(guesser!)).toBe(403);
    expect(await guess(guesser!)).toBe(429);
    expect(await guess(other!)).toBe(403);
  });

  it('counts a whole /64 of IPv6 as one, and concurrent guesses before they are compared', async () => {
    gateway.standIns.refuse('identity.googleLogin', 'signup.code', 'no');
    const before = gateway.standIns.count('identity.googleLogin');
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, host) => {
        const from = { 'x-forwarded-for': `2001:db8:0:7::${(host + 1).toString(16)}` };
        const body = { googleToken: 'of Google', code: 'guessed' };
        return (await gateway.post('/api/user/googleLogin', body, from)).status;
      }),
    );
    expect(gateway.standIns.count('identity.googleLogin') - before).toBe(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });
});
