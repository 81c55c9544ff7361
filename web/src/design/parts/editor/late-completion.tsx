import { lazy, Suspense, type ComponentProps } from 'react';
import type CompletionItself from './completion.tsx';

// Without it, people type names and tags in full.
const Completion = lazy<typeof CompletionItself>(() =>
  import('./completion.tsx').catch(() => ({ default: () => null })),
);

/** What completes a field's words; show it once there is a word to complete: it loads then. */
export function LateCompletion(of: ComponentProps<typeof CompletionItself>) {
  return (
    <Suspense fallback={null}>
      <Completion {...of} />
    </Suspense>
  );
}
