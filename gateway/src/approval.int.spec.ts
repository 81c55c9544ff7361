import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Site } from './site/site.ts';
import { RunningGateway } from './testing/running-gateway.ts';
import { standInSite } from './testing/stand-ins.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await RunningGateway.start();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.standIns.reset());

const account = { username: 'zoe', password: 'right' };
const pending = { pending: true } as const;

describe('[IN-3] a site whose newcomers must be approved', () => {
  it('tells the page what it asks, and only as long as it does', async () => {
    const told = async (site: object) => {
      gateway.app.get(Site).update({ ...standInSite, ...site });
      return (await gateway.send('/api/user/providers')).json;
    };
    const question = 'Which boat?';
    expect(await told({ signUp: 'approval', question })).toMatchObject({ signUp: 'approval', question });
    expect(await told({ signUp: 'approval' })).not.toHaveProperty('question');
    expect(await told({ question })).not.toHaveProperty('question');
  });

  it.each([
    ['signup', { ...account, answer: 'Red' }],
    ['googleLogin', { googleToken: 'of Google', answer: 'Red' }],
  ] as const)('answers %s with 200 and no session, and leaves an older one', async (way, body) => {
    const { cookie } = await gateway.signIn('Ann');
    gateway.standIns.answer({ [`identity.${way}`]: () => pending });
    const answer = await gateway.post(`/api/user/${way}`, body, { cookie });
    expect([answer.status, answer.json, answer.cookies]).toEqual([200, pending, []]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(gateway.standIns.last(`identity.${way}`).request).toMatchObject(body);
    expect(gateway.standIns.count('identity.logout')).toBe(0);
    expect((await gateway.post(`/api/user/${way}`, { ...body, answer: 5 })).status).toBe(400);
  });
});
