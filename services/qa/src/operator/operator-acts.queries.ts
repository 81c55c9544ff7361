import { operatorActsOf } from '@parlour/people/operator-acts';

/** What operators did with others' posts, for the site's log. Source: decisions M-27. */
export const readOperatorActs = operatorActsOf({
  condition: `e.data -> 'moderated' ->> 'by' = 'operator'`,
  act: `case e.type when 'PostDeleted' then 'postRemoved' else 'postRestored' end`,
  to: `e.data -> 'moderated' ->> 'author'`,
  post: `json_build_object('kind', e.data -> 'kind', 'id', e.data -> 'id', 'questionId', e.data -> 'questionId')`,
});
