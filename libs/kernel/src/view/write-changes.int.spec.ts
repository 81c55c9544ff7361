import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Source } from '@parlour/contracts/envelope';
import { type Database, openDatabase, statement } from '../database/database.ts';
import { interpretChanges } from '../testing/interpret-changes.ts';
import { patientLimits } from '../testing/patience.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';
import { type Dice, diceOf, seed } from '../testing/seed.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import {
  add,
  increase,
  insert,
  patch,
  remove,
  removeWhere,
  type RowChange,
  upsert,
  type Value,
} from './row-changes.ts';
import { tableOf } from './table.ts';
import { writesOf } from './write-changes.ts';

@Entity('things')
class ThingRow {
  static readonly derived = { shout: 'upper(n.name)' };

  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  shout?: string;

  @Column('text', { name: 'kept_labels', array: true })
  labels!: string[];

  @Column('bigint')
  count!: number;

  @Column('jsonb')
  facts!: object;
}

@Entity('marks')
class MarkRow {
  @PrimaryColumn('text', { name: 'thing_id' })
  thingId!: string;

  @PrimaryColumn('text')
  person!: string;

  @Column('boolean')
  up!: boolean;
}

@Entity('tallies')
class TallyRow {
  @PrimaryColumn('text')
  kind!: string;

  @Column('text')
  first!: string;

  @Column('int')
  number!: number;
}

const tables = [ThingRow, MarkRow, TallyRow].map((entity) => tableOf(entity));
let place: ThrowawayDatabase<Source>;
let database: Database;

