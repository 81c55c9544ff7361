import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import type { LiveMessage } from '@parlour/contracts/live';
import { messages } from '@parlour/contracts/messages';
import type { SocketAnswer } from '@parlour/contracts/socket';
import type { Socket } from 'socket.io-client';
import { next, RunningGateway } from './testing/running-gateway.ts';
import { idOf } from './testing/stand-ins.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await RunningGateway.start();
  gateway.standIns.answer({
    'messaging.acquainted': () => ({ userIds: [idOf('Ben')] }),
    'games.acquainted': () => ({ userIds: [idOf('Ben'), idOf('Cay')] }),
    'identity.getOnline': ({ request: { usernames, acquainted } }) => ({
      people: usernames.map((username) =>
        acquainted.includes(idOf(username))
          ? { username, online: true, userId: idOf(username) }
          : { username, online: false },
      ),
    }),
  });
});

afterEach(() => gateway.closeSockets());

afterAll(() => gateway.stop());

async function socketOf(name: string): Promise<Socket> {
  const socket = gateway.socket(await gateway.signIn(name));
  await next(socket, 'connect');
  return socket;
}

const watch = (socket: Socket, names: unknown): Promise<SocketAnswer> =>
  socket.emitWithAck('watchOnline', names) as Promise<SocketAnswer>;

function publish(name: string, online: boolean, except: string[] = []): Promise<void> {
  const message: LiveMessage = {
    ...{ to: [`online:${idOf(name)}`], except: except.map((left) => `user:${idOf(left)}` as const), position: 0 },
    ...{ event: 'onlineUpdate', payload: { people: [{ username: name, online }] } },
  };
  return gateway.publishLive({ source: 'identity', messages: [], state: [message] });
}

function received(socket: Socket): unknown[] {
  const got: unknown[] = [];
  socket.on('onlineUpdate', ({ people }: { people: unknown }) => got.push(people));
  return got;
}

describe('[BG-4, P-9, EV-24, EV-25] watching people', () => {
  it('answers of all, and tells of those whom the viewer may know of, until others are watched', async () => {
    const ann = await socketOf('Ann');
    const got = received(ann);
    expect(await watch(ann, ['Ben', 'Dan'])).toEqual({ ok: true });
    await publish('Ben', false);
    await publish('Dan', true);
    expect(await watch(ann, ['Cay'])).toEqual({ ok: true });
    await publish('Ben', true);
    await publish('Cay', false);
    expect(await watch(ann, [])).toEqual({ ok: true });
    await publish('Cay', true);
    expect(await watch(ann, ['Dan'])).toEqual({ ok: true });
    expect(got).toEqual([
      [
        { username: 'Ben', online: true },
        { username: 'Dan', online: false },
      ],
      [{ username: 'Ben', online: false }],
      [{ username: 'Cay', online: true }],
      [{ username: 'Cay', online: false }],
      [{ username: 'Dan', online: false }],
    ]);
    const [first] = gateway.standIns.calls.filter(({ name }) => name === 'identity.getOnline');
    expect(first?.call).toMatchObject({
      request: { usernames: ['Ben', 'Dan'], acquainted: [idOf('Ben'), idOf('Cay')] },
      context: { actor: { name: 'Ann' } },
    });
  });

  it('to somebody who is blocked, the other one goes offline, once; who does not watch hears nothing', async () => {
    const [ann, same, cay] = [await socketOf('Ann'), await socketOf('Ann'), await socketOf('Cay')];
    await Promise.all([watch(ann, ['Ben']), watch(cay, ['Ben'])]);
    const [toAnn, toSame, toCay] = [ann, same, cay].map(received);
    await publish('Ben', true, ['Ann']);
    await publish('Ben', false, ['Ann']);
    await Promise.all([watch(ann, []), watch(same, []), watch(cay, [])]);
    expect(toAnn).toEqual([[{ username: 'Ben', online: false }]]);
    expect(toSame).toEqual([]);
    expect(toCay).toEqual([[{ username: 'Ben', online: true }], [{ username: 'Ben', online: false }]]);
  });

  it('of many lists in a row, answers the newest, and asks for few others', async () => {
    const ann = await socketOf('Ann');
    const got = received(ann);
    const reads = (): number => gateway.standIns.calls.filter(({ name }) => name === 'messaging.acquainted').length;
    const before = reads();
    const lists = [...Array.from({ length: 12 }, (_, index) => [`p${index}`]), ['Ben']];
    const answers = await Promise.all(lists.map((names) => watch(ann, names)));
    expect(answers).toEqual(lists.map(() => ({ ok: true })));
    // The first is asked for if it is read before the others come.
    expect(reads() - before).toBeLessThanOrEqual(2);
    expect(got).toEqual([[{ username: 'Ben', online: true }]]);
  });

  it('answers of whom it can without the messages or the games, and says that it lacks something', async () => {
    const ann = await socketOf('Ann');
    const got = received(ann);
    gateway.standIns.answer({
      'messaging.acquainted': () => {
        throw new DomainError('service.unavailable', messages.unavailable);
      },
    });
    expect(await watch(ann, ['Ben', 'Dan'])).toMatchObject({ code: 'service.unavailable' });
    await publish('Ben', false);
    gateway.standIns.answer({ 'messaging.acquainted': () => ({ userIds: [idOf('Ben')] }) });
    expect(await watch(ann, ['Ben'])).toEqual({ ok: true });
    expect(got).toEqual([
      [
        { username: 'Ben', online: true },
        { username: 'Dan', online: false },
      ],
      [{ username: 'Ben', online: false }],
      [{ username: 'Ben', online: true }],
    ]);
  });

  it('[T-1] refuses what is no list of names', async () => {
    const ann = await socketOf('Ann');
    const tooMany = Array.from({ length: limits.watchedPeople + 1 }, (_, index) => `p${index}`);
    for (const names of [
      undefined,
      null,
      'Ben',
      { 0: 'Ben' },
      [1],
      [['Ben']],
      ['x'.repeat(200)],
      ['\ud800'],
      tooMany,
    ]) {
      expect(await watch(ann, names)).toMatchObject({ code: expect.any(String) });
    }
  });
});
