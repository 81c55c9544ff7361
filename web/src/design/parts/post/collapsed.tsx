import type { ReactNode } from 'react';
import { useIsBlocked } from '../../../shared/state/blocked.slice.ts';
import { lazyPart } from '../feedback/lazy-part.tsx';

// Most people have blocked nobody.
const CollapsedLine = lazyPart(async () => (await import('./collapsed-line.tsx')).default);

/**
 * What somebody wrote. If the viewer has blocked them, it is one line until the viewer asks for it.
 */
export function Collapsed({
  by,
  isMessage = false,
  isRow = false,
  children,
}: {
  readonly by: string;
  readonly isMessage?: boolean;
  /** It is a row of a list, with a margin of its own. */
  readonly isRow?: boolean;
  readonly children: ReactNode;
}) {
  const isBlocked = useIsBlocked(by);
  if (!isBlocked) return children;
  return (
    <CollapsedLine isMessage={isMessage} isRow={isRow}>
      {children}
    </CollapsedLine>
  );
}
