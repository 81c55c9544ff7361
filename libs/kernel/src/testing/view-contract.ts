import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import pg from 'pg';
import { openDatabase, type Database, type DatabaseDefinition } from '../database/database.ts';
import { applyViews, type View } from '../view/view.ts';
import { patientLimits } from './patience.ts';
import { silentLogger } from './silent-logger.ts';
import { envelopesOf, type GivenEvent } from './envelopes.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from './postgres.ts';
import { diceOf, seed } from './seed.ts';

/** The rows of each table, in a fixed order. */
export async function readTables(database: Database, tables: readonly string[]): Promise<Record<string, unknown[]>> {
  const contents: Record<string, unknown[]> = {};
  for (const table of tables) {
    const rows = await database.query<{ row: unknown }>({
      name: `contract.${table}`,
      text: `select to_jsonb(t) as row from ${pg.escapeIdentifier(table)} t order by to_jsonb(t)::text`,
    });
    contents[table] = rows.map(({ row }) => row);
  }
  return contents;
}

/**
 * What every view promises: the whole list at once, one by one and in random splits (seeded) give
 * equal tables. The events should move each counter several times, and hold several events of one
 * row. `reads` are the views before this one whose tables it reads.
 * Source: docs/design/architecture.md#projections.
 */
export function describeViewContract(
  view: View,
  migrations: DatabaseDefinition['migrations'],
  events: readonly GivenEvent[] | readonly Envelope[],
  { splits = 20, reads = [] }: { readonly splits?: number; readonly reads?: readonly View[] } = {},
): void {
  describe(`the view ${view.name} (seed ${seed})`, () => {
    const service = view.name.slice(0, view.name.indexOf('.')) as Source; // the first part of a view's name
    const log = envelopesOf(view.source, events as readonly GivenEvent[]);
    let place: ThrowawayDatabase<Source>;
    let database: Database;
    let whole: Record<string, unknown[]>;

    const foldBy = async (pieces: readonly (readonly Envelope[])[]): Promise<Record<string, unknown[]>> => {
      const views = [...reads, view];
      await database.dataSource.query(`truncate ${views.flatMap(({ tables }) => tables).join(', ')}`);
      for (const piece of pieces) await database.transaction((tx) => applyViews(views, piece, tx));
      return readTables(database, view.tables);
    };

    beforeAll(async () => {
      place = await createThrowawayDatabase<Source>({ sources: [service] });
      database = await openDatabase(place.connections[service], { entities: [], migrations }, silentLogger, {
        limits: patientLimits,
      });
      await database.dataSource.runMigrations();
      whole = await foldBy([log]);
    });
    afterAll(async () => {
      await database.close();
      await place.drop();
    });

    it('produces rows', () => {
      for (const table of view.tables) expect(whole[table]).not.toEqual([]);
    });

    it('is the same one by one', async () => {
      expect(await foldBy(log.map((envelope) => [envelope]))).toEqual(whole);
    });

    it('is the same in random splits', async () => {
      const dice = diceOf(seed);
      for (let round = 0; round < splits; round++) expect(await foldBy(dice.split(log))).toEqual(whole);
    });
  });
}
