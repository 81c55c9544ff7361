import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { RunningGateway } from '../testing/running-gateway.ts';

let gateway: RunningGateway;
let ann: { cookie: string };

beforeAll(async () => {
  gateway = await RunningGateway.start();
  ann = await gateway.signIn();
});
afterEach(() => gateway.reset());
afterAll(() => gateway.stop());

describe('refusals', () => {
  it('[T-2] are their text at the root of the host, with the code in a header', async () => {
    const answer = await gateway.post('/user/login', { username: 'Ann', password: 'wrong' });
    expect(answer).toMatchObject({
      status: 401,
      text: 'Login failed',
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'x-error-code': 'login.failed',
        'cache-control': 'no-store',
      },
    });
  });

  it('[T-2] of the framework are text too', async () => {
    const answer = await gateway.send('/user/login', { method: 'POST', body: 'no JSON', headers: ann });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-error-code': 'request.invalid',
    });
  });

  it.each(['/api/user/login', '/admin/nothing', '/api/nothing'])('[T-2] stay JSON at %s', async (path) => {
    const { headers, text } = await gateway.send(path, { headers: ann });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['x-error-code']).toBeUndefined();
    expect(JSON.parse(text)).toMatchObject({ code: expect.any(String), error: expect.any(String) });
  });
});