beforeAll(async () => {
  place = await createThrowawayDatabase<Source>({ sources: ['qa'] });
  database = await openDatabase(place.connections.qa, { entities: [], migrations: [] }, silentLogger, {
    limits: patientLimits,
  });
  await database.dataSource.query(`
    create table things (id text primary key, name text, shout text, kept_labels text[], count bigint, facts jsonb);
    create table marks (thing_id text, person text, up boolean, primary key (thing_id, person));
    create table tallies (kind text primary key, first text, number int);`);
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

async function write(changes: readonly RowChange[]): Promise<string[]> {
  const names: string[] = [];
  await database.transaction(async (tx) => {
    for (const { statement: asked, values } of writesOf(tables, changes)) {
      names.push(asked.name);
      await tx.query(asked, values);
    }
  });
  return names;
}

async function contents(): Promise<Record<string, unknown>> {
  const [things, marks, tallies] = await Promise.all([
    database.query(
      statement('', 'select id, name, shout, kept_labels as labels, count, facts from things order by id'),
    ),
    database.query(statement('', 'select thing_id as "thingId", person, up from marks order by thing_id, person')),
    database.query(statement('', 'select kind, first, number from tallies order by kind')),
  ]);
  return { things, marks, tallies };
}

/** What PostgreSQL derives of a new row. */
function shouting(row: Record<string, Value>): Record<string, Value> {
  return 'labels' in row ? { ...row, shout: row['shout'] ?? (row['name'] as string).toUpperCase() } : row; // as declared
}

/** A history that keeps the rules: what is changed is there, and what is inserted is not. */
function history(dice: Dice, length: number): RowChange[] {
  const there = new Set<string>();
  return Array.from({ length }, (_, index): RowChange => {
    const id = `t${dice.below(5)}`;
    const person = `p${dice.below(3)}`;
    const name = `Name ${index}`;
    const facts = { 'said "': [index, { n: null }] };
    const row = { id, name, facts, labels: Array.from({ length: dice.below(3) }, (__, n) => `"l, ${n}`) };
    switch (dice.below(11)) {
      case 0:
        return upsert(MarkRow, { thingId: id, person, up: dice.oneIn(2) });
      case 1:
        return remove(MarkRow, { thingId: id, person });
      case 6:
        return removeWhere(MarkRow, dice.oneIn(2) ? { thingId: id } : { up: dice.oneIn(2) });
      case 2:
        if (there.has(person) && dice.oneIn(2)) {
          if (dice.oneIn(2)) return patch(TallyRow, { kind: person }, { first: name, number: dice.below(9) });
          return add(TallyRow, { kind: person }, { number: 1 }, { first: name });
        }
        there.add(person);
        return increase(TallyRow, { kind: person }, { number: 1 + dice.below(3) }, { first: id });
      case 5:
        there.delete(person);
        return remove(TallyRow, { kind: person });
      case 3:
        there.delete(id);
        return remove(ThingRow, { id });
      case 4:
        there.add(id);
        return upsert(ThingRow, { ...row, count: dice.below(9) });
      default: {
        const named = { name, shout: name };
        if (!there.has(id)) {
          there.add(id);
          return insert(ThingRow, { ...row, count: 0 });
        }
        if (dice.oneIn(2)) return patch(ThingRow, { id }, dice.oneIn(2) ? named : { count: 1, labels: [], facts });
        return add(ThingRow, { id }, { count: 1 + dice.below(3) }, dice.oneIn(3) ? named : {});
      }
    }
  });
}

test(`a history split into any batches ends with the same rows as single changes (seed ${seed})`, async () => {
  const dice = diceOf(seed);
  for (let round = 0; round < 40; round++) {
    const changes = history(dice, 30);
    await database.dataSource.query('truncate things, marks, tallies');
    for (const piece of dice.split(changes)) await write(piece);
    expect(await contents()).toEqual({ things: [], marks: [], tallies: [], ...interpretChanges(changes, shouting) });
  }
});

test('a batch is one statement per table and kind of change, in table order', async () => {
  const thing = (id: string): RowChange => insert(ThingRow, { id, name: id, labels: [], count: 0, facts: {} });
  const batch = [
    increase(TallyRow, { kind: 'k' }, { number: 1 }, { first: 'a' }),
    thing('n1'),
    thing('n2'),
    add(ThingRow, { id: 'n2' }, { count: 2 }),
    upsert(MarkRow, { thingId: 'n1', person: 'p', up: true }),
  ];
  expect(await write(batch)).toEqual(['things.insert.many', 'marks.upsert', 'tallies.increase.+number.?first']);
  expect(
    await write([add(ThingRow, { id: 'n1' }, { count: 1 }), remove(MarkRow, { thingId: 'n1', person: 'p' })]),
  ).toEqual(['things.update.+count', 'marks.remove']);
});

test('a removal by condition is one statement, before the changes of rows', async () => {
  const mark = (person: string, up: boolean): RowChange => upsert(MarkRow, { thingId: 'w', person, up });
  expect(
    await write([mark('a', true), removeWhere(MarkRow, { thingId: 'w', up: true }), mark('b', true), mark('c', false)]),
  ).toEqual(['marks.removeWhere.thingId.up', 'marks.remove', 'marks.upsert.many']);
  const left = await database.query(statement('', `select person from marks where thing_id = 'w' order by person`));
  expect(left).toEqual([{ person: 'b' }, { person: 'c' }]);
});

test('a row that was changed, removed by condition and inserted again is there', async () => {
  const thing = (count: number): RowChange =>
    insert(ThingRow, { id: 'r', name: 'again', labels: [], count, facts: {} });
  await write([thing(1)]);
  await write([add(ThingRow, { id: 'r' }, { count: 1 }), removeWhere(ThingRow, { name: 'again' }), thing(5)]);
  expect(await database.query(statement('', `select count from things where id = 'r'`))).toEqual([{ count: 5 }]);
});

test('a derived column is computed from the row, unless the row sets it', async () => {
  await write([
    insert(ThingRow, { id: 'd1', name: 'quiet', labels: [], count: 0, facts: {} }),
    insert(ThingRow, { id: 'd2', name: 'quiet', shout: 'own', labels: [], count: 0, facts: {} }),
  ]);
  const rows = await database.query(statement('', `select shout from things where id like 'd%' order by id`));
  expect(rows).toEqual([{ shout: 'QUIET' }, { shout: 'own' }]);
});

test('a change without a column, or without a part of its key, is an error', () => {
  expect(() => patch(ThingRow, { id: 'x' }, {})).toThrow('a change of things changes no column');
  expect(() => remove(MarkRow, { thingId: 'x' })).toThrow('a change of marks lacks person');
  expect(() => removeWhere(MarkRow, {})).toThrow('a removal from marks names no column');
});
