import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';

/** SQL: a message `m` of any table of messages as it goes to a browser; needs `author`, the `people` row of its sender. */
export const messageObject = `json_build_object('_id', m.id, 'msg', m.text, 'msgFrom', ${nameOf('author')},
  'msgDateTime', ${isoTime('m.posted_at')})`;

/** SQL: the join of `messageObject`. */
export const authorJoin = 'left join people author on author.id = m.from_id';

/** SQL: beyond every position, where a page begins at the newest message. */
export const afterAll = '9223372036854775807';
