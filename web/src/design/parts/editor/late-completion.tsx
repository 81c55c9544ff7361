import { Suspense, type ComponentProps } from 'react';
import { lazyExtra } from '../feedback/lazy-extra.ts';
import type CompletionItself from './completion.tsx';

// Without it, people type names and tags in full.
const Completion = lazyExtra(async () => (await import('./completion.tsx')).default);

/** What completes a field's words; show it once there is a word to complete: it loads then. */
export function LateCompletion(of: ComponentProps<typeof CompletionItself>) {
  return (
    <Suspense fallback={null}>
      <Completion {...of} />
    </Suspense>
  );
}
