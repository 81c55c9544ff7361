import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Rpc } from '@parlour/contracts/rpc';
import type { AdminPersonWire } from '@parlour/contracts/site';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime } from '@parlour/kernel/database/row-expressions';
import { Json, type JsonPage } from '@parlour/kernel/rpc/json';
import { goesOn } from '../session/session.queries.ts';
import { readListed } from '../user/user.queries.ts';

/** SQL: the account of person `u` as JSON, for operator $1, with `ofGoogle`. */
const accountJson = `(select to_json(fields) from (select u.id as "_id", u.name as username,
    ${isoTime('u.joined_at')} as "dateJoined", u.operator, u.suspended, g.user_id is not null as "isGoogleUser",
    u.id = $1 as own,
    (select count(*) from sessions s where s.user_id = u.id and ${goesOn}) as sessions) fields)`;

const ofGoogle = 'left join google_accounts g on g.user_id = u.id';

/** One page of accounts, by name, for an operator. */
export function readAccounts(
  tx: Tx,
  request: Rpc['identity.getAccounts']['request'],
  operatorId: string,
): Promise<JsonPage<AdminPersonWire>> {
  return readListed(tx, request, operatorId, { name: 'accounts.list', json: accountJson, joins: ofGoogle });
}

const byId = statement('accounts.byId', `select ${accountJson}::text as json from users u ${ofGoogle} where u.id = $2`);

/**
 * An account, for an operator.
 * @throws {DomainError} `user.unknown`
 */
export async function readAccount(tx: Tx, userId: string, operatorId: string): Promise<Json<AdminPersonWire>> {
  const [row] = await tx.query<{ json: string }>(byId, [operatorId, userId]);
  if (!row) throw new DomainError('user.unknown', messages.userUnknown);
  return new Json(row.json);
}
