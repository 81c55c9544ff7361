import type { Reportable } from '@parlour/contracts/communities/reports';
import { useDispatch } from 'react-redux';
import { reportWanted } from '../../../shared/state/reporting.slice.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import type { PostAct } from '../post/post-act.ts';

/** The entry of a menu that opens the dialog for reporting something. */
export function useReport(type: Reportable, id: string): PostAct {
  const dispatch = useDispatch<Dispatch>();
  return { label: 'Report…', onClick: () => dispatch(reportWanted({ type, id })) };
}
