import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { canonicalName } from '@parlour/contracts/text/checks';
import type { DescribedTagWire, TagCountWire, TagHistoryWire } from '@parlour/contracts/qa/qa';
import type { Rpc } from '@parlour/contracts/rpc';
import { Rights } from '@parlour/kernel/consumer/rights';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, type Outcome } from '@parlour/kernel/log/commands';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { withCurrent } from '@parlour/kernel/rpc/stale-edits';
import { viewerOf } from '../question/visibility.ts';
import { type DescribeTag, describingDecider, tagStream } from './describing.decider.ts';
import { mayDescribe, readDescribed, readTagVersions } from './describing.queries.ts';
import { readTag, readTags } from './tag.queries.ts';

/** Calls about tags. */
@Controller()
export class TagController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly rights: Rights,
  ) {}

  @Handles('qa.getTags')
  getTags(@Payload() call: Call<'qa.getTags'>): Promise<JsonPage<TagCountWire>> {
    return readTags(this.database, call.request, viewerOf(call, this.rights));
  }

  @Handles('qa.getTag')
  getTag(@Payload() call: Call<'qa.getTag'>): Promise<Rpc['qa.getTag']['reply']> {
    return readTag(this.database, call.request.name, viewerOf(call, this.rights));
  }

  @Handles('qa.describeTag')
  async describeTag(@Payload() call: Call<'qa.describeTag'>): Promise<Outcome<DescribedTagWire>> {
    const { tag: name, text, version } = call.request;
    const viewer = viewerOf(call, this.rights);
    const key = canonicalName(name);
    const { description: current } = await readTag(this.database, name, viewer);
    const mayEdit = await mayDescribe(this.database, name, viewer);
    const describe = (): Promise<Outcome<DescribedTagWire>> =>
      this.commands.execute(originOf('qa.describeTag', call.context), {
        streamId: tagStream(key),
        orderingKey: tagStream(key),
        decider: describingDecider,
        command: (): DescribeTag => ({
          ...{ type: 'DescribeTag', key, text, version, current },
          ...{ describedBy: viewer.viewer, mayDescribe: mayEdit },
        }),
        reply: { read: readDescribed, argument: { name, ...viewer } },
      });
    return withCurrent(describe, () => readTag(this.database, name, viewer));
  }

  @Handles('qa.tagHistory')
  async tagHistory(@Payload() call: Call<'qa.tagHistory'>): Promise<TagHistoryWire> {
    const viewer = viewerOf(call, this.rights);
    const { name } = await readTag(this.database, call.request.name, viewer);
    const mayEdit = await mayDescribe(this.database, name, viewer);
    return { mayEdit, versions: await readTagVersions(this.database, name, viewer) };
  }
}
