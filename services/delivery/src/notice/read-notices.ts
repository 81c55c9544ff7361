import { v7 as uuidv7 } from 'uuid';
import type { NoticeChannel, NoticesToSend } from '@parlour/contracts/notifications/notices';
import { type RpcClient, systemContext } from '@parlour/kernel/rpc/calls';
import type { QueuedNotice } from './notice.queries.ts';

/** What a notice is to say now, from the service that knows; no rows if there is nothing left. */
export async function readNotices(
  rpc: RpcClient,
  channel: NoticeChannel,
  { userId, kind, thread, ids }: QueuedNotice,
  quotesPrivate = false,
): Promise<NoticesToSend> {
  const context = systemContext(uuidv7());
  const request = { userId, channel, kind, ids, quotesPrivate };
  const { reply } = await rpc.call('notifications.getNotices', request, context);
  if (!reply.wanted) return { ...reply, rows: [] };
  // These know neither what is wanted nor when.
  if (kind === 'message') return { ...reply, ...(await rpc.call('messaging.getNotices', request, context)).reply };
  if (kind !== 'turn') return reply;
  return { ...reply, ...(await rpc.call('games.getNotices', { ...request, ids: [thread] }, context)).reply };
}
