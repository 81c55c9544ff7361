import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { ErrorWire } from '@parlour/contracts/errors';
import { formatPositions, parsePositions, sources, type Positions } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { sessionEnded, sessionRenewed } from '../state/session.slice.ts';
import { isRefusedWith, lacksSession, unreachable, type CallFailure } from './call-failure.ts';
import type { Call } from './call.ts';
import { acceptsJson, addressOf, takeEarly } from './early.ts';
import { noteServerTime } from './server-clock.ts';
import { newTraceparent } from './traceparent.ts';

/** The headers that matter to callers. */
export interface CallMeta {
  readonly headers: Headers;
}

type Outcome = { readonly data: unknown; readonly meta: CallMeta } | { readonly error: CallFailure };

/** The outcome of a refresh. A network failure doesn't mean that the session is over. */
export type Refreshed =
  | { readonly status: 'renewed'; readonly user: UserWire }
  | { readonly status: 'over' }
  | { readonly status: 'unknown' };

/**
 * The highest positions in any response or live event; sent with every later call, for
 * read-your-writes.
 */
let seen: Positions = {};
/** The number of live events and own writes that had higher positions than everything before. */
let overtaken = 0;
/** Ends the reads under way; their senders make them again. */
let reads = new AbortController();
let refreshing: Promise<Refreshed> | undefined;
/** The latest change of the session's cookies, where the browser has no locks. */
let latestTurn: Promise<unknown> = Promise.resolve();

/**
 * How often to repeat a read that changes have overtaken: on a busy site, this could go on
 * forever.
 */
const repeats = 2;

/**
 * Records the positions of an `X-Position` header, so that later calls don't return an earlier
 * state.
 */
function rememberPositions(text: string): void {
  const next = parsePositions(text);
  for (const source of sources) {
    const position = Math.max(seen[source] ?? 0, next[source] ?? 0);
    if (position > 0) seen = { ...seen, [source]: position };
  }
}

/**
 * The same for a change, of which a live event or the reply to a write tells: a read in flight may
 * return a state from before it.
 */
export function rememberChange(text: string): void {
  const before = formatPositions(seen);
  rememberPositions(text);
  if (formatPositions(seen) !== before) overtaken += 1;
}

/**
 * Forgets the positions. After a lost connection, the logs may be new ones, restored from a backup,
 * with lower positions.
 */
export function forgetPositions(): void {
  seen = {};
}

/**
 * Makes the reads under way again: after a lost connection, one of them may never be answered, and
 * all that is to be read again would wait for it.
 */
export function repeatReads(): void {
  reads.abort();
  reads = new AbortController();
}

async function send(
  { path, method = 'GET', query = {}, body, submissionKey, transport }: Call,
  signal?: AbortSignal,
): Promise<Outcome> {
  const address = addressOf({ path, query });
  const headers: Record<string, string> = { ...acceptsJson, traceparent: newTraceparent() };
  const isJson = method !== 'GET' && !transport;
  if (isJson) headers['Content-Type'] = 'application/json';
  if (submissionKey) headers['Idempotency-Key'] = submissionKey;
  const positions = formatPositions(seen);
  if (positions) headers['X-Min-Position'] = positions;
  try {
    const early = method === 'GET' ? takeEarly(address) : undefined;
    const response = await (early ??
      (transport ?? fetch)(address, {
        method,
        headers,
        credentials: 'same-origin',
        signal: signal ?? null,
        body: isJson ? JSON.stringify(body ?? {}) : null,
      }));
    const remember = method === 'GET' ? rememberPositions : rememberChange;
    remember(response.headers.get('X-Position') ?? '');
    // One that was asked for early may have come long before.
    if (!early) noteServerTime(response.headers.get('Date'));
    const data: unknown = await response.json().catch(() => undefined);
    if (response.status === 200 && data !== undefined) return { data, meta: { headers: response.headers } };
    return { error: refusal(response, data) };
  } catch {
    return { error: unreachable() };
  }
}

