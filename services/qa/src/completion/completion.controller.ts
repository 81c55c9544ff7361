import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { NamedPersonWire } from '@parlour/contracts/identity/identity';
import type { TagCountWire } from '@parlour/contracts/qa/qa';
import { Rights } from '@parlour/kernel/consumer/rights';
import { Database } from '@parlour/kernel/database/database';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { Json } from '@parlour/kernel/rpc/json';
import { viewerOf } from '../question/visibility.ts';
import { completeTags } from '../tag/tag.queries.ts';
import { completePeople } from './completion.queries.ts';

/** Calls that complete words while they are typed. */
@Controller()
export class CompletionController {
  constructor(
    private readonly database: Database,
    private readonly rights: Rights,
  ) {}

  @Handles('qa.completeTags')
  completeTags(@Payload() call: Call<'qa.completeTags'>): Promise<Json<readonly TagCountWire[]>> {
    return completeTags(this.database, call.request.prefix ?? '', viewerOf(call, this.rights));
  }

  @Handles('qa.completePeople')
  completePeople(@Payload() call: Call<'qa.completePeople'>): Promise<Json<readonly NamedPersonWire[]>> {
    return completePeople(this.database, call.request, viewerOf(call, this.rights));
  }
}
