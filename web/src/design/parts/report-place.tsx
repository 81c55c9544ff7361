import { useDispatch, useSelector } from 'react-redux';
import { reportEnded } from '../../shared/state/reporting.slice.ts';
import type { Dispatch, State } from '../../shared/state/store.ts';
import { lazyPart } from './lazy-part.tsx';

const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).default);

/** Where the dialog for reporting something opens, whichever menu it was chosen in. */
export function ReportPlace() {
  const dispatch = useDispatch<Dispatch>();
  const thing = useSelector((state: State) => state.reporting);
  return thing && <ReportDialog key={thing.id} thing={thing} onClose={() => dispatch(reportEnded())} />;
}
