import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A part that a screen can do without: if it can't be loaded, its place stays empty. */
export function lazyExtra<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  );
}
