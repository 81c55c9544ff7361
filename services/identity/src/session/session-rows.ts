import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { SessionGrant, SessionWire, UserWire } from '@parlour/contracts/identity';
import { limits } from '@parlour/contracts/limits';
import type { ClientInfo } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { Standing } from '../user/user.decider.ts';
import { type UserColumns, userColumns, userDetails, userOf } from '../user/user.view.ts';
import { formatRefreshToken, hashOf, type RefreshToken } from './refresh-token.ts';
import { expiryOf, type SessionFacts, sessionTimes } from './rotation.ts';
import { hasEnded } from './session.view.ts';

/**
 * An active session: changed in place, not derived from a log, because secrets are in no event.
 * Whether it has ended is in `ended_sessions`, from the log. Rows are deleted once they are of no
 * use.
 */
@Entity('sessions')
@Index('sessions_family_hash', ['familyHash'], { unique: true })
@Index('sessions_created_at', ['createdAt'])
@Index('sessions_user_id', ['userId'])
@Index('sessions_ending_at', ['endingAt'], { where: 'ending_at is not null' })
export class SessionRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'sessions_pkey' })
  id!: string;

  @Column('text', { name: 'user_id' })
  userId!: string;

  @Column('text', { name: 'family_hash' })
  familyHash!: string;

  @Column('text', { name: 'refresh_hash' })
  refreshHash!: string;

  @Column('text', { name: 'previous_hash', nullable: true })
  previousHash!: string | null;

  @Column('text', { name: 'rotation_key', nullable: true })
  rotationKey!: string | null;

  @Column('timestamptz', { name: 'rotated_at', nullable: true })
  rotatedAt!: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_used_at', default: () => 'now()' })
  lastUsedAt!: Date;

  @Column('timestamptz', { name: 'authenticated_at', default: () => 'now()' })
  authenticatedAt!: Date;

  @Column('text')
  address!: string;

  @Column('text', { name: 'user_agent' })
  userAgent!: string;

  /** Why it ended, for a marked session whose event is not appended yet. */
  @Column('text', { nullable: true })
  ending!: string | null;

  @Column('timestamptz', { name: 'ending_at', nullable: true })
  endingAt!: Date | null;
}

/** A new session. */
export interface NewSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly token: RefreshToken;
  readonly client: ClientInfo;
}

interface SessionColumns extends UserColumns {
  session_id: string;
  created_at: Date;
  last_used_at: Date;
  authenticated_at: Date;
}

const sessionColumns = `s.id as session_id, s.created_at, s.last_used_at, s.authenticated_at, ${userColumns('u.id')}`;

/** SQL: the person `u` of session `s`. */
const ofUser = `join users u on u.id = s.user_id ${userDetails}`;

/** SQL: whether session `s` has ended or expired. */
const isOver = `(s.ending is not null or ${hasEnded})`;

/** SQL: whether session `s` is active. */
const goesOn = `not ${isOver}
      and s.created_at > now() - interval '${sessionTimes.absoluteDays} days'
      and s.last_used_at > now() - interval '${sessionTimes.idleDays} days'`;

// Each new session deletes some expired ones, so that the table stays small; a day after any of
// them could be used.
function startOf(name: string, proven: string) {
  return statement(
    name,
    `with aged as (
       delete from sessions where id in (
         select id from sessions where created_at < now() - interval '${sessionTimes.absoluteDays + 1} days'
          order by created_at limit 10 for update skip locked)
     ), started as (
       insert into sessions (id, user_id, family_hash, refresh_hash, address, user_agent)
       select n.id, n.user_id, n.family_hash, n.refresh_hash, n.address, n.user_agent
         from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
           as n(id, user_id, family_hash, refresh_hash, address, user_agent) ${proven}
       returning id, user_id, created_at, last_used_at, authenticated_at
     )
     select ${sessionColumns} from started s ${ofUser}`,
  );
}

const start = startOf('sessions.start', '');

