import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { canonicalName, checkWellFormed } from '@parlour/contracts/checks';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import { DomainError, refuse } from '@parlour/contracts/errors';
import type { IdentityEvent, UserRegistered, UserRowWire, UserWire } from '@parlour/contracts/identity';
import { limits } from '@parlour/contracts/limits';
import { looksOf } from '@parlour/contracts/look-alikes';
import { messages } from '@parlour/contracts/messages';
import type { Page, Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';
import { followsVisibleTo, namesOf } from '../follow/follow.view.ts';

/** A person. */
@Entity('users')
@Index('users_canonical_name', ['canonicalName'], { unique: true })
@Index('users_look', ['look'])
@Index('users_written_look', ['writtenLook'])
@Index('users_name_pieces', { synchronize: false })
export class UserRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'users_pkey' })
  id!: string;

  @Column('text')
  name!: string;

  @Column({ type: 'text', name: 'canonical_name', collation: 'C' })
  canonicalName!: string;

  /** The look of the name, in both forms: a new one must not have it. Blank if there is none. */
  @Column({ type: 'text', collation: 'C', default: '' })
  look!: string;

  @Column({ type: 'text', name: 'written_look', collation: 'C', default: '' })
  writtenLook!: string;

  @Column('timestamptz', { name: 'joined_at' })
  joinedAt!: Date;

  @Column('boolean', { name: 'follow_visibility', default: true })
  followVisibility!: boolean;

  @Column('boolean', { default: false })
  suspended!: boolean;
}

/** The number of people, so that no list has to count. */
@Entity('user_totals')
export class UserTotalRow {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'user_totals_pkey' })
  one!: boolean;

  @Column('bigint')
  users!: number;
}

// The total grows by what was actually inserted, so the same events again leave both tables as they
// are.
const register = statement(
  'users.register',
  `with joined as (
     insert into users (id, name, canonical_name, joined_at, look, written_look)
     select id, name, canonical_name, joined_at, look, written_look
       from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[])
         as u(id, name, canonical_name, joined_at, look, written_look)
     on conflict (id) do nothing
     returning 1
   )
   insert into user_totals (one, users) select true, count(*) from joined
   on conflict (one) do update set users = user_totals.users + excluded.users`,
);

const showFollows = statement(
  'users.showFollows',
  `update users u set follow_visibility = n.visible from unnest($1::text[], $2::boolean[]) as n(id, visible) where u.id = n.id`,
);

const suspend = statement(
  'users.suspend',
  `update users u set suspended = n.suspended from unnest($1::text[], $2::boolean[]) as n(id, suspended) where u.id = n.id`,
);

const leave = statement(
  'users.leave',
  `with gone as (delete from users where id = any($1::text[]) returning 1)
   update user_totals set users = users - (select count(*) from gone)`,
);

/** People and their number. */
export const userView: View = {
  name: 'identity.users',
  source: 'identity',
  tables: ['users', 'user_totals'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const joined = new Map<string, Envelope<UserRegistered>>();
    const visible = new Map<string, boolean>();
    const suspended = new Map<string, boolean>();
    const left = new Set<string>();
    for (const event of eventsOf<IdentityEvent>(events)) {
      // The name was erased with its account: in a rebuild there is nobody to show, and names must
      // be unique.
      if (event.type === 'UserRegistered' && event.data.name !== '') joined.set(event.data.userId, event);
      if (event.type === 'FollowVisibilityChanged') visible.set(event.data.userId, event.data.visible);
      if (event.type === 'UserSuspended') suspended.set(event.data.userId, true);
      if (event.type === 'UserRestored') suspended.set(event.data.userId, false);
      if (event.type === 'UserDeleted') left.add(event.data.userId);
    }
    const people = [...joined.values()];
    const looks = people.map((person) => looksOf(person.data.name));
    if (people.length > 0) {
      await tx.query(register, [
        people.map((person) => person.data.userId),
        people.map((person) => person.data.name),
        people.map((person) => canonicalName(person.data.name)),
        people.map((person) => person.occurredAt),
        looks.map(({ plain }) => plain),
        looks.map(({ written }) => written),
      ]);
    }
    if (visible.size > 0) await tx.query(showFollows, [[...visible.keys()], [...visible.values()]]);
    if (suspended.size > 0) await tx.query(suspend, [[...suspended.keys()], [...suspended.values()]]);
    if (left.size > 0) await tx.query(leave, [[...left]]);
  },
};

/** SQL: the columns of a list row of person `u` with counts `c`, for the viewer. */
function rowColumns(viewer: string): string {
  const shown = followsVisibleTo(viewer);
  return `u.id as user_id, u.name, u.joined_at, u.follow_visibility,
          case when ${shown} then coalesce(c.followers, 0) else 0 end as follower_count,
          case when ${shown} then coalesce(c.following, 0) else 0 end as following_count`;
}

const countsOfUser = 'left join follow_counts c on c.user_id = u.id';

/** SQL: the columns of person `u` in replies to the viewer; needs `userDetails`. */
export function userColumns(viewer: string): string {
  const shown = followsVisibleTo(viewer);
  return `${rowColumns(viewer)},
          case when ${shown} then ${namesOf('followers', viewer)} else '{}' end as followers,
          case when ${shown} then ${namesOf('following', viewer)} else '{}' end as following,
          exists (select from follows f where f.follower_id = ${viewer} and f.followed_id = u.id) as is_followed,
          coalesce(b.text, '') as biography, g.user_id is not null as is_google_user, u.suspended,
          case when u.id = ${viewer} then g.email end as email`;
}

