import { Button, Skeleton } from '@mantine/core';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { Link } from 'react-router';
import { Badges } from '../../../features/leaderboard/badges.tsx';
import { FollowButton } from '../../../features/people/follow-button.tsx';
import { PersonMenu, UnblockButton } from '../../../features/people/person-menu.tsx';
import { sameName, useGetUserQuery } from '../../../features/people/people.api.ts';
import { Avatar, PersonBand } from '../../../design/parts/person/avatar.tsx';
import { CalendarDate } from '../../../design/parts/text/calendar-date.tsx';
import { IconDeviceGamepad2, IconMessage2 } from '../../../design/parts/look/icons.tsx';
import { heldOpen, Popover } from '../../../design/parts/overlay/popover.tsx';
import { count } from '../../../shared/text/count.ts';
import { useIsBlocked } from '../../../shared/state/blocked.slice.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { chatWith, gameWith } from '../sidebar/navigation.ts';
import classes from './person-card.module.css';

/** A card about a person: the head of their profile, with its buttons. */
export default function PersonCard({ username, place }: { readonly username: string; readonly place: DOMRect }) {
  const { left, top, width, height } = place;
  return (
    <Popover {...heldOpen} width={340} trapFocus={false} position="bottom-start" offset={6}>
      <Popover.Target>
        <span className={classes.place} style={{ left, top, width, height }} />
      </Popover.Target>
      <Popover.Dropdown className={classes.card} role="dialog" aria-label={`About ${username}`} data-person-card>
        <Content username={username} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Content({ username }: { readonly username: string }) {
  const { data: user, error } = useGetUserQuery(username);
  const name = user?.username ?? username;
  return (
    <>
      <div className={classes.band}>
        <PersonBand username={name} />
      </div>
      <div className={classes.body}>
        <span className={classes.ring}>
          <Avatar username={name} picture={user?.picture} size="xl" />
        </span>
        <p className={classes.name}>
          <Link to={`/user/${encodeURIComponent(name)}`}>
            <bdi>{name}</bdi>
          </Link>
        </p>
        {user ? (
          <About user={user} />
        ) : error === undefined ? (
          <Skeleton height={14} width="70%" my={8} />
        ) : (
          <p className={classes.facts}>{messages.userDataFailed}</p>
        )}
      </div>
    </>
  );
}

function About({ user }: { readonly user: UserWire }) {
  const viewer = useViewer();
  const blocked = useIsBlocked(user.username);
  const own = sameName(viewer, user.username);
  const [line] = user.biography.trim().split('\n');
  return (
    <>
      <p className={classes.facts}>
        Joined <CalendarDate at={user.dateJoined} />
      </p>
      {user.suspended && <p className={classes.facts}>{messages.profileSuspended}</p>}
      {line !== undefined && line !== '' && (
        <p className={classes.line} dir="auto">
          {line}
        </p>
      )}
      <p className={classes.facts}>
        {user.followVisibility && (
          <>
            {count(user.followerCount, 'follower')} · {user.followingCount.toLocaleString('en-US')} following
          </>
        )}
      </p>
      <div className={classes.facts}>
        <Badges username={user.username} />
      </div>
      {!own && blocked && (
        <>
          <p className={classes.facts}>{messages.blockedByYou}</p>
          <div className={classes.actions}>
            <UnblockButton
              username={user.username}
              size="xs"
              then={(button) => button.closest('[data-person-card]')?.querySelector('a') ?? null}
            />
            <PersonMenu username={user.username} />
          </div>
        </>
      )}
      {!own && !blocked && (
        <div className={classes.actions}>
          <FollowButton username={user.username} size="xs" />
          {!user.suspended && (
            <>
              <Button
                component={Link}
                to={chatWith(user.username)}
                variant="default"
                size="xs"
                leftSection={<IconMessage2 size={16} aria-hidden />}
              >
                Message
              </Button>
              <Button
                component={Link}
                to={gameWith(user.username)}
                variant="default"
                size="xs"
                leftSection={<IconDeviceGamepad2 size={16} aria-hidden />}
              >
                Play
              </Button>
            </>
          )}
          <PersonMenu username={user.username} />
        </div>
      )}
    </>
  );
}
