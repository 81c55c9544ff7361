import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { SessionGrant, UserWire } from '@parlour/contracts/identity';
import type { ClientInfo } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { type UserColumns, userColumns, userOf } from '../user/user.view.ts';
import { formatRefreshToken, hashOf, type RefreshToken } from './refresh-token.ts';
import { expiryOf, type SessionFacts, sessionTimes } from './rotation.ts';
import { hasEnded } from './session.view.ts';

/**
 * A session as it goes on: changed in place, no fold of any log, for secrets are in no event. Whether it has ended is not told here but by the log,
 * in `ended_sessions`. Rows go away once nothing could be done with them.
 */
@Entity('sessions')
@Index('sessions_family_hash', ['familyHash'], { unique: true })
@Index('sessions_created_at', ['createdAt'])
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
}

/** A session that begins. */
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

const sessionColumns = `s.id as session_id, s.created_at, s.last_used_at, s.authenticated_at, ${userColumns}`;

// Who begins a session takes some away that ended by age, so that the table does not grow for ever; one day beyond the end of any of them.
const start = statement(
  'sessions.start',
  `with aged as (
     delete from sessions where id in (
       select id from sessions where created_at < now() - interval '${sessionTimes.absoluteDays + 1} days'
        order by created_at limit 10 for update skip locked)
   ), started as (
     insert into sessions (id, user_id, family_hash, refresh_hash, address, user_agent)
     select id, user_id, family_hash, refresh_hash, address, user_agent
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
         as n(id, user_id, family_hash, refresh_hash, address, user_agent)
     returning id, user_id, created_at, last_used_at, authenticated_at
   )
   select ${sessionColumns} from started s join users u on u.id = s.user_id`,
);

/** Begins sessions whose passwords were given just now; their grants in the order asked. */
export async function startSessions(tx: Tx, sessions: readonly NewSession[]): Promise<SessionGrant[]> {
  const clients = sessions.map((session) => storable(session.client));
  const rows = await tx.query<SessionColumns>(start, [
    sessions.map((session) => session.sessionId),
    sessions.map((session) => session.userId),
    sessions.map((session) => hashOf(session.token.family)),
    sessions.map((session) => hashOf(session.token.secret)),
    clients.map((client) => client.address),
    clients.map((client) => client.userAgent),
  ]);
  const byId = new Map(rows.map((row) => [row.session_id, row]));
  return sessions.map(({ sessionId, token }) => {
    const row = byId.get(sessionId);
    if (!row) throw new Error('a session begins for nobody');
    return grantOf(row, token);
  });
}

/** A session found by a token of its family, at the database's time `now`. */
export interface FoundSession extends SessionFacts {
  readonly sessionId: string;
  readonly userId: string;
  readonly rotationKey: string | null;
  readonly now: number;
  /** What its owner gets with this token. */
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
  `select ${sessionColumns}, s.refresh_hash, s.previous_hash, s.rotation_key, s.rotated_at, ${hasEnded} as ended, clock_timestamp() as now
     from sessions s join users u on u.id = s.user_id where s.family_hash = $1`,
);

/** The session of a token, whatever has become of it. */
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
      where id = $1 and refresh_hash = $2
     returning id, user_id, created_at, last_used_at, authenticated_at
   )
   select ${sessionColumns} from rotated s join users u on u.id = s.user_id`,
);

/** One token to be put in place of another. */
export interface Rotation {
  readonly sessionId: string;
  readonly shown: RefreshToken;
  readonly next: RefreshToken;
  readonly rotationKey: Buffer;
  readonly client: ClientInfo;
}

/** Puts the next token in place of the one shown; undefined when another request was faster. */
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

/** Whose a session is; undefined once nothing is known of it any more. */
export async function ownerOfSession(tx: Tx, sessionId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ user_id: string }>(owner, [sessionId]);
  return row?.user_id;
}

const live = statement(
  'sessions.user',
  `select ${userColumns} from sessions s join users u on u.id = s.user_id
    where s.id = $1 and s.user_id = $2 and not ${hasEnded}
      and s.created_at > now() - interval '${sessionTimes.absoluteDays} days'
      and s.last_used_at > now() - interval '${sessionTimes.idleDays} days'`,
);

/** The person of a session that goes on; undefined when it does not. */
export async function userOfSession(tx: Tx, sessionId: string, userId: string): Promise<UserWire | undefined> {
  const [row] = await tx.query<UserColumns>(live, [sessionId, userId]);
  return row && userOf(row);
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

/** A browser may call itself anything, at any length; what PostgreSQL would refuse must not fail a login. */
function storable({ address, userAgent }: ClientInfo): ClientInfo {
  const clean = (text: string): string => text.slice(0, 300).toWellFormed().replaceAll('\0', '');
  return { address: clean(address), userAgent: clean(userAgent) };
}
