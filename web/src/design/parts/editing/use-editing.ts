import { type Editable, mayRestore } from '@parlour/contracts/posts/editable';
import type { ThingKey } from '@parlour/contracts/communities/reports';
import { useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { placeAt } from '../../../shared/drafts/drafts.ts';
import { hasOwnDraft } from '../../../shared/drafts/form-draft.ts';
import { selectIsOperator } from '../../../shared/state/session.slice.ts';
import type { State } from '../../../shared/state/store.ts';
import { useViewer, useViewerId } from '../../../shared/state/hooks/use-viewer.ts';
import { moveFocus } from '../page/move-focus.ts';
import { useModerates } from '../person/person-role.tsx';
import { useReadOnly } from '../post/read-only.ts';
import type { PostAct } from '../post/post-act.ts';
import { shareAddress } from '../page/share.ts';
import { useReport } from '../report/use-report.ts';

interface PostState {
  readonly author: string;
  /** What a report of it names. */
  readonly thing: ThingKey;
  readonly address: string;
  readonly deleted: Editable['deleted'];
  readonly onDelete: () => void;
  readonly onRestore: () => void;
  /** Removes what somebody else wrote; resolves with why that failed. */
  readonly onRemove: (reason: string) => Promise<string | undefined>;
  /** Whether it has a history to show. */
  readonly hasHistory?: boolean;
}

/**
 * Whether the viewer is editing a post, and what its menu offers. Afterwards the menu gets the
 * focus.
 */
export function useEditing({
  author,
  thing,
  address,
  deleted,
  onDelete,
  onRestore,
  onRemove,
  hasHistory = false,
}: PostState) {
  const viewer = useViewer();
  const viewerId = useViewerId();
  const own = viewer === author;
  const readOnly = useReadOnly();
  const mayEdit = own && !deleted && readOnly === undefined;
  const menu = useRef<HTMLButtonElement>(null);
  // What was being written goes on after a reload, as in every other form.
  const [editing, setEditing] = useState(() => mayEdit && hasOwnDraft(viewerId, placeAt('edit', thing.id)));
  const [reading, setReading] = useState(false);
  const [removing, setRemoving] = useState(false);
  const isOperator = useSelector((state: State) => selectIsOperator(state));
  const moderator = useModerates();
  const moderates = moderator || isOperator;
  const report = useReport(thing.type, thing.id);
  const showHistory = () => setReading(true);
  const restores = mayRestore(deleted?.by ?? 'author', { author: own, moderator, operator: isOperator });
  const mayRead = hasHistory && (own || !deleted || restores);
  const copy: PostAct = {
    label: 'Copy link',
    onClick: () => void shareAddress(new URL(address, location.href).href),
  };
  const history: readonly PostAct[] = mayRead ? [{ label: 'History', onClick: showHistory }] : [];
  const ownActs: readonly PostAct[] = [
    ...(mayEdit ? [{ label: 'Edit', onClick: () => setEditing(true) }] : []),
    ...history,
    { label: 'Delete', isGrave: true, onClick: onDelete },
  ];
  const actsOfOthers: readonly PostAct[] = [
    ...history,
    ...(!own && !deleted ? [report] : []),
    ...(moderates && !own && !deleted ? [{ label: 'Remove…', isGrave: true, onClick: () => setRemoving(true) }] : []),
  ];
  return {
    menu,
    /** Undefined if the viewer can't. */
    restore: restores
      ? () => {
          // The button that was pressed goes once the post is back.
          menu.current?.focus();
          onRestore();
        }
      : undefined,
    // Also once it is deleted: what was written is not lost.
    editing,
    acts: [copy, ...(own && !editing && !deleted ? ownActs : actsOfOthers)],
    removal: {
      isAsked: removing,
      /** What the dialog needs. */
      dialog: {
        onClose: () => {
          setRemoving(false);
          menu.current?.focus();
        },
        onRemove: async (reason: string) => {
          const failed = await onRemove(reason);
          if (failed !== undefined) return failed;
          setRemoving(false);
          menu.current?.focus();
          return undefined;
        },
      },
    },
    cancel: () => {
      setEditing(false);
      menu.current?.focus();
    },
    /** Once it is saved: whoever waited for that may have moved on. */
    finish: () => {
      setEditing(false);
      moveFocus(menu.current?.closest('li, section'), menu.current);
    },
    history: {
      isShown: reading && mayRead,
      /** Whether the viewer can restore a version, which is an edit. */
      mayRestore: mayEdit,
      show: showHistory,
      close: () => {
        setReading(false);
        menu.current?.focus();
      },
    },
  };
}
