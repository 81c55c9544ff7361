import { Button, Skeleton } from '@mantine/core';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { deletedUserName, limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import { Link } from 'react-router';
import { serverText } from '../../shared/http/call-failure.ts';
import { Dialog } from '../../design/parts/overlay/dialog.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { Avatar } from '../../design/parts/person/avatar.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { count } from '../../shared/text/count.ts';
import { useGetFollowersQuery, useGetFollowingQuery } from './people.api.ts';
import classes from './follow-counts.module.css';

type Side = 'followers' | 'following';

/**
 * The numbers of followers and followings, each opening its list; hidden if the person hides them
 * (decisions U-1).
 */
export function FollowCounts({ user, own }: { readonly user: UserWire; readonly own: boolean }) {
  const [opened, setOpened] = useState<Side>();
  // While the dialog closes, keep showing what it was opened with.
  const [side, setSide] = useState<Side>('followers');
  if (!own && !user.followVisibility) {
    return <p className={classes.hidden}>Followers and following are not shown.</p>;
  }
  const open = (which: Side) => () => {
    setSide(which);
    setOpened(which);
  };
  const close = () => {
    setOpened(undefined);
  };
  return (
    <div className="wrap">
      <Button variant="default" size="sm" className={classes.count ?? ''} onClick={open('followers')}>
        {count(user.followerCount, 'follower')}
      </Button>
      <Button variant="default" size="sm" className={classes.count ?? ''} onClick={open('following')}>
        {`${user.followingCount.toLocaleString('en-US')} following`}
      </Button>
      <Dialog
        opened={opened !== undefined}
        title={side === 'followers' ? `Followers of ${user.username}` : `${user.username} is following`}
        onClose={close}
      >
        {side === 'followers' ? (
          <Followers username={user.username} total={user.followerCount} onLeave={close} />
        ) : (
          <Followed username={user.username} total={user.followingCount} onLeave={close} />
        )}
      </Dialog>
    </div>
  );
}

interface ListProps {
  readonly username: string;
  readonly total: number;
  readonly onLeave: () => void;
}

function Followers({ username, total, onLeave }: ListProps) {
  const query = useGetFollowersQuery(username);
  return <NameList {...query} label="Followers" empty="No followers yet." total={total} onLeave={onLeave} />;
}

function Followed({ username, total, onLeave }: ListProps) {
  const query = useGetFollowingQuery(username);
  return <NameList {...query} label="Following" empty="Not following anyone yet." total={total} onLeave={onLeave} />;
}

function NameList({
  data: names,
  error,
  refetch,
  label,
  empty,
  total,
  onLeave,
}: {
  readonly data?: readonly string[] | undefined;
  readonly error?: unknown;
  readonly refetch: () => unknown;
  readonly label: string;
  readonly empty: string;
  readonly total: number;
  readonly onLeave: () => void;
}) {
  if (!names) {
    return error === undefined ? (
      <Loading label="Loading names">
        {[62, 48, 70].map((width) => (
          <Skeleton key={width} height={16} width={`${width}%`} mt={12} />
        ))}
      </Loading>
    ) : (
      <Failure title={messages.userDataFailed} detail={serverText(error)} onRetry={() => refetch()} />
    );
  }
  if (names.length === 0) return <p className={classes.empty}>{empty}</p>;
  return (
    <>
      <ul aria-label={label}>
        {names.map((name) => (
          <li key={name} className={classes.name}>
            <Avatar username={name} />
            <bdi className={classes.word}>{name}</bdi>
            {name !== deletedUserName && (
              <Button
                component={Link}
                to={`/user/${encodeURIComponent(name)}`}
                variant="default"
                size="xs"
                aria-label={`View Profile of ${name}`}
                onClick={onLeave}
              >
                View Profile
              </Button>
            )}
          </li>
        ))}
      </ul>
      {names.length >= limits.namesListed && total > names.length && (
        <p className={classes.empty}>and {(total - names.length).toLocaleString('en-US')} more</p>
      )}
    </>
  );
}
