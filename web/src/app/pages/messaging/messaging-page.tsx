import { useSearchParams } from 'react-router';
import { OtherTalk } from '../../../features/messaging/chats/other-talk.tsx';
import { PaneHead } from '../../../features/messaging/chats/pane-head.tsx';
import { Room } from '../../../features/messaging/chats/room.tsx';
import { RoomMute } from '../../../features/messaging/chats/room-marks.tsx';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';

/** The global room. An address may lead to one of its messages. */
export function MessagingPage() {
  const [parameters] = useSearchParams();
  usePageTitle('Global Messages');
  return (
    <Room
      linked={parameters.get('message') ?? undefined}
      head={
        <PaneHead
          title="Global Messages"
          below="Everyone on this site can read this room."
          end={
            <>
              <OtherTalk to="chats" />
              <RoomMute />
            </>
          }
        />
      }
    />
  );
}
