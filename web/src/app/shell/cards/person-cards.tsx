import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router';
import type { State } from '../../../shared/state/store.ts';
import { cardAround, watchNames } from './watch-names.ts';

// Loaded when a mouse first comes to a name. Without the card nothing is missing: the name leads to
// the same.
const load = () => import('./person-card.tsx').catch(() => ({ default: () => <></> }));
const PersonCard = lazy(load);

interface Shown {
  readonly link: HTMLElement;
  readonly username: string;
  /** Where the name stands in the window. */
  readonly place: DOMRect;
  /** The page on which it was opened. */
  readonly page: string;
}

/**
 * A card about the person on whose name a mouse rests, on every page. Fingers and keyboards follow
 * the name to the profile, which has everything that the card has.
 */
export function PersonCards() {
  const { key } = useLocation();
  // A dialog that was chosen in a card takes its place.
  const isAsked = useSelector(({ reporting, blocking }: State) => reporting !== null || blocking !== null);
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    const stop = watchNames(
      () => void load(),
      (link) => {
        // A live update may have taken the name away meanwhile.
        if (!link.isConnected) return;
        const username = link.dataset['person'] ?? '';
        setShown({ link, username, place: link.getBoundingClientRect(), page: key });
      },
      () => setShown(undefined),
    );
    return () => {
      stop();
      // Or Back would show it again.
      setShown(undefined);
    };
  }, [isAsked, key]);
  if (shown?.page !== key || isAsked) return null;
  return (
    <Suspense fallback={null}>
      {/* Before the card: React then runs its end while the card is still there. */}
      <FocusBack key={`focus ${shown.username}`} to={shown.link} />
      <PersonCard key={shown.username} username={shown.username} place={shown.place} />
    </Suspense>
  );
}

/** When the card goes with the focus in it, the name gets the focus. */
function FocusBack({ to }: { readonly to: HTMLElement }) {
  useLayoutEffect(
    () => () => {
      if (cardAround(document.activeElement)) to.focus({ preventScroll: true });
    },
    [to],
  );
  return null;
}
