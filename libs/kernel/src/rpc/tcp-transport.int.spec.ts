import 'reflect-metadata';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { CallContext } from '@parlour/contracts/rpc';
import { createLogger } from '../logging/logger.ts';
import { freePort } from '../process/free-port.ts';
import { testPatienceMs } from '../testing/patience.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { until } from '../testing/until.ts';
import { type Call, RpcClient } from './calls.ts';
import { type SharedKeyTls, sharedKeyTls } from './shared-key-tls.ts';
import { type PoolTimes, poolTimes } from './tcp-replica.ts';
import { TcpServer } from './tcp-server.ts';
import { TcpTransport } from './tcp-transport.ts';

const [ours, older, theirs] = [1, 2, 3].map((byte) => sharedKeyTls([Buffer.alloc(32, byte)])) as [
  SharedKeyTls,
  SharedKeyTls,
  SharedKeyTls,
];
const context: CallContext = { requestId: 'r', actor: null, sessionId: null, minPositions: {}, idempotency: null };

const read = 'qa.getQuestionById';
const command = 'qa.followQuestion';

/** A replica that can be frozen, as by SIGSTOP, and killed. */
class Replica extends TcpServer {
  handled: (Omit<Call<typeof read>, 'name'> & { readonly name: typeof read | typeof command })[] = [];
  behave: (call: Call<typeof read>) => unknown = () => ({});
  private held: (() => void)[] | undefined;

  static async start(port = 0, tls = ours): Promise<Replica> {
    const replica = new Replica({ host: '127.0.0.1', port, tls, logger: silentLogger });
    for (const name of [read, command]) {
      replica.addHandler(name, async (call: Call<typeof read>) => {
        replica.handled.push(call);
        return (await replica.behave(call)) as object;
      });
    }
    await new Promise<void>((resolve) => replica.listen(() => resolve()));
    return replica;
  }

  override async handleMessage(...given: Parameters<TcpServer['handleMessage']>): Promise<void> {
    if (this.held) await new Promise<void>((resolve) => this.held?.push(resolve));
    await super.handleMessage(...given);
  }

  freeze(): void {
    this.held = [];
  }

  thaw(): void {
    const held = this.held ?? [];
    this.held = undefined;
    for (const go of held) go();
  }

  kill(): void {
    this.server.close();
    this.closeOpenSockets();
  }
}

const started: { kill(): void }[] = [];
let transport: TcpTransport | undefined;
afterEach(() => {
  transport?.close();
  for (const each of started.splice(0)) each.kill();
});

const patient = { silence: testPatienceMs, absence: testPatienceMs };
const times: PoolTimes = { ...poolTimes, ...patient, pingEvery: 50, retry: 20, restart: 400 };
/**
 * For replicas that are away or frozen. The others share the event loop with the client: a pause of
 * it is no silence.
 */
const impatient = { silence: 2_000, absence: 400 };

/** Two replicas and a client connected to both. */
async function world(
  more: Partial<PoolTimes> = {},
  logger = silentLogger,
): Promise<{ replicas: [Replica, Replica]; rpc: RpcClient }> {
  const replicas: [Replica, Replica] = [await Replica.start(), await Replica.start()];
  started.push(...replicas);
  const addresses = replicas.map(({ listensOn: port }) => ({ source: 'qa' as const, host: '127.0.0.1', port }));
  transport = new TcpTransport(addresses, ours, logger, { ...times, ...more });
  const rpc = new RpcClient(transport, testPatienceMs);
  await until('both take part', async () => {
    await ask(rpc, read, 'first').catch(() => undefined);
    return replicas.every(({ handled }) => handled.length > 0);
  });
  for (const replica of replicas) replica.handled = [];
  return { replicas, rpc };
}

/** A client of one replica. */
function to(port: number, tls = ours, more: Partial<PoolTimes> = {}): RpcClient {
  const addresses = [{ source: 'qa' as const, host: '127.0.0.1', port }];
  transport = new TcpTransport(addresses, tls, silentLogger, { ...times, ...more });
  return new RpcClient(transport, testPatienceMs);
}

async function single(tls?: SharedKeyTls): Promise<Replica> {
  const replica = await Replica.start(0, tls);
  started.push(replica);
  return replica;
}

const ask = async (rpc: RpcClient, name: typeof read | typeof command, id = 'x'): Promise<unknown> =>
  (await rpc.call(name, { id, qid: id }, context)).reply;
const never = (): Promise<never> => new Promise(() => undefined);

