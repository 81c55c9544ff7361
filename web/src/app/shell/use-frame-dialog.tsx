import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { useLazy } from './use-lazy.ts';

interface FrameDialog {
  /** `text` is what its field begins with. */
  readonly open: (text?: string) => void;
  /** Whether it was opened and has not loaded yet. */
  readonly isLoading: () => boolean;
  readonly dialog: ReactNode;
}

/** A dialog that opens from anywhere; the focus returns to where it was. */
export function useFrameDialog(
  load: () => Promise<{ readonly default: ComponentType<{ readonly onClose: () => void; readonly text: string }> }>,
): FrameDialog {
  const { Shown, open, close, isLoading } = useLazy(load);
  const opener = useRef<Element>(null);
  const [given, setGiven] = useState('');
  return {
    open: (text = '') => {
      setGiven(text);
      opener.current = document.activeElement;
      void open();
    },
    isLoading,
    dialog: Shown && (
      <Shown
        text={given}
        onClose={() => {
          close();
          // A dialog mounted open can't know what opened it.
          if (opener.current instanceof HTMLElement) opener.current.focus();
        }}
      />
    ),
  };
}
