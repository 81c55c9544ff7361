import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import { statement, type Tx } from '../database/database.ts';
import type { View } from '../view/view.ts';
import type { AccountEvent } from './accounts.decider.ts';

/** A row of the toy bank's read model. */
export interface AccountRow {
  readonly id: string;
  readonly owner: string;
  readonly balance: number;
  readonly movements: number;
}

const columns = `
  id text primary key,
  owner text not null,
  balance bigint not null default 0,
  movements int not null default 0,
  words tsvector generated always as (to_tsvector('simple', owner)) stored`;

/**
 * The tables of the toy bank: for its own log, and again for a service that reads another's log.
 */
export class AccountTables1795800000001 implements MigrationInterface {
  readonly name = 'AccountTables1795800000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const prefix of ['', 'foreign_']) {
      await runner.query(`
        create table ${prefix}accounts (${columns},
          constraint ${prefix}accounts_solvent check (balance > -1000000000), constraint ${prefix}accounts_owner unique (owner))
          with (fillfactor = 80);
        create index ${prefix}accounts_richest on ${prefix}accounts (balance desc, id) where balance > 0;
        create index ${prefix}accounts_words on ${prefix}accounts using gin (words);
        create table ${prefix}totals (kind text primary key, amount bigint not null, movements int not null);`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table accounts, totals, foreign_accounts, foreign_totals');
  }
}

/** An event with this memo cannot be projected, so that tests can provoke the failure. */
export const explosiveMemo = 'explodes';

/** Balances and counters of the toy bank, set-based, from the log of `source`. */
export function accountsView(source: Source, prefix: '' | 'foreign_' = ''): View {
  const accounts = `${prefix}accounts`;
  const insert = statement(
    `${accounts}.insert`,
    `insert into ${accounts} (id, owner) select id, owner from unnest($1::text[], $2::text[]) as a(id, owner)`,
  );
  const move = statement(
    `${accounts}.move`,
    `update ${accounts} a set balance = a.balance + m.amount, movements = a.movements + m.movements
       from unnest($1::text[], $2::bigint[], $3::int[]) as m(id, amount, movements) where a.id = m.id`,
  );
  const count = statement(
    `${accounts}.count`,
    `insert into ${prefix}totals (kind, amount, movements)
     select kind, amount, movements from unnest($1::text[], $2::bigint[], $3::int[]) as t(kind, amount, movements)
     on conflict (kind) do update set amount = ${prefix}totals.amount + excluded.amount,
                                      movements = ${prefix}totals.movements + excluded.movements`,
  );
  return {
    name: `${source}.${accounts}`,
    source,
    tables: [accounts, `${prefix}totals`],
    handles: ['AccountOpened', 'Deposited', 'Withdrawn', 'Transferred', 'AccountClosed'],
    writes(envelopes) {
      const opened = new Map<string, string>();
      const moved = new Map<string, { amount: number; movements: number }>();
      const totals = new Map<string, { amount: number; movements: number }>();
      const add = (to: Map<string, { amount: number; movements: number }>, key: string, amount: number): void => {
        const sum = to.get(key) ?? { amount: 0, movements: 0 };
        to.set(key, { amount: sum.amount + amount, movements: sum.movements + 1 });
      };
      for (const envelope of envelopes) {
        const event = envelope as Envelope as AccountEvent; // the log of the toy bank holds nothing else
        const amount = 'amount' in event.data ? event.data.amount : 0;
        add(totals, event.type, amount);
        switch (event.type) {
          case 'AccountOpened':
            opened.set(event.data.account, event.data.owner);
            break;
          case 'Deposited':
            if (event.data.memo === explosiveMemo) throw new TypeError("reading 'connection' of an explosive event");
            add(moved, event.data.account, amount);
            break;
          case 'Withdrawn':
            add(moved, event.data.account, -amount);
            break;
          case 'Transferred':
            add(moved, event.data.from, -amount);
            add(moved, event.data.to, amount);
            break;
          case 'AccountClosed':
            break;
          default:
            event satisfies never;
        }
      }
      const sums = (of: typeof moved): unknown[] => {
        // In one order everywhere: two transactions that update the same rows must not deadlock.
        const sorted = [...of].sort(([one], [other]) => (one < other ? -1 : 1));
        return [
          sorted.map(([key]) => key),
          sorted.map(([, sum]) => sum.amount),
          sorted.map(([, sum]) => sum.movements),
        ];
      };
      return [
        ...(opened.size > 0 ? [{ statement: insert, values: [[...opened.keys()], [...opened.values()]] }] : []),
        ...(moved.size > 0 ? [{ statement: move, values: sums(moved) }] : []),
        { statement: count, values: sums(totals) },
      ];
    },
  };
}

const byIds = statement(
  'accounts.byIds',
  `select a.id, a.owner, a.balance, a.movements from unnest($1::text[]) with ordinality as asked(id, place)
     join accounts a using (id) order by place`,
);

/** The replies of the toy bank's commands, one per argument. */
export function readAccounts(tx: Tx, ids: readonly string[]): Promise<AccountRow[]> {
  return tx.query<AccountRow>(byIds, [ids]);
}
