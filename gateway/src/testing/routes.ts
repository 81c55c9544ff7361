import { expect, it } from '@jest/globals';
import { kindOf, type RpcName } from '@parlour/contracts/rpc';
import type { RunningGateway } from './running-gateway.ts';
import { idOf } from './stand-ins.ts';

/** A request by Ann, the call that it makes, and what the stand-in answers. */
export type Route = readonly [
  method: string,
  path: string,
  body: unknown,
  call: RpcName,
  request: object,
  reply: unknown,
];

function withLimit(path: string, request: object): string {
  return 'limit' in request && !path.includes('limit=')
    ? `${path}${path.includes('?') ? '&' : '?'}limit=${String(request.limit)}`
    : path;
}

/**
 * Tests that each route makes its call in Ann's name, at both of its addresses, and only with a
 * session. A test file begins each test with an empty list of calls.
 * @param started the gateway, and Ann's headers, once they are there
 * @param headers what an answer has besides, by the request's method
 */
export function itServes(
  routes: readonly Route[],
  started: () => { readonly gateway: RunningGateway; readonly ann: Readonly<Record<string, string>> },
  headers: (method: string) => Readonly<Record<string, string | undefined>> = () => ({}),
): void {
  const everywhere = routes.flatMap(([method, path, ...others]) =>
    // Without a limit, lists at the root are longer.
    [`/${withLimit(path, others[2])}`, `/api/${path}`].map((at) => [method, at, ...others] as const),
  );

  it.each(everywhere)('%s %s calls the service and answers 200', async (method, path, body, call, request, reply) => {
    const { gateway, ann } = started();
    const answer = await gateway.send(path, { method, body, headers: ann });
    expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: reply });
    const asked = gateway.standIns.last(call);
    expect(asked.request).toEqual(request);
    expect(asked.context.actor).toEqual({ id: idOf('Ann'), name: 'Ann' });
    expect(asked.context.idempotency !== null).toBe(kindOf(call) === 'command');
    for (const [name, value] of Object.entries(headers(method))) expect(answer.headers[name]).toBe(value);
  });

  it.each(everywhere)('%s %s requires a session', async (method, path, body) => {
    const { gateway } = started();
    const answer = await gateway.send(path, { method, body });
    expect(answer.json).toEqual({ error: 'Please sign in to continue.', code: 'session.missing' });
    expect(answer.status).toBe(401);
    expect(gateway.standIns.calls).toEqual([]);
  });
}
