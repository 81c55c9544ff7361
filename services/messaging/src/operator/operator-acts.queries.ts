import { operatorActsOf } from '@parlour/people/operator-acts';

/** What operators did with others' messages, for the site's log. Source: decisions M-27. */
export const readOperatorActs = operatorActsOf({
  condition: `e.type = 'PostDeleted' and e.data ->> 'by' = 'operator'`,
  act: `'postRemoved'`,
  // Only messages of the global room can be removed by operators.
  to: `(select m.from_id from room_messages m where m.id = e.data ->> 'messageId')`,
  post: `json_build_object('kind', 'message', 'id', e.data ->> 'messageId')`,
});
