import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useSelector } from 'react-redux';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { communitiesApi } from '../../../features/communities/communities.api.ts';
import { peopleApi } from '../../../features/people/people.api.ts';
import { serverNow } from '../../../shared/http/server-clock.ts';
import { selectSession } from '../../../shared/state/session.slice.ts';
import type { State } from '../../../shared/state/store.ts';
import { areHidden, StepsCard } from './steps-card.tsx';
import classes from './welcome.module.css';

/** How long somebody is new, in milliseconds. */
const newForMs = 7 * 24 * 60 * 60 * 1_000;

// With their own calls; the list is there without them.
const FounderSteps = lazy(() =>
  import('./founder-steps.tsx').then(
    ({ FounderSteps: loaded }) => ({ default: loaded }),
    () => ({ default: () => null }),
  ),
);
const Suggestions = lazy<ComponentType<{ readonly username: string }>>(() =>
  import('./suggestions.tsx').then(
    ({ Suggestions: loaded }) => ({ default: loaded }),
    () => ({ default: () => null }),
  ),
);

/** First steps for somebody who is new: for an operator, those of a founder. */
export function Welcome() {
  const session = useSelector((state: State) => selectSession(state));
  const [openedAt] = useState(serverNow);
  const user = session.status === 'signedIn' ? session.user : undefined;
  if (!user || openedAt - Date.parse(user.dateJoined) > newForMs) return null;
  if (user.operator !== true) return <NewcomerSteps user={user} />;
  const place = `parlour.founded.${user._id}`;
  // They are not loaded either.
  if (areHidden(place)) return null;
  // Its place is kept, so that nothing below moves.
  return (
    <Suspense fallback={<div className={classes.founder} />}>
      <FounderSteps username={user.username} place={place} />
    </Suspense>
  );
}

function NewcomerSteps({ user }: { readonly user: UserWire }) {
  // Data that other parts of the page have loaded.
  const profile = peopleApi.endpoints.getUser.useQueryState(user.username).data ?? user;
  const communities = communitiesApi.endpoints.getOwnCommunities.useInfiniteQuery(user.username).data;
  const steps = [
    {
      to: `/user/${encodeURIComponent(user.username)}`,
      label: 'Write a line about yourself',
      done: profile.biography !== '',
    },
    { to: '/users', label: 'Follow people you know', done: profile.followingCount > 0 },
    {
      to: '/community/explore',
      label: 'Find your community',
      done: communities?.pages.some(({ rows }) => rows.length > 0) ?? false,
    },
    { to: '/games/new', label: 'Play against the computer', done: false },
  ];
  const title = (
    <>
      Welcome, <bdi>{user.username}</bdi>
    </>
  );
  return (
    <StepsCard title={title} place={`parlour.welcomed.${user._id}`} steps={steps}>
      <Suspense fallback={<div className={classes.suggestions} />}>
        <Suggestions username={user.username} />
      </Suspense>
    </StepsCard>
  );
}
