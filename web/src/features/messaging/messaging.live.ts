import { messages } from '@parlour/contracts/messages';
import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { showToast } from '../../design/parts/feedback/toasts.ts';
import type { Dispatch } from '../../shared/state/store.ts';
import {
  changeMessage,
  enterChat,
  enterMessage,
  noteIfNew,
  removeChat,
  showMuted,
  showTotal,
  showUnread,
} from './message-cache.ts';
import { messagingApi } from './messaging.api.ts';

/** Live event handlers of this feature, and catching up after a lost connection. */
export function messagingLive(dispatch: Dispatch): Pick<
  ServerToClientEvents,
  'messageUpdate' | 'chatUpdate' | 'chatRead' | 'chatLeft' | 'chatMuted'
> & {
  readonly catchUp: () => Promise<void>;
} {
  /** When the newest known message of the room was written; undefined until it was read. */
  let newestAt: string | undefined;
  const isLater = ({ msgDateTime }: MessageWire) => newestAt !== undefined && msgDateTime > newestAt;

  return {
    messageUpdate: ({ msg }) => {
      if (isLater(msg)) newestAt = msg.msgDateTime;
      dispatch(enterMessage(msg));
    },
    chatUpdate: ({ chat, type: what, total }) => {
      switch (what) {
        case 'created':
        case 'newMessage':
        case 'newParticipant':
        case 'left':
        case 'renamed':
          dispatch(enterChat(chat, true));
          break;
        case 'changedMessage':
          for (const message of chat.messages) dispatch(changeMessage(chat._id, message));
          break;
        default:
          what satisfies never;
          void showToast('error', messages.chatUpdateInvalid);
          return;
      }
      dispatch(showTotal(total));
    },
    chatRead: ({ chatId, unread, total }) => {
      dispatch(showUnread(chatId, unread));
      dispatch(showTotal(total));
    },
    chatLeft: ({ chatId }) => {
      dispatch(removeChat(chatId));
    },
    chatMuted: ({ chatId, muted }) => {
      dispatch(showMuted(chatId, muted));
    },
    /**
     * After a lost connection: whether somebody wrote in the room meanwhile. The first time, this
     * only learns what is there.
     */
    catchUp: async () => {
      const { getNewestMessage } = messagingApi.endpoints;
      const { data } = await dispatch(getNewestMessage.initiate(undefined, { forceRefetch: true, subscribe: false }));
      const message = data?.[0];
      if (message && isLater(message)) {
        newestAt = message.msgDateTime;
        dispatch(noteIfNew(message));
      } else if (data) newestAt ??= message?.msgDateTime ?? '';
    },
  };
}
