import type { Call } from '../../shared/http/call.ts';
import { pathTo, type ListOf } from '../../shared/http/endpoint.ts';

// Apart from the endpoints, because app/early.ts makes the same calls without their library.

export function pollsCall({ communityId, ...query }: ListOf<'communities.getPolls'>): Call {
  return { path: pathTo`/poll/getPollsByCommunityId/${communityId}`, query };
}
