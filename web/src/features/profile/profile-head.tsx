import { Skeleton } from '@mantine/core';
import type { UserWire } from '@parlour/contracts/identity';
import { messages } from '@parlour/contracts/messages';
import type { ReactNode } from 'react';
import { CalendarDate } from '../../shared/parts/calendar-date.tsx';
import { PersonMark } from '../../shared/parts/person-mark.tsx';
import classes from './profile.module.css';

/**
 * Name, join date, the viewer's own email, and what the page puts beside them. The name is rendered
 * before the rest has loaded: replacing the heading would lose the focus that navigation gave it.
 */
export function ProfileHead({
  username,
  user,
  own,
  badges,
  children,
}: {
  readonly username: string;
  readonly user: UserWire | undefined;
  readonly own: boolean;
  readonly badges: ReactNode;
  readonly children?: ReactNode;
}) {
  const name = user?.username ?? username;
  return (
    <section className={classes.head} aria-label="About" aria-busy={!user}>
      <PersonMark username={name} large />
      <div className={classes.words}>
        <h1 className={classes.username} tabIndex={-1}>
          <bdi>{name}</bdi>
        </h1>
        {user?.suspended && <p className={classes.suspended}>{messages.profileSuspended}</p>}
        {user ? (
          <dl className={classes.about}>
            <div>
              <dt>Date joined</dt>
              <dd>
                <CalendarDate at={user.dateJoined} />
              </dd>
            </div>
            {own && user.email !== undefined && (
              <div>
                <dt>Email</dt>
                <dd>{user.email}</dd>
              </div>
            )}
            <div>
              <dt>Badges</dt>
              <dd>{badges}</dd>
            </div>
          </dl>
        ) : (
          <>
            <Skeleton height={14} width="45%" mt={14} />
            <Skeleton height={14} width="60%" mt={12} />
          </>
        )}
        <div className={classes.follows}>{children}</div>
      </div>
    </section>
  );
}
