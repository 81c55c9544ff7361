import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { nameOfDraft } from '../drafts/draft-names.ts';
import { draftsBelow, type PlacedDraft } from '../drafts/drafts.ts';
import { useViewer } from '../state/use-viewer.ts';
import { Dialog } from './dialog.tsx';
import classes from './draft-warning.module.css';

/** So many are named; more would hide the buttons. */
const named = 5;

/** What goes with the one who leaves. */
export function LostDrafts({ drafts }: { readonly drafts: readonly PlacedDraft[] }) {
  if (drafts.length === 0) return null;
  return (
    <div>
      <p className={classes.what}>Your drafts will be deleted:</p>
      <ul className={classes.drafts}>
        {drafts.slice(0, named).map((draft, index) => (
          <li key={index} dir="auto">
            {nameOfDraft(draft)}
          </li>
        ))}
        {drafts.length > named && <li>and {drafts.length - named} more</li>}
      </ul>
    </div>
  );
}

/** What the viewer has written in this browser and not posted. */
export function useDrafts(): () => readonly PlacedDraft[] {
  const viewer = useViewer();
  return () => draftsBelow(viewer, '').toSorted((one, other) => (other.changed ?? 0) - (one.changed ?? 0));
}

/** Asks whoever is about to sign out whether their drafts may go; who has none is not asked. */
export function useDraftWarning(): { readonly mayGo: () => Promise<boolean>; readonly dialog: ReactNode } {
  const [drafts, setDrafts] = useState<readonly PlacedDraft[]>([]);
  const [asking, setAsking] = useState<{ readonly answer: (given: boolean) => void }>();
  const draftsNow = useDrafts();
  const close = (given: boolean) => {
    asking?.answer(given);
    setAsking(undefined);
  };
  return {
    mayGo: () => {
      const found = draftsNow();
      if (found.length === 0) return Promise.resolve(true);
      setDrafts(found);
      return new Promise((answer) => {
        setAsking({ answer });
      });
    },
    dialog: (
      <Dialog opened={asking !== undefined} title="Sign out?" onClose={() => close(false)}>
        <div className={classes.dialog}>
          <LostDrafts drafts={drafts} />
          <div className={classes.buttons}>
            <Button className={classes.destroy ?? ''} onClick={() => close(true)}>
              Delete and sign out
            </Button>
            <Button variant="default" data-autofocus onClick={() => close(false)}>
              Cancel
            </Button>
          </div>
        </div>
      </Dialog>
    ),
  };
}
