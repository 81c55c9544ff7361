import { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DomainError } from '@parlour/contracts/errors';
import { severable } from '../testing/severed-connection.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { Congestion } from './congestion.ts';
import { type Database, openDatabase, statement } from './database.ts';
import { isConnectionFailure, isLasting, UnknownOutcome } from './failures.ts';

let place: ThrowawayDatabase<'qa'>;
let database: Database;
beforeAll(async () => {
  place = await createThrowawayDatabase({ sources: ['qa'] });
  database = await openDatabase(place.connections.qa, { entities: [], migrations: [] }, silentLogger);
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

it('gives the database as long as users can wait', async () => {
  const settings = statement(
    'test.settings',
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
            current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  expect(await database.query(settings)).toEqual([{ statement: '5s', lock: '3s', idle: '2s' }]);
});

it('survives a connection that ends as soon as it is opened, and opens another', async () => {
  const way = await severable(place.connections.qa);
  const lost = await openDatabase(way.connection, { entities: [], migrations: [] }, silentLogger);
  try {
    way.ending = true;
    const one = statement('test.one', 'select 1 as one');
    // One connection is idle and reused; the others are new.
    const all = await Promise.allSettled([1, 2, 3].map(() => lost.transaction((tx) => tx.query(one))));
    expect(all.map(({ status }) => status)).toContain('rejected');
    way.ending = false;
    expect(await lost.transaction((tx) => tx.query(one))).toEqual([{ one: 1 }]);
  } finally {
    await lost.close();
    await way.close();
  }
});

describe('a server whose machine has vanished', () => {
  const one = statement('test.one', 'select 1 as one');

  it('is given up once it was silent for longer than a statement may take', async () => {
    const way = await severable(place.connections.qa);
    const limits = { connectMs: 3_000, statementMs: 900, lockMs: 900, idleMs: 3_000, silenceMs: 100 };
    const open = { poolSize: 1, limits };
    const vanished = await openDatabase(way.connection, { entities: [], migrations: [] }, silentLogger, open);
    try {
      const asks = [() => vanished.query(one), () => vanished.transaction((tx) => tx.query(one))];
      for (const ask of asks) {
        await ask();
        way.silent = true;
        const failure: unknown = await ask().catch((refusal: unknown) => refusal);
        expect(isConnectionFailure(failure)).toBe(true);
        way.silent = false;
        expect(await ask()).toEqual([{ one: 1 }]);
      }
      // Work that lifts the server's limit may take longer.
      const lift = statement('test.lift', 'set local statement_timeout = 0');
      const slow = statement('test.slow', `select pg_sleep(1.2)::text as slept`);
      const slept = await vanished.transaction(async (tx) => {
        await tx.query(lift);
        return tx.query(slow);
      });
      expect(slept).toEqual([{ slept: '' }]);
      expect(await vanished.query(one)).toEqual([{ one: 1 }]);
    } finally {
      await vanished.close();
      await way.close();
    }
  });

  it('is probed on connections that are idle', async () => {
    const probing = jest.spyOn(Socket.prototype, 'setKeepAlive');
    const open = await openDatabase(place.connections.qa, { entities: [], migrations: [] }, silentLogger);
    try {
      expect(probing).toHaveBeenCalledWith(true, 10_000);
    } finally {
      await open.close();
    }
  });
});

describe('[O-16] a database whose connections are all taken', () => {
  const one = statement('test.one', 'select 1 as one');
  const connect = (connection: ConnectionOptions) =>
    openDatabase(connection, { entities: [], migrations: [] }, silentLogger, { poolSize: 1 });

  it('answers, as it has just done so', async () => {
    const busy = await connect(place.connections.qa);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    try {
      const holding = busy.transaction(async (tx) => {
        await tx.query(one);
        expect(await busy.answers()).toBe(true);
        await held;
      });
      const waiting = busy.query(one);
      release();
      await Promise.all([holding, waiting]);
    } finally {
      await busy.close();
    }
  });

  it('a statement that would wait for a connection in vain is refused at once', async () => {
    const busy = await connect(place.connections.qa);
    let now = 0;
    const congestion = new Congestion(3_000, () => now);
    Object.assign(busy, { congestion });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    try {
      let holding: Promise<unknown> = Promise.resolve();
      await new Promise<void>((begun) => {
        holding = busy.transaction(() => (begun(), held));
      });
      const waiting = [busy.query(one)];
      for (let piece = 0; piece < 40; piece++) congestion.noteServed();
      now = 40_000;
      // A second each: the turn of the second comes in time, that of the fourth does not.
      waiting.push(busy.query(one), busy.query(one));
      await expect(busy.query(one)).rejects.toMatchObject({ code: 'service.unavailable', retryAfterSeconds: 1 });
      release();
      await Promise.all([holding, ...waiting]);
    } finally {
      await busy.close();
    }
  });

  it('is asked while it has answered nothing', async () => {
    const way = await severable(place.connections.qa);
    const lost = await connect(way.connection);
    try {
      way.away = true;
      await expect(lost.answers()).rejects.toThrow();
      way.away = false;
      expect(await lost.answers()).toBe(true);
    } finally {
      await lost.close();
      await way.close();
    }
  });
});

describe('statements that keep their plans', () => {
  const usual = statement('test.plans', `select current_setting('plan_cache_mode') as plans`);
  const kept = statement('test.keptPlans', usual.text, 'kept');

  it('leave no settings behind for others, in this module or outside', async () => {
    const single = await openDatabase(place.connections.qa, { entities: [], migrations: [] }, silentLogger, {
      poolSize: 1,
    });
    try {
      const plans = [];
      for (const asked of [usual, kept, kept, usual, kept]) plans.push(...(await single.query(asked)));
      plans.push(...(await single.dataSource.query<object[]>(usual.text)));
      await single.transaction((tx) => tx.query(kept), { plans: 'kept' });
      plans.push(...(await single.transaction((tx) => tx.query(kept))));
      const [generic, custom] = [{ plans: 'force_generic_plan' }, { plans: 'auto' }];
      expect(plans).toEqual([custom, generic, generic, custom, generic, custom, custom]);
    } finally {
      await single.close();
    }
  });

  it('write nothing outside of a transaction, as if BEGIN alone had failed', async () => {
    const write = statement('test.write', 'create table written ()', 'kept');
    await expect(database.query(write)).rejects.toMatchObject({ code: '25006' });
    await database.transaction((tx) => tx.query(write), { plans: 'kept', atOnce: true });
  });
});

describe('a failure caused by the data, which repeats with every try', () => {
  const coded = (code: string, failure = new Error('it failed')): Error => Object.assign(failure, { code });

  it.each([
    ['a value that PostgreSQL refuses', coded('22P05')],
    ['a broken constraint', coded('23505')],
    ['a missing table', coded('42P01')],
    ['a bug in our code', new TypeError('undefined is not a function')],
    ['an argument that Node refuses', coded('ERR_INVALID_ARG_TYPE', new TypeError())],
    ['our own refusal', new DomainError('title.empty', 'Title cannot be empty')],
    ['a non-Error value', undefined],
  ])('is %s', (_, failure) => expect(isLasting(failure)).toBe(true));

  it.each([
    ...['EMFILE', 'ENFILE', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED'].map((code) => coded(code)),
    ...['25006', '40001', '53100', '53300', '57P01', '57P03', '58030', 'XX000'].map((code) => coded(code)),
    coded('an unknown code'),
    new Error('Connection terminated unexpectedly'),
    new UnknownOutcome('COMMIT was not answered'),
    new DomainError('service.unavailable', 'Try again'),
    new DomainError('failure.unknown', 'Another service failed'),
    new DomainError('limit.reached', 'Too many', 1),
  ])('is not %s', (failure) => expect(isLasting(failure)).toBe(false));
});
