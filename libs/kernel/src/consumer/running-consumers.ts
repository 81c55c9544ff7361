import type { Consumer } from './consumer.ts';

/** The consumers of a running service. */
export class RunningConsumers {
  private all: readonly Pick<Consumer, 'isStuck'>[] = [];

  set(consumers: readonly Pick<Consumer, 'isStuck'>[]): void {
    this.all = consumers;
  }

  /** Whether a consumer has waited for long for something its events need. */
  get areStuck(): boolean {
    return this.all.some((consumer) => consumer.isStuck);
  }
}
