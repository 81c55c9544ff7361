import type { Source } from '@parlour/contracts/envelope';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Controller, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type MicroserviceOptions, Payload } from '@nestjs/microservices';
import { unedited } from '@parlour/contracts/posts/editable';
import type { LiveMessage } from '@parlour/contracts/live';
import type { AnswerWire } from '@parlour/contracts/qa/qa';
import { KernelTables1795800000000 } from '../database/kernel-tables.ts';
import { readReply, type ReplyReader } from '../log/reply.ts';
import { Commands, originOf, type Outcome } from '../log/commands.ts';
import { StateChanges } from '../log/state-changes.ts';
import { type Call, Handles, RpcClient } from '../rpc/calls.ts';
import { type AccountCommand, accountDecider } from '../testing/accounts.decider.ts';
import { AccountTables1795800000001, accountsView, readAccounts } from '../testing/accounts.view.ts';
import { CheckedHub } from '../testing/copying-hub.ts';
import { envelopesOf } from '../testing/envelopes.ts';
import { testPatienceMs } from '../testing/patience.ts';
import { createThrowawayDatabase } from '../testing/postgres.ts';
import { RecordingBus } from '../testing/recording-bus.ts';
import { type ServiceWorld, startServiceWorld, tablesOf } from '../testing/service-world.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { until } from '../testing/until.ts';
import type { View } from '../view/view.ts';
import type { Policy } from '../policy/policy.ts';
import { type ServiceDefinition, ServiceModule } from './service-module.ts';

/** The accounts, in the form that the call's reply has. */
const readAnswers: ReplyReader<string, AnswerWire> = async (tx, ids) =>
  (await readAccounts(tx, ids)).map(({ id, owner }) => ({
    _id: id,
    text: '',
    ansBy: owner,
    ansDateTime: '2026-01-01T00:00:00.000Z',
    comments: [],
    score: 0,
    accepted: false,
    ...unedited,
  }));

/** Opens an account of the toy bank for each call, under a name of the real wire. */
@Controller()
class BankController {
  constructor(private readonly commands: Commands) {}

  @Handles('qa.addAnswer')
  open(@Payload() call: Call<'qa.addAnswer'>): Promise<Outcome<AnswerWire>> {
    const { qid: account, text: owner } = call.request;
    return this.commands.execute(originOf(call), {
      streamId: `account/${account}`,
      orderingKey: account,
      decider: accountDecider,
      command: (): AccountCommand => ({ type: 'OpenAccount', account, owner }),
      reply: readReply(readAnswers, account),
    });
  }
}

type Registered = { readonly userId: string; readonly name?: string };

/** The names of people who are registered elsewhere. */
const people: View = {
  name: 'qa.people',
  source: 'identity',
  tables: ['people'],
  handles: ['UserRegistered', 'UserDeleted'],
  writes: (events) =>
    events.map(({ data }) => ({
      statement: { name: 'test.register', text: `insert into people values ($1, $2, '') on conflict do nothing` },
      values: [(data as Registered).userId, (data as Registered).name ?? ''],
    })),
  erased: (events) => events.flatMap(({ type, data }) => (type === 'UserDeleted' ? [(data as Registered).userId] : [])),
};

const bank: ServiceDefinition = {
  source: 'qa',
  database: { entities: [], migrations: [KernelTables1795800000000, AccountTables1795800000001] },
  views: [accountsView('qa'), people],
  live: async () => ({ liveMessages: [], endedSessions: [{ sessionId: 's', endedAt: '' }] }),
  controllers: [BankController],
  providers: [],
};

