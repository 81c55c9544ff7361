import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Bank } from '../testing/bank.ts';
import type { LeaderArgument, LeaderLine } from '../testing/leader-process.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';
import { until } from '../testing/until.ts';
import { startWorker, type Worker } from '../testing/worker.ts';

/** So long that none ends by a busy machine; a third of it is how often the others try to lead. */
const leaseMs = 9_000;

let place: ThrowawayDatabase<'qa'>;
let bank: Bank;
const workers: Worker[] = [];

async function startLeader(name: string, options: Partial<LeaderArgument> = {}): Promise<Worker> {
  const argument: LeaderArgument = { connection: place.connections.qa, name, leaseMs, ...options };
  const worker = startWorker('leader-process.ts', argument);
  workers.push(worker);
  await until(`${name} is ready`, (saw) => saw(linesOf(worker)).some((line) => line.what === 'ready'), 20_000);
  return worker;
}

function linesOf(worker: Worker): readonly LeaderLine[] {
  return worker.lines as LeaderLine[];
}

interface Handed {
  readonly who: string;
  readonly position: number;
}

async function handedOn(): Promise<Handed[]> {
  return bank.database.query({ name: 'test.handed', text: 'select who, position from handed_on order by n' });
}

/** Ends the term of a process that was stopped or killed, as if its time had passed. */
async function endLease(): Promise<void> {
  await bank.database.dataSource.query(`update lease set lease_until = '-infinity'`);
}

async function published(): Promise<number> {
  const text = 'select published from head';
  const [row] = await bank.database.query<{ published: number }>({ name: 'test.published', text });
  return row?.published ?? -1;
}

beforeAll(async () => {
  place = await createThrowawayDatabase({ sources: ['qa'] });
  bank = await Bank.at(place.connections.qa);
  await bank.database.dataSource.query(
    'create table handed_on (n bigint generated always as identity, who text, position bigint)',
  );
});
afterEach(async () => {
  for (const worker of workers.splice(0)) {
    worker.signal('SIGKILL');
    await worker.ended;
  }
});
afterAll(async () => {
  await bank.end();
  await place.drop();
});

describe('a leader that is stopped and continued', () => {
  it('is replaced when its lease ends, stops by its epoch, and nothing is published out of order', async () => {
    const old = await startLeader('old', { holdAt: 3 });
    const successor = await startLeader('new');
    await bank.open('ann');
    await bank.deposit('ann', 1);
    await until('the old one leads', async (saw) => saw(await published()) === 2);
    expect((await handedOn()).map(({ who }) => who)).toEqual(['old', 'old']);

    await bank.deposit('ann', [1, 1, 1]);
    await until('the old one is sending', (saw) => saw(linesOf(old)).some((line) => line.what === 'sending'));
    old.signal('SIGSTOP');
    await endLease();
    let watched = 2;
    const neverBack = async (): Promise<number> => {
      const now = await published();
      expect(now).toBeGreaterThanOrEqual(watched);
      return (watched = now);
    };
    await until('the new one has taken over', async (saw) => saw(await neverBack()) === 5);
    await bank.deposit('ann', [1, 1]);
    await until('the new one continues', async (saw) => saw(await neverBack()) === 7);

    // In the middle of its send, which it now finishes.
    old.say({ go: 'on' });
    old.signal('SIGCONT');
    await until('the old one has ended its send', async (saw) =>
      saw(await handedOn()).some(({ who, position }) => who === 'old' && position > 2),
    );
    await bank.deposit('ann', [1, 1, 1]);
    await until('the new one continues', async (saw) => saw(await neverBack()) === 10);
    await bank.deposit('ann', 1);
    await until('the new one continues', async (saw) => saw(await neverBack()) === 11);

    const handed = await handedOn();
    // Every first publication comes after the ones before it.
    const firsts = handed
      .map(({ position }) => position)
      .filter((position, index, all) => all.indexOf(position) === index);
    expect(firsts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(handed.filter(({ who }) => who === 'old').map(({ position }) => position)).toEqual(
      [1, 2, 3, 4, 5].slice(0, handed.filter(({ who }) => who === 'old').length),
    );
    // Live messages for events sent in vain are of its epoch, and gateways drop them.
    const sent = () => linesOf(old).flatMap((line) => (line.what === 'published' ? [line] : []));
    await until('it has reported its send', (saw) => saw(sent()).at(-1)?.upTo === 5);
    expect(new Set(sent().map(({ epoch }) => epoch))).toEqual(new Set([1]));
    successor.finish();
    await until('the new one ends in order', (saw) => saw(linesOf(successor)).some((line) => line.what === 'ended'));
    // The old one may lead again, in a new term.
    await bank.deposit('ann', 1);
    await until('the old one leads again', async (saw) => saw(await neverBack()) === 12);
  });

  it('is replaced when it is killed', async () => {
    const before = await published();
    await endLease();
    const killed = await startLeader('killed');
    await bank.deposit('ann', 1);
    await until('it leads', async (saw) => saw(await published()) === before + 1);
    expect((await handedOn()).at(-1)?.who).toBe('killed');
    await startLeader('heir');
    killed.signal('SIGKILL');
    await killed.ended;
    await endLease();
    await bank.deposit('ann', 1);
    await until('the heir leads', async (saw) => saw(await published()) === before + 2);
    expect((await handedOn()).at(-1)?.who).toBe('heir');
  });
});
