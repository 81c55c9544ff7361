import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { SiteLogEntryWire } from '@parlour/contracts/site';
import { Database } from '@parlour/kernel/database/database';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { type OperatorActs, readOperatorActs } from '@parlour/people/operator-acts';

const acts: OperatorActs = {
  condition: `e.type = 'PostDeleted' and e.data ->> 'by' = 'operator'`,
  act: `'postRemoved'`,
  // Only messages of the global room can be removed by operators.
  to: `(select m.from_id from room_messages m where m.id = e.data ->> 'messageId')`,
  post: `json_build_object('kind', 'message', 'id', e.data ->> 'messageId')`,
};

/** What operators did with others' messages, for the site's log. Source: decisions M-27. */
@Controller()
export class OperatorActsController {
  constructor(private readonly database: Database) {}

  @Handles('messaging.getOperatorActs')
  list(@Payload() call: Call<'messaging.getOperatorActs'>): Promise<JsonPage<SiteLogEntryWire>> {
    return readOperatorActs(this.database, call.request, actorOf(call).id, acts);
  }
}
