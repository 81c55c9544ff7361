import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { canonicalName, checkWellFormed } from '@parlour/contracts/checks';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import { DomainError, refuse } from '@parlour/contracts/errors';
import type { IdentityEvent, UserRegistered, UserRowWire, UserWire } from '@parlour/contracts/identity';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { Page, Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

/** A person. */
@Entity('users')
@Index('users_canonical_name', ['canonicalName'], { unique: true })
@Index('users_name_pieces', { synchronize: false })
export class UserRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'users_pkey' })
  id!: string;

  @Column('text')
  name!: string;

  @Column({ type: 'text', name: 'canonical_name', collation: 'C' })
  canonicalName!: string;

  @Column('timestamptz', { name: 'joined_at' })
  joinedAt!: Date;
}

/** How many people there are, so that no list has to count. */
@Entity('user_totals')
export class UserTotalRow {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'user_totals_pkey' })
  one!: boolean;

  @Column('bigint')
  users!: number;
}

// The total is raised by what was really inserted, so the same events again leave both tables as they are.
const register = statement(
  'users.register',
  `with joined as (
     insert into users (id, name, canonical_name, joined_at)
     select id, name, canonical_name, joined_at
       from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) as u(id, name, canonical_name, joined_at)
     on conflict (id) do nothing
     returning 1
   )
   insert into user_totals (one, users) select true, count(*) from joined
   on conflict (one) do update set users = user_totals.users + excluded.users`,
);

/** People and their number. */
export const userView: View = {
  name: 'identity.users',
  source: 'identity',
  tables: ['users', 'user_totals'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const joined = new Map<string, Envelope<UserRegistered>>();
    for (const event of eventsOf<IdentityEvent>(events)) {
      if (event.type === 'UserRegistered') joined.set(event.data.userId, event);
    }
    if (joined.size === 0) return;
    const people = [...joined.values()];
    await tx.query(register, [
      people.map((person) => person.data.userId),
      people.map((person) => person.data.name),
      people.map((person) => canonicalName(person.data.name)),
      people.map((person) => person.occurredAt),
    ]);
  },
};

/** SQL: what replies show of the person `u`. */
export const userColumns = 'u.id as user_id, u.name, u.joined_at';

/** A row of `userColumns`. */
export interface UserColumns {
  user_id: string;
  name: string;
  joined_at: Date;
}

/** A person as everybody signed in may see him: nothing but what is named here leaves. */
export function userOf(row: UserColumns): UserWire {
  return {
    _id: row.user_id,
    username: row.name,
    dateJoined: row.joined_at.toISOString(),
    biography: '',
    followers: [],
    following: [],
    followVisibility: true,
    isGoogleUser: false,
  };
}

function rowOf(row: UserColumns): UserRowWire {
  return { _id: row.user_id, username: row.name, dateJoined: row.joined_at.toISOString() };
}

const byName = statement('users.byName', `select ${userColumns} from users u where u.canonical_name = $1`);

/**
 * The person of a name, regardless of case.
 * @throws {DomainError} `user.unknown`
 */
export async function readUser(tx: Tx, username: string): Promise<UserWire> {
  refuse(checkWellFormed(username));
  const [row] = await tx.query<UserColumns>(byName, [canonicalName(username)]);
  if (!row) throw new DomainError('user.unknown', messages.userUnknown);
  return userOf(row);
}

/** One page of the people whose names contain `search`, by name: one statement for the rows, one for the total. */
export async function readUsers(tx: Tx, request: Rpc['identity.getUsers']['request']): Promise<Page<UserRowWire>> {
  refuse(checkWellFormed(request.search ?? ''), checkWellFormed(request.exclude ?? ''));
  const size = Math.min(Math.max(request.limit, 1), limits.page.greatest);
  const search = canonicalName(request.search ?? '');
  const filters: string[] = [];
  const values: unknown[] = [];
  const variant: string[] = [];
  const filter = (name: string, sql: (parameter: string) => string, value: unknown): void => {
    values.push(value);
    variant.push(name);
    filters.push(sql(`$${values.length}`));
  };
  if (request.exclude !== undefined) {
    filter('exclude', (name) => `u.canonical_name <> ${name}`, canonicalName(request.exclude));
  }
  if (search !== '') {
    filter('pieces', (pieces) => `name_pieces(u.canonical_name) @> ${pieces}::text[]`, piecesOf(search));
    // The index finds names that have all pieces somewhere; this keeps those that have them in a row. No pattern, so % and _ are letters.
    filter('search', (text) => `strpos(u.canonical_name, ${text}) > 0`, search);
  }
  const total = await readTotal(tx, search !== '', variant, filters, values);
  if (request.cursor !== undefined) {
    filter('after', (name) => `u.canonical_name > ${name}`, parseCursor(request.cursor));
  }
  const limit = values.push(size + 1);
  const rows = await tx.query<UserColumns & { canonical_name: string }>(
    statement(
      ['users.list', ...variant].join('.'),
      `select ${userColumns}, u.canonical_name from users u ${where(filters)} order by u.canonical_name limit $${limit}`,
    ),
    values,
  );
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { rows: page.map(rowOf), total, next: rows.length > size && last ? formatCursor(last.canonical_name) : null };
}

/** The whole list is counted by the view as people come; what is searched is counted to the first thousand. Source: decisions T-5. */
async function readTotal(
  tx: Tx,
  searched: boolean,
  variant: readonly string[],
  filters: readonly string[],
  values: readonly unknown[],
): Promise<number> {
  const counted = `select count(*) from (select from users u ${where(filters)} limit ${limits.countedExactly + 1}) counted`;
  const excluded = values.length > 0 ? '(select count(*) from users u where u.canonical_name = $1)' : '0';
  const whole = `select coalesce((select users from user_totals), 0) - ${excluded}`;
  const text = `select (${searched ? counted : whole}) as total`;
  const [row] = await tx.query<{ total: number }>(statement(['users.total', ...variant].join('.'), text), values);
  return row?.total ?? 0;
}

function where(filters: readonly string[]): string {
  return filters.length === 0 ? '' : `where ${filters.join(' and ')}`;
}

/** The longest pieces of `name_pieces` that a name must have to contain this text. */
function piecesOf(text: string): string[] {
  const characters = [...text];
  const size = Math.min(characters.length, 3);
  const starts = characters.slice(0, characters.length - size + 1);
  return [...new Set(starts.map((_, start) => characters.slice(start, start + size).join('')))];
}

function formatCursor(name: string): string {
  return Buffer.from(name).toString('base64url');
}

/** @throws {DomainError} `request.invalid` for a cursor that no list gave */
function parseCursor(text: string): string {
  const name = Buffer.from(text, 'base64url').toString();
  if (name === '' || name.includes('\0') || formatCursor(name) !== text) {
    throw new DomainError('request.invalid', messages.requestInvalid);
  }
  return name;
}
