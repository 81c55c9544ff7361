import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { FoundWire } from '@parlour/contracts/search/found';
import { Rights } from '@parlour/kernel/consumer/rights';
import { Database } from '@parlour/kernel/database/database';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { searchLimiter } from '@parlour/search/word-search';
import { viewerOf } from '../question/visibility.ts';
import { readFoundPosts } from './found.queries.ts';

/** Calls that search what this service owns. */
@Controller()
export class SearchController {
  private readonly limiter = searchLimiter();

  constructor(
    private readonly database: Database,
    private readonly rights: Rights,
  ) {}

  @Handles('qa.search')
  search(@Payload() call: Call<'qa.search'>): Promise<JsonPage<FoundWire>> {
    return this.limiter.take(actorOf(call).id, () =>
      readFoundPosts(this.database, call.request, viewerOf(call, this.rights)),
    );
  }
}