describe('a service', () => {
  let world: ServiceWorld;
  afterEach(() => world.close());

  it('handles a command: event, row, live message; its feed and its health', async () => {
    world = await startServiceWorld(bank);
    const as = { id: 'ann', name: 'Ann' };
    const opened = await world.call('qa.addAnswer', { qid: 'a', text: 'Ann' }, { as, key: 'k' });
    expect(opened).toMatchObject({ reply: { _id: 'a', ansBy: 'Ann' }, positions: { qa: 1 }, stale: false });
    expect(await world.call('qa.addAnswer', { qid: 'a', text: 'Ann' }, { as, key: 'k' })).toEqual(opened);
    await until('it is published', () =>
      world.published.some((batch) => batch.upTo === 1 && batch.endedSessions.length === 1),
    );
    const { reply } = await world.call('qa.feed', { after: 0, limit: 5_000 });
    expect(reply).toMatchObject({ head: 1, envelopes: [{ type: 'AccountOpened', orderingKey: 'a' }] });
    expect((await world.call('qa.health', {})).reply).toEqual({ ready: true });
  });

  it('that has met damage in its database says so to whoever asks for its health', async () => {
    world = await startServiceWorld(bank);
    const text = "do $$ begin raise 'invalid page in block 0' using errcode = 'XX001'; end $$";
    await expect(world.database.query({ name: 'test.damage', text })).rejects.toMatchObject({ code: 'XX001' });
    expect((await world.call('qa.health', {})).reply).toEqual({ ready: false, damaged: true });
  });

  it('follows the log of another, and lets callers wait for it', async () => {
    world = await startServiceWorld(bank);
    const registered = { type: 'UserRegistered', data: { userId: 'bob', name: 'Bob' } };
    const waiting = world.call('qa.health', {}, { minPositions: { identity: 2 } });
    await world.foreignEvents(
      'identity',
      envelopesOf('identity', [registered, { ...registered, data: { userId: 'cid', name: 'Cid' } }]),
    );
    expect(await waiting).toMatchObject({ stale: false });
    const people = await world.database.query({ name: 'test.people', text: 'select id, name from people order by id' });
    expect(people).toEqual([
      { id: 'bob', name: 'Bob' },
      { id: 'cid', name: 'Cid' },
    ]);
  });

  it('tells its policies whose logs it has read', async () => {
    const told: unknown[] = [];
    const policy: Policy = {
      name: 'asking',
      reactions: { identity: { UserRegistered: () => [{}] } },
      execute: async (_command, _origin, { hasRead }) => told.push([hasRead?.('identity'), hasRead?.('games')]),
    };
    world = await startServiceWorld({ ...bank, policies: [policy] });
    const registered = { type: 'UserRegistered', data: { userId: 'bob', name: 'Bob' } };
    await world.foreignEvents('identity', envelopesOf('identity', [registered]));
    await until('the policy has run', (saw) => saw(told).length > 0);
    expect(told).toEqual([[true, false]]);
  });

  it('[BM-30] tells how it is: its consumers, its size, and what was made each day', async () => {
    const daily = [
      { what: 'posts', table: 'events', at: 'occurred_at', where: `type = 'AccountOpened'` },
      { what: 'posts', table: 'events', at: `occurred_at - interval '1 day'` },
    ] as const;
    const waiting = { requests: 'select count(*) from events' };
    world = await startServiceWorld({ ...bank, daily, waiting });
    await world.call('qa.addAnswer', { qid: 'a', text: 'Ann' }, { as: { id: 'ann', name: 'Ann' }, key: 'k' });
    const [opened] = (await world.call('qa.feed', { after: 0, limit: 1 })).reply.envelopes;
    const since = new Date(Date.parse(opened!.occurredAt) - 2 * 86_400_000).toISOString(); // it is there
    const read = async () => (await world.call('qa.state', { since, days: 3 })).reply;
    expect(await read()).toMatchObject({ ready: true, bytes: expect.any(Number), daily: { posts: [0, 1, 1] } });
    expect(await read()).toMatchObject({ waiting: { requests: 1 } });
    expect((await read()).bytes).toBeGreaterThan(8_192);
    expect((await world.call('qa.state', { since, days: 2 })).reply.daily).toEqual({ posts: [0, 1] });
    await world.foreignEvents(
      'identity',
      envelopesOf('identity', [{ type: 'UserRegistered', data: { userId: 'bob', name: 'Bob' } }]),
    );
    const state = await until('it has handled that', async (saw) => {
      const { consumers } = await read();
      return saw(consumers).some(({ lag }) => lag === 0) ? consumers : undefined;
    });
    expect(state).toContainEqual({ name: 'views:identity', source: 'identity', lag: 0, deadLetters: 0 });
  });

  it('forgets the stored replies of a deleted account', async () => {
    world = await startServiceWorld(bank);
    for (const id of ['ann', 'ben']) {
      await world.call('qa.addAnswer', { qid: id, text: id }, { as: { id, name: id }, key: 'k' });
    }
    await world.foreignEvents('identity', envelopesOf('identity', [{ type: 'UserDeleted', data: { userId: 'ann' } }]));
    await world.call('qa.health', {}, { minPositions: { identity: 1 } });
    const kept = await world.database.query({ name: 'test.kept', text: 'select actor from commands' });
    expect(kept).toEqual([{ actor: 'ben' }]);
  });
});

describe('replicas of a service', () => {
  it('publish state that one of them has changed through the one that leads', async () => {
    const definition: ServiceDefinition = {
      ...bank,
      views: [accountsView('qa')],
      liveState: async (keys, position) =>
        keys.map(
          (key) =>
            ({ to: ['public'], event: 'viewsUpdate', payload: { qid: key }, position }) as unknown as LiveMessage, // no browser sees it
        ),
    };
    const tables = tablesOf(definition, silentLogger);
    const place = await createThrowawayDatabase<Source>({ sources: ['qa'], tables });
    const connection = place.connections.qa;
    const replicas: { readonly app: INestMicroservice; readonly bus: RecordingBus }[] = [];
    for (let count = 0; count < 2; count++) {
      const [bus, hub] = [new RecordingBus(), new CheckedHub()];
      const rpc = new RpcClient(hub, testPatienceMs);
      const shared = { connection, logger: silentLogger, leaseMs: 10_000, severalProcesses: true };
      const app = await NestFactory.createMicroservice<MicroserviceOptions>(
        ServiceModule.register(definition, { ...shared, bus, rpc }),
        { strategy: hub.serverOf('qa', silentLogger), logger: false },
      );
      await app.listen();
      replicas.push({ app, bus });
    }
    const [leader, other] = replicas as [(typeof replicas)[number], (typeof replicas)[number]];
    await until('the leader publishes it', (saw) => {
      // Again, because the leader may not listen yet.
      other.app.get(StateChanges).announce('a');
      return saw(leader.bus.publishedLive).some(({ state }) => state.length > 0);
    });
    expect(other.bus.publishedLive).toEqual([]);
    for (const { app } of replicas) await app.close();
    await place.drop();
  });
});
