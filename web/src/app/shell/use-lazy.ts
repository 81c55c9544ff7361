import { type ComponentType, useRef } from 'react';
import { loadOnDemand } from '../../design/parts/feedback/load-on-demand.ts';
import { usePageState } from '../../shared/navigation/use-page-state.ts';

/**
 * A part of the frame that is loaded when somebody opens it, and belongs to the page on which they
 * did: it closes when that is left. Nothing else breaks if loading fails: a toast says so.
 */
export function useLazy<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  const [Shown, show, close] = usePageState<ComponentType<Props>>();
  const loading = useRef(false);
  const open = async () => {
    loading.current = true;
    const loaded = await loadOnDemand(load);
    loading.current = false;
    if (loaded) show(loaded.default);
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
