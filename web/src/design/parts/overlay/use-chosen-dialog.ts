import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { loadOnDemand } from '../feedback/load-on-demand.ts';

/**
 * The dialog about what was chosen in a menu, kept outside that menu: what holds it may go
 * meanwhile. The focus returns to where it was; another page closes it. `load` and `end` must stay
 * the same.
 */
export function useChosenDialog<Props>(
  chosen: unknown,
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  end: () => void,
): { readonly Shown: ComponentType<Props> | undefined; readonly onClose: () => void } {
  const { key } = useLocation();
  const opener = useRef<Element>(null);
  const [Shown, setShown] = useState<ComponentType<Props>>();

  useEffect(() => () => end(), [end, key]);

  useEffect(() => {
    if (chosen === null) return;
    let ended = false;
    const open = async () => {
      const loaded = await loadOnDemand(load);
      if (ended) return;
      // A dialog mounted open can't know what opened it.
      opener.current = document.activeElement;
      if (loaded) setShown(() => loaded.default);
      else end();
    };
    void open();
    return () => {
      ended = true;
      setShown(undefined);
    };
  }, [chosen, end, load]);

  return {
    Shown,
    onClose: () => {
      end();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
