import { type ComponentType, useCallback } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { ThingKey } from '@parlour/contracts/communities/reports';
import { reportEnded } from '../../../shared/state/reporting.slice.ts';
import type { Dispatch, State } from '../../../shared/state/store.ts';
import { useChosenDialog } from '../overlay/use-chosen-dialog.ts';

type ReportDialog = ComponentType<{ readonly thing: ThingKey; readonly onClose: () => void }>;

const loadDialog = (): Promise<{ readonly default: ReportDialog }> => import('./report-dialog.tsx');

/** Where the dialog for reporting something opens, whichever menu it was chosen in. */
export function ReportPlace({ load = loadDialog }: { readonly load?: typeof loadDialog }) {
  const dispatch = useDispatch<Dispatch>();
  const thing = useSelector((state: State) => state.reporting);
  const end = useCallback(() => void dispatch(reportEnded()), [dispatch]);
  const { Shown, onClose } = useChosenDialog(thing, load, end);
  if (!thing || !Shown) return null;
  return <Shown thing={thing} onClose={onClose} />;
}
