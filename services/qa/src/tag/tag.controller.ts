import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { TagCountWire } from '@parlour/contracts/qa';
import type { Rpc } from '@parlour/contracts/rpc';
import { Rights } from '@parlour/kernel/consumer/rights';
import { Database } from '@parlour/kernel/database/database';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { viewerOf } from '../question/visibility.ts';
import { readTag, readTags } from './tag.queries.ts';

/** Calls about tags. */
@Controller()
export class TagController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Rights) private readonly rights: Rights,
  ) {}

  @Handles('qa.getTags')
  getTags(@Payload() call: Call<'qa.getTags'>): Promise<JsonPage<TagCountWire>> {
    return readTags(this.database, call.request, viewerOf(call, this.rights));
  }

  @Handles('qa.getTag')
  getTag(@Payload() call: Call<'qa.getTag'>): Promise<Rpc['qa.getTag']['reply']> {
    return readTag(this.database, call.request.name, viewerOf(call, this.rights));
  }
}
