import { Button } from '@mantine/core';
import { roomId } from '@parlour/contracts/messaging/messaging';
import { IconBell, IconBellOff } from '../../../design/parts/look/icons.tsx';
import { MutedMark } from '../../../design/parts/person/muted-mark.tsx';
import { useRested } from '../../../shared/state/hooks/use-rested.ts';
import { useGetRoomNewsQuery, useGetUnreadQuery } from '../messaging.api.ts';
import { useMuting } from './use-muting.ts';
import classes from './room-marks.module.css';

/** Whether the viewer has muted the room; undefined until that is known. */
function useRoomMuted(): boolean | undefined {
  const rested = useRested();
  return useGetUnreadQuery(undefined, { skip: !rested }).data?.roomMuted;
}

/** At the room's entry: that there is something new, or that it is muted. */
export function RoomMark() {
  const muted = useRoomMuted() === true;
  const { data: isNews = false } = useGetRoomNewsQuery(undefined);
  if (muted) return <MutedMark />;
  if (!isNews) return null;
  return (
    <span className={classes.news}>
      <span className="visually-hidden">New messages</span>
    </span>
  );
}

/** Mutes the room, or no longer. */
export function RoomMute() {
  const muted = useRoomMuted();
  const mute = useMuting(roomId, muted === true);
  if (muted === undefined) return null;
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.mute ?? ''}
      leftSection={muted ? <IconBell size={15} aria-hidden /> : <IconBellOff size={15} aria-hidden />}
      onClick={() => void mute()}
    >
      <span className="hidden-on-phone">{muted ? 'Unmute' : 'Mute'}</span>
    </Button>
  );
}
