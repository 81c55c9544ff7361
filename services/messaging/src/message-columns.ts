import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';

/**
 * SQL: message `m` of any message table as browsers get it; needs `author`, its sender's `people`
 * row.
 */
export const messageObject = `json_build_object('_id', m.id, 'msg', m.text, 'msgFrom', ${nameOf('author')},
  'msgDateTime', ${isoTime('m.posted_at')})`;

/** SQL: the join that `messageObject` needs. */
export const authorJoin = 'left join people author on author.id = m.from_id';

/** SQL: above every position, where a page begins at the newest message. */
export const afterAll = '9223372036854775807';
