import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { unreachable } from '../../../shared/http/call-failure.ts';
import { ChunkLoadError, reloadIfNewer } from '../../../shared/navigation/chunk-errors.ts';
import { Failure } from './failure.tsx';

/**
 * A part of a screen that loads when it is first shown. If that fails, this place says so, with a
 * retry; the rest of the screen stays. `waiting` is shown until it is there; what is made from the
 * props stays also below a failure.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode | ((props: Props) => ReactNode) = null,
): ComponentType<Props> {
  const loaded = async () => {
    const part = await load().catch((cause: unknown) => {
      throw new ChunkLoadError('a part of the page could not be loaded', { cause });
    });
    return { default: part };
  };
  // React keeps a failure, so each attempt needs a component of its own.
  let newest = lazy(loaded);

  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => newest);
    async function retry(): Promise<void> {
      const part = await loaded().catch(() => undefined);
      if (part) {
        newest = lazy(() => Promise.resolve(part));
        setPart(() => newest);
      } else await reloadIfNewer();
    }
    const made = typeof waiting === 'function' ? waiting(props) : undefined;
    const failed = (
      <>
        <PartFailure onRetry={retry} />
        {made}
      </>
    );
    return (
      <ChunkBoundary of={Part} failed={failed}>
        <Suspense fallback={typeof waiting === 'function' ? made : waiting}>
          <Part {...props} />
        </Suspense>
      </ChunkBoundary>
    );
  };
}

function PartFailure({ onRetry }: { readonly onRetry: () => Promise<void> }) {
  return <Failure title="This part of the page could not be loaded" detail={unreachable().text} onRetry={onRetry} />;
}

interface BoundaryState {
  readonly of: unknown;
  readonly error: Error | undefined;
}

/** Shows `failed` if a chunk below can't be loaded, until `of` is another. */
class ChunkBoundary extends Component<
  { readonly of: unknown; readonly failed: ReactNode; readonly children: ReactNode },
  BoundaryState
> {
  override state: BoundaryState = { of: undefined, error: undefined };

  static getDerivedStateFromProps({ of }: { readonly of: unknown }, state: BoundaryState): BoundaryState | null {
    return of === state.of ? null : { of, error: undefined };
  }

  static getDerivedStateFromError(error: Error): Partial<BoundaryState> {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (error instanceof ChunkLoadError) return this.props.failed;
    // The page's own boundary has this one.
    throw error;
  }
}
