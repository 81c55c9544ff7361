import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useSelector } from 'react-redux';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { serverNow } from '../../../shared/http/server-clock.ts';
import { selectSession } from '../../../shared/state/session.slice.ts';
import type { State } from '../../../shared/state/store.ts';
import { areHidden } from './hidden-steps.ts';
import classes from './welcome-place.module.css';

/** How long somebody is new, in milliseconds. */
const newForMs = 7 * 24 * 60 * 60 * 1_000;

type Steps = ComponentType<{ readonly user: UserWire; readonly place: string }>;

// With their own calls; the list is there without them.
const FounderSteps = lazy<Steps>(() =>
  import('./founder-steps.tsx').then(
    ({ FounderSteps: loaded }) => ({ default: loaded }),
    () => ({ default: () => null }),
  ),
);
const NewcomerSteps = lazy<Steps>(() =>
  import('./newcomer-steps.tsx').then(
    ({ NewcomerSteps: loaded }) => ({ default: loaded }),
    () => ({ default: () => null }),
  ),
);

/** First steps for somebody who is new: for an operator, those of a founder. */
export function Welcome() {
  const session = useSelector((state: State) => selectSession(state));
  const [openedAt] = useState(serverNow);
  const user = session.status === 'signedIn' ? session.user : undefined;
  if (!user || openedAt - Date.parse(user.dateJoined) > newForMs) return null;
  const founds = user.operator === true;
  const place = `parlour.${founds ? 'founded' : 'welcomed'}.${user._id}`;
  // They are not loaded either.
  if (areHidden(place)) return null;
  const Steps = founds ? FounderSteps : NewcomerSteps;
  // Their place is kept, so that nothing below moves.
  return (
    <Suspense fallback={<div className={founds ? classes.founder : classes.newcomer} />}>
      <Steps user={user} place={place} />
    </Suspense>
  );
}
