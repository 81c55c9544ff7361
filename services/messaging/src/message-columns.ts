import { deletedUserName } from '@parlour/contracts/limits';

/** SQL: the name of a person of the kernel's `people`, joined as `alias`. Source: decisions U-5. */
export function nameOf(alias: string): string {
  return `case when ${alias}.deleted then '${deletedUserName}' else ${alias}.name end`;
}

/** SQL: a message `m` of any table of messages as it goes to a browser; needs `author`, the `people` row of its sender. */
export const messageObject = `json_build_object('_id', m.id, 'msg', m.text, 'msgFrom', ${nameOf('author')},
  'msgDateTime', to_char(m.posted_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/** SQL: the join of `messageObject`. */
export const authorJoin = 'left join people author on author.id = m.from_id';

/** SQL: beyond every position, where a page begins at the newest message. */
export const afterAll = '9223372036854775807';
