import type { Logger } from '../logging/logger.ts';
import type { Head, Unsubscribe } from './bus.ts';

/** Handlers in this process of what a bus tells of a log; a fault of one does not reach others. */
export class Listeners<Told extends Pick<Head, 'source'>> {
  private readonly handlers = new Set<(told: Told) => void>();

  constructor(private readonly logger: Logger) {}

  add(handle: (told: Told) => void): Unsubscribe {
    this.handlers.add(handle);
    return () => Promise.resolve(void this.handlers.delete(handle));
  }

  tell(told: Told): void {
    for (const handle of this.handlers) {
      try {
        handle(told);
      } catch (failure) {
        this.logger.error({ err: failure, source: told.source }, 'listener of the bus failed');
      }
    }
  }

  clear(): void {
    this.handlers.clear();
  }
}
