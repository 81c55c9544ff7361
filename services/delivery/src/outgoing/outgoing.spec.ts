import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { InsideError, isOutside, Outgoing } from './outgoing.ts';

describe('[PU-1] nothing is sent to addresses inside', () => {
  test.each([
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '::1', '::'],
    // Private, for links, for carriers, unique-local.
    ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '100.127.255.255'],
    ...['169.254.0.1', 'fe80::1', 'febf::1', 'fc00::1', 'fdff::1', 'fec0::1'],
    // What clouds tell of machines.
    ...['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '192.0.0.192'],
    // Reserved, for tests, for many.
    ...['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '255.255.255.255'],
    ...['224.0.0.1', 'ff02::1', '2001:db8::1', '2001::1', '2001:2::1', '100::1', '4000::1'],
    // Other addresses in disguise.
    ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::1'],
    ...['', 'localhost', '8.8.8.8.8'],
  ])('%s', (address) => {
    expect(isOutside(address)).toBe(false);
  });

  test.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.63.255.255', '2606:4700::1111', '2a00:1450::5f'])(
    'but to %s',
    (address) => {
      expect(isOutside(address)).toBe(true);
    },
  );

  test.each([
    'http://push.example/a',
    'https://push.example:444/a',
    'https://me:secret@push.example/a',
    'https://me@push.example/a',
    'https://127.0.0.1/a',
    'https://0x7f.1/a',
    'https://2130706433/a',
    'https://[::1]/a',
    'https://[::ffff:10.0.0.1]/a',
    'file:///etc/passwd',
    'push.example',
    '',
  ])('nor to %j', async (address) => {
    const outgoing = new Outgoing(['https://inside.example']);
    expect(outgoing.allows(address)).toBe(false);
    await expect(outgoing.post(address, { headers: {}, body: Buffer.from('x') })).rejects.toThrow(InsideError);
  });

  test('but where they may be outside, or the operator has chosen it', () => {
    const outgoing = new Outgoing(['http://10.0.0.1:8080']);
    for (const address of ['https://push.example/a', 'https://push.example:443/a', 'http://10.0.0.1:8080/a']) {
      expect(outgoing.allows(address)).toBe(true);
    }
  });

  test('a name is resolved for the connection, and none of its addresses may be inside', async () => {
    const asked: string[] = [];
    const outgoing = new Outgoing([], (hostname, _, done) => {
      asked.push(hostname);
      done(null, [
        { address: '8.8.8.8', family: 4 },
        { address: '::1', family: 6 },
      ]);
    });
    await expect(outgoing.post('https://push.example/a', { headers: {}, body: Buffer.from('x') })).rejects.toThrow(
      'push.example is inside',
    );
    expect(asked).toEqual(['push.example']);
  });

  test('a name of this machine leads nowhere', async () => {
    const sent = new Outgoing([]).post('https://localhost/a', { headers: {}, body: Buffer.from('x') });
    await expect(sent).rejects.toThrow('localhost is inside');
  });
});

describe('what a server answers', () => {
  let server: Server;
  let origin: string;
  let answer: (path: string) => { status: number; headers?: Record<string, string>; body?: string };
  const asked: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const { status, headers = {}, body = '' } = answer(request.url ?? '');
      response.writeHead(status, headers).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const post = () => new Outgoing([origin]).post(`${origin}/a`, { headers: {}, body: Buffer.from('x') });

  test('a redirect is not followed', async () => {
    answer = () => ({ status: 307, headers: { location: `${origin}/b` } });
    expect(await post()).toEqual({ status: 307, retryAfterMs: 0 });
    expect(asked).toEqual(['/a']);
  });

  test('a long answer is not read to its end', async () => {
    answer = () => ({ status: 201, body: 'x'.repeat(10_000_000) });
    expect(await post()).toMatchObject({ status: 201 });
  });

  test.each([
    ['120', 120_000],
    ['', 0],
    ['soon', 0],
    ['-5', 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ])('Retry-After: %j', async (header, expected) => {
    answer = () => ({ status: 429, headers: { 'retry-after': header } });
    expect(await post()).toEqual({ status: 429, retryAfterMs: expected });
  });

  test('after its end, nothing is sent any more', async () => {
    const outgoing = new Outgoing([origin]);
    outgoing.onModuleDestroy();
    await expect(outgoing.post(`${origin}/a`, { headers: {}, body: Buffer.from('x') })).rejects.toThrow();
  });
});
