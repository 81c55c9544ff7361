import { useSearchParams } from 'react-router';
import { DirectMessages } from '../../../features/messaging/chats/direct-messages.tsx';
import { useNavigateWhenDone } from '../../../shared/navigation/use-navigate-when-done.ts';

function addressOf(chatId?: string): string {
  return `/messaging/direct-message${chatId === undefined ? '' : `?chat=${encodeURIComponent(chatId)}`}`;
}

/** The viewer's chats. The open one is in the address, so that reload and Back keep it. */
export function DirectMessagesPage() {
  const [parameters] = useSearchParams();
  const goOn = useNavigateWhenDone();
  return (
    <DirectMessages
      chatId={parameters.get('chat') ?? undefined}
      wanted={parameters.get('with') ?? undefined}
      linked={parameters.get('message') ?? undefined}
      addressOf={addressOf}
      onOpen={(chatId) => goOn(addressOf(chatId), 'Your chat was created.')}
      onLeft={() => goOn(addressOf(), 'You have left the chat.', { isReported: true })}
    />
  );
}
