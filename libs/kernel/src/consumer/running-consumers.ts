import type { Consumer } from './consumer.ts';

/** The consumers of a service that runs: of its views and of its policies. */
export class RunningConsumers {
  private all: readonly Pick<Consumer, 'isStuck'>[] = [];

  set(consumers: readonly Pick<Consumer, 'isStuck'>[]): void {
    this.all = consumers;
  }

  /** One of them waits for what it needs to handle its events, and has waited for long. */
  get areStuck(): boolean {
    return this.all.some((consumer) => consumer.isStuck);
  }
}
