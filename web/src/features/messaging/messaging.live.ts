import { messages } from '@parlour/contracts/messages';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { showToast } from '../../design/parts/toasts.ts';
import type { Dispatch } from '../../shared/state/store.ts';
import {
  changeMessage,
  enterChat,
  enterMessage,
  removeChat,
  showMuted,
  showTotal,
  showUnread,
} from './message-cache.ts';

/** Live event handlers of this feature. */
export function messagingLive(
  dispatch: Dispatch,
): Pick<ServerToClientEvents, 'messageUpdate' | 'chatUpdate' | 'chatRead' | 'chatLeft' | 'chatMuted'> {
  return {
    messageUpdate: ({ msg }) => {
      dispatch(enterMessage(msg));
    },
    chatUpdate: ({ chat, type: what, total }) => {
      switch (what) {
        case 'created':
        case 'newMessage':
        case 'left':
        case 'renamed':
          dispatch(enterChat(chat, true));
          break;
        case 'newParticipant':
          dispatch(enterChat(chat, false));
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
  };
}
