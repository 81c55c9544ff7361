import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@parlour/kernel/testing/until';
import { type Answer, RunningGateway } from './testing/running-gateway.ts';

let gateway: RunningGateway;
let ann: { cookie: string };
const lines: string[] = [];

beforeAll(async () => {
  const log = { write: (line: string) => lines.push(line) };
  gateway = await RunningGateway.start({ LIMITS: 'strict', TRUSTED_PROXIES: '127.0.0.1' }, { log });
  ann = await gateway.signIn('Ann');
});

afterAll(() => gateway.stop());

/** The log lines of the request with this id. */
async function lineOf(answer: Answer): Promise<object> {
  const number = answer.headers['x-request-id'] ?? 'none';
  await until(`a line of ${number}`, () => lines.some((line) => line.includes(number)));
  return JSON.parse(lines.find((line) => line.includes(number)) ?? '') as object; // pino writes objects
}

const from = { 'x-forwarded-for': '192.0.2.7' };
const login = (password: string) => gateway.post('/api/user/login', { username: 'Bob', password }, from);

it.each([
  ['a login', () => login('right'), { status: 200, route: '/api/user/login' }],
  ['a wrong password', () => login('wrong'), { status: 401, route: '/api/user/login', level: 40 }],
  ['nobody', () => gateway.send('/question/getQuestion', { headers: from }), { status: 401 }],
  [
    'acting for another person',
    () => gateway.post('/user/follow', { currentUser: 'Bob', userToFollow: 'Cay' }, { ...ann, ...from }),
    { status: 403, route: '/user/follow', user: expect.any(String) },
  ],
  [
    'another site',
    () => gateway.post('/user/follow', {}, { ...ann, ...from, origin: 'https://elsewhere.example' }),
    { status: 403 },
  ],
  [
    'too many guesses',
    async () => {
      let answer = await login('wrong');
      for (let attempt = 0; answer.status !== 429 && attempt < 20; attempt++) answer = await login('wrong');
      return answer;
    },
    { status: 429, route: '/api/user/login', level: 40 },
  ],
])('%s logs time, route and address, and no secret', async (_, ask, expected) => {
  const line = await lineOf(await ask());
  expect(line).toMatchObject({ level: 30, ...expected, time: expect.any(Number), address: '192.0.2.7' });
  expect(JSON.stringify(line)).not.toMatch(/right|wrong|parlour_access/);
});

it('a refused socket logs reason and address', async () => {
  const headers = { ...ann, ...from, origin: 'https://elsewhere.example' };
  expect((await gateway.send('/socket.io/?EIO=4&transport=polling', { headers })).status).toBe(403);
  const line = lines.find((each) => each.includes('socket refused')) ?? '{}';
  const expected = { level: 30, time: expect.any(Number), address: '192.0.2.7', refusal: 'origin.foreign' };
  expect(JSON.parse(line)).toMatchObject(expected);
  expect(line).not.toContain('parlour_access');
});

it('reads are not logged', async () => {
  const answer = await gateway.send('/question/getQuestion', { headers: ann });
  expect(answer.status).toBe(200);
  await lineOf(await login('right'));
  expect(lines.join('')).not.toContain(answer.headers['x-request-id']);
});