describe('replicas', () => {
  it('share the calls', async () => {
    const { replicas, rpc } = await world();
    for (let index = 0; index < 10; index++) await ask(rpc, read);
    for (const { handled } of replicas) expect(handled.length).toBeGreaterThanOrEqual(3);
  });

  it('take over a read that one of them breaks off', async () => {
    const { replicas, rpc } = await world();
    for (const replica of replicas) {
      replica.behave = () => {
        if (replicas.every(({ handled }) => handled.length > 0)) return { helped: true };
        replica.kill();
        return never();
      };
    }
    expect(await ask(rpc, read)).toEqual({ helped: true });
  });

  it('never repeat each other’s commands: the answer is 503, and they run at most once', async () => {
    const { replicas, rpc } = await world();
    for (const replica of replicas) {
      replica.behave = () => {
        replica.kill();
        return never();
      };
    }
    await expect(ask(rpc, command)).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(replicas.flatMap(({ handled }) => handled)).toHaveLength(1);
  });

  it('take over a command that a stopping replica refuses', async () => {
    const { replicas, rpc } = await world({ pingEvery: 60_000 });
    const [ending, staying] = replicas;
    let finish = (_: object): void => undefined;
    ending.behave = () => new Promise((resolve) => (finish = resolve));
    const calls: Promise<unknown>[] = [];
    while (ending.handled.length === 0) {
      calls.push(ask(rpc, read));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const closing = ending.close();
    for (let index = 0; index < 6; index++) expect(await ask(rpc, command)).toEqual({});
    expect(staying.handled.filter(({ name }) => name === command)).toHaveLength(6);
    // Calls in flight are finished.
    finish({ last: true });
    expect(await Promise.all(calls)).toContainEqual({ last: true });
    await closing;
  });
});

describe('a replica that is frozen', () => {
  it('is out until it answers a ping; reads go elsewhere, a command is 503 after its limit', async () => {
    const { replicas, rpc } = await world(impatient);
    const [frozen, other] = replicas;
    frozen.freeze();
    const reads = await Promise.all(Array.from({ length: 6 }, () => ask(rpc, read)));
    expect(reads).toHaveLength(6);
    expect(frozen.handled).toHaveLength(0);
    other.handled = [];
    for (let index = 0; index < 4; index++) await ask(rpc, command);
    expect(other.handled).toHaveLength(4);
    frozen.thaw();
    await until('it takes part again', async (saw) => {
      await ask(rpc, read, 'thawed');
      return saw(frozen.handled).some(({ request }) => request.id === 'thawed');
    });
  });

  it('answers 503 in bounded time if it is the only one, and recovers by itself', async () => {
    const { replicas, rpc } = await world(impatient);
    replicas[1].kill();
    replicas[0].freeze();
    const short = new RpcClient(transport!, 1_000);
    // One call each, because the other may not be known to be gone yet.
    for (let replica = 0; replica < 2; replica++) {
      await expect(ask(short, command)).rejects.toMatchObject({ code: 'service.unavailable' });
    }
    const began = performance.now();
    await expect(ask(rpc, command)).rejects.toMatchObject({ code: 'service.unavailable' });
    // All are out: a call does not wait for the full limit.
    expect(performance.now() - began).toBeLessThan(testPatienceMs / 2);
    replicas[0].thaw();
    await until('it answers', (saw) =>
      ask(rpc, read).then(
        () => true,
        (refusal: unknown) => saw(refusal) === undefined,
      ),
    );
  });
});

describe('a connection', () => {
  it('is renewed while calls are in flight, and none of them fails', async () => {
    const { replicas, rpc } = await world({ renew: 60 });
    for (const replica of replicas) {
      replica.behave = () => new Promise((resolve) => setTimeout(() => resolve({}), 100));
    }
    const until = performance.now() + 1_000;
    let answered = 0;
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        while (performance.now() < until) {
          await ask(rpc, command);
          answered += 1;
        }
      }),
    );
    expect(answered).toBeGreaterThan(20);
  });

  it('is looked for soon, under a name that nobody knows yet or where it has left', async () => {
    const replica = await Replica.start();
    started.push(replica);
    let lookups = 0;
    const names = async (): Promise<string[]> => {
      if (++lookups === 1) throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
      return ['127.0.0.1'];
    };
    const addresses = [{ source: 'qa' as const, host: 'qa', port: replica.listensOn }];
    // The usual turn never comes.
    const rare = { ...times, resolve: 3_600_000, search: 20 };
    transport = new TcpTransport(addresses, ours, silentLogger, rare, names);
    const rpc = new RpcClient(transport, testPatienceMs);
    expect(await ask(rpc, read)).toBeDefined();
    // At most one more is on its way now.
    const settled = lookups;
    replica.kill();
    await until('it is looked for again and again', () => lookups > settled + 2);
  });

  it('is waited for while it may be restarting, longer than one that was never there', async () => {
    const lines: string[] = [];
    const logger = createLogger('pool', { level: 'debug' }, { write: (line) => lines.push(line) });
    const { replicas, rpc } = await world({ absence: 0, restart: testPatienceMs }, logger);
    const ports = replicas.map(({ listensOn }) => listensOn);
    const isOut = (port: number): boolean =>
      lines.some((line) => line.includes('replica unreachable') && line.includes(`"port":${port}`));
    for (const replica of replicas) replica.kill();
    await until('both are out', () => ports.every(isOut));
    const waiting = [ask(rpc, read), ask(rpc, command)];
    started.push(await Replica.start(ports[0]));
    expect(await Promise.all(waiting)).toEqual([{}, {}]);

    transport?.close();
    const never = [{ source: 'qa' as const, host: '127.0.0.1', port: await freePort('127.0.0.1') }];
    transport = new TcpTransport(never, ours, silentLogger, { ...times, absence: 0, restart: 3_600_000 });
    const patient = new RpcClient(transport, 3_600_000);
    await expect(ask(patient, read)).rejects.toMatchObject({ code: 'service.unavailable' });
  });

  it('recovers when its replica is restarted', async () => {
    const { replicas, rpc } = await world(impatient);
    const port = replicas[0].listensOn;
    for (const replica of replicas) replica.kill();
    await expect(ask(rpc, read)).rejects.toMatchObject({ code: 'service.unavailable' });
    started.push(await Replica.start(port));
    await until('it answers', (saw) =>
      ask(rpc, read).then(
        () => true,
        (refusal: unknown) => saw(refusal) === undefined,
      ),
    );
  });
});

