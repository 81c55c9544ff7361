import { Skeleton } from '@mantine/core';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import type { ReactNode } from 'react';
import { CalendarDate } from '../../design/parts/text/calendar-date.tsx';
import { PersonBand } from '../../design/parts/person/avatar.tsx';
import { OnlineAvatar } from '../../design/parts/person/online-avatar.tsx';
import { useGetContributionsQuery } from '../../shared/contributions.api.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
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
  actions,
  children,
}: {
  readonly username: string;
  readonly user: UserWire | undefined;
  readonly own: boolean;
  readonly badges: ReactNode;
  /** Buttons beside the name. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) {
  const name = user?.username ?? username;
  return (
    <section className={classes.head} aria-label="About" aria-busy={!user}>
      <div className={classes.band}>
        <PersonBand username={name} />
      </div>
      <div className={classes.person}>
        <span className={classes.ring}>
          <OnlineAvatar username={name} picture={user?.picture} size="xxl" />
        </span>
        <div className={classes.actions}>{actions}</div>
      </div>
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
            <Contributions username={user.username} />
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

/** How much somebody has posted, of what the viewer may see. */
function Contributions({ username }: { readonly username: string }) {
  const { currentData } = useGetContributionsQuery(username, everyVisit);
  return (
    <div>
      <dt>Questions and answers</dt>
      <dd>{currentData ? currentData.total.toLocaleString('en-US') : '…'}</dd>
    </div>
  );
}
