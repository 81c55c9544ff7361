import { useEffect } from 'react';
import type { ClientToServerEvents, ServerToClientEvents } from '@parlour/contracts/socket';
import type { Socket } from 'socket.io-client';

/** The part of the live connection that this needs. */
type ChatSocket = Pick<Socket<ServerToClientEvents, ClientToServerEvents>, 'connected' | 'emit'>;

/** The chats that are open before the viewer's eyes in this tab, and who is told of it. */
const entered = new Set<string>();
let current: ChatSocket | undefined;

function tell(event: keyof ClientToServerEvents, chatId: string): void {
  if (current?.connected) current.emit(event, chatId);
}

/** Tells the server through this socket, which has just connected, which chats are open; and from now on of each that is opened or closed. */
export function tellEnteredChats(socket: ChatSocket): void {
  current = socket;
  for (const chatId of entered) tell('joinChat', chatId);
}

/** Enters a chat while it is on the screen, and leaves it with that: also when the tab goes behind another one. */
export function useEnteredChat(chatId: string): void {
  useEffect(() => {
    const leave = () => {
      if (entered.delete(chatId)) tell('leaveChat', chatId);
    };
    const follow = () => {
      if (document.visibilityState === 'hidden') leave();
      else if (!entered.has(chatId)) {
        entered.add(chatId);
        tell('joinChat', chatId);
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