describe('a connection between processes', () => {
  const secret = 'correct horse battery staple';

  /** A proxy that records everything that crosses the network to `replica`. */
  async function eavesdropper(
    replica: Replica,
  ): Promise<{ server: Server; recorded: { sent: Buffer[]; answered: Buffer[] } }> {
    const recorded = { sent: [] as Buffer[], answered: [] as Buffer[] };
    const server = createServer((from) => {
      const to = connect(replica.listensOn, '127.0.0.1');
      from.on('data', (bytes: Buffer) => recorded.sent.push(bytes));
      to.on('data', (bytes: Buffer) => recorded.answered.push(bytes));
      for (const socket of [from, to]) socket.on('error', () => undefined);
      from.pipe(to).pipe(from);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    started.push({ kill: () => server.close() });
    return { server, recorded: recorded };
  }

  it('reveals no requests or replies on the network, and cannot be replayed', async () => {
    const replica = await single();
    replica.behave = () => ({ secret });
    const { server, recorded: recorded } = await eavesdropper(replica);
    expect(await ask(to((server.address() as AddressInfo).port), command, secret)).toEqual({ secret });
    expect(replica.handled).toHaveLength(1);
    for (const bytes of [recorded.sent, recorded.answered]) {
      expect(Buffer.concat(bytes).length).toBeGreaterThan(secret.length);
      expect(Buffer.concat(bytes).includes(secret)).toBe(false);
    }
    const again = connect(replica.listensOn, '127.0.0.1');
    again.on('error', () => undefined);
    again.resume().write(Buffer.concat(recorded.sent));
    await once(again, 'close');
    expect(replica.handled).toHaveLength(1);
  });

  it('uses an authenticated cipher, with a key of this connection alone', async () => {
    const socket = connectByTls({ ...ours.client, host: '127.0.0.1', port: (await single()).listensOn });
    await once(socket, 'secureConnect');
    const { protocol, cipher } = { protocol: socket.getProtocol(), cipher: socket.getCipher().standardName };
    socket.destroy();
    expect([protocol, cipher]).toEqual(['TLSv1.2', 'TLS_ECDHE_PSK_WITH_CHACHA20_POLY1305_SHA256']);
  });

  it('accepts a new key that is replacing another', async () => {
    const both = sharedKeyTls([Buffer.alloc(32, 2), Buffer.alloc(32, 1)]);
    expect(await ask(to((await single(both)).listensOn), read)).toEqual({});
    transport?.close();
    expect(await ask(to((await single(older)).listensOn, both), read)).toEqual({});
  });

  it.each([
    ['a service that does not hold the key', theirs, ours],
    ['a caller that does not hold the key', ours, theirs],
  ])('is refused for %s', async (_, server, client) => {
    const replica = await single(server);
    await expect(ask(to(replica.listensOn, client, impatient), read)).rejects.toMatchObject({
      code: 'service.unavailable',
    });
    expect(replica.handled).toHaveLength(0);
  });

  it.each([[[]], [[Buffer.alloc(32), Buffer.alloc(31)]]])('is not set up with a key that is too short', (keys) => {
    expect(() => sharedKeyTls(keys)).toThrow('of at least 32 bytes');
  });
});

describe('a stranger', () => {
  /** The answer to `text` before the connection ends. */
  async function send(socket: Socket, text: string): Promise<string> {
    let recorded = '';
    socket.on('data', (bytes) => (recorded += String(bytes)));
    socket.on('error', () => undefined);
    socket.write(text);
    if (!socket.closed) await once(socket, 'close');
    return recorded;
  }

  const frame = (value: unknown): string => {
    const text = JSON.stringify(value);
    return `${text.length}#${text}`;
  };

  it('is logged', async () => {
    const lines: string[] = [];
    const logger = createLogger('test', {}, { write: (line) => lines.push(line) });
    const server = new TcpServer({ host: '127.0.0.1', port: 0, tls: ours, logger });
    await new Promise<void>((resolve) => server.listen(() => resolve()));
    connectByTls({ ...theirs.client, host: '127.0.0.1', port: server.listensOn }).on('error', () => undefined);
    await until('a line', () => lines.length > 0);
    await server.close();
    const message = 'a connection without a key of ACTOR_SECRET was turned away';
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, message });
  });

  it('is cut off without TLS', async () => {
    const { replicas, rpc } = await world();
    const data = { request: { id: 'x' }, context: { ...context, actor: { id: 'a', name: 'Ann' } } };
    const socket = connect(replicas[0].listensOn, '127.0.0.1');
    expect(await send(socket, frame({ id: '1', pattern: 'qa.getQuestionById', data }))).not.toContain('isDisposed');
    expect(replicas[0].handled).toHaveLength(0);
    await ask(rpc, read);
  });

  it.each([
    ['no frame', 'GET / HTTP/1.1\r\nhost: x#\r\n\r\n'],
    ['a frame that is not JSON', '5#hello'],
    ['a frame with too large a length', `${64 * 1_024 * 1_024}#${'x'.repeat(5 * 1_024 * 1_024)}`],
  ])('with the key is cut off for sending %s', async (_, text) => {
    const { replicas, rpc } = await world();
    const socket = connectByTls({ ...ours.client, host: '127.0.0.1', port: replicas[0].listensOn });
    expect(await send(socket, text)).toBe('');
    for (let index = 0; index < 4; index++) await ask(rpc, read);
  });
});

