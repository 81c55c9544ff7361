import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { canonicalName } from '@parlour/contracts/text/checks';
import type { DescribedTagWire } from '@parlour/contracts/qa/qa';
import { Rights } from '@parlour/kernel/consumer/rights';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, type Outcome } from '@parlour/kernel/log/commands';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import { withCurrent } from '@parlour/posts/stale-edits';
import { readReply } from '@parlour/kernel/log/reply';
import { viewerOf } from '../question/visibility.ts';
import { type DescribeTag, describingDecider, tagStream } from './describing.decider.ts';
import { mayDescribe, readDescribed } from './describing.queries.ts';
import { readTag } from './tag.queries.ts';

/** Calls about tags. */
@Controller()
export class TagController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly rights: Rights,
  ) {}

  @Handles('qa.describeTag')
  async describeTag(@Payload() call: Call<'qa.describeTag'>) {
    const { tag: name, text, version } = call.request;
    const viewer = viewerOf(call, this.rights);
    const key = canonicalName(name);
    const { description: current } = await readTag(this.database, name, viewer);
    const mayEdit = await mayDescribe(this.database, name, viewer);
    const describe = (): Promise<Outcome<DescribedTagWire>> =>
      this.commands.execute(originOf(call), {
        streamId: tagStream(key),
        orderingKey: tagStream(key),
        decider: describingDecider,
        command: (): DescribeTag => ({
          ...{ type: 'DescribeTag', key, text, version, current },
          ...{ describedBy: viewer.viewer, mayDescribe: mayEdit },
        }),
        reply: readReply(readDescribed, { name, ...viewer }),
      });
    return withCurrent(describe, () => readTag(this.database, name, viewer));
  }
}
