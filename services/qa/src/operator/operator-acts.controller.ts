import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { SiteLogEntryWire } from '@parlour/contracts/site';
import { Database } from '@parlour/kernel/database/database';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { type OperatorActs, readOperatorActs } from '@parlour/people/operator-acts';

const acts: OperatorActs = {
  condition: `e.data -> 'moderated' ->> 'by' = 'operator'`,
  act: `case e.type when 'PostDeleted' then 'postRemoved' else 'postRestored' end`,
  to: `e.data -> 'moderated' ->> 'author'`,
  post: `json_build_object('kind', e.data -> 'kind', 'id', e.data -> 'id', 'questionId', e.data -> 'questionId')`,
};

/** What operators did with others' posts, for the site's log. Source: decisions M-27. */
@Controller()
export class OperatorActsController {
  constructor(private readonly database: Database) {}

  @Handles('qa.getOperatorActs')
  list(@Payload() call: Call<'qa.getOperatorActs'>): Promise<JsonPage<SiteLogEntryWire>> {
    return readOperatorActs(this.database, call.request, actorOf(call).id, acts);
  }
}
