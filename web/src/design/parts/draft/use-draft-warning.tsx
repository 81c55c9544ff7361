import { lazy, Suspense, useState, type ReactNode } from 'react';
import { draftsBelow, type PlacedDraft } from '../../../shared/drafts/drafts.ts';
import { useViewerId } from '../../../shared/state/hooks/use-viewer.ts';
import { loadOnDemand } from '../feedback/load-on-demand.ts';

// Loaded on demand: most people sign out without drafts, and dialogs would be most of the frame's
// size.
const load = () => import('./draft-dialog.tsx');
const DraftDialog = lazy(load);

/** The viewer's drafts in this browser, newest first. */
export function useDrafts(): () => readonly PlacedDraft[] {
  const viewerId = useViewerId();
  return () => draftsBelow(viewerId, '');
}

/** Before signing out, asks people with drafts whether these may be deleted. */
export function useDraftWarning(): { readonly mayGo: () => Promise<boolean>; readonly dialog: ReactNode } {
  const [drafts, setDrafts] = useState<readonly PlacedDraft[]>([]);
  const [asking, setAsking] = useState<{ readonly answer: (given: boolean) => void }>();
  const draftsNow = useDrafts();
  return {
    mayGo: async () => {
      const found = draftsNow();
      const opener = document.activeElement;
      if (found.length === 0) return true;
      if (!(await loadOnDemand(load))) return false;
      setDrafts(found);
      return new Promise((answer) => {
        setAsking({
          answer: (given) => {
            answer(given);
            // A dialog mounted open can't know what opened it, so return the focus here.
            if (!given && opener instanceof HTMLElement) opener.focus();
          },
        });
      });
    },
    dialog: drafts.length > 0 && (
      <Suspense fallback={null}>
        <DraftDialog
          opened={asking !== undefined}
          drafts={drafts}
          onAnswer={(given) => {
            asking?.answer(given);
            setAsking(undefined);
          }}
        />
      </Suspense>
    ),
  };
}
