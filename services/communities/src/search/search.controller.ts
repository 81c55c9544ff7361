import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { FoundWire } from '@parlour/contracts/search/found';
import { Database } from '@parlour/kernel/database/database';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { searchLimiter } from '@parlour/search/word-search';
import { readFoundCommunities } from './found.queries.ts';

/** Calls that search what this service owns. */
@Controller()
export class SearchController {
  private readonly limiter = searchLimiter();

  constructor(private readonly database: Database) {}

  @Handles('communities.search')
  search(@Payload() call: Call<'communities.search'>): Promise<JsonPage<FoundWire>> {
    const { id } = actorOf(call);
    return this.limiter.take(id, () => readFoundCommunities(this.database, call.request, id));
  }
}
