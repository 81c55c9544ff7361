import { operatorActsOf } from '@parlour/people/operator-acts';

const isClosing = `e.type = 'CommunityClosed'`;

// A closed community keeps its name and its owner.
const closed = `from communities c where c.id = e.data ->> 'communityId'`;

/** What operators did with others' polls and communities. Source: decisions M-27. */
export const readOperatorActs = operatorActsOf({
  condition: `coalesce(e.data -> 'moderated' ->> 'by', e.data ->> 'as') = 'operator'`,
  act: `case e.type when 'PostDeleted' then 'postRemoved' when 'PostRestored' then 'postRestored' else 'communityClosed' end`,
  to: `case when ${isClosing} then (select c.owner_id ${closed}) else e.data -> 'moderated' ->> 'author' end`,
  post: `case when not ${isClosing} then
    json_build_object('kind', 'poll', 'id', e.data ->> 'pollId', 'communityId', e.data ->> 'communityId') end`,
  community: `case when ${isClosing} then (select c.name ${closed}) end`,
});
