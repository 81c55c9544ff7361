import { Button } from '@mantine/core';
import { deletedUserName } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { useDispatch } from 'react-redux';
import { serverText } from '../../shared/http/call-failure.ts';
import { TimedNotice, useTimedNotice } from '../../design/parts/feedback/timed-notice.tsx';
import type { Dispatch } from '../../shared/state/store.ts';
import { useViewer } from '../../shared/state/hooks/use-viewer.ts';
import { useIsBlocked } from '../../shared/state/blocked.slice.ts';
import { useRested } from '../../shared/state/hooks/use-rested.ts';
import { useOptimisticValue } from '../../shared/state/hooks/use-optimistic-value.ts';
import classes from './follow-button.module.css';
import { isListed, sameName, useGetFollowingQuery, useGetUserQuery } from './people.api.ts';
import { setFollowing } from './set-following.ts';

/**
 * Follow or Unfollow beside an author's name; nothing beside the viewer's own, a deleted user's or
 * that of somebody blocked. All buttons on a page share the viewer's list of followings.
 */
export function FollowButton({ username, size = 'compact-xs' }: { readonly username: string; readonly size?: string }) {
  const viewer = useViewer();
  const blocked = useIsBlocked(username);
  if (blocked || viewer === '' || sameName(viewer, username) || username === deletedUserName) return null;
  return <OtherPersonsButton key={username} username={username} viewer={viewer} size={size} />;
}

/**
 * Whether the viewer follows someone. The list of followings is truncated, so a name missing from a
 * full one is looked up.
 */
function useFollowed(viewer: string, username: string) {
  const rested = useRested();
  const own = useGetFollowingQuery(viewer, { skip: !rested });
  const listed = isListed(own.data, username);
  const cut = own.data !== undefined && listed === undefined;
  const person = useGetUserQuery(username, { skip: !cut });
  const decisive = cut ? person : own;
  return {
    followed: cut ? person.data?.isFollowed : listed,
    error: decisive.error,
    refetch: () => {
      void decisive.refetch();
    },
  };
}

function OtherPersonsButton({
  username,
  viewer,
  size,
}: {
  readonly username: string;
  readonly viewer: string;
  readonly size: string;
}) {
  const dispatch = useDispatch<Dispatch>();
  const { followed, error, refetch } = useFollowed(viewer, username);
  const notice = useTimedNotice();
  const following = useOptimisticValue<boolean | undefined>(
    followed,
    async ({ to, key }) => {
      const outcome = await dispatch(setFollowing(to === true, { viewer, username, submissionKey: key }));
      if (outcome.status === 'settled' && outcome.value === to) {
        notice.say(to ? messages.nowFollowing(username) : messages.haveUnfollowed(username));
      }
      return outcome;
    },
    { maxMismatches: 1 },
  );

  if (followed === undefined && error !== undefined) {
    return (
      <span className={classes.place}>
        <span className={classes.failure} title={serverText(error)}>
          {messages.userDataFailed}
        </span>
        <Button size={size} variant="default" onClick={refetch}>
          Try again
        </Button>
      </span>
    );
  }
  const failed = following.failed && (following.failed.to === true ? messages.followFailed : messages.unfollowFailed);
  return (
    <span className={classes.place}>
      <Button
        size={size}
        variant={following.value === true ? 'default' : 'light'}
        disabled={followed === undefined}
        aria-label={`${following.value === true ? 'Unfollow' : 'Follow'} ${username}`}
        onClick={() => {
          notice.clear();
          following.want(following.value !== true);
        }}
      >
        {following.value === true ? 'Unfollow' : 'Follow'}
      </Button>
      <TimedNotice text={notice.text} />
      {failed !== undefined && (
        <span role="alert" className={classes.failure}>
          {failed}
          <span className="soft"> {serverText(following.failed?.error)}</span>
        </span>
      )}
    </span>
  );
}
