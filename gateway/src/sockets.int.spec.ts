import { unedited } from '@parlour/contracts/posts/editable';
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { LiveMessage } from '@parlour/contracts/live';
import { idOf, rowOf, userOf } from './testing/stand-ins.ts';
import { cookiesOf, next, RunningGateway, signingKey } from './testing/running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await RunningGateway.start();
});

afterEach(() => {
  gateway.closeSockets();
});

afterAll(() => gateway.stop());

let position = 0;

/** Publishes questions to rooms, each in its own consecutive batch. */
async function publishTo(...rooms: LiveMessage['to'][number][]): Promise<void> {
  for (const room of rooms) {
    const after = position++;
    const question = rowOf(`${room} ${position}`, 'A question');
    const message: LiveMessage = { to: [room], event: 'questionUpdate', payload: question, position };
    await gateway.publishLive({ after, upTo: position, messages: [message] });
  }
}

async function refusalOf(headers: Record<string, string>): Promise<unknown> {
  const failure = (await next(gateway.socket(headers), 'connect_error')) as Error & { data?: unknown };
  return { message: failure.message, data: failure.data };
}

const missing = { message: 'session.missing', data: { code: 'session.missing', error: 'Please sign in to continue.' } };

describe('sockets admitted and refused', () => {
  it.each([['websocket'], ['polling']])('[T-12] a session by %s', async (transport) => {
    const socket = gateway.socket(await gateway.signIn(), [transport]);
    await next(socket, 'connect');
    expect(socket.connected).toBe(true);
  });

  it('a non-browser client without Origin', async () => {
    const { cookie } = await gateway.signIn();
    const answer = await gateway.send('/socket.io/?EIO=4&transport=polling', { headers: { cookie } });
    expect(answer.status).toBe(200);
  });

  it('not without a session', async () => {
    expect(await refusalOf({})).toEqual(missing);
    const answer = await gateway.send('/socket.io/?EIO=4&transport=polling');
    expect([answer.status, answer.json]).toEqual([401, expect.objectContaining({ message: 'session.missing' })]);
  });

  it.each([
    ['forged', (token: string) => token.slice(0, -3) + 'abc'],
    [
      'without an algorithm',
      (token: string) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
    ],
  ])('not with a token that is %s', async (_, forge) => {
    const { cookie } = await gateway.signIn();
    expect(await refusalOf({ cookie: `parlour_access=${forge(cookie.replace('parlour_access=', ''))}` })).toEqual(
      missing,
    );
  });

  it.each(['http://evil.test', 'null', 'http://127.0.0.1:1'])(
    'not from %s, with or without a cookie',
    async (origin) => {
      const headers = { ...(await gateway.signIn()), origin };
      expect(await refusalOf(headers)).toMatchObject({ message: 'websocket error' });
      const answer = await gateway.send('/socket.io/?EIO=4&transport=polling', { headers });
      expect(answer.status).toBe(403);
      expect(answer.json).toMatchObject({ message: 'origin.foreign' });
    },
  );

  it('not on another’s connection: its id, which is in URLs, is not enough', async () => {
    const [ann, eve] = [await gateway.signIn('Ann'), await gateway.signIn('Eve')];
    const polling = '/socket.io/?EIO=4&transport=polling';
    const { text, headers: answered } = await gateway.send(polling, { headers: ann });
    const { sid } = JSON.parse(text.slice(1)) as { sid: string };
    expect(Buffer.from(sid, 'base64url')).toHaveLength(16);
    expect(answered).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    const join = async (headers: Record<string, string>, id = sid) => {
      const sent = { method: 'POST', body: '40', headers: { 'content-type': 'text/plain', ...headers } };
      return (await gateway.send(`${polling}&sid=x&sid=${id}`, sent)).status;
    };
    for (const stranger of [{}, eve, { cookie: 'parlour_access=x.y.z' }, { ...ann, origin: 'http://evil.test' }]) {
      expect(await join(stranger)).toBe(400);
    }
    expect(await join(ann, 'none')).toBe(400);
    expect(await join(ann)).toBe(200);
  });

  it('not from a page of another site that sends no Origin', async () => {
    const headers = { ...(await gateway.signIn()), 'sec-fetch-site': 'cross-site' };
    expect((await gateway.send('/socket.io/?EIO=4&transport=polling', { headers })).status).toBe(403);
  });
});

