import { type ComponentType, useRef, useState } from 'react';
import { loadOnDemand } from '../../design/parts/load-on-demand.ts';

/**
 * A part of the frame that is loaded when somebody opens it. Nothing else breaks if that fails: a
 * toast says so.
 */
export function useLazy<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  const [Shown, setShown] = useState<ComponentType<Props>>();
  const loading = useRef(false);
  const close = () => {
    setShown(undefined);
  };
  const open = async () => {
    loading.current = true;
    const loaded = await loadOnDemand(load);
    loading.current = false;
    if (loaded) setShown(() => loaded.default);
  };
  return {
    /** Undefined while it is closed. */
    Shown,
    open,
    /** Whether it was opened and has not loaded yet. */
    isLoading: () => loading.current,
    close,
    /** The properties of a button that opens and closes the dialog. */
    opener: {
      'aria-haspopup': 'dialog',
      'aria-expanded': Shown !== undefined,
      onClick: () => {
        if (Shown) close();
        else void open();
      },
    } as const,
  };
}
