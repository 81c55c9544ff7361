import { useCallback } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useChosenDialog } from '../../../design/parts/overlay/use-chosen-dialog.ts';
import { blockEnded } from '../../../shared/state/blocking.slice.ts';
import type { Dispatch, State } from '../../../shared/state/store.ts';

const loadDialog = () => import('./block-dialog.tsx');

/** Where the dialog for blocking a person opens, whichever menu it was chosen in. */
export function BlockPlace() {
  const dispatch = useDispatch<Dispatch>();
  const username = useSelector((state: State) => state.blocking);
  const end = useCallback(() => void dispatch(blockEnded()), [dispatch]);
  const { Shown, onClose } = useChosenDialog(username, loadDialog, end);
  if (username === null || !Shown) return null;
  return <Shown username={username} onClose={onClose} />;
}