// Locked, so that a later change or deletion of the credential sees this session and ends it.
const startByPassword = startOf(
  'sessions.startByPassword',
  'where exists (select from credentials c where c.user_id = n.user_id and c.password_hash = $7 and not c.suspended for share)',
);

const startByGoogle = startOf(
  'sessions.startByGoogle',
  'where exists (select from google_accounts g where g.user_id = n.user_id and not g.suspended for share)',
);

/**
 * Begins the first sessions of accounts that are opened in the same transaction; returns their
 * grants in order.
 */
export async function startSessions(tx: Tx, sessions: readonly NewSession[]): Promise<SessionGrant[]> {
  const rows = await tx.query<SessionColumns>(start, columnsOf(sessions));
  const byId = new Map(rows.map((row) => [row.session_id, row]));
  return sessions.map(({ sessionId, token }) => {
    const row = byId.get(sessionId);
    if (!row) throw new Error('a session needs an account');
    return grantOf(row, token);
  });
}

/**
 * Begins a session if the person's password still has this hash; undefined if it was changed or the
 * account deleted meanwhile.
 */
export async function startByPasswordHash(
  tx: Tx,
  session: NewSession,
  passwordHash: string,
): Promise<SessionGrant | undefined> {
  const [row] = await tx.query<SessionColumns>(startByPassword, [...columnsOf([session]), passwordHash]);
  return row && grantOf(row, session.token);
}

/** Begins a session of a Google account; undefined if it was deleted meanwhile. */
export async function startByGoogleAccount(tx: Tx, session: NewSession): Promise<SessionGrant | undefined> {
  const [row] = await tx.query<SessionColumns>(startByGoogle, columnsOf([session]));
  return row && grantOf(row, session.token);
}

function columnsOf(sessions: readonly NewSession[]): readonly (readonly string[])[] {
  const clients = sessions.map((session) => storable(session.client));
  return [
    sessions.map((session) => session.sessionId),
    sessions.map((session) => session.userId),
    sessions.map((session) => hashOf(session.token.family)),
    sessions.map((session) => hashOf(session.token.secret)),
    clients.map((client) => client.address),
    clients.map((client) => client.userAgent),
  ];
}

/** A session found by a token of its family, at the database's time `now`. */
export interface FoundSession extends SessionFacts {
  readonly sessionId: string;
  readonly userId: string;
  readonly rotationKey: string | null;
  readonly now: number;
  /** The owner's grant for this token. */
  readonly grant: (token: RefreshToken) => SessionGrant;
}

interface FoundColumns extends SessionColumns {
  refresh_hash: string;
  previous_hash: string | null;
  rotation_key: string | null;
  rotated_at: Date | null;
  ended: boolean;
  now: Date;
}

const byFamily = statement(
  'sessions.byFamily',
  `select ${sessionColumns}, s.refresh_hash, s.previous_hash, s.rotation_key, s.rotated_at, ${isOver} as ended, clock_timestamp() as now
     from sessions s ${ofUser} where s.family_hash = $1`,
);

/** The session of a token, whatever its state. */
export async function findSession(tx: Tx, token: RefreshToken): Promise<FoundSession | undefined> {
  const [row] = await tx.query<FoundColumns>(byFamily, [hashOf(token.family)]);
  if (!row) return undefined;
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    refreshHash: row.refresh_hash,
    previousHash: row.previous_hash,
    rotationKey: row.rotation_key,
    rotatedAt: row.rotated_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
    lastUsedAt: row.last_used_at.getTime(),
    ended: row.ended,
    now: row.now.getTime(),
    grant: (next) => grantOf(row, next),
  };
}

const rotate = statement(
  'sessions.rotate',
  `with rotated as (
     update sessions
        set previous_hash = refresh_hash, refresh_hash = $3, rotation_key = $4, rotated_at = clock_timestamp(),
            last_used_at = clock_timestamp(), address = $5, user_agent = $6
      where id = $1 and refresh_hash = $2 and ending is null
     returning id, user_id, created_at, last_used_at, authenticated_at
   )
   select ${sessionColumns} from rotated s ${ofUser}`,
);

