import type { NoticeRow } from '@parlour/contracts/notifications/notices';
import type { Policy, PolicyService } from '@parlour/kernel/policy/policy';
import { noticeQueue, postponeNotice, type QueuedNotice, readDueNotices } from '../notice/notice.queries.ts';
import { readNotices } from '../notice/read-notices.ts';
import { isTriedAgain } from '../queue.queries.ts';
import { pushMessageOf, topicOf } from './push-message.ts';
import { noteOutcome, readSubscriptions, waitForServices } from './push.queries.ts';
import type { Pusher, PushOutcome } from './pusher.ts';

/** Those that are due are sent together: whoever chose a slow push service delays no others. */
interface DueNotices {
  readonly notices: readonly QueuedNotice[];
}

/**
 * Sends notices to the browsers of those who have switched push on, as they are to be said now.
 * What a push service took is noted at once: only if the process ends in between, it is pushed
 * again, and replaces the first one on the device. Source: specification PU-2.
 */
export function pushingPolicy(pusher: Pusher): Policy<DueNotices> {
  return {
    name: 'pushing notices',
    reactions: {},
    async due(database, limit) {
      const notices = await readDueNotices(database, 'push', limit);
      const [first] = notices;
      return first ? [{ id: first.id, command: { notices } }] : [];
    },
    async execute({ notices }, _, service) {
      const sent = await Promise.allSettled(notices.map((notice) => pushNotice(pusher, notice, service)));
      const failed = sent.find((each) => each.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}

async function pushNotice(pusher: Pusher, notice: QueuedNotice, { database, rpc }: PolicyService): Promise<void> {
  if (!rpc) return;
  const { notBefore, rows } = await readNotices(rpc, 'push', notice);
  const [row] = rows;
  if (row && notBefore !== null) return postponeNotice(database, notice.id, notBefore);
  if (!row) return noticeQueue.end(database, notice);
  // Another one folded into it meanwhile, or it is gone.
  if (!(await noticeQueue.begin(database, notice))) return;
  await pushRow(pusher, notice, row, database);
  if (isTriedAgain(notice) && (await waitForServices(database, notice.id))) return;
  await noticeQueue.end(database, notice);
}

async function pushRow(
  pusher: Pusher,
  notice: QueuedNotice,
  row: NoticeRow,
  database: PolicyService['database'],
): Promise<void> {
  const message = pushMessageOf(notice, row);
  const urgency = notice.kind === 'message' || notice.kind === 'turn' ? 'high' : 'normal';
  const subscriptions = await readSubscriptions(database, notice.id);
  await Promise.all(
    subscriptions.map(async (subscription) => {
      const outcome: PushOutcome = await pusher.push(subscription, message, { topic: topicOf(notice), urgency });
      await noteOutcome(database, notice.id, subscription, outcome);
    }),
  );
}