describe('the limit of frames', () => {
  const long = (characters: number): object => ({ text: 'x'.repeat(characters) });
  const mebi = 1_024 * 1_024;

  /** One replica; a call waits on its only connection during `act`, and is answered afterwards. */
  async function beside(act: (rpc: RpcClient) => Promise<void>, replyTo: (id: string) => object): Promise<void> {
    const replica = await single();
    const rpc = to(replica.listensOn);
    let finish = (_: object): void => undefined;
    replica.behave = ({ request: { id } }) =>
      id === 'innocent' ? new Promise((resolve) => (finish = resolve)) : replyTo(id);
    const innocent = ask(rpc, command, 'innocent');
    await until('it is being handled', () => replica.handled.some(({ request }) => request.id === 'innocent'));
    await act(rpc);
    finish({ unharmed: true });
    expect(await innocent).toEqual({ unharmed: true });
  }

  it('refuses a longer reply, and answers the calls beside it', async () => {
    const refused = { code: 'failure.unknown' };
    await beside(
      async (rpc) => {
        for (const size of [33, 32]) {
          await expect(ask(rpc, command, String(size))).rejects.toMatchObject(refused);
          await expect(ask(rpc, read, String(size))).rejects.toMatchObject(refused);
        }
      },
      (id) => long(Number(id) * mebi),
    );
  });

  it('refuses a longer request, and answers the calls beside it', async () => {
    await beside(
      async (rpc) => {
        await expect(ask(rpc, command, 'x'.repeat(5 * mebi))).rejects.toMatchObject({ code: 'service.unavailable' });
      },
      () => ({}),
    );
  });

  it('allows the longest reply in three-byte characters', async () => {
    const { replicas } = await world();
    const letters = 23 * mebi;
    for (const replica of replicas) replica.behave = () => ({ text: '\u4e2d'.repeat(letters) });
    const answer = await ask(new RpcClient(transport!, 30_000), command);
    expect((answer as { text: string }).text).toHaveLength(letters);
  });
});
