import 'reflect-metadata';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, NestFactory } from '@nestjs/core';
import { type CustomTransportStrategy, type MicroserviceOptions, Payload } from '@nestjs/microservices';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { CallContext } from '@parlour/contracts/rpc';
import { AppliedPositions } from '../consumer/applied-positions.ts';
import { Outcome } from '../log/commands.ts';
import { createLogger, type Logger, NestLogs } from '../logging/logger.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { type TwoServices, twoServices } from '../testing/two-services.ts';
import { until } from '../testing/until.ts';
import { CopyingHub } from '../testing/copying-hub.ts';
import { actorOf, bodyHash, type Call, Handles, RpcClient, type Transport } from './calls.ts';
import { PositionsGuard, ServiceFilter } from './service-edge.ts';
import { sharedKeyTls } from './shared-key-tls.ts';
import { poolTimes } from './tcp-replica.ts';
import { TcpServer } from './tcp-server.ts';
import { TcpTransport } from './tcp-transport.ts';

const limitMs = 100;

/** The handlers of this file; each test sets its own, which may answer what no service would. */
let behave: (call: Call<'qa.getQuestionById'>) => unknown = () => ({});

@Controller()
class Edge {
  @Handles('qa.getQuestionById')
  handle(@Payload() call: Call<'qa.getQuestionById'>): never {
    return behave(call) as never; // as no other type of reply lets everything pass
  }

  @Handles('qa.followQuestion')
  change(@Payload() { request: { qid: id }, context }: Call<'qa.followQuestion'>): never {
    return behave({ name: 'qa.getQuestionById', request: { id }, context }) as never; // as above
  }
}

/** Both ends of a transport; the client is ready once the server listens. */
interface Ends {
  readonly strategy: CustomTransportStrategy;
  connect(): Transport;
  close(): void;
}

function inProcess(logger: Logger): Ends {
  const hub = new CopyingHub();
  return { strategy: hub.serverOf('qa', logger), connect: () => hub, close: () => undefined };
}

function overTcp(logger: Logger): Ends {
  const tls = sharedKeyTls([Buffer.alloc(32, 1)]);
  const server = new TcpServer({ host: '127.0.0.1', port: 0, tls, logger });
  let transport: TcpTransport | undefined;
  return {
    strategy: server,
    connect: () =>
      (transport = new TcpTransport([{ source: 'qa', host: '127.0.0.1', port: server.listensOn }], tls, silentLogger, {
        ...poolTimes,
        absence: 200,
        restart: 200,
      })),
    close: () => transport?.close(),
  };
}

