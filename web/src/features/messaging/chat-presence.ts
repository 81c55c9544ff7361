import { useEffect } from 'react';
import type { ClientToServerEvents, ServerToClientEvents } from '@parlour/contracts/socket';
import type { Socket } from 'socket.io-client';
import { askAgain } from '../../shared/http/ask-again.ts';

/** The part of the live connection that this module needs. */
type ChatSocket = Pick<Socket<ServerToClientEvents, ClientToServerEvents>, 'connected' | 'emit'>;

/** The chats visible in this tab, and the socket to report them to. */
const entered = new Set<string>();
let current: ChatSocket | undefined;

/** Enters a chat, which otherwise would count nothing as seen until the next connection. */
function enter(chatId: string): void {
  if (!current?.connected) return;
  current.emit('joinChat', chatId, (answer) => {
    askAgain(answer, () => {
      if (entered.has(chatId)) enter(chatId);
    });
  });
}

/**
 * After connecting: reports the open chats to the server, then each one that is opened or closed.
 */
export function reportPresence(socket: ChatSocket): void {
  current = socket;
  for (const chatId of entered) enter(chatId);
}

/**
 * Enters a chat while it is on screen, and leaves it otherwise, also when the tab is in the
 * background.
 */
export function useChatPresence(chatId: string): void {
  useEffect(() => {
    const leave = () => {
      if (entered.delete(chatId) && current?.connected) current.emit('leaveChat', chatId);
    };
    const follow = () => {
      if (document.visibilityState === 'hidden') leave();
      else if (!entered.has(chatId)) {
        entered.add(chatId);
        enter(chatId);
      }
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      leave();
    };
  }, [chatId]);
}