/** SQL: the joins that `userColumns` needs for person `u`. */
export const userDetails = `${countsOfUser} left join biographies b on b.user_id = u.id left join google_accounts g on g.user_id = u.id`;

interface RowColumns {
  user_id: string;
  name: string;
  joined_at: Date;
  follow_visibility: boolean;
  follower_count: number;
  following_count: number;
}

/** A row of `userColumns`. */
export interface UserColumns extends RowColumns {
  followers: string[];
  following: string[];
  is_followed: boolean;
  biography: string;
  is_google_user: boolean;
  suspended: boolean;
  email: string | null;
}

/** A person as the viewer may see them: no other column leaves the service. */
export function userOf(row: UserColumns): UserWire {
  return {
    ...rowOf(row),
    biography: row.biography,
    followers: row.followers,
    following: row.following,
    isFollowed: row.is_followed,
    isGoogleUser: row.is_google_user,
    ...(row.suspended && { suspended: true as const }),
    ...(row.email === null ? {} : { email: row.email }),
  };
}

function rowOf(row: RowColumns): UserRowWire {
  return {
    _id: row.user_id,
    username: row.name,
    dateJoined: row.joined_at.toISOString(),
    followVisibility: row.follow_visibility,
    followerCount: row.follower_count,
    followingCount: row.following_count,
  };
}

const byName = statement(
  'users.byName',
  `select ${userColumns('$2')} from users u ${userDetails} where u.canonical_name = $1`,
);

/**
 * The person with a name, case-insensitively, as the viewer may see them.
 * @throws {DomainError} `user.unknown`
 */
export async function readUser(tx: Tx, username: string, viewerId: string): Promise<UserWire> {
  refuse(checkWellFormed(username));
  const [row] = await tx.query<UserColumns>(byName, [canonicalName(username), viewerId]);
  if (!row) throw userUnknown();
  return userOf(row);
}

const own = statement('users.own', `select ${userColumns('u.id')} from users u ${userDetails} where u.id = $1`);

/**
 * A person as they see themselves.
 * @throws {DomainError} `session.ended` if the account is deleted
 */
export async function readOwnUser(tx: Tx, userId: string): Promise<UserWire> {
  const [row] = await tx.query<UserColumns>(own, [userId]);
  if (!row) throw new DomainError('session.ended', messages.notSignedIn);
  return userOf(row);
}

const idByName = statement('users.idByName', 'select u.id from users u where u.canonical_name = $1');

/**
 * The id for a name, case-insensitively.
 * @throws {DomainError} `user.unknown`
 */
export async function idOfUser(tx: Tx, username: string): Promise<string> {
  refuse(checkWellFormed(username));
  const [row] = await tx.query<{ id: string }>(idByName, [canonicalName(username)]);
  if (!row) throw userUnknown();
  return row.id;
}

function userUnknown(): DomainError {
  return new DomainError('user.unknown', messages.userUnknown);
}

const rowsById = statement(
  'users.rowsById',
  `select ${rowColumns('u.id')} from users u ${countsOfUser} where u.id = any($1::text[])`,
);

/** These people, by id, as each sees themselves; deleted ones are missing. */
export async function readUserRows(tx: Tx, userIds: readonly string[]): Promise<Map<string, UserRowWire>> {
  const rows = await tx.query<RowColumns>(rowsById, [userIds]);
  return new Map(rows.map((row) => [row.user_id, rowOf(row)]));
}

/**
 * One page of the people whose names contain `search`, by name: one statement for the rows, one for
 * the total.
 */
export async function readUsers(
  tx: Tx,
  request: Rpc['identity.getUsers']['request'],
  viewerId: string,
): Promise<Page<UserRowWire>> {
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
    // The index finds names that contain all pieces anywhere; this keeps those that contain the
    // text itself. Compared literally, so % and _ are no wildcards.
    filter('search', (text) => `strpos(u.canonical_name, ${text}) > 0`, search);
  }
  const total = await readTotal(tx, search !== '', variant, filters, values);
  if (request.cursor !== undefined) {
    filter('after', (name) => `u.canonical_name > ${name}`, parseCursor(request.cursor));
  }
  const limit = values.push(size + 1);
  const viewer = `$${values.push(viewerId)}`;
  const rows = await tx.query<RowColumns & { canonical_name: string }>(
    statement(
      ['users.list', ...variant].join('.'),
      `select ${rowColumns(viewer)}, u.canonical_name
         from (select * from users u ${where(filters)} order by u.canonical_name limit $${limit}) u ${countsOfUser}
        order by u.canonical_name`,
    ),
    values,
  );
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { rows: page.map(rowOf), total, next: rows.length > size && last ? formatCursor(last.canonical_name) : null };
}

/**
 * The view counts the whole list; search results are counted up to a thousand. Source: decisions
 * T-5.
 */
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

/** @throws {DomainError} `request.invalid` for an invalid cursor */
function parseCursor(text: string): string {
  const name = Buffer.from(text, 'base64url').toString();
  if (name === '' || name.includes('\0') || formatCursor(name) !== text) {
    throw new DomainError('request.invalid', messages.requestInvalid);
  }
  return name;
}