describe.each([
  ['in process', inProcess],
  ['over TCP', overTcp],
])('%s', (_, open) => {
  let services: TwoServices;
  let application: INestMicroservice;
  let ends: Ends;
  let transport: Transport;
  let logged = '';
  const noted: string[] = [];
  const noting = createLogger('edge', { level: 'debug' }, { write: (line) => noted.push(line) });
  const logger = createLogger('edge', { level: 'info' }, { write: (line) => (logged += line) });

  async function start(positionWaitMs = limitMs): Promise<void> {
    const applied = new AppliedPositions(['identity'], services.reader.database);
    @Module({
      controllers: [Edge],
      providers: [
        { provide: APP_GUARD, useFactory: () => new PositionsGuard(applied, positionWaitMs) },
        { provide: APP_FILTER, useFactory: () => new ServiceFilter(logger) },
      ],
    })
    class EdgeModule {}
    ends = open(noting);
    application = await NestFactory.createMicroservice<MicroserviceOptions>(EdgeModule, {
      strategy: ends.strategy,
      logger: new NestLogs(silentLogger),
    });
    await application.listen();
    transport = ends.connect();
    behave = () => ({});
    await until('it answers', () =>
      call().then(
        () => true,
        () => false,
      ),
    );
  }

  async function stop(): Promise<void> {
    await application.close();
    ends.close();
  }

  beforeAll(async () => {
    services = await twoServices();
    await start();
  });
  beforeEach(() => {
    logged = '';
  });
  afterAll(async () => {
    await stop();
    await services.close();
  });

  const context: CallContext = { requestId: 'r1', actor: null, sessionId: null, minPositions: {}, idempotency: null };

  function call(more: Partial<CallContext> = {}, id: unknown = 'x', timeMs = 5_000): Promise<unknown> {
    // Tests send anything here: the edge has to cope with it.
    return new RpcClient(transport, timeMs).call('qa.getQuestionById', { id: id as string }, { ...context, ...more });
  }

  function commandOf(more: Partial<CallContext>, timeMs = 5_000): Promise<unknown> {
    return new RpcClient(transport, timeMs).call('qa.followQuestion', { qid: 'x' }, { ...context, ...more });
  }

  describe('a call', () => {
    it('is logged with the id of its request', async () => {
      await call({ requestId: 'r-noted' });
      expect(noted.map((line) => JSON.parse(line) as object)).toContainEqual(
        expect.objectContaining({ requestId: 'r-noted', call: 'qa.getQuestionById', message: 'a call was answered' }),
      );
    });

    it('returns the reply with its positions, or the reply alone', async () => {
      behave = ({ request }) => new Outcome({ _id: request.id }, { qa: 7 });
      expect(await call()).toEqual({ reply: { _id: 'x' }, positions: { qa: 7 }, stale: false });
      behave = async ({ request }) => ({ _id: request.id });
      expect(await call()).toEqual({ reply: { _id: 'x' }, positions: {}, stale: false });
    });

    it('ends after its time limit with 503, and a late answer does no harm', async () => {
      let release = (_: object): void => undefined;
      let begun = false;
      behave = () => {
        begun = true;
        return new Promise((resolve) => (release = resolve));
      };
      await expect(call({}, 'x', 20)).rejects.toMatchObject({ code: 'service.unavailable', retryAfterSeconds: 1 });
      await until('it is being handled', () => begun);
      release(Promise.reject(new Error('too late')) as object);
      await until('it is logged', (saw) => saw(logged).includes('too late'));
    });

    it('passes on an error with its code, text and time to retry', async () => {
      behave = () => {
        throw new DomainError('limit.reached', 'Slowly', 30);
      };
      const refusal = call();
      await expect(refusal).rejects.toBeInstanceOf(DomainError);
      await expect(refusal).rejects.toMatchObject({ code: 'limit.reached', message: 'Slowly', retryAfterSeconds: 30 });
      expect(logged).toBe('');
    });

    it('passes on what is current, when an edit is stale', async () => {
      const current = { version: 2, text: 'Newer' };
      behave = () => {
        throw new DomainError('edit.stale', 'Newer', undefined, current);
      };
      await expect(call()).rejects.toMatchObject({ code: 'edit.stale', current });
    });

    it.each([
      [
        'thrown',
        (): unknown => {
          throw new TypeError('the password is hunter2');
        },
      ],
      [
        'rejected',
        async (): Promise<unknown> => {
          throw new TypeError('the password is hunter2');
        },
      ],
      ['a non-Error value', (): Promise<never> => Promise.reject('the password is hunter2' as unknown as Error)],
    ])('reveals nothing of an unexpected failure (%s), and logs it', async (_, fault) => {
      behave = fault;
      const failure = call();
      await expect(failure).rejects.toMatchObject({ code: 'failure.unknown', message: messages.unknownFailure });
      expect(logged).toContain('"requestId":"r1"');
    });

    it('answers 503 when the database is away', async () => {
      behave = () => {
        throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      };
      await expect(call()).rejects.toMatchObject({ code: 'service.unavailable' });
    });

    it('copies both ways, so that a Date or a Map fails as on a network', async () => {
      behave = ({ request }) => ({ type: typeof request.id, at: new Date(0), map: new Map([[1, 2]]), none: undefined });
      expect(await call({}, new Date(0))).toEqual({
        reply: { type: 'string', at: '1970-01-01T00:00:00.000Z', map: {} },
        positions: {},
        stale: false,
      });
      const request = { id: 'mine' };
      behave = (given) => {
        (given.request as { id: string }).id = 'changed';
        return {};
      };
      await new RpcClient(transport, 1_000).call('qa.getQuestionById', request, context);
      expect(request.id).toBe('mine');
    });

    it("puts the request's ids on every line that is logged", async () => {
      behave = async () => {
        await Promise.resolve();
        logger.info('deep inside');
        return {};
      };
      await call({ requestId: 'r2' });
      expect(JSON.parse(logged)).toMatchObject({ requestId: 'r2', correlationId: 'r2' });
    });

    it('is refused if nothing answers its name', async () => {
      const client = new RpcClient(transport, 1_000);
      await expect(client.call('qa.addAnswer', { qid: '', text: '' }, context)).rejects.toMatchObject({
        code: 'service.unavailable',
      });
      await expect(client.call('identity.health', {}, context)).rejects.toMatchObject({ code: 'service.unavailable' });
    });

    it('[O-15] that waits for a password has more time, and no other', async () => {
      const given: number[] = [];
      const noting = new RpcClient(
        { send: (_call, limitMs) => (given.push(limitMs), Promise.reject(new Error('not sent'))) },
        5_000,
      );
      const password = { username: 'Ann', password: 'x', address: '', userAgent: '' };
      await expect(noting.call('identity.signup', password, context)).rejects.toThrow(DomainError);
      await expect(noting.call('identity.getSession', {}, context)).rejects.toThrow(DomainError);
      expect(given).toEqual([15_000, 5_000]);
    });

    it('knows its actor, or that there is none', () => {
      const actor = { id: 'a', name: 'Ann' };
      expect(actorOf({ context: { ...context, actor } })).toEqual(actor);
      expect(() => actorOf({ context })).toThrow(DomainError);
      expect(bodyHash({ a: 1 })).toBe(bodyHash({ a: 1 }));
      expect(bodyHash({ a: 1 })).not.toBe(bodyHash({ a: 2 }));
      expect(bodyHash(undefined)).toBe(bodyHash(undefined));
    });
  });

  describe('a call by somebody who has seen later events than are applied here', () => {
    const seen = { minPositions: { identity: 1 } };

    it('reads the current state and marks it as stale, after the limit', async () => {
      behave = () => ({});
      expect(await call(seen)).toMatchObject({ stale: true });
    });

    it('refuses a command without carrying it out, as it would act on an older state', async () => {
      let handled = 0;
      behave = () => (handled += 1);
      const command = commandOf(seen);
      await expect(command).rejects.toMatchObject({ code: 'service.unavailable' });
      expect(handled).toBe(0);
    });

    it('continues as soon as they are applied', async () => {
      await stop();
      await start(10_000);
      const waiting = commandOf(seen, 20_000);
      await services.owner.open('ann');
      await services.consumer().start();
      expect(await waiting).toMatchObject({ stale: false });
    });
  });

  describe('closing', () => {
    it('waits for calls in flight and accepts no new ones', async () => {
      let release = (_: object): void => undefined;
      let begun = false;
      behave = () =>
        new Promise((resolve) => {
          begun = true;
          release = resolve;
        });
      const last = call();
      await until('it is being handled', () => begun);
      let closed = false;
      const closing = application.close().then(() => (closed = true));
      await expect(call()).rejects.toMatchObject({ code: 'service.unavailable' });
      // Long enough for a close that does not wait: it would need no more than these turns of the
      // event loop.
      for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
      expect(closed).toBe(false);
      release({ done: true });
      expect(await last).toMatchObject({ reply: { done: true } });
      await closing;
      ends.close();
      await start();
    });
  });
});
