import { type ComponentType, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { loadOnDemand } from '../../design/parts/load-on-demand.ts';

/**
 * A part of the frame that is loaded when somebody opens it, and belongs to the page on which they
 * did: it closes when that is left. Nothing else breaks if loading fails: a toast says so.
 */
export function useLazy<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  const { key } = useLocation();
  const [opened, setOpened] = useState<{ readonly part: ComponentType<Props>; readonly on: string }>();
  const loading = useRef(false);
  const Shown = opened?.on === key ? opened.part : undefined;
  // Or Back would open it again.
  if (opened && !Shown) setOpened(undefined);
  const close = () => {
    setOpened(undefined);
  };
  const open = async () => {
    loading.current = true;
    const loaded = await loadOnDemand(load);
    loading.current = false;
    if (loaded) setOpened({ part: loaded.default, on: key });
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
