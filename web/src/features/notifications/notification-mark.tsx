import type { NotificationType, NotificationWire } from '@parlour/contracts/notifications/notifications';
import { Avatar } from '../../design/parts/person/avatar.tsx';
import {
  IconAt,
  IconCheck,
  IconDeviceGamepad2,
  IconFlag,
  IconMessageCircle,
  IconMessageReply,
  IconStarFilled,
  IconTrash,
  IconUserPlus,
  IconUsersGroup,
  type Icon,
} from '../../design/parts/look/icons.tsx';
import classes from './notification-mark.module.css';

const icons: Record<NotificationType, Icon> = {
  comment: IconMessageCircle,
  answer: IconMessageReply,
  follower: IconUserPlus,
  gameInvite: IconDeviceGamepad2,
  accepted: IconCheck,
  request: IconUsersGroup,
  decision: IconUsersGroup,
  ownership: IconStarFilled,
  mention: IconAt,
  moderated: IconTrash,
  report: IconFlag,
};

/** Who caused a notification, and by what; decorative. */
export function NotificationMark({ type, actor }: Pick<NotificationWire, 'type' | 'actor'>) {
  const Icon = icons[type];
  return (
    <span className={classes.mark} title={actor} aria-hidden>
      <Avatar username={actor} size="l" />
      <span className={classes.kind} data-type={type}>
        <Icon size={14} stroke={2} />
      </span>
    </span>
  );
}