/** A token rotation. */
export interface Rotation {
  readonly sessionId: string;
  readonly shown: RefreshToken;
  readonly next: RefreshToken;
  readonly rotationKey: Buffer;
  readonly client: ClientInfo;
}

/** Stores the next token in place of the one used; undefined if another request was faster. */
export async function rotateSession(tx: Tx, rotation: Rotation): Promise<SessionGrant | undefined> {
  const client = storable(rotation.client);
  const [row] = await tx.query<SessionColumns>(rotate, [
    rotation.sessionId,
    hashOf(rotation.shown.secret),
    hashOf(rotation.next.secret),
    rotation.rotationKey.toString('base64url'),
    client.address,
    client.userAgent,
  ]);
  return row && grantOf(row, rotation.next);
}

const owner = statement('sessions.owner', 'select user_id from sessions where id = $1');

/** The owner of a session; undefined if nothing is known of it any more. */
export async function ownerOfSession(tx: Tx, sessionId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ user_id: string }>(owner, [sessionId]);
  return row?.user_id;
}

const live = statement(
  'sessions.user',
  `select ${userColumns('u.id')} from sessions s ${ofUser} where s.id = $1 and s.user_id = $2 and ${goesOn}`,
);

/** The person of an active session, otherwise undefined. */
export async function userOfSession(tx: Tx, sessionId: string, userId: string): Promise<UserWire | undefined> {
  const [row] = await tx.query<UserColumns>(live, [sessionId, userId]);
  return row && userOf(row);
}

const standing = statement(
  'sessions.standing',
  `select g.user_id is not null as is_google_user,
          (extract(epoch from clock_timestamp() - s.authenticated_at) * 1000)::bigint as since_login_ms
     from sessions s left join google_accounts g on g.user_id = s.user_id
    where s.id = $1 and s.user_id = $2 and ${goesOn}`,
);

/** The session's facts about its owner; undefined if it is not active. */
export async function readStanding(tx: Tx, sessionId: string, userId: string): Promise<Standing | undefined> {
  const [row] = await tx.query<{ is_google_user: boolean; since_login_ms: number }>(standing, [sessionId, userId]);
  return row && { isGoogleUser: row.is_google_user, sinceLoginMs: row.since_login_ms };
}

const list = statement(
  'sessions.list',
  `select s.id, s.user_agent, s.address, s.created_at, s.last_used_at from sessions s
    where s.user_id = $1 and ${goesOn} order by s.last_used_at desc, s.id limit ${limits.page.greatest}`,
);

/** A person's active sessions, last used first. */
export async function readSessions(tx: Tx, userId: string, currentId: string | null): Promise<SessionWire[]> {
  const rows = await tx.query<{
    id: string;
    user_agent: string;
    address: string;
    created_at: Date;
    last_used_at: Date;
  }>(list, [userId]);
  return rows.map((row) => ({
    _id: row.id,
    userAgent: row.user_agent,
    address: row.address,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    current: row.id === currentId,
  }));
}

function grantOf(row: SessionColumns, token: RefreshToken): SessionGrant {
  const expiry = expiryOf({ createdAt: row.created_at.getTime(), lastUsedAt: row.last_used_at.getTime() });
  return {
    user: userOf(row),
    sessionId: row.session_id,
    refreshToken: formatRefreshToken(token),
    authenticatedAt: row.authenticated_at.toISOString(),
    refreshExpiresAt: new Date(expiry).toISOString(),
  };
}

/**
 * A User-Agent may be anything, of any length; what PostgreSQL would refuse must not fail a login.
 */
function storable({ address, userAgent }: ClientInfo): ClientInfo {
  const clean = (text: string): string => text.slice(0, 300).toWellFormed().replaceAll('\0', '');
  return { address: clean(address), userAgent: clean(userAgent) };
}
