import { messages } from '@parlour/contracts/messages';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { api } from '../../shared/api.ts';
import { showToast } from '../../shared/parts/toasts.ts';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { enterChat, enterMessage } from './message-cache.ts';

/** A chat that is read while it is written in changes the number twice at once: it is asked for when that is over. */
const countAfterMs = 200;

/** What this feature does on live events. */
export function messagingLive(
  dispatch: Dispatch,
): Pick<ServerToClientEvents, 'messageUpdate' | 'chatUpdate' | 'userUpdate'> {
  let counting = false;

  // Asked for and not reckoned: what was read of the number before may hold more or less than one event.
  const countSoon = () => {
    if (counting) return;
    counting = true;
    setTimeout(() => {
      counting = false;
      dispatch(api.util.invalidateTags(['Unread']));
    }, countAfterMs);
  };

  return {
    messageUpdate: ({ msg }) => {
      dispatch(enterMessage(msg));
    },
    chatUpdate: ({ chat, type: what }) => {
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
      countSoon();
    },
    userUpdate: ({ type }) => {
      // No longer told by name: all that may show it is asked for again.
      if (type === 'deleted') dispatch(api.util.invalidateTags(['Messages', 'Chats', 'Chat']));
    },
  };
}
