import { expect, it } from '@jest/globals';
import type { ErrorCode } from '@parlour/contracts/errors';
import { kindOf, type RpcName } from '@parlour/contracts/rpc';
import type { RunningGateway } from './running-gateway.ts';
import { idOf } from './stand-ins.ts';

/** A request by Ann, the call that it makes, and what it answers if that is not just the reply. */
export type Route = readonly [
  method: string,
  path: string,
  body: unknown,
  call: RpcName,
  request: object,
  answered?: unknown,
];

/** Routes that only read. */
export function reads(
  ...routes: readonly (readonly [path: string, call: RpcName, request: object, answered?: unknown])[]
): readonly Route[] {
  return routes.map(([path, ...others]) => ['GET', path, undefined, ...others]);
}

/** A request by Ann that no service gets. */
export type Refused = readonly [method: string, path: string, body: unknown, refusal: Refusal];

interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly error: unknown;
}

/** What is refused in any request. */
export const refusals = {
  id: { status: 400, code: 'id.malformed', error: 'This id is malformed.' },
  shape: { status: 400, code: 'request.invalid', error: expect.stringMatching(/^The request is not valid/) },
  other: { status: 403, code: 'actor.other', error: 'You can only do this as yourself.' },
  unknown: { status: 404, code: 'route.unknown', error: 'Not found' },
  illFormed: { status: 400, code: 'request.illFormedText', error: expect.any(String) },
} as const satisfies Record<string, Refusal>;

/** The gateway, and Ann's headers, once they are there. */
type Started = () => { readonly gateway: RunningGateway; readonly ann: Readonly<Record<string, string>> };

function withLimit(path: string, request: object): string {
  return 'limit' in request && !path.includes('limit=')
    ? `${path}${path.includes('?') ? '&' : '?'}limit=${String(request.limit)}`
    : path;
}

/**
 * Tests that each route makes its call in Ann's name, at both of its addresses, and answers the
 * reply; of a page its rows, with their number in a header. That all require a session is tested in
 * routes.int.spec.ts.
 * @param headers what each answer has besides
 */
export function itServes(
  routes: readonly Route[],
  started: Started,
  headers: Readonly<Record<string, string>> = {},
): void {
  const everywhere = routes.flatMap(([method, path, body, call, request, answered]) =>
    // Without a limit, lists at the root are longer.
    [`/${withLimit(path, request)}`, `/api/${path}`].map((at) => [method, at, body, call, request, answered] as const),
  );

  it.each(everywhere)('%s %s %j calls %s', async (method, path, body, name, request, answered) => {
    const { gateway, ann } = started();
    const answer = await gateway.send(path, { method, body, headers: ann });
    const { call, result } = gateway.standIns.lastAnswered(name);
    const page = result?.reply as { readonly rows?: unknown; readonly total?: number };
    const expected = answered ?? page.rows ?? page;
    expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: expected });
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', ...headers });
    expect(answer.headers['x-total-count']).toBe(page.rows && String(page.total));
    const [position] = Object.entries(result?.positions ?? {}).map((each) => each.join(':'));
    expect(answer.headers['x-position']).toBe(position);
    expect(call.request).toEqual(request);
    expect(call.context.actor).toEqual({ id: idOf('Ann'), name: 'Ann' });
    expect(call.context.idempotency !== null).toBe(kindOf(name) === 'command');
  });
}

/**
 * Tests that these are refused below /api before a service is called. A test file begins each test
 * with an empty list of calls.
 */
export function itRefuses(requests: readonly Refused[], started: Started): void {
  it.each(requests)('%s %s %j is refused', async (method, path, body, { status, ...json }) => {
    const { gateway, ann } = started();
    const answer = await gateway.send(`/api/${path}`, { method, body, headers: ann });
    expect({ status: answer.status, json: answer.json }).toEqual({ status, json });
    expect(gateway.standIns.calls).toEqual([]);
  });
}