describe('who gets messages', () => {
  it('public ones go to everybody, private ones to their owner only', async () => {
    const sessions = [await gateway.signIn('Ann'), await gateway.signIn('Bob')] as const;
    const [ann, bob] = [gateway.socket(sessions[0]), gateway.socket(sessions[1])];
    await Promise.all([next(ann, 'connect'), next(bob, 'connect')]);
    const received: Record<'ann' | 'bob', string[]> = { ann: [], bob: [] };
    const positions: string[] = [];
    ann.on('questionUpdate', ({ _id }: { _id: string }, at: string) => {
      received.ann.push(_id.split(' ')[0] ?? '');
      positions.push(at);
    });
    bob.on('questionUpdate', ({ _id }: { _id: string }) => received.bob.push(_id.split(' ')[0] ?? ''));
    const [forAnn, forBob] = [`user:${idOf('Ann')}`, `user:${idOf('Bob')}`] as const;
    const last = Promise.all([ann, bob].map((socket) => next(socket, 'answerUpdate')));
    await publishTo(forBob, 'public', forAnn);
    const answer = {
      ...{ _id: 'a', text: '', ansBy: '', ansDateTime: '', comments: [], score: 0, accepted: false },
      ...unedited,
    };
    const end: LiveMessage = {
      to: ['public'],
      event: 'answerUpdate',
      payload: { qid: 'q', answer },
      position: position + 1,
    };
    await gateway.publishLive({ after: position, upTo: ++position, messages: [end] });
    await last;
    expect(received).toEqual({ ann: ['public', forAnn], bob: [forBob, 'public'] });
    expect(positions).toEqual([`qa:${position - 2}`, `qa:${position - 1}`]);
  });

  it('everybody except those excluded', async () => {
    const [ann, bob] = [gateway.socket(await gateway.signIn('Ann')), gateway.socket(await gateway.signIn('Bob'))];
    await Promise.all([next(ann, 'connect'), next(bob, 'connect')]);
    const titles: string[] = [];
    ann.on('questionUpdate', ({ title }: { title: string }) => titles.push(`Ann ${title}`));
    bob.on('questionUpdate', ({ title }: { title: string }) => titles.push(`Bob ${title}`));
    for (const except of [[`user:${idOf('Bob')}`], []] as const) {
      const after = position++;
      const payload = rowOf('q', except.length > 0 ? 'not for Bob' : 'for both');
      const both = [next(ann, 'questionUpdate'), ...(except.length > 0 ? [] : [next(bob, 'questionUpdate')])];
      const message: LiveMessage = { to: ['public'], except, event: 'questionUpdate', payload, position };
      await gateway.publishLive({ after, upTo: position, messages: [message] });
      await Promise.all(both);
    }
    expect(titles.sort()).toEqual(['Ann for both', 'Ann not for Bob', 'Bob for both']);
  });

  it('once, even if a batch comes twice', async () => {
    const socket = gateway.socket(await gateway.signIn());
    await next(socket, 'connect');
    const received: string[] = [];
    socket.on('questionUpdate', ({ title }: { title: string }) => received.push(title));
    const messageAt = (at: number): LiveMessage => ({
      to: ['public'],
      event: 'questionUpdate',
      payload: rowOf('q', `at ${at}`),
      position: at,
    });
    const after = position;
    const first = { after, upTo: after + 1, messages: [messageAt(after + 1)] };
    const second = { after: after + 1, upTo: after + 2, messages: [messageAt(after + 2)] };
    for (const batch of [first, first, second]) await gateway.publishLive(batch);
    position += 2;
    while (received.length < 2) await next(socket, 'questionUpdate');
    expect(received).toEqual([`at ${after + 1}`, `at ${after + 2}`]);
  });
});

describe('who has to reconnect', () => {
  it('everybody after a gap; a client does so by itself', async () => {
    const socket = gateway.socket(await gateway.signIn());
    await next(socket, 'connect');
    await publishTo('public');
    const left = next(socket, 'disconnect');
    position += 5;
    await publishTo('public');
    expect(await left).toBe('transport close');
    await next(socket, 'connect');
    expect(socket.connected).toBe(true);
  });

  it('a sender of too large a message', async () => {
    const socket = gateway.socket(await gateway.signIn());
    await next(socket, 'connect');
    const left = next(socket, 'disconnect');
    socket.emit('joinChat', 'x'.repeat(17 * 1024));
    expect(await left).toBe('transport close');
  });

  /** A session's token that ends in six seconds: long enough to connect on a busy machine. */
  async function briefToken(): Promise<{ cookie: string }> {
    const { cookie } = await gateway.signIn();
    const [head = '', body = ''] = cookie.replace('parlour_access=', '').split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const exp = Math.floor(Date.now() / 1_000) + 6;
    const start = `${head}.${Buffer.from(JSON.stringify({ ...claims, exp })).toString('base64url')}`;
    return { cookie: `parlour_access=${start}.${createHmac('sha256', signingKey).update(start).digest('base64url')}` };
  }

  it('a socket whose token has expired', async () => {
    const socket = gateway.socket(await briefToken());
    await next(socket, 'connect');
    expect(await next(socket, 'disconnect')).toBe('transport close');
    expect(await next(socket, 'connect_error')).toMatchObject({ message: 'session.missing' });
  });

  it('[T-15] but that of a client of the contract goes on, until its session has ended', async () => {
    let onAsked = (): void => undefined;
    const asked = new Promise<void>((resolve) => (onAsked = resolve));
    gateway.standIns.answer({
      'identity.getSession': () => {
        onAsked();
        return userOf('Ann');
      },
    });
    const kept = gateway.socket(await briefToken(), ['websocket'], {});
    await next(kept, 'connect');
    await asked;
    const received = next(kept, 'pollCreation');
    const after = position++;
    const payload = { pollId: 'p', communityId: 'c' };
    const message = { to: ['public'], event: 'pollCreation', payload, position } as const;
    await gateway.publishLive({ after, upTo: position, messages: [message] });
    expect(await received).toEqual(payload);
    gateway.standIns.refuse('identity.getSession', 'session.ended', 'Please sign in to continue.');
    const ended = gateway.socket(await briefToken(), ['websocket'], {});
    await next(ended, 'connect');
    expect(await next(ended, 'disconnect')).toBe('transport close');
    gateway.standIns.reset();
  }, 30_000);
});

