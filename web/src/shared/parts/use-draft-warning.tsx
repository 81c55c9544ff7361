import { lazy, Suspense, useState, type ReactNode } from 'react';
import { draftsBelow, type PlacedDraft } from '../drafts/drafts.ts';
import { unreachable } from '../http/call-failure.ts';
import { useViewer } from '../state/use-viewer.ts';
import { showToast } from './toasts.ts';

// Most sign out without a draft: what dialogs are made of would be the greater part of the page's
// frame.
const load = () => import('./draft-dialog.tsx');
const DraftDialog = lazy(load);

/** What the viewer has written in this browser and not posted, the newest first. */
export function useDrafts(): () => readonly PlacedDraft[] {
  const viewer = useViewer();
  return () => draftsBelow(viewer, '');
}

/** Asks whoever is about to sign out whether their drafts may go; who has none is not asked. */
export function useDraftWarning(): { readonly mayGo: () => Promise<boolean>; readonly dialog: ReactNode } {
  const [drafts, setDrafts] = useState<readonly PlacedDraft[]>([]);
  const [asking, setAsking] = useState<{ readonly answer: (given: boolean) => void }>();
  const draftsNow = useDrafts();
  return {
    mayGo: async () => {
      const found = draftsNow();
      const asked = document.activeElement;
      if (found.length === 0) return true;
      if (!(await load().catch(() => undefined))) {
        void showToast('error', unreachable().text);
        return false;
      }
      setDrafts(found);
      return new Promise((answer) => {
        setAsking({
          answer: (given) => {
            answer(given);
            // A dialog that came open knows nothing of what opened it.
            if (!given && asked instanceof HTMLElement) asked.focus();
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
