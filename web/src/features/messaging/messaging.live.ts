import { messages } from '@parlour/contracts/messages';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { showToast } from '../../shared/parts/toasts.ts';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { changeMessage, enterChat, enterMessage, showTotal, showUnread } from './message-cache.ts';

/** Live event handlers of this feature. */
export function messagingLive(
  dispatch: Dispatch,
): Pick<ServerToClientEvents, 'messageUpdate' | 'chatUpdate' | 'chatRead' | 'chatMessageUpdate'> {
  return {
    messageUpdate: ({ msg }) => {
      dispatch(enterMessage(msg));
    },
    chatUpdate: ({ chat, type: what, total }) => {
      switch (what) {
        case 'created':
        case 'newMessage':
          dispatch(enterChat(chat, true));
          break;
        case 'newParticipant':
          dispatch(enterChat(chat, false));
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
    chatMessageUpdate: ({ chatId, msg }) => {
      dispatch(changeMessage(chatId, msg));
    },
  };
}
