import { jest } from '@jest/globals';

/** A call as it arrived at the network. */
export interface SeenCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A response; `down` means none at all. */
export type FakeAnswer =
  | { readonly status?: number; readonly body: unknown; readonly headers?: Record<string, string> }
  | 'down';
type Route = (call: SeenCall) => FakeAnswer | Promise<FakeAnswer>;

/** Replaces the network in tests: routes by "METHOD /path" (below /api), and the recorded calls. */
export function fakeServer(routes: Record<string, Route>) {
  const calls: SeenCall[] = [];
  const fetchStub = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://localhost:3000');
    const call: SeenCall = {
      method: init.method ?? 'GET',
      path: url.pathname.replace(/^\/api/, ''),
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    };
    calls.push(call);
    const route = routes[`${call.method} ${call.path}`];
    if (!route) throw new Error(`The fake server has no ${call.method} ${call.path}`);
    const answer = await Promise.race([route(call), failureAt(init.signal)]);
    if (answer === 'down') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answer.body), {
      status: answer.status ?? 200,
      headers: { 'Content-Type': 'application/json', ...answer.headers },
    });
  };
  jest.spyOn(globalThis, 'fetch').mockImplementation(fetchStub);
  return { calls, to: (path: string) => calls.filter((call) => call.path === path), routes };
}

/** Fails when the caller gives up. */
function failureAt(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new TypeError('Failed to fetch'))));
}
