import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Envelope } from '@parlour/contracts/envelope';
import { Bank, emptyTables } from '../testing/bank.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';
import { seed } from '../testing/seed.ts';
import { applyViews } from '../view/view.ts';
import { readTables } from '../testing/view-contract.ts';
import { startWorker, type Worker } from '../testing/worker.ts';
import type { WriterArgument, WriterLine } from '../testing/writer-process.ts';

const processes = 4;
const callers = 16;
const commandsEach = 10;
const hot = ['hot 1', 'hot 2', 'hot 3'];

/** Follows the log like a consumer: from the last position that it has seen. */
async function follow(bank: Bank, done: () => boolean): Promise<Envelope[]> {
  const seen: Envelope[] = [];
  for (;;) {
    const wasDone = done();
    const { envelopes } = await bank.log.read(seen.length, 500);
    seen.push(...envelopes);
    if (wasDone && envelopes.length === 0) return seen;
  }
}

describe(`four processes with sixteen callers each (seed ${seed})`, () => {
  let place: ThrowawayDatabase<'qa'>;
  let bank: Bank;
  let seen: Envelope[];
  let lines: WriterLine[];
  let stored: Envelope[];

  beforeAll(async () => {
    place = await createThrowawayDatabase({ sources: ['qa'] });
    bank = await Bank.at(place.connections.qa);
    for (const account of hot) await bank.open(account);
    for (const account of hot) await bank.deposit(account, 1_000_000);
    const workers: Worker[] = Array.from({ length: processes }, (_, worker) =>
      startWorker('writer-process.ts', {
        connection: place.connections.qa,
        worker,
        seed,
        callers,
        commandsEach,
        hot,
      } satisfies WriterArgument),
    );
    let running = true;
    const following = follow(bank, () => !running);
    const codes = await Promise.all(workers.map((worker) => worker.ended));
    running = false;
    expect(codes).toEqual([0, 0, 0, 0]);
    seen = await following;
    lines = workers.flatMap((worker) => worker.lines as WriterLine[]);
    stored = await follow(bank, () => true);
  });
  afterAll(async () => {
    await bank.end();
    await place.drop();
  });

  it('every kind of command and outcome occurred', () => {
    const kinds = (outcome: string): Set<string> =>
      new Set(lines.filter((line) => line.outcome === outcome).map((line) => line.kind));
    expect(lines).toHaveLength(processes * callers * commandsEach);
    expect(kinds('ok')).toEqual(new Set(['hot', 'cold', 'transfer', 'name']));
    for (const kind of ['refused', 'name', 'rolled back']) expect(kinds('fail')).toContain(kind);
    expect(kinds('info')).toEqual(new Set());
    // Only expected refusals: a late command is decided again and never hits a constraint.
    const failures = lines.filter((line) => line.outcome === 'fail' && line.kind !== 'rolled back');
    // A conflict is rare: a command is decided a hundred times.
    const meant = ['request.invalid', 'username.taken'];
    expect(failures.filter((line) => ![...meant, 'command.conflict'].includes(line.why))).toEqual([]);
    const reasons = failures.map((line) => line.why);
    for (const code of meant) expect(reasons).toContain(code);
  });

  it('positions and stream versions have no gaps', () => {
    expect(stored.map((envelope) => envelope.position)).toEqual(stored.map((_, index) => index + 1));
    const versions = new Map<string, number>();
    for (const { streamId, version } of stored) {
      expect(version).toBe((versions.get(streamId) ?? 0) + 1);
      versions.set(streamId, version);
    }
    expect(new Set(stored.map((envelope) => envelope.eventId)).size).toBe(stored.length);
  });

  it('a concurrent reader sees every event once and in order', () => {
    expect(seen.map(({ position, eventId }) => [position, eventId])).toEqual(
      stored.map(({ position, eventId }) => [position, eventId]),
    );
  });

  it('every acknowledged command is stored exactly once and whole, and no refused one', () => {
    const byCommand = new Map<string, Envelope[]>();
    for (const envelope of stored) {
      const { commandId } = envelope.meta;
      byCommand.set(commandId, [...(byCommand.get(commandId) ?? []), envelope]);
    }
    for (const { commandId, outcome, events, position } of lines) {
      const found = byCommand.get(commandId) ?? [];
      expect(found).toHaveLength(outcome === 'ok' ? events : 0);
      if (outcome !== 'ok') continue;
      expect(found.at(-1)?.position).toBe(position);
      // No other command in between.
      expect(position - (found[0]?.position ?? 0)).toBe(events - 1);
    }
  });

  it('the read model equals the fold of the log', async () => {
    const tables = ['accounts', 'totals'];
    const served = await readTables(bank.database, tables);
    await emptyTables(bank.database);
    await bank.database.transaction(async (tx) => {
      for (let from = 0; from < stored.length; from += 500)
        await applyViews(bank.log.views, stored.slice(from, from + 500), tx);
    });
    expect(await readTables(bank.database, tables)).toEqual(served);
  });
});
