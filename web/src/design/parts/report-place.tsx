import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router';
import type { ThingKey } from '@parlour/contracts/reports';
import { unreachable } from '../../shared/http/call-failure.ts';
import { reportEnded } from '../../shared/state/reporting.slice.ts';
import type { Dispatch, State } from '../../shared/state/store.ts';
import { showToast } from './toasts.ts';

type ReportDialog = ComponentType<{ readonly thing: ThingKey; readonly onClose: () => void }>;

const loadDialog = (): Promise<{ readonly default: ReportDialog }> => import('./report-dialog.tsx');

/**
 * Where the dialog for reporting something opens, whichever menu it was chosen in. The focus
 * returns to where it was; another page closes it.
 */
export function ReportPlace({ load = loadDialog }: { readonly load?: typeof loadDialog }) {
  const dispatch = useDispatch<Dispatch>();
  const thing = useSelector((state: State) => state.reporting);
  const { key } = useLocation();
  const opener = useRef<Element>(null);
  const [Shown, setShown] = useState<ReportDialog>();

  useEffect(() => () => void dispatch(reportEnded()), [dispatch, key]);

  useEffect(() => {
    if (!thing) return;
    let ended = false;
    const open = async () => {
      const loaded = await load().catch(() => undefined);
      if (ended) return;
      // A dialog mounted open can't know what opened it.
      opener.current = document.activeElement;
      if (loaded) {
        setShown(() => loaded.default);
      } else {
        dispatch(reportEnded());
        void showToast('error', unreachable().text);
      }
    };
    void open();
    return () => {
      ended = true;
      setShown(undefined);
    };
  }, [dispatch, load, thing]);

  if (!thing || !Shown) return null;
  return (
    <Shown
      thing={thing}
      onClose={() => {
        dispatch(reportEnded());
        if (opener.current instanceof HTMLElement) opener.current.focus();
      }}
    />
  );
}
