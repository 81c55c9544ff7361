import { Suspense } from 'react';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { lazyExtra } from '../../../design/parts/feedback/lazy-extra.ts';
import { communitiesApi } from '../../../features/communities/communities.api.ts';
import { peopleApi } from '../../../features/people/people.api.ts';
import { useGetProvidersQuery } from '../../../features/session/session.api.ts';
import { StepsCard } from './steps-card.tsx';
import classes from './welcome.module.css';

const Suggestions = lazyExtra(async () => (await import('./suggestions.tsx')).Suggestions);

/** The first steps of somebody who is new, in any order. */
export function NewcomerSteps({ user, place }: { readonly user: UserWire; readonly place: string }) {
  // Data that other parts of the page have loaded.
  const profile = peopleApi.endpoints.getUser.useQueryState(user.username).data ?? user;
  const communities = communitiesApi.endpoints.getOwnCommunities.useInfiniteQuery(user.username).data;
  const mail = useGetProvidersQuery().data?.mail === true;
  const steps = [
    {
      to: `/user/${encodeURIComponent(user.username)}`,
      label: 'Introduce yourself',
      done: profile.biography !== '',
    },
    ...(mail
      ? [{ to: '/settings#email', label: 'Add your e-mail address', done: profile.emailConfirmed === true }]
      : []),
    { to: '/users', label: 'Follow people', done: profile.followingCount > 0 },
    {
      to: '/community/explore',
      label: 'Find a community',
      done: communities?.pages.some(({ rows }) => rows.length > 0) ?? false,
    },
    { to: '/games/new', label: 'Play the computer', done: false },
  ];
  const title = (
    <>
      Welcome, <bdi>{user.username}</bdi>
    </>
  );
  return (
    <StepsCard title={title} place={place} steps={steps}>
      <Suspense fallback={<div className={classes.suggestions} />}>
        <Suggestions username={user.username} />
      </Suspense>
    </StepsCard>
  );
}
