import { v7 as uuidv7 } from 'uuid';
import { limits } from '@parlour/contracts/limits';
import { systemContext } from '@parlour/kernel/rpc/calls';
import type { MailSettings } from '../delivery-config.ts';
import type { MailSource } from '../mail/sending.ts';
import { countSentNotices, noticeQueue, postponeNotice, type QueuedNotice, readDueNotices } from './notice.queries.ts';
import { readNotices } from './read-notices.ts';
import { noticeText, unsubscribePathOf } from './notice-text.ts';

/**
 * The mails of notices. What is read, deleted or unreadable by now is not sent. Source:
 * specification ML-4.
 */
export function noticeMails({ quotesPrivate }: MailSettings): MailSource<QueuedNotice> {
  return {
    name: 'sending notices by mail',
    queue: noticeQueue,
    readDue: (database, limit) => readDueNotices(database, 'mail', limit),
    async compose(notice, database, rpc) {
      const { id, userId, kind } = notice;
      const context = systemContext(uuidv7());
      const { mail: to } = (await rpc.call('identity.addressMail', { kind: 'notice', userId, of: kind }, context))
        .reply;
      if (!to) return null;
      const { notBefore, zone, rows } = await readNotices(rpc, 'mail', notice, quotesPrivate);
      if (notBefore !== null) {
        await postponeNotice(database, id, notBefore);
        return 'later';
      }
      const [first, ...others] = rows;
      if (!first || (await countSentNotices(database, 'mail', userId)) >= limits.noticeMails) return null;
      return {
        to,
        text: noticeText(to, [first, ...others], zone),
        notice: {
          list: `${kind.toLowerCase()}.notices`,
          thread: `${first.thread}.${userId}`,
          unsubscribe: unsubscribePathOf(to),
        },
      };
    },
  };
}
