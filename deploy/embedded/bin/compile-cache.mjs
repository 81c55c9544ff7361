import module from 'node:module';
import { join } from 'node:path';

/**
 * Caches compiled code between starts, if Node can (22.1 and later): loading takes a third less
 * time.
 */
export function enableCompileCache() {
  module.enableCompileCache?.(join(import.meta.dirname, '..', '..', '..', '.parlour', 'compiled'));
}
