import { afterEach, describe, expect, it } from '@jest/globals';
import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import { KernelTables1700000000000 } from '../database/kernel-tables.ts';
import { Commands, originOf, type Outcome } from '../log/commands.ts';
import { type Call, Handles } from '../rpc/calls.ts';
import { type AccountCommand, accountDecider } from '../testing/accounts.decider.ts';
import { AccountTables1700000000001, accountsView, type AccountRow, readAccounts } from '../testing/accounts.view.ts';
import { envelopesOf } from '../testing/envelopes.ts';
import { type ServiceWorld, startServiceWorld } from '../testing/service-world.ts';
import { until } from '../testing/until.ts';
import { peopleView } from '../view/people-view.ts';
import type { ServiceDefinition } from './service-module.ts';

/** Opens an account of the toy bank for each call, under a name of the real wire. */
@Controller()
class BankController {
  constructor(@Inject(Commands) private readonly commands: Commands) {}

  @Handles('qa.addAnswer')
  open(@Payload() call: Call<'qa.addAnswer'>): Promise<Outcome<AccountRow>> {
    const { qid: account, text: owner } = call.request;
    return this.commands.execute(originOf('qa.addAnswer', call.context, uuidv7()), {
      streamId: `account/${account}`,
      orderingKey: account,
      decider: accountDecider,
      command: (): AccountCommand => ({ type: 'OpenAccount', account, owner }),
      reply: { read: readAccounts, argument: account },
    });
  }
}

const bank: ServiceDefinition = {
  source: 'qa',
  database: { entities: [], migrations: [KernelTables1700000000000, AccountTables1700000000001] },
  views: [accountsView('qa'), peopleView('qa')],
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
    expect(opened).toMatchObject({ reply: { id: 'a', owner: 'Ann' }, positions: { qa: 1 }, stale: false });
    expect(await world.call('qa.addAnswer', { qid: 'a', text: 'Ann' }, { as, key: 'k' })).toEqual(opened);
    await until('it is published', () =>
      world.published.some((batch) => batch.upTo === 1 && batch.endedSessions.length === 1),
    );
    const { reply } = await world.call('qa.feed', { after: 0, limit: 5_000 });
    expect(reply).toMatchObject({ head: 1, envelopes: [{ type: 'AccountOpened', orderingKey: 'a' }] });
    expect((await world.call('qa.health', {})).reply).toEqual({ ready: true });
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
});
