import { Button } from '@mantine/core';
import { nameOfDraft } from '../../../shared/drafts/draft-names.ts';
import type { PlacedDraft } from '../../../shared/drafts/drafts.ts';
import { DestroyButton } from '../overlay/destroy-button.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import classes from './draft-dialog.module.css';

/** List at most this many drafts; more would push the buttons out of view. */
const named = 5;

/** The drafts that signing out will delete. */
export function LostDrafts({ drafts }: { readonly drafts: readonly PlacedDraft[] }) {
  if (drafts.length === 0) return null;
  return (
    <div>
      <p>Your drafts will be deleted:</p>
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

/** Asks whether the drafts may be deleted; `onAnswer` is called with the answer. */
export default function DraftDialog({
  opened,
  drafts,
  onAnswer,
}: {
  readonly opened: boolean;
  readonly drafts: readonly PlacedDraft[];
  readonly onAnswer: (given: boolean) => void;
}) {
  return (
    <Dialog opened={opened} title="Sign out?" onClose={() => onAnswer(false)}>
      <div className="stack">
        <LostDrafts drafts={drafts} />
        <div className="wrap">
          <DestroyButton onClick={() => onAnswer(true)}>Delete and sign out</DestroyButton>
          <Button variant="default" data-autofocus onClick={() => onAnswer(false)}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