describe('a session that ends', () => {
  it('takes its sockets with it, and no other’s', async () => {
    const session = await gateway.signIn();
    const another = await gateway.signIn();
    const sockets = [gateway.socket(session), gateway.socket(session)];
    const other = gateway.socket(another);
    await Promise.all([...sockets, other].map((socket) => next(socket, 'connect')));
    const left = sockets.map((socket) => next(socket, 'disconnect'));
    await gateway.post('/api/user/logout', {}, session);
    expect(await Promise.all(left)).toEqual(['transport close', 'transport close']);
    expect(other.connected).toBe(true);
    expect(await refusalOf(session)).toMatchObject({ message: 'session.ended' });
    expect((await gateway.send('/api/user/session', { headers: session })).status).toBe(401);
  });

  it('elsewhere does too', async () => {
    const session = await gateway.signIn();
    const socket = gateway.socket(session);
    await next(socket, 'connect');
    await gateway.send('/api/user/session', { headers: session });
    const sessionId = gateway.standIns.last('identity.getSession').context.sessionId ?? '';
    const left = next(socket, 'disconnect');
    await gateway.publishLive({
      source: 'identity',
      endedSessions: [{ sessionId, endedAt: new Date().toISOString() }],
    });
    expect(await left).toBe('transport close');
  });
});

describe('a client that leaves reconnecting to Socket.IO', () => {
  const transports = [[['websocket']], [['polling', 'websocket']]];

  it.each(transports)(
    '[T-12] connected before anybody signed in, it is live after that by itself, by %j',
    async (by) => {
      const headers: Record<string, string> = {};
      const socket = gateway.socket(headers, by, {});
      await next(socket, 'connect_error');
      expect(socket.active).toBe(true);
      // The browser has the cookie from now on.
      Object.assign(socket.io.opts.extraHeaders ?? {}, gateway.named(await gateway.signIn()));
      await next(socket, 'connect');
      expect(socket.connected).toBe(true);
    },
  );

  it.each(transports)('[T-12] comes back after its own password reset, by %j', async (by) => {
    const session = await gateway.signIn();
    const socket = gateway.socket(session, by, {});
    await next(socket, 'connect');
    const left = next(socket, 'disconnect');
    const body = { username: 'Ann', password: 'another' };
    const answer = await gateway.send('/api/user/resetPassword', { method: 'PATCH', body, headers: session });
    expect(await left).toBe('transport close');
    Object.assign(socket.io.opts.extraHeaders ?? {}, gateway.named({ cookie: cookiesOf(answer, 'parlour_access') }));
    await next(socket, 'connect');
    expect(socket.connected).toBe(true);
  });

  it('[T-12] is told why when its person has too many sockets, and tries again', async () => {
    const strict = await RunningGateway.start({ LIMITS: 'strict' });
    try {
      const session = await strict.signIn();
      const sockets = Array.from({ length: 10 }, () => strict.socket(session));
      await Promise.all(sockets.map((socket) => next(socket, 'connect')));
      const polling = await strict.send('/socket.io/?EIO=4&transport=polling', { headers: session });
      expect([polling.status, polling.json]).toMatchObject([429, { message: 'limit.reached' }]);
      const another = strict.socket(session, ['websocket'], {});
      await new Promise((resolve) => another.io.once('reconnect_attempt', resolve));
      sockets[0]?.disconnect();
      await next(another, 'connect');
      expect(another.connected).toBe(true);
    } finally {
      await strict.stop();
    }
  });
});
