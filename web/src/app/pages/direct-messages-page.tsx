import { useSearchParams } from 'react-router';
import { DirectMessages } from '../../features/messaging/direct-messages.tsx';
import { useGoOn } from '../../shared/navigation/use-go-on.ts';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import classes from './page.module.css';

function addressOf(chatId?: string): string {
  return `/messaging/direct-message${chatId === undefined ? '' : `?chat=${encodeURIComponent(chatId)}`}`;
}

/** The viewer's chats. The open one is in the address, so that reload and Back keep it. */
export function DirectMessagesPage() {
  const [parameters] = useSearchParams();
  const goOn = useGoOn();
  usePageTitle('Direct Messages');
  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          Direct Messages
        </h1>
      </div>
      <DirectMessages
        chatId={parameters.get('chat') ?? undefined}
        addressOf={addressOf}
        onOpen={(chatId) => goOn(addressOf(chatId), 'Your chat was created.')}
      />
    </>
  );
}
