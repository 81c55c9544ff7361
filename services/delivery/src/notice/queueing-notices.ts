import type { GamesEvent } from '@parlour/contracts/games/games';
import type { MessagingEvent } from '@parlour/contracts/messaging/messaging';
import { foldedTypes, type NotificationsEvent, type Notified } from '@parlour/contracts/notifications/notifications';
import type { Tx } from '@parlour/kernel/database/database';
import { type Policy, reactionsTo } from '@parlour/kernel/policy/policy';
import { systemContext } from '@parlour/kernel/rpc/calls';
import { findSubscribed } from '../push/push.queries.ts';
import { type NewNotice, queueNotice } from './notice.queries.ts';

/** The channels of the site. */
export interface Channels {
  /** How long a notice waits before it is mailed; null without mail. */
  readonly mailMinutes: number | null;
  readonly push: boolean;
}

/** Something new in a conversation, of which there is no notification. */
interface News extends Omit<NewNotice, 'userId'> {
  readonly kind: 'message' | 'turn';
  /** A message or a game. */
  readonly about: string;
  /** Who caused it knows of it. */
  readonly by: string;
}

/** Queues the notices of what happens, in each channel; without one, none is sent later either. */
export function queueingPolicies(channels: Channels): readonly Policy[] {
  return [queueingNoticesPolicy(channels), queueingNewsPolicy(channels)];
}

/** Of notifications. */
function queueingNoticesPolicy(channels: Channels): Policy<NewNotice> {
  return {
    name: 'queueing notices',
    reactions: {
      notifications: reactionsTo<NotificationsEvent, NewNotice>({
        Notified: ({ data, occurredAt }) => [
          {
            ...{ userId: data.userId, kind: data.about, thread: threadOf(data) },
            ...{ itemId: data.notificationId, at: occurredAt },
          },
        ],
      }),
    },
    execute: (notice, _, { database }) => queueIn(channels, database, [notice]),
  };
}

const folded: readonly string[] = foldedTypes;

/** Those that are one row on the page are one notice. */
function threadOf({ about, targetId, notificationId }: Notified['data']): string {
  return folded.includes(about) ? `${about} ${targetId}` : notificationId;
}

/** Of messages in chats, and of moves, for those whom they concern then. */
function queueingNewsPolicy(channels: Channels): Policy<News> {
  return {
    name: 'queueing messages and turns',
    reactions: {
      messaging: reactionsTo<MessagingEvent, News>({
        ChatMessagePosted: ({ data: { chatId, messageId, from }, occurredAt }) => [
          { kind: 'message', thread: chatId, itemId: messageId, about: messageId, by: from, at: occurredAt },
        ],
      }),
      games: reactionsTo<GamesEvent, News>({
        PlayerJoined: ({ data, eventId, occurredAt }) => [turnIn(data, eventId, occurredAt)],
        MovePlayed: ({ data, eventId, occurredAt }) => [turnIn(data, eventId, occurredAt)],
      }),
    },
    async execute({ about, by, ...news }, { correlationId }, { database, rpc }) {
      const hasChannel = channels.mailMinutes !== null || channels.push;
      // A service that starts on a site with a history does not ask about all of it.
      if (!rpc || !hasChannel || Date.parse(news.at) < Date.now() - dayMs) return;
      const context = systemContext(correlationId);
      const { reply } =
        news.kind === 'message'
          ? await rpc.call('messaging.getAddressees', { messageId: about }, context)
          : await rpc.call('games.getAddressees', { gameId: about }, context);
      const others = reply.userIds.filter((userId) => userId !== by);
      await queueIn(
        channels,
        database,
        others.map((userId) => ({ ...news, userId })),
      );
    },
  };
}

const dayMs = 24 * 60 * 60 * 1_000;

function turnIn(
  { gameId, userId }: { readonly gameId: string; readonly userId: string },
  itemId: string,
  at: string,
): News {
  return { kind: 'turn', thread: gameId, itemId, about: gameId, by: userId, at };
}

/** What is pushed waits for nothing, and is queued only for those who have switched that on. */
async function queueIn({ mailMinutes, push }: Channels, tx: Tx, notices: readonly NewNotice[]): Promise<void> {
  const subscribed = push
    ? await findSubscribed(
        tx,
        notices.map(({ userId }) => userId),
      )
    : [];
  for (const notice of notices) {
    if (mailMinutes !== null) await queueNotice(tx, 'mail', notice, mailMinutes);
    if (subscribed.includes(notice.userId)) await queueNotice(tx, 'push', notice);
  }
}
