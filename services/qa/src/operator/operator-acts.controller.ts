import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { SiteLogEntryWire } from '@parlour/contracts/site';
import { Database } from '@parlour/kernel/database/database';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { type OperatorActs, readOperatorActs } from '@parlour/people/operator-acts';

const acts: OperatorActs = {
  condition: `e.data -> 'moderated' ->> 'by' = 'operator'`,
  act: `case when e.type in ('QuestionDeleted', 'AnswerDeleted', 'CommentDeleted') then 'postRemoved' else 'postRestored' end`,
  to: `e.data -> 'moderated' ->> 'author'`,
  // An answer's comment has both ids.
  post: `json_build_object(
    'kind', case when e.data ? 'commentId' then 'comment' when e.data ? 'answerId' then 'answer' else 'question' end,
    'id', coalesce(e.data ->> 'commentId', e.data ->> 'answerId', e.data ->> 'questionId'),
    'questionId', e.data ->> 'questionId')`,
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
