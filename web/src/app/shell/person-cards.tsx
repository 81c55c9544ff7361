import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { watchNames } from './watch-names.ts';

// Loaded when a mouse first comes to a name. Without the card nothing is missing: the name leads to
// the same.
const load = () => import('./person-card.tsx').catch(() => ({ default: () => <></> }));
const PersonCard = lazy(load);

interface Shown {
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
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    const stop = watchNames(
      () => void load(),
      (link) => {
        // A live update may have taken the name away meanwhile.
        if (!link.isConnected) return;
        const username = link.dataset['person'] ?? '';
        setShown({ username, place: link.getBoundingClientRect(), page: key });
      },
      () => setShown(undefined),
    );
    return () => {
      stop();
      // Or Back would show it again.
      setShown(undefined);
    };
  }, [key]);
  if (shown?.page !== key) return null;
  return (
    <Suspense fallback={null}>
      <PersonCard key={shown.username} username={shown.username} place={shown.place} />
    </Suspense>
  );
}
