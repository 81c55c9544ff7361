import type { Call } from '../../shared/http/call.ts';
import { pathTo } from '../../shared/http/endpoint.ts';

// Apart from the endpoints, because app/early.ts makes the same calls without their library.

/** The id in an address: ids are case-insensitive; live events have them in lower case. */
export function communityIdOf(text: string): string {
  return text.toLowerCase();
}

export function communityCall(communityId: string): Call {
  return { path: pathTo`/community/${communityId}` };
}
