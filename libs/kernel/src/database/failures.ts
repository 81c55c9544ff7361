import { isNativeError } from 'node:util/types';
import { DomainError, statusOfCode, unavailable } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { codeOf } from '../process/error-code.ts';

/** COMMIT was sent and never answered: the transaction may be committed or not. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';
}

const connectionStates = new Set(['57P01', '57P02', '57P03', '53300', '25P03', '25P04']);
/** A certificate that is invalid now, or here; the server's operator can fix it. */
const tlsFailures = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;
/** Failures to connect: refused, no route, unknown name, or no file descriptors left. */
const systemFailures = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'ENOTCONN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'EAI_AGAIN', 'EAI_FAIL', 'ENOTFOUND'],
  ...['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'],
]);
// Errors of pg and its pool that have no code, recognised by the whole beginning of the text.
const driverFailures =
  /^(Connection terminated|The server does not support SSL connections|There was an error establishing an SSL connection|Client (has encountered a connection error|was closed) and is not queryable|timeout (expired|exceeded when trying to connect)|Cannot use a pool after calling end|Query read timeout)/;

/** The connection is as open as before, but no answer came within the time for one. */
export function isUnanswered(failure: unknown): failure is Error {
  return isNativeError(failure) && failure.message === 'Query read timeout';
}

/** The database is away or ended the connection: the statement may be retried later. */
export function isConnectionFailure(failure: unknown): boolean {
  if (!isNativeError(failure)) return false;
  const code = codeOf(failure);
  if (code === undefined) return driverFailures.test(failure.message);
  return code.startsWith('08') || connectionStates.has(code) || systemFailures.has(code) || tlsFailures.test(code);
}

/**
 * The failure is transient: lost connections, deadlocks, lock and statement time-outs, a full disk,
 * a standby.
 */
export function isTransient(failure: unknown): boolean {
  if (failure instanceof UnknownOutcome || isConnectionFailure(failure)) return true;
  const code = codeOf(failure);
  return code !== undefined && /^(25006|40001|40P01|55P03|57014|53...|58...)$/.test(code);
}

/**
 * PostgreSQL cannot read what it has stored: a page or an index is damaged (XX001, XX002), the disk
 * fails (58030), or a file is missing (58P01).
 */
export function isDamage(failure: unknown): boolean {
  const code = codeOf(failure);
  return code !== undefined && /^(XX00[12]|58030|58P01)$/.test(code);
}

/** What an operator does about damage, and where the docs go on. */
export const whatToDoAboutDamage =
  'Stop Parlour, keep a copy of its data folder, and restore the newest backup into a new one: see "A damaged database" in docs/operations.md.';

/** A statement took longer than its limit, or was cancelled. */
export function isTooLong(failure: unknown): boolean {
  return codeOf(failure) === '57014';
}

/**
 * SQLSTATE classes of faults in values or statements: unsupported features, cardinality, data,
 * integrity constraints, syntax and access rules, errors raised by functions.
 */
const faultsOfData = /^(0A|21|22|23|42|P0)[0-9A-Z]{3}$/;

/**
 * The same work would fail the same way again: the fault is in its data or in our code, not in the
 * environment. False for any failure not known as such: it may be transient.
 */
export function isLasting(failure: unknown): boolean {
  if (failure instanceof DomainError) return ![429, 500, 503].includes(statusOfCode[failure.code]);
  if (isTransient(failure)) return false;
  const code = codeOf(failure);
  if (code === undefined || /^ERR_(INVALID|OUT_OF|MISSING)_/.test(code)) return true;
  return faultsOfData.test(code);
}

/** Nothing can be written right now: the database is away, or a lock is held for too long. */
export function isBlocked(failure: unknown): boolean {
  return isConnectionFailure(failure) || codeOf(failure) === '55P03';
}

/**
 * The error a caller gets for a database failure: 503 if a retry helps or only an operator can,
 * with the failure as its cause, which is logged; else the failure itself.
 */
export function asRefusal(failure: unknown): unknown {
  if (isDamage(failure)) {
    return Object.assign(new DomainError('database.damaged', messages.damagedDatabase), { cause: failure });
  }
  return isTransient(failure) ? Object.assign(unavailable(), { cause: failure }) : failure;
}
