import { useRef, useState } from 'react';

/** What the uploads of a form are doing; `stopped` if one failed or was cancelled. */
export type UploadState = 'none' | 'running' | 'stopped';

/**
 * Holds a submission back while files are being uploaded, and makes it once they are there. If an
 * upload fails or is cancelled, nothing is submitted.
 */
export function useUploadGate(): {
  readonly onUploads: (state: UploadState) => void;
  readonly isWaiting: boolean;
  /** Whether it has to wait; then it calls back. */
  readonly holds: (submit: () => void) => boolean;
} {
  const state = useRef<UploadState>('none');
  const held = useRef<() => void>(undefined);
  const [isWaiting, setWaiting] = useState(false);
  return {
    onUploads: (now) => {
      state.current = now;
      const submit = held.current;
      if (now === 'running' || !submit) return;
      held.current = undefined;
      setWaiting(false);
      // React renders, and a form shows its errors at once.
      if (now === 'none') queueMicrotask(submit);
    },
    isWaiting,
    holds: (submit) => {
      if (state.current !== 'running') return false;
      held.current = submit;
      setWaiting(true);
      return true;
    },
  };
}
