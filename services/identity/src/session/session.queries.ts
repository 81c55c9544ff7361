import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '@parlour/contracts/errors';
import type { SessionGrant, SessionWire, UserWire } from '@parlour/contracts/identity/identity';
import { limits } from '@parlour/contracts/limits';
import type { EndedSession } from '@parlour/contracts/live';
import { messages } from '@parlour/contracts/messages';
import type { ClientInfo } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime } from '@parlour/kernel/database/row-expressions';
import { Json } from '@parlour/kernel/rpc/json';
import type { Standing } from '../user/user.decider.ts';
import { userDetails, userJson } from '../user/user.queries.ts';
import { formatRefreshToken, hashOf, newRefreshToken, type RefreshToken } from './refresh-token.ts';
import { expiryOf, type SessionFacts, sessionTimes } from './rotation.ts';

/** A new session. */
export interface NewSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly token: RefreshToken;
  readonly client: ClientInfo;
}

/** A session of this person with its first token, for callers that have verified the password. */
export function newSession(userId: string, { address, userAgent }: ClientInfo): NewSession {
  return { sessionId: uuidv7(), userId, token: newRefreshToken(), client: { address, userAgent } };
}

interface SessionRead {
  readonly sessionId: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly authenticatedAt: Date;
  readonly user: UserWire;
}

/** SQL: the columns of `SessionRead` of session `s`, with `ofUser`. */
const sessionColumns = `s.id as "sessionId", s.created_at as "createdAt", s.last_used_at as "lastUsedAt",
  s.authenticated_at as "authenticatedAt", ${userJson('u.id')} as user`;

/** SQL: the person `u` of session `s`. */
const ofUser = `join users u on u.id = s.user_id ${userDetails}`;

/** SQL: whether session `s` has ended. */
const isOver = `(s.ending is not null or exists (select from ended_sessions e where e.session_id = s.id))`;

/** SQL: whether session `s` is active. */
export const goesOn = `not ${isOver}
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
  const rows = await tx.query<SessionRead>(start, columnsOf(sessions));
  const byId = new Map(rows.map((row) => [row.sessionId, row]));
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
  const [row] = await tx.query<SessionRead>(startByPassword, [...columnsOf([session]), passwordHash]);
  return row && grantOf(row, session.token);
}

/** Begins a session of a Google account; undefined if it was deleted meanwhile. */
export async function startByGoogleAccount(tx: Tx, session: NewSession): Promise<SessionGrant | undefined> {
  const [row] = await tx.query<SessionRead>(startByGoogle, columnsOf([session]));
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

interface FoundRead extends SessionRead, Pick<FoundSession, 'refreshHash' | 'previousHash' | 'rotationKey' | 'ended'> {
  readonly rotatedAt: Date | null;
  readonly now: Date;
}

const byFamily = statement(
  'sessions.byFamily',
  `select ${sessionColumns}, s.refresh_hash as "refreshHash", s.previous_hash as "previousHash",
          s.rotation_key as "rotationKey", s.rotated_at as "rotatedAt", ${isOver} as ended, clock_timestamp() as now
     from sessions s ${ofUser} where s.family_hash = $1`,
);

/** The session of a token, whatever its state. */
export async function findSession(tx: Tx, token: RefreshToken): Promise<FoundSession | undefined> {
  const [row] = await tx.query<FoundRead>(byFamily, [hashOf(token.family)]);
  if (!row) return undefined;
  return {
    ...row,
    userId: row.user._id,
    rotatedAt: row.rotatedAt?.getTime() ?? null,
    createdAt: row.createdAt.getTime(),
    lastUsedAt: row.lastUsedAt.getTime(),
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
  const [row] = await tx.query<SessionRead>(rotate, [
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

const user = statement(
  'sessions.user',
  `select ${userJson('u.id')}::text as json from sessions s ${ofUser} where s.id = $1 and s.user_id = $2 and ${goesOn}`,
);

/** The person of an active session, otherwise undefined. */
export async function userOfSession(tx: Tx, sessionId: string, userId: string): Promise<Json<UserWire> | undefined> {
  const [row] = await tx.query<{ json: string }>(user, [sessionId, userId]);
  return row && new Json(row.json);
}

const standing = statement(
  'sessions.standing',
  `select g.user_id is not null as "isGoogleUser",
          (extract(epoch from clock_timestamp() - s.authenticated_at) * 1000)::bigint as "sinceLoginMs"
     from sessions s left join google_accounts g on g.user_id = s.user_id
    where s.id = $1 and s.user_id = $2 and ${goesOn}`,
);

/** The session's facts about its owner; undefined if it is not active. */
export async function readStanding(tx: Tx, sessionId: string, userId: string): Promise<Standing | undefined> {
  const [row] = await tx.query<Standing>(standing, [sessionId, userId]);
  return row;
}

const list = statement(
  'sessions.list',
  `select s.id as "_id", s.user_agent as "userAgent", s.address, ${isoTime('s.created_at')} as "createdAt",
          ${isoTime('s.last_used_at')} as "lastUsedAt", s.id is not distinct from $2::text as current
     from sessions s
    where s.user_id = $1 and ${goesOn} order by s.last_used_at desc, s.id limit ${limits.page.greatest}`,
);

/** A person's active sessions, last used first; as many as fit on a page. */
export function readSessions(tx: Tx, userId: string, currentId: string | null): Promise<SessionWire[]> {
  return tx.query<SessionWire>(list, [userId, currentId]);
}

const active = statement(
  'sessions.active',
  `select s.id from sessions s where s.user_id = $1 and ($2::text is null or s.id = $2) and ${goesOn} order by s.id`,
);

/** The ids of all of a person's active sessions; of one of them, if it is given and active. */
export async function readActiveIds(tx: Tx, userId: string, sessionId?: string): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(active, [userId, sessionId ?? null]);
  return rows.map(({ id }) => id);
}

const endedSince = statement(
  'endedSessions.since',
  `select e.id as "sessionId", ${isoTime('e.ended_at')} as "endedAt" from (
     select session_id as id, ended_at from ended_sessions where ended_at > $1::timestamptz
     union all
     select id, ending_at from sessions where ending_at > $1::timestamptz) e
   order by e.ended_at`,
);

/**
 * The sessions that ended after a time, including those whose events are not appended yet; a
 * session may be listed twice in between.
 * @throws {DomainError} `request.invalid` for an invalid time
 */
export async function readEndedSessions(tx: Tx, after: string): Promise<EndedSession[]> {
  if (Number.isNaN(Date.parse(after))) throw new DomainError('request.invalid', messages.requestInvalid);
  return tx.query<EndedSession>(endedSince, [new Date(after).toISOString()]);
}

function grantOf(row: SessionRead, token: RefreshToken): SessionGrant {
  const expiry = expiryOf({ createdAt: row.createdAt.getTime(), lastUsedAt: row.lastUsedAt.getTime() });
  return {
    user: row.user,
    sessionId: row.sessionId,
    refreshToken: formatRefreshToken(token),
    authenticatedAt: row.authenticatedAt.toISOString(),
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
