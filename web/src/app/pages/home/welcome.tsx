import { Suspense, useState } from 'react';
import { useSelector } from 'react-redux';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { lazyExtra } from '../../../design/parts/feedback/lazy-extra.ts';
import { serverNow } from '../../../shared/http/server-clock.ts';
import { inBrowser } from '../../../shared/state/browser-storage.ts';
import { selectSession } from '../../../shared/state/session.slice.ts';
import type { State } from '../../../shared/state/store.ts';
import classes from './welcome-place.module.css';

/** How long somebody is new, in milliseconds. */
const newForMs = 7 * 24 * 60 * 60 * 1_000;

interface Steps {
  readonly user: UserWire;
  readonly place: string;
}

// With their own calls; the list is there without them.
const FounderSteps = lazyExtra<Steps>(async () => (await import('./founder-steps.tsx')).FounderSteps);
const NewcomerSteps = lazyExtra<Steps>(async () => (await import('./newcomer-steps.tsx')).NewcomerSteps);

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

/** Whether somebody has hidden these steps in this browser. */
function areHidden(place: string): boolean {
  return inBrowser((storage) => storage.getItem(place) !== null) === true;
}
