import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { SiteLogEntryWire } from '@parlour/contracts/site';
import { Database } from '@parlour/kernel/database/database';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { type OperatorActs, readOperatorActs } from '@parlour/people/operator-acts';

const isClosing = `e.type = 'CommunityClosed'`;

// A closed community keeps its name and its owner.
const closed = `from communities c where c.id = e.data ->> 'communityId'`;

const acts: OperatorActs = {
  condition: `coalesce(e.data -> 'moderated' ->> 'by', e.data ->> 'as') = 'operator'`,
  act: `case e.type when 'PostDeleted' then 'postRemoved' when 'PostRestored' then 'postRestored' else 'communityClosed' end`,
  to: `case when ${isClosing} then (select c.owner_id ${closed}) else e.data -> 'moderated' ->> 'author' end`,
  post: `case when not ${isClosing} then
    json_build_object('kind', 'poll', 'id', e.data ->> 'pollId', 'communityId', e.data ->> 'communityId') end`,
  community: `case when ${isClosing} then (select c.name ${closed}) end`,
};

/** What operators did with others' polls and communities. Source: decisions M-27. */
@Controller()
export class OperatorActsController {
  constructor(private readonly database: Database) {}

  @Handles('communities.getOperatorActs')
  list(@Payload() call: Call<'communities.getOperatorActs'>): Promise<JsonPage<SiteLogEntryWire>> {
    return readOperatorActs(this.database, call.request, actorOf(call).id, acts);
  }
}
