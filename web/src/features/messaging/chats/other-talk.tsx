import { Link } from 'react-router';
import { usePhone } from '../../../shared/state/hooks/use-media.ts';
import { RoomMark } from './room-marks.tsx';
import classes from '../messaging.module.css';

/**
 * On a phone, the way between the room and the chats: Talk in its bar leads to the chats only, and
 * its sidebar is closed. Elsewhere the sidebar has both.
 */
export function OtherTalk({ to }: { readonly to: 'room' | 'chats' }) {
  const phone = usePhone();
  if (!phone) return null;
  return to === 'room' ? (
    <Link to="/messaging" className={classes.otherTalk}>
      Global Messages
      <RoomMark />
    </Link>
  ) : (
    <Link to="/messaging/direct-message" className={classes.otherTalk}>
      Direct Messages
    </Link>
  );
}
