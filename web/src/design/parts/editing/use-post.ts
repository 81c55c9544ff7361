import { mayRestore } from '@parlour/contracts/posts/editable';
import type { VersionWire } from '@parlour/contracts/qa/qa';
import { useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { placeAt } from '../../../shared/drafts/drafts.ts';
import { hasOwnDraft } from '../../../shared/drafts/form-draft.ts';
import { editPost, type Edition, type EditOf, type PostOf } from '../../../shared/posts.api.ts';
import { selectIsOperator } from '../../../shared/state/session.slice.ts';
import type { Dispatch, State } from '../../../shared/state/store.ts';
import { useViewer, useViewerId } from '../../../shared/state/hooks/use-viewer.ts';
import { moveFocus } from '../page/move-focus.ts';
import { useModerates } from '../person/person-role.tsx';
import { useReadOnly } from '../post/read-only.ts';
import type { PostAct } from '../post/post-act.ts';
import { useDeletion } from '../post/use-deletion.ts';
import { shareAddress } from '../page/share.ts';
import { useReport } from '../report/use-report.ts';

/** The kinds that are read on a page of their own, or below one. */
export type ReadKind = 'question' | 'answer' | 'comment';

interface PostRules<Kind extends ReadKind> {
  readonly kind: Kind;
  readonly post: PostOf<Kind>;
  readonly author: string;
  readonly address: string;
  /** Called with what the viewer has made of it. */
  readonly onSaved: ((post: PostOf<Kind>) => void) | undefined;
  /** The edit that restores a version; absent if it has no history to show. */
  readonly editOf?: (version: VersionWire) => EditOf<Kind>;
}

/**
 * What the viewer can do with a post, and which of it they are doing. Afterwards its menu gets the
 * focus.
 */
export function usePost<Kind extends ReadKind>({ kind, post, author, address, onSaved, editOf }: PostRules<Kind>) {
  const { _id: id, deleted, version } = post;
  const dispatch = useDispatch<Dispatch>();
  const viewer = useViewer();
  const viewerId = useViewerId();
  const own = viewer === author;
  const readOnly = useReadOnly();
  const mayEdit = own && !deleted && readOnly === undefined;
  const menu = useRef<HTMLButtonElement>(null);
  // What was being written goes on after a reload, as in every other form.
  const [editing, setEditing] = useState(() => mayEdit && hasOwnDraft(viewerId, placeAt('edit', id)));
  const [reading, setReading] = useState(false);
  const [removing, setRemoving] = useState(false);
  const isOperator = useSelector((state: State) => selectIsOperator(state));
  const moderator = useModerates();
  const report = useReport(kind, id);
  const deletion = useDeletion({ kind, id, onChanged: (changed) => onSaved?.(changed) });
  const restores = mayRestore(deleted?.by ?? 'author', { author: own, moderator, operator: isOperator });
  const mayRead = editOf !== undefined && (own || !deleted || restores);
  const showHistory = () => setReading(true);
  const closeRemoval = () => {
    setRemoving(false);
    menu.current?.focus();
  };

  const copy: PostAct = { label: 'Copy link', onClick: () => void shareAddress(new URL(address, location.href).href) };
  const history: readonly PostAct[] = mayRead ? [{ label: 'History', onClick: showHistory }] : [];
  const ownActs: readonly PostAct[] = [
    ...(mayEdit ? [{ label: 'Edit', onClick: () => setEditing(true) }] : []),
    ...history,
    { label: 'Delete', isGrave: true, onClick: deletion.deleteOwn },
  ];
  const removal = { label: 'Remove…', isGrave: true, onClick: () => setRemoving(true) };
  const actsOfOthers: readonly PostAct[] = [
    ...history,
    ...(!own && !deleted ? [report] : []),
    ...((moderator || isOperator) && !own && !deleted ? [removal] : []),
  ];

  return {
    kind,
    post,
    author,
    menu,
    acts: [copy, ...(own && !editing && !deleted ? ownActs : actsOfOthers)],
    showHistory,
    /** Undefined if the viewer can't. */
    onRestore: restores
      ? () => {
          // The button that was pressed goes once the post is back.
          menu.current?.focus();
          deletion.restore();
        }
      : undefined,
    // Also once it is deleted: what was written is not lost.
    editing,
    /** What the form needs that stands in its place. */
    form: {
      send: (edit: EditOf<Kind>, edition: Edition) => dispatch(editPost(kind, id, edition, edit)),
      onSaved: (saved: PostOf<Kind>): void => {
        onSaved?.(saved);
        setEditing(false);
        // Whoever waited for that may have moved on.
        moveFocus(menu.current?.closest('li, section'), menu.current);
      },
      onCancel: (): void => {
        setEditing(false);
        menu.current?.focus();
      },
    },
    /** What the dialog for removing it needs, while that is open. */
    removal: removing && {
      onClose: closeRemoval,
      onRemove: async (reason: string) => {
        const failed = await deletion.removeOfOther(reason);
        if (failed === undefined) closeRemoval();
        return failed;
      },
    },
    /** What the dialog of its versions needs, while that is open. */
    history: reading &&
      mayRead && {
        onClose: () => {
          setReading(false);
          menu.current?.focus();
        },
        // An edit, with the version of which it is another.
        onRestore: mayEdit
          ? async (older: VersionWire, key: string) => {
              const outcome = await dispatch(editPost(kind, id, { version, key }, editOf(older)));
              if (outcome.data) onSaved?.(outcome.data);
              return outcome;
            }
          : undefined,
      },
  };
}
