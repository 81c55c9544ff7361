import { randomBytes } from 'node:crypto';
import { invitationLimits, type OpenInvitation, type StoredInvitation } from '@parlour/contracts/identity/invitations';
import type { PageRequest } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { type PageRow, positionOfCursor, readPage, rowsRead } from '@parlour/kernel/database/pages';
import { isoTime } from '@parlour/kernel/database/row-expressions';
import { Json, type JsonPage } from '@parlour/kernel/rpc/json';
import { type Inviter, invitationOver } from './invitation.decider.ts';

/** A new code: 128 random bits, so that nobody guesses one. */
export function newCode(): string {
  return randomBytes(16).toString('base64url');
}

/** Whether it can be a code: whatever else came in an address is in no table. */
function isCode(given: string): boolean {
  return /^[\w-]{22}$/.test(given);
}

/** SQL: whether person `u` may invite people. */
const mayInvite = `(u.operator or exists (select from site_settings where name = 'inviters' and value = 'everyone'))`;

const inviter = statement(
  'invitations.inviter',
  `select u.operator as "isOperator", ${mayInvite} as "mayInvite" from users u where u.id = $1 and not u.suspended`,
);

/** What this person may do about invitations now. */
export async function readInviter(tx: Tx, userId: string): Promise<Inviter> {
  const [row] = await tx.query<Inviter>(inviter, [userId]);
  return row ?? { isOperator: false, mayInvite: false };
}

const keep = statement(
  'invitations.keepCode',
  'insert into invitation_codes (invitation_id, by_id, code, note) values ($1, $2, $3, $4)',
);

/** Writes what is in no event, in the transaction of the invitation's event. */
export async function keepCode(tx: Tx, invitationId: string, byId: string, note: string): Promise<void> {
  await tx.query(keep, [invitationId, byId, newCode(), note]);
}

/**
 * SQL: whether invitation `i` of person `u`, who has an account, has not ended. It holds as long as
 * its inviter may invite people.
 */
const goesOn = `((i.expires_at is null or i.expires_at > now()) and not u.suspended and ${mayInvite})`;

const of = `invitations i join invitation_codes k on k.invitation_id = i.id join users u on u.id = i.by_id`;

/** SQL: invitation `i` as JSON (`StoredInvitation`). */
const json = `(select to_json(fields) from (select i.id as "_id", k.code, '/invite/' || k.code as url,
    case when i.revoked then 'revoked' when i.used >= i.uses then 'usedUp' when ${goesOn} then 'open' else 'ended' end as status,
    i.uses, i.used, ${isoTime('i.expires_at')} as "expiresAt", k.note, u.name as by,
    ${isoTime('i.created_at')} as "createdAt", i.community_ids as "communityIds",
    (select coalesce(json_agg(n.name order by n.position desc), '[]') from (
       select g.name, p.position from invited p join users g on g.id = p.user_id
        where p.invitation_id = i.id order by p.position desc limit ${invitationLimits.peopleListed}) n) as people
  ) fields)::text as json`;

const byId = statement('invitations.byId', `select ${json} from ${of} where i.id = $1`);

/**
 * An invitation, for its inviter and for operators.
 * @throws {DomainError} `invitation.over`
 */
export async function readInvitation(tx: Tx, invitationId: string): Promise<Json<StoredInvitation>> {
  const [row] = await tx.query<{ json: string }>(byId, [invitationId]);
  if (!row) throw invitationOver();
  return new Json(row.json);
}

/** One page of a person's own invitations, of an operator's all of them, the latest first. */
export function readInvitations(tx: Tx, request: PageRequest, viewerId: string): Promise<JsonPage<StoredInvitation>> {
  const size = rowsRead(request.limit);
  const seen = `(i.by_id = $1 or exists (select from users where id = $1 and operator and not suspended))`;
  const rows = statement(
    `invitations.list.${size}`,
    `select ${json}, i.position, (select count(*) from ${of} where ${seen}) as total
       from ${of} where i.position < $2 and ${seen} order by i.position desc limit ${size}`,
  );
  return readPage<StoredInvitation, PageRow & { readonly position: number }>(tx, request, {
    rows: { statement: rows, values: [viewerId, positionOfCursor(request.cursor)] },
    total: () => ({ statement: rows, values: [viewerId, positionOfCursor(undefined)] }),
    cursorOf: ({ position }) => String(position),
  });
}

const idOf = statement('invitations.idOfCode', 'select invitation_id as id from invitation_codes where code = $1');

/**
 * The id of the invitation with this code, whatever became of it.
 * @throws {DomainError} `invitation.over` without one
 */
export async function idOfInvitation(tx: Tx, code: string): Promise<string> {
  const [row] = isCode(code) ? await tx.query<{ id: string }>(idOf, [code]) : [];
  if (!row) throw invitationOver();
  return row.id;
}

const byCode = statement(
  'invitations.byCode',
  `select i.id as "invitationId", i.used < i.uses as "isLeft", u.name as by, u.id as "inviterId",
          ${isoTime('i.expires_at')} as "expiresAt", i.community_ids as "communityIds"
     from ${of} where k.code = $1 and not i.revoked and ${goesOn}`,
);

/** An invitation that has neither ended nor been revoked. */
export interface FoundInvitation extends OpenInvitation {
  readonly invitationId: string;
  /** Whether somebody can still come by it. */
  readonly isLeft: boolean;
}

/**
 * The invitation with this code, which may be used up.
 * @throws {DomainError} `invitation.over` without one that goes on
 */
export async function findInvitation(tx: Tx, code: string): Promise<FoundInvitation> {
  const [row] = isCode(code) ? await tx.query<FoundInvitation>(byCode, [code]) : [];
  if (!row) throw invitationOver();
  return row;
}

const over = statement(
  'invitations.over',
  `select 1 as one from unnest($1::text[]) as wanted(id)
    where not exists (select from ${of} where i.id = wanted.id and not i.revoked and ${goesOn} and i.used <= i.uses)`,
);

/**
 * Refuses newcomers whose invitations are used more often than they may be, or are over. Runs in
 * the append's own transaction, after they are counted: appends are serial, so of several at once
 * exactly as many are admitted as there are uses left.
 * @throws {DomainError} `invitation.over`
 */
export async function refuseOverused(tx: Tx, invitationIds: readonly string[]): Promise<void> {
  if (invitationIds.length > 0 && (await tx.query(over, [invitationIds])).length > 0) throw invitationOver();
}
