import type { UserWire } from '@parlour/contracts/identity';
import type { ReactNode } from 'react';
import { CalendarDate } from '../../shared/parts/calendar-date.tsx';
import { PersonMark } from '../../shared/parts/person-mark.tsx';
import classes from './profile.module.css';

/** Who this is: name, date of joining, one's own e-mail, and what the page puts beside them. */
export function ProfileHead({
  user,
  own,
  badges,
  follows,
  actions,
}: {
  readonly user: UserWire;
  readonly own: boolean;
  readonly badges: ReactNode;
  readonly follows: ReactNode;
  readonly actions: ReactNode;
}) {
  return (
    <section className={classes.head} aria-label="About">
      <PersonMark username={user.username} large />
      <div className={classes.words}>
        <h1 className={classes.username} tabIndex={-1}>
          {user.username}
        </h1>
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
        <div className={classes.follows}>
          {follows}
          {actions}
        </div>
      </div>
    </section>
  );
}
