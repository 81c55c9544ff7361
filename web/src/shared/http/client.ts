import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { ErrorWire } from '@parlour/contracts/errors';
import { formatPositions, parsePositions, sources, type Positions } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { UserWire } from '@parlour/contracts/identity';
import { sessionEnded, userKnown } from '../state/session.slice.ts';
import { isSessionCode, unreachable, type CallFailure } from './call-failure.ts';
import { newTraceparent } from './traceparent.ts';

/** One HTTP call below `/api`. A write carries the key that makes it happen once. */
export interface Call {
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
  readonly submissionKey?: string;
}

/** What an answer says beside its body. */
export interface CallMeta {
  readonly headers: Headers;
}

type Outcome = { readonly data: unknown; readonly meta: CallMeta } | { readonly error: CallFailure };

/** What came of trying to renew the session: a lost wire is no proof that it is over. */
export type Refreshed =
  | { readonly status: 'renewed'; readonly user: UserWire }
  | { readonly status: 'over' }
  | { readonly status: 'unknown' };

/** The greatest positions that any answer or live event named; sent with every later call, so that one reads one's own writes. */
let seen: Positions = {};
/** How many live events have told of something newer than all that was seen. */
let overtaken = 0;
let refreshing: Promise<Refreshed> | undefined;

/** How often a read is made again because live events have overtaken it: on a busy site one always may. */
const repeats = 2;

/** Keeps the positions of an `X-Position` or of a live event, so that later calls are answered from no earlier state. */
export function rememberPositions(text: string): void {
  const next = parsePositions(text);
  for (const source of sources) {
    const position = Math.max(seen[source] ?? 0, next[source] ?? 0);
    if (position > 0) seen = { ...seen, [source]: position };
  }
}

/** The same for the positions of a live event: a read that is in flight may be answered from before it. */
export function rememberTold(text: string): void {
  const before = formatPositions(seen);
  rememberPositions(text);
  if (formatPositions(seen) !== before) overtaken += 1;
}

/** Forgets them: after a time without a connection the logs may be others, restored from a backup, whose positions are lower. */
export function forgetPositions(): void {
  seen = {};
}

async function send({ path, method = 'GET', query = {}, body, submissionKey }: Call): Promise<Outcome> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const headers: Record<string, string> = { Accept: 'application/json', traceparent: newTraceparent() };
  if (method !== 'GET') headers['Content-Type'] = 'application/json';
  if (submissionKey) headers['Idempotency-Key'] = submissionKey;
  const positions = formatPositions(seen);
  if (positions) headers['X-Min-Position'] = positions;
  try {
    const response = await fetch(`/api${path}${search.size > 0 ? `?${search.toString()}` : ''}`, {
      method,
      headers,
      credentials: 'same-origin',
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    });
    rememberPositions(response.headers.get('X-Position') ?? '');
    const data: unknown = await response.json().catch(() => undefined);
    if (response.status === 200 && data !== undefined) return { data, meta: { headers: response.headers } };
    return { error: refusal(response, data) };
  } catch {
    return { error: unreachable() };
  }
}

/**
 * Sends a call. A read that a live event has overtaken is made again: what was told while nothing was shown yet would be
 * missing from what is shown then.
 */
async function sendUntilCurrent(call: Call): Promise<Outcome> {
  for (let repeat = 0; ; repeat += 1) {
    const before = overtaken;
    const outcome = await send(call);
    const isRead = (call.method ?? 'GET') === 'GET';
    if (!isRead || overtaken === before || 'error' in outcome || repeat === repeats) return outcome;
  }
}

/** Proxies answer in their own shapes; only what is ours is shown as the server's text. */
function refusal({ status: httpStatus, headers }: Response, data: unknown): CallFailure {
  const wire: { [Key in keyof ErrorWire]?: unknown } = typeof data === 'object' && data !== null ? data : {};
  return {
    status: 'refused',
    httpStatus,
    code: typeof wire.code === 'string' ? wire.code : undefined,
    text: typeof wire.error === 'string' && wire.error !== '' ? wire.error : textOf(httpStatus, headers),
  };
}

/** What is said where an answer says nothing itself. */
function textOf(httpStatus: number, headers: Headers): string {
  if (httpStatus >= 500) return messages.unavailable;
  const seconds = Number(headers.get('Retry-After'));
  return httpStatus === 429 && seconds > 0 ? messages.tooManyRequests(seconds) : messages.unknownFailure;
}

/**
 * Renews the session, once for everybody who asks meanwhile. Tabs share the cookies, so where the browser has locks they take turns:
 * two refreshes with one token would look like a stolen one.
 */
export function refreshSession(): Promise<Refreshed> {
  refreshing ??= inTurn(async (): Promise<Refreshed> => {
    const outcome = await send({ path: '/user/refresh', method: 'POST' });
    // A 200 of this route is the user; the gateway's contract.
    if ('data' in outcome) return { status: 'renewed', user: outcome.data as UserWire };
    const { error } = outcome;
    return error.status === 'refused' && error.httpStatus < 429 ? { status: 'over' } : { status: 'unknown' };
  }).finally(() => (refreshing = undefined));
  return refreshing;
}

// The DOM types promise locks everywhere; browsers have them only on https and localhost.
function inTurn(work: () => Promise<Refreshed>): Promise<Refreshed> {
  return 'locks' in navigator ? navigator.locks.request('parlour-refresh', work) : work();
}

/** RTK Query's way to the server: a call that fails for want of a session is tried once more after a refresh. */
export const callServer: BaseQueryFn<Call, unknown, CallFailure, object, CallMeta> = async (call, { dispatch }) => {
  const first = await sendUntilCurrent(call);
  if (!('error' in first) || first.error.status !== 'refused' || !isSessionCode(first.error.code)) return first;
  const refreshed = await refreshSession();
  if (refreshed.status === 'unknown') return { error: unreachable() };
  if (refreshed.status === 'over') {
    dispatch(sessionEnded());
    return first;
  }
  dispatch(userKnown(refreshed.user));
  return sendUntilCurrent(call);
};
