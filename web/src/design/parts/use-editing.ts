import type { Editable } from '@parlour/contracts/editable';
import { useRef, useState } from 'react';
import { useViewer } from '../../shared/state/use-viewer.ts';
import type { PostAct } from './post-menu.tsx';
import { shareAddress } from './share.ts';

interface PostState {
  readonly author: string;
  readonly address: string;
  readonly deleted: Editable['deleted'];
  readonly onDelete: () => void;
  readonly onRestore: () => void;
  /** Whether it has a history to show. */
  readonly hasHistory?: boolean;
}

/**
 * Whether the viewer is editing a post, and what its menu offers. Afterwards the menu gets the
 * focus.
 */
export function useEditing({ author, address, deleted, onDelete, onRestore, hasHistory = false }: PostState) {
  const viewer = useViewer();
  const menu = useRef<HTMLButtonElement>(null);
  const [editing, setEditing] = useState(false);
  const [reading, setReading] = useState(false);
  const copy: PostAct = {
    label: 'Copy link',
    onClick: () => void shareAddress(new URL(address, location.href).href),
  };
  const edit: PostAct = {
    label: 'Edit',
    onClick: () => {
      setEditing(true);
    },
  };
  const own = viewer === author;
  const remove: PostAct = { label: 'Delete', isGrave: true, onClick: onDelete };
  const showHistory = () => {
    setReading(true);
  };
  const mayRead = hasHistory && (own || !deleted);
  const history: readonly PostAct[] = mayRead ? [{ label: 'History', onClick: showHistory }] : [];
  return {
    menu,
    /** Undefined if the viewer can't. */
    restore: own
      ? () => {
          // The button that was pressed goes once the post is back.
          menu.current?.focus();
          onRestore();
        }
      : undefined,
    // Also once it is deleted: what was written is not lost.
    editing,
    acts: own && !editing && !deleted ? [copy, edit, ...history, remove] : [copy, ...history],
    done: () => {
      setEditing(false);
      menu.current?.focus();
    },
    history: {
      isShown: reading && mayRead,
      show: showHistory,
      close: () => {
        setReading(false);
        menu.current?.focus();
      },
    },
  };
}