/**
 * Sends a call. A read that a change has overtaken is repeated, or the change would be missing from
 * what is shown.
 */
async function sendUntilCurrent(call: Call, ended: AbortSignal): Promise<Outcome> {
  const isRead = (call.method ?? 'GET') === 'GET';
  for (let repeat = 0; ; repeat += 1) {
    const before = overtaken;
    const signal = isRead ? reads.signal : ended;
    const outcome = await send(call, signal);
    if (isRead && signal.aborted) continue;
    if (!isRead || overtaken === before || 'error' in outcome || repeat >= repeats) return outcome;
  }
}

/** Proxies respond in their own formats; only our own format is shown as the server's text. */
function refusal({ status: httpStatus, headers }: Response, data: unknown): CallFailure {
  const wire: { [Key in keyof ErrorWire]?: unknown } = typeof data === 'object' && data !== null ? data : {};
  const retryAfter = Number(headers.get('Retry-After'));
  return {
    status: 'refused',
    httpStatus,
    code: typeof wire.code === 'string' ? wire.code : undefined,
    text: typeof wire.error === 'string' && wire.error !== '' ? wire.error : textOf(httpStatus, retryAfter),
    ...(retryAfter > 0 && { retryAfter }),
    ...(typeof wire.current === 'object' && wire.current !== null && { current: wire.current }),
  };
}

/** The text for a response without one. */
function textOf(httpStatus: number, retryAfter: number): string {
  if (httpStatus >= 500) return messages.unavailable;
  return httpStatus === 429 && retryAfter > 0 ? messages.tooManyRequests(retryAfter) : messages.unknownFailure;
}

/** Refreshes the session, once for all concurrent callers. */
export function refreshSession(): Promise<Refreshed> {
  refreshing ??= inTurn(async (): Promise<Refreshed> => {
    const outcome = await send({ path: '/user/refresh', method: 'POST' });
    // a 200 of this route is the user, by the gateway's contract
    if ('data' in outcome) return { status: 'renewed', user: outcome.data as UserWire };
    const { error } = outcome;
    return error.status === 'refused' && error.httpStatus < 429 ? { status: 'over' } : { status: 'unknown' };
  }).finally(() => (refreshing = undefined));
  return refreshing;
}

/**
 * Does what changes the session's cookies, one at a time. Tabs share them, so they take turns where
 * the browser has locks: two refreshes with one token would look like theft. And a live event may
 * say that the session has ended before the call that ended it is answered: a refresh between the
 * two would find no session, and its person would never read what became of the call.
 */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  // The DOM types claim that locks always exist; browsers have them only on https and localhost.
  if ('locks' in navigator) return navigator.locks.request('parlour-refresh', work);
  const result = latestTurn.then(work);
  latestTurn = result.catch(() => undefined);
  return result;
}

function attempt(call: Call, signal: AbortSignal): Promise<Outcome> {
  return call.endsSession === true ? inTurn(() => sendUntilCurrent(call, signal)) : sendUntilCurrent(call, signal);
}

/**
 * Whether a refusal may mean that the access token has expired. The gateway hides the routes of
 * Administration from everybody without an operator's session, so there it says `route.unknown`.
 */
function mayBeExpired({ path }: Call, error: CallFailure): boolean {
  return lacksSession(error) || (isRefusedWith(error, 'route.unknown') && path.startsWith('/admin/'));
}

/** RTK Query's base query: a call refused for lack of a session is retried once after a refresh. */
export const callServer: BaseQueryFn<Call, unknown, CallFailure, object, CallMeta> = async (
  call,
  { dispatch, signal },
) => {
  const first = await attempt(call, signal);
  if (!('error' in first) || !mayBeExpired(call, first.error)) return first;
  const refreshed = await refreshSession();
  if (refreshed.status === 'unknown') return { error: unreachable() };
  if (refreshed.status === 'over') {
    dispatch(sessionEnded());
    return first;
  }
  dispatch(sessionRenewed(refreshed.user));
  return attempt(call, signal);
};
