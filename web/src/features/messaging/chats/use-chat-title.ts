import { skipToken } from '@reduxjs/toolkit/query';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { chatTitle } from './chat-names.ts';
import { useGetChatInfiniteQuery } from '../messaging.api.ts';

/** The title of the open chat, once it has been read. */
export function useChatTitle(chatId: string | undefined): string | undefined {
  const viewer = useViewer();
  const { title } = useGetChatInfiniteQuery(chatId ?? skipToken, {
    // It changes less often than what is in the chat.
    selectFromResult: ({ currentData }) => {
      const chat = currentData?.pages[0]?.chat;
      return { title: chat && chatTitle(chat, viewer) };
    },
  });
  return title;
}
